"""Reports of ingestion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class ManualChange:
    """The change of one manual.

    Attributes:
        manual_id: Its id.
        title: Its title.
        source: The file or folder it was read from; "" if there is none.
        state: "added": not stored before. "updated": stored in another form, or incompletely. "unchanged": stored as it is.
        nodes_new: Nodes that were not stored before.
        nodes_kept: Nodes that were stored before and are kept.
        nodes_deleted: Stored nodes that are no longer part of the manual.
        passages_embedded: Distinct texts that were embedded (with `dry_run`: that would be).
    """

    manual_id: str
    title: str
    source: str
    state: Literal["added", "updated", "unchanged"]
    nodes_new: int = 0
    nodes_kept: int = 0
    nodes_deleted: int = 0
    passages_embedded: int = 0

    def __str__(self) -> str:
        """Return the report as text."""
        name = f"{self.title} ({self.manual_id})" if self.title else self.manual_id
        if self.state == "unchanged":
            return f"unchanged: {name}: {self.nodes_kept} nodes"
        return (
            f"{self.state}: {name}: {self.nodes_new} nodes new, {self.nodes_kept} kept, {self.nodes_deleted} deleted, "
            f"{self.passages_embedded} passages to embed"
        )


@dataclass(frozen=True)
class StoredManual:
    """A manual in the store.

    Attributes:
        manual_id: Its id.
        title: Its title; "" if a run was interrupted before it wrote the manual's node.
        source: The file or folder that it was read from; "" if there is none.
        nodes: Number of stored nodes.
        complete: Whether all its nodes are stored; otherwise a run was interrupted, or is writing it now.
    """

    manual_id: str
    title: str
    source: str
    nodes: int
    complete: bool


@dataclass(frozen=True)
class StaleManual:
    """A stored manual whose file is gone.

    Attributes:
        manual_id: Its id.
        source: The file or folder that it was read from.
        renamed_to: Id of the manual that was read from a file of the same content under another name, or None.
        pruned: Whether it was deleted (with `dry_run`: would be).
        reason: Why it was not deleted.
    """

    manual_id: str
    source: str
    renamed_to: str | None = None
    pruned: bool = False
    reason: str = ""

    def __str__(self) -> str:
        """Return the report as text."""
        renamed = f", which is now {self.renamed_to}" if self.renamed_to else ""
        kept = "" if self.pruned else f" ({self.reason})"
        return f"{'pruned' if self.pruned else 'stale'}: {self.manual_id}: {self.source} is gone{renamed}{kept}"


@dataclass
class IngestReport:
    """The result of `ingest`; with `dry_run`, what it would be.

    Attributes:
        added: Ids of manuals that were not stored before.
        updated: Ids of manuals that were stored in another form, or incompletely.
        unchanged: Ids of manuals that were stored as they are, and not parsed.
        failed: Ids of manuals that could not be parsed, embedded or stored, with the reason; stored nodes are kept.
        unreadable: Files that could not be read, with the reason; stored nodes are kept.
        stale: Stored manuals whose files are gone.
        absorbed: Ids of other stored manuals whose Documents are now part of one of these manuals (files that were
            ingested one by one, and then as a folder).
        changes: The change of every manual, by id.
        warnings: Warnings of the reader, and manuals that are now stored twice or under another id.
        nodes_written: Nodes sent to the store.
        nodes_reused: Nodes whose embedding was found in the store.
        nodes_embedded: Nodes that were embedded; equal texts of one manual count once.
        nodes_deleted: Nodes of older versions that were deleted.
        dry_run: Whether nothing was written.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    stale: list[StaleManual] = field(default_factory=list)
    absorbed: list[str] = field(default_factory=list)
    changes: dict[str, ManualChange] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    nodes_written: int = 0
    nodes_reused: int = 0
    nodes_embedded: int = 0
    nodes_deleted: int = 0
    dry_run: bool = False

    @property
    def pruned(self) -> list[str]:
        """Ids of the manuals that were deleted because their files are gone."""
        return [manual.manual_id for manual in self.stale if manual.pruned]

    @property
    def ok(self) -> bool:
        """Whether every file was read and every manual stored."""
        return not self.failed and not self.unreadable

    def note(self, change: ManualChange) -> None:
        """Add the change of a manual."""
        self.changes[change.manual_id] = change
        getattr(self, change.state).append(change.manual_id)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values, for JSON."""
        return {**asdict(self), "pruned": self.pruned}

    def __str__(self) -> str:
        """Return the report as text."""
        manuals = (
            f"manuals: {len(self.added)} added, {len(self.updated)} updated, {len(self.unchanged)} unchanged, "
            f"{len(self.failed)} failed"
        )
        nodes = (
            f"nodes: {self.nodes_written} written, {self.nodes_embedded} embedded, {self.nodes_reused} reused, "
            f"{self.nodes_deleted} deleted"
        )
        lines = [f"{'dry run, nothing was written; ' if self.dry_run else ''}{manuals}; {nodes}"]
        if self.dry_run:
            lines += [str(change) for change in self.changes.values()]
        lines += _reasons("failed", self.failed)
        lines += _reasons("not read", self.unreadable)
        lines += [str(manual) for manual in self.stale]
        return "\n  ".join(lines)


def _reasons(what: str, failures: Mapping[str, str]) -> list[str]:
    return [f"{what}: {name}: {reason}" for name, reason in failures.items()]
