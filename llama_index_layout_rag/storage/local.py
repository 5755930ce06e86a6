"""Embedded Qdrant (local mode): its collection object, reading it safely beside writers, knowing what changed.

Local mode has no change notification, its public reads cannot see an upsert that leaves the number of points, and it
is not safe for reads beside a write in another thread. Its collection object is therefore given a journal: the methods
that change it are wrapped on the instance, hold a lock, and leave a version and the ids they touched. This works for
every store object and both kinds of client on top of the collection; QdrantLocal and AsyncQdrantLocal share the
collection class.
"""

from __future__ import annotations

import functools
import logging
import threading
import uuid
from collections.abc import Callable, Iterable
from typing import Any

logger = logging.getLogger(__name__)

_JOURNAL_ATTRIBUTE = "_layout_rag_journal"

_MUTATORS = (
    "upsert",
    "delete",
    "update_vectors",
    "delete_vectors",
    "set_payload",
    "overwrite_payload",
    "delete_payload",
    "clear_payload",
    "batch_update_points",
)
_SCHEMA_MUTATORS = (
    "create_dense_vector_name",
    "create_sparse_vector_name",
    "delete_vector_name",
    "update_sparse_vectors_config",
)
_READERS = ("search", "query_points", "query_groups", "scroll", "retrieve", "count", "facet")
_HOOKS = ("_upsert_point", "_delete_ids", "_persist_by_id")
"""What the mutators call for every point they change: an upsert, a deletion, anything else."""

_DATA = (
    "payload",
    "ids",
    "ids_inv",
    "deleted",
    "deleted_per_vector",
    "vectors",
    "sparse_vectors",
    "config",
)

_install_lock = threading.Lock()


class Journal:
    """Lock, version and touched ids of one local collection.

    Attributes:
        lock: Held by every wrapped method; hold it to read several things of one state.
        version: Grows with every change.
        generation: Grows when the vectors' names or settings change; what was built from the collection is void then.
        derived: Place for things built from the collection that its users share (a search index, a cache of manuals).
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.version = 0
        self.generation = 0
        self.derived: dict[Any, Any] = {}
        self._watchers: list[set[Any]] = []

    def watch(self) -> set[Any]:
        """A set to which the journal adds the id of every point that changes from now on; the watcher empties it.

        Hold the lock while reading it.
        """
        touched: set[Any] = set()
        self._watchers.append(touched)
        return touched

    def touch(self, point_ids: Iterable[Any]) -> None:
        """Note that points have changed, appeared or gone."""
        point_ids = list(point_ids)
        for touched in self._watchers:
            touched.update(point_ids)


def local_backend(client: Any) -> Any | None:
    """The QdrantLocal or AsyncQdrantLocal behind a client, or None for a client of a server."""
    inner = getattr(client, "_client", None)
    return inner if type(inner).__name__ in ("QdrantLocal", "AsyncQdrantLocal") else None


def local_collection(backend: Any, collection_name: str) -> Any | None:
    """The collection object of a local backend by name or alias; None where there is none (yet)."""
    name = getattr(backend, "aliases", {}).get(collection_name, collection_name)
    return backend.collections.get(name)


def slot_of(collection: Any, point_id: Any) -> int | None:
    """Place of a point in the collection's lists, also of one that was deleted; None where there never was one."""
    ids = collection.ids
    slot: int | None = ids.get(point_id)
    if slot is None and not isinstance(point_id, int):
        try:
            slot = ids.get(str(uuid.UUID(str(point_id))))
        except ValueError:
            return None
    return slot


def journal_of(collection: Any) -> Journal | None:
    """The journal of a local collection, installed on first use.

    Returns:
        None when the collection is not built as expected (another version of qdrant-client): nothing is wrapped then,
        and the caller must use the client's public methods only.
    """
    journal: Journal | None = getattr(collection, _JOURNAL_ATTRIBUTE, None)
    if journal is not None:
        return journal
    with _install_lock:
        journal = getattr(collection, _JOURNAL_ATTRIBUTE, None)
        return journal or _install_journal(collection)


def _install_journal(collection: Any) -> Journal | None:
    missing = [name for name in (*_MUTATORS, *_HOOKS) if not callable(getattr(collection, name, None))]
    missing += [name for name in _DATA if not hasattr(collection, name)]
    if missing:
        logger.warning(
            "This version of qdrant-client keeps its local collections differently (no %s): searches use its own, "
            "slower, query path. Please report it, or install a version that the package was tested with.",
            ", ".join(missing),
        )
        return None
    journal = Journal()
    for name in _READERS:
        if callable(getattr(collection, name, None)):
            setattr(collection, name, _locked(getattr(collection, name), journal))
    for name in _MUTATORS:
        setattr(collection, name, _versioned(getattr(collection, name), journal))
    for name in _SCHEMA_MUTATORS:
        if callable(getattr(collection, name, None)):
            setattr(collection, name, _regenerated(getattr(collection, name), journal))
    collection._upsert_point = _noting(collection._upsert_point, journal, lambda point: (point.id,))
    collection._delete_ids = _noting(collection._delete_ids, journal, lambda ids: ids)
    collection._persist_by_id = _noting(collection._persist_by_id, journal, lambda point_id: (point_id,))
    setattr(collection, _JOURNAL_ATTRIBUTE, journal)
    return journal


def _locked(method: Callable[..., Any], journal: Journal) -> Callable[..., Any]:
    @functools.wraps(method)
    def locked(*args: Any, **kwargs: Any) -> Any:
        with journal.lock:
            return method(*args, **kwargs)

    return locked


def _versioned(method: Callable[..., Any], journal: Journal) -> Callable[..., Any]:
    @functools.wraps(method)
    def versioned(*args: Any, **kwargs: Any) -> Any:
        with journal.lock:
            try:
                return method(*args, **kwargs)
            finally:
                # Also after an error: a request that names an unknown id changes all the others first.
                journal.version += 1

    return versioned


def _regenerated(method: Callable[..., Any], journal: Journal) -> Callable[..., Any]:
    @functools.wraps(method)
    def regenerated(*args: Any, **kwargs: Any) -> Any:
        with journal.lock:
            try:
                return method(*args, **kwargs)
            finally:
                journal.version += 1
                journal.generation += 1

    return regenerated


def _noting(method: Callable[..., Any], journal: Journal, ids_of: Callable[[Any], Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def noting(first: Any, *args: Any, **kwargs: Any) -> Any:
        journal.touch(ids_of(first))
        return method(first, *args, **kwargs)

    return noting
