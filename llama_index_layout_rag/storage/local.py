"""Embedded Qdrant (local mode): consistent reads beside writers, and a journal of changes.

Local mode reports no changes, its public reads cannot detect an upsert that keeps the number of points, and reading it
while another thread writes is unsafe. So the methods of its collection object that change it are wrapped on the
instance: they hold a lock, raise a version number and report the ids of changed points. This covers every store and
both kinds of client over the collection, since QdrantLocal and AsyncQdrantLocal share the collection class.

This is the only module that relies on private parts of qdrant-client: `PRIVATE_PARTS` names them all.
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
    "upsert", "delete", "update_vectors", "delete_vectors", "set_payload", "overwrite_payload", "delete_payload",
    "clear_payload", "batch_update_points",
)  # fmt: skip
_SCHEMA_MUTATORS = (
    "create_dense_vector_name", "create_sparse_vector_name", "delete_vector_name", "update_sparse_vectors_config",
)  # fmt: skip
_READERS = ("search", "query_points", "query_groups", "scroll", "retrieve", "count", "facet")
_HOOKS: dict[str, Callable[[Any], Iterable[Any]]] = {
    "_upsert_point": lambda point: (point.id,),
    "_delete_ids": lambda point_ids: point_ids,
    "_persist_by_id": lambda point_id: (point_id,),
}
"""What the mutators call for every point they upsert, delete or change otherwise, and the ids in its first argument."""

_DATA = ("payload", "ids", "ids_inv", "deleted", "deleted_per_vector", "vectors", "sparse_vectors", "config")

PRIVATE_PARTS = (*_MUTATORS, *_HOOKS, *_DATA)
"""Attributes of a local collection without which there is no journal; schema mutators and readers may be missing."""

_BACKENDS = ("QdrantLocal", "AsyncQdrantLocal")

_install_lock = threading.Lock()


class Journal:
    """Lock, version and changed ids of one local collection.

    Attributes:
        lock: Held by every wrapped method; hold it to read several values of one state.
        version: Increases with every change.
        generation: Increases when the names or settings of vectors change, which invalidates what was built from them.
        derived: What is built from the collection and shared by its users (a search index, a cache of manuals).
    """

    def __init__(self) -> None:
        """Start at version 0."""
        self.lock = threading.RLock()
        self.version = 0
        self.generation = 0
        self.derived: dict[Any, Any] = {}
        self._watchers: list[set[Any]] = []

    def watch(self) -> set[Any]:
        """Return a set that receives the id of every point that changes from now on.

        The caller empties it, and holds the lock while reading it.
        """
        changed: set[Any] = set()
        self._watchers.append(changed)
        return changed

    def touch(self, point_ids: Iterable[Any]) -> None:
        """Record that points were changed, added or deleted."""
        point_ids = list(point_ids)
        for changed in self._watchers:
            changed.update(point_ids)


def local_backend(client: Any) -> Any | None:
    """Return the QdrantLocal or AsyncQdrantLocal of a client, or None for a client of a server."""
    inner = getattr(client, "_client", None)
    return inner if type(inner).__name__ in _BACKENDS else None


def local_collection(backend: Any, collection_name: str) -> Any | None:
    """Return the collection object of a local backend by name or alias; None if it does not exist (yet)."""
    name = getattr(backend, "aliases", {}).get(collection_name, collection_name)
    return backend.collections.get(name)


def slot_of(collection: Any, point_id: Any) -> int | None:
    """Return the index of a point, or of a deleted one, in the collection's lists; None if it never existed."""
    ids = collection.ids
    slot: int | None = ids.get(point_id)
    if slot is None and not isinstance(point_id, int):
        try:
            slot = ids.get(str(uuid.UUID(str(point_id))))
        except ValueError:
            return None
    return slot


def journal_of(collection: Any) -> Journal | None:
    """Return the journal of a local collection, installed on first use.

    Returns:
        None if the collection lacks one of `PRIVATE_PARTS` (another version of qdrant-client): nothing is wrapped then,
        and the caller must use the client's public methods only.
    """
    with _install_lock:
        journal: Journal | None = getattr(collection, _JOURNAL_ATTRIBUTE, None)
        return journal or _install_journal(collection)


def _install_journal(collection: Any) -> Journal | None:
    missing = [name for name in PRIVATE_PARTS if getattr(collection, name, None) is None]
    if missing:
        logger.warning(
            "This version of qdrant-client keeps its local collections differently (no %s): searches use its own, "
            "slower, query path. Please report it, or install a version that the package was tested with.",
            ", ".join(missing),
        )
        return None
    journal = Journal()
    increments = [*((name, 0, 0) for name in _READERS), *((name, 1, 0) for name in _MUTATORS)]
    increments += [(name, 1, 1) for name in _SCHEMA_MUTATORS]
    for name, version, generation in increments:
        if callable(getattr(collection, name, None)):
            setattr(collection, name, _locked(getattr(collection, name), journal, version, generation))
    for name, ids_of in _HOOKS.items():
        setattr(collection, name, _recording(getattr(collection, name), journal, ids_of))
    setattr(collection, _JOURNAL_ATTRIBUTE, journal)
    return journal


def _locked(method: Callable[..., Any], journal: Journal, version: int, generation: int) -> Callable[..., Any]:
    """Return a method that holds the journal's lock and then increases its version and generation."""

    @functools.wraps(method)
    def locked(*args: Any, **kwargs: Any) -> Any:
        with journal.lock:
            try:
                return method(*args, **kwargs)
            finally:
                # After an error as well: a request that names an unknown id changes all the others first.
                journal.version += version
                journal.generation += generation

    return locked


def _recording(method: Callable[..., Any], journal: Journal, ids_of: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a method that reports the ids in its first argument to the journal."""

    @functools.wraps(method)
    def recording(first: Any, *args: Any, **kwargs: Any) -> Any:
        journal.touch(ids_of(first))
        return method(first, *args, **kwargs)

    return recording
