"""Stored manuals whose files are gone, go by another name, or are part of another manual as well."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any

from llama_index_layout_rag.storage.indexes import MANUAL_ID_KEY
from llama_index_layout_rag.storage.records import SOURCE_HASH_KEY, Inventory, Payload, is_value, scrolled
from llama_index_layout_rag.storage.report import IngestReport, StaleManual
from llama_index_layout_rag.storage.vector_store import LayoutVectorStore

SOURCE_KEY = "source_uri"

NOT_ASKED = "prune=True deletes it"
FOLDER_GONE = "its folder is gone as well and may come back; if not, delete_manual deletes it"


def file_of(payload: Payload) -> str:
    """The file or folder that a node was read from; "" where it came from none (its source is then only a name)."""
    return str(payload[SOURCE_KEY]) if payload.get(SOURCE_HASH_KEY) and payload.get(SOURCE_KEY) else ""


def is_gone(path: str) -> bool:
    """Whether a local file is not there any more. URLs are never taken for gone: a server may only be out of reach."""
    return os.path.isabs(path) and not os.path.lexists(path)


def renamed_from(file_hashes: Collection[str], inventory: Inventory) -> str | None:
    """Id of the stored manual whose file had this content and is gone."""
    for manual_id, found in inventory.records.items():
        if found[0].get(SOURCE_HASH_KEY) in file_hashes and is_gone(file_of(found[0])):
            return manual_id
    return None


def stale_manuals(
    store: LayoutVectorStore,
    inventory: Inventory,
    given: Collection[str],
    renamed: Mapping[str, str],
    prune: bool,
) -> list[StaleManual]:
    """The manuals that are stored, not among those given, and whose files are all gone.

    A file whose folder is gone as well may lie on a disk that is not mounted: such a manual is not pruned, unless its
    content is stored under another name.
    """
    stale = []
    for manual_id, found in sorted(inventory.records.items()):
        source = file_of(found[0])
        if manual_id in given or not is_gone(source) or not _all_gone(store, manual_id):
            continue
        new_name = renamed.get(manual_id)
        sure = new_name is not None or os.path.isdir(os.path.dirname(source))
        reason = "" if prune and sure else FOLDER_GONE if prune else NOT_ASKED
        stale.append(StaleManual(manual_id, source, new_name, pruned=prune and sure, reason=reason))
    return stale


def stored_twice(inventory: Inventory, report: IngestReport) -> list[str]:
    """A sentence for each manual that was stored from a single file before, and whose file lies in a folder that is a
    manual now: both would be found."""
    folders = {change.source: manual_id for manual_id, change in report.changes.items() if os.path.isdir(change.source)}
    known = {*report.changes, *report.absorbed, *report.pruned}
    warnings = []
    for manual_id, found in sorted(inventory.records.items()):
        source = file_of(found[0])
        folder = next((folder for folder in folders if source.startswith(folder + os.sep)), None)
        if folder is not None and manual_id not in known:
            warnings.append(
                f"{manual_id}: {source} is stored as a manual of its own and in {folders[folder]} ({folder}) as well, so "
                "both will be found; delete one of them."
            )
    return warnings


def _all_gone(store: LayoutVectorStore, manual_id: str) -> bool:
    """Whether no volume of a manual is left."""
    nodes: Any = scrolled(store, is_value(MANUAL_ID_KEY, manual_id), with_payload=[SOURCE_KEY, SOURCE_HASH_KEY])
    return all(is_gone(path) for path in {file_of(node.payload) for node in nodes} if path)
