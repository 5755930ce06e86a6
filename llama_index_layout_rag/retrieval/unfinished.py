"""Manuals that `ingest` has not finished: their chunks are there, and the manual's own node, written last, is not.

Such a manual is being stored for the first time, or the run was stopped. What is found of it may lack the caution that
comes next, so it is not shown. Nodes that another pipeline stored carry no signature of `ingest` and are not judged.
On a server, what another process has finished is shown when the list of manuals is read again (within 30 s).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from llama_index_layout_rag.retrieval.engines import Hit
from llama_index_layout_rag.storage.indexes import MANUAL_ID_KEY
from llama_index_layout_rag.storage.records import EMBEDDING_KEY


def manuals_without_node(lists: Iterable[Sequence[Hit]], manuals: Iterable[Mapping[str, Any]]) -> set[str]:
    """Ids of manuals that `ingest` stored chunks of and whose own node is not among those given."""
    known = {str(payload.get(MANUAL_ID_KEY)) for payload in manuals}
    return {
        manual_id
        for hits in lists
        for hit in hits
        if EMBEDDING_KEY in hit.payload and (manual_id := str(hit.payload.get(MANUAL_ID_KEY))) not in known
    }


def without_manuals(lists: Sequence[Sequence[Hit]], manual_ids: Collection[str]) -> list[list[Hit]]:
    """The ranked lists without the chunks of these manuals."""
    return [[hit for hit in hits if str(hit.payload.get(MANUAL_ID_KEY)) not in manual_ids] for hits in lists]
