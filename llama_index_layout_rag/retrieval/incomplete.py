"""Manuals that `ingest` has not completed: they have chunks but no manual node, which is written last.

Such a manual is being stored for the first time, or its run was interrupted. A passage of it may lack the caution that
follows, so it is not returned. Nodes of other pipelines carry no ingestion signature and are always returned. On a
server, manuals completed by another process appear when the list of manuals is read again (within 30 s).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from llama_index_layout_rag.retrieval.engines import Hit
from llama_index_layout_rag.storage import EMBEDDING_KEY, MANUAL_ID_KEY


def incomplete_manuals(lists: Iterable[Sequence[Hit]], manuals: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the ids of manuals with ingested chunks in the lists but no manual node among the payloads."""
    known = {str(payload.get(MANUAL_ID_KEY)) for payload in manuals}
    return {
        manual_id
        for hits in lists
        for hit in hits
        if (manual_id := str(hit.payload.get(MANUAL_ID_KEY))) not in known and EMBEDDING_KEY in hit.payload
    }


def without_manuals(lists: Sequence[Sequence[Hit]], manual_ids: Collection[str]) -> list[list[Hit]]:
    """Return the ranked lists without the chunks of these manuals."""
    return [[hit for hit in hits if str(hit.payload.get(MANUAL_ID_KEY)) not in manual_ids] for hits in lists]
