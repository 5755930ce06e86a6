"""The chunk audit: what is wrong with the chunks before anybody searches them, and some of them to read.

Every rule names the chunk and says what it saw, so that a finding can be checked on the page.
"""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from llama_index.core.schema import BaseNode, NodeRelationship, NodeWithScore
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.chunking.payload import ChunkLevel, ContentType
from llama_index_layout_rag.chunking.units import MAX_LEAD_CHARS, SENTENCE_END
from llama_index_layout_rag.layout import HEADING_KINDS, ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.steps import StepRecorder

SHORTEST_CHARS = 10
"""A chunk of fewer characters below its heading line answers nothing."""

LONGEST_CHARS = 1_400
"""The default size limit of `ProcedureNodeParser`."""

LABEL_ROOM_CHARS = 260
"""What a chunk may be longer than the limit: the condition that it repeats from outside (at most 240 characters) and
its label are beside the text that the limit is for."""

COMPARED_CHARS = 150
"""By so much of its beginning a condition is recognised: the parser repeats 200 characters at most."""

SAMPLE_SIZE = 10
SHOWN_TEXT_CHARS = 60
"""Characters of a chunk that a finding shows, so that it stays on one line."""


class AuditRule(str, Enum):
    """What can be wrong with a chunk."""

    MISSING_FIELD = "missing field"
    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    CUT_FROM_CONDITION = "step cut from its condition"
    UNTRACEABLE = "source cannot be traced"
    DUPLICATE_ID = "id used twice"

    def __str__(self) -> str:
        return self.value


class AuditFinding(BaseModel):
    """One thing that is wrong with one chunk."""

    model_config = ConfigDict(frozen=True)

    rule: AuditRule
    node_id: str
    detail: str = Field(description="What was seen, as one sentence.")
    place: str = Field(default="", description="Manual, section path and page.")
    text: str = Field(default="", description="Beginning of the chunk's text.")


class SampledChunk(BaseModel):
    """A chunk to read."""

    model_config = ConfigDict(frozen=True)

    node_id: str
    place: str
    content_type: str = ""
    text: str


class AuditReport(BaseModel):
    """What the audit found."""

    checked: int = Field(description="Chunks that were checked.")
    findings: list[AuditFinding] = Field(default_factory=list)
    sample: list[SampledChunk] = Field(default_factory=list)
    sizes: dict[str, float] = Field(
        default_factory=dict, description="Characters of the chunks: shortest, median, longest."
    )
    content_types: dict[str, int] = Field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def counts(self) -> dict[AuditRule, int]:
        """Return findings per rule; rules that found nothing are there with 0."""
        found = Counter(finding.rule for finding in self.findings)
        return {rule: found[rule] for rule in AuditRule}

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """Return the report for a terminal."""
        lines = [f"{self.checked} chunks checked; findings: {len(self.findings)}"]
        if self.sizes:
            lines.append("characters: " + ", ".join(f"{name} {value:.0f}" for name, value in self.sizes.items()))
        if self.content_types:
            lines.append("kinds: " + ", ".join(f"{kind} {count}" for kind, count in self.content_types.items()))
        for rule, found in self._by_rule():
            lines.append(f"\n{rule}: {len(found)}")
            lines += [f"  {finding.node_id}  {finding.place}\n    {finding.detail}" for finding in found]
        for number, chunk in enumerate(self.sample, start=1):
            indented = chunk.text.replace("\n", "\n    ")
            lines.append(f"\nto read, {number} of {len(self.sample)}: {chunk.place} ({chunk.node_id})\n    {indented}")
        return "\n".join(lines)

    def to_markdown(self) -> str:
        """Return the report as a Markdown page."""
        lines = ["# Chunk audit", "", f"{self.checked} chunks checked, {len(self.findings)} findings.", ""]
        lines += ["| rule | findings |", "|---|---|"]
        lines += [f"| {rule} | {count} |" for rule, count in self.counts().items()]
        if self.sizes:
            lines += ["", "Characters: " + ", ".join(f"{name} {value:.0f}" for name, value in self.sizes.items()) + "."]
        for rule, found in self._by_rule():
            lines += ["", f"## {rule}", "", "| chunk | place | what | text |", "|---|---|---|---|"]
            lines += [
                f"| `{finding.node_id}` | {_cell(finding.place)} | {_cell(finding.detail)} | {_cell(finding.text)} |"
                for finding in found
            ]
        if self.sample:
            lines += ["", "## A random sample to read"]
        for chunk in self.sample:
            fence = "`" * max(3, _longest_run(chunk.text, "`") + 1)
            lines += [
                "",
                f"### {chunk.place}",
                "",
                f"`{chunk.node_id}` {chunk.content_type}",
                "",
                fence,
                chunk.text,
                fence,
            ]
        return "\n".join(lines) + "\n"

    def to_csv(self) -> str:
        """Return the findings as CSV, with a header row."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["rule", "node_id", "place", "detail", "text"])
        for finding in self.findings:
            row = [str(finding.rule), finding.node_id, finding.place, finding.detail, finding.text]
            writer.writerow([_inert(value) for value in row])
        return out.getvalue()

    def _by_rule(self) -> Iterator[tuple[AuditRule, list[AuditFinding]]]:
        for rule in AuditRule:
            found = [finding for finding in self.findings if finding.rule is rule]
            if found:
                yield rule, found


def audit_nodes(
    nodes: Iterable[BaseNode | NodeWithScore],
    *,
    layouts: Sequence[LayoutDocument] | None = None,
    shortest: int = SHORTEST_CHARS,
    longest: int = LONGEST_CHARS,
    sample_size: int = SAMPLE_SIZE,
    seed: int = 0,
) -> AuditReport:
    """Check chunks: every field there, not too short or long, no step cut from its condition, every source traceable.

    Manual, section and parent nodes are not checked themselves, since they are not answers; nodes of other parsers,
    which have no level, are.

    Args:
        nodes: What a node parser gave, or what a store holds.
        layouts: The layouts that the nodes were made from; their elements are then looked up by the chunks'
            references.
        shortest: A chunk of fewer characters below its heading line is too short. Tables and checklists are exempt: a
            row may be as short as it is printed.
        longest: A chunk of more characters below its heading line is too long; what it repeats from outside is not
            counted.
        sample_size: How many chunks are drawn for reading.
        seed: Of the draw; the same seed draws the same chunks of the same nodes.

    Returns:
        Findings in the order of the chunks, and the sample.
    """
    every = [node.node if isinstance(node, NodeWithScore) else node for node in nodes]
    chunks = [
        node for node in every if node.metadata.get("chunk_level", ChunkLevel.CHILD.value) == ChunkLevel.CHILD.value
    ]
    elements = None if layouts is None else _element_ids(layouts)
    paged = {_source_of(node) for node in every if node.metadata.get("pages")}
    findings: list[AuditFinding] = []
    rules: list[tuple[AuditRule, Callable[[BaseNode], Iterable[str]]]] = [
        (AuditRule.MISSING_FIELD, lambda node: _missing_fields(node, _source_of(node) in paged)),
        (AuditRule.TOO_SHORT, lambda node: _too_short(node, shortest)),
        (AuditRule.TOO_LONG, lambda node: _too_long(node, longest)),
        (AuditRule.UNTRACEABLE, lambda node: _untraceable(node, elements)),
    ]
    cut = dict(_cut_from_conditions(chunks))
    inherited = _inherited_conditions(layouts or ())
    for node in chunks:
        for rule, check in rules:
            findings += [_finding(rule, node, detail) for detail in check(node)]
        findings += [_finding(AuditRule.CUT_FROM_CONDITION, node, detail) for detail in cut.get(id(node), ())]
        findings += [
            _finding(AuditRule.CUT_FROM_CONDITION, node, detail) for detail in _without_list_condition(node, inherited)
        ]
    findings += [
        _finding(AuditRule.DUPLICATE_ID, node, "another node has the same id, and one replaces the other in a store.")
        for node in _repeated(every)
    ]
    return AuditReport(
        checked=len(chunks),
        findings=findings,
        sample=[_sampled(node) for node in _drawn(chunks, sample_size, seed)],
        sizes=_sizes([len(_body(node)) for node in chunks]),
        content_types=dict(Counter(str(node.metadata.get("content_type", "unknown")) for node in chunks).most_common()),
    )


# --- the rules: each gives a sentence per finding ---


def _missing_fields(node: BaseNode, is_paged: bool) -> Iterator[str]:
    metadata = node.metadata
    present = {
        "text": bool(node.get_content().strip()),
        "source": bool(_source_of(node)),
        "section_id": bool(metadata.get("section_id")),
        "section_path": "section_path" in metadata,
        "page": bool(metadata.get("pages")) or not is_paged,
        "content_type": bool(metadata.get("content_type")),
        "manual_id": bool(metadata.get("manual_id")),
    }
    missing = [name for name, there in present.items() if not there]
    if missing:
        yield f"it has no {', '.join(missing)}."
    kind = metadata.get("content_type")
    if kind and kind not in {str(known) for known in ContentType}:
        yield f"its content_type {kind!r} is none of the known ones."


def _too_short(node: BaseNode, shortest: int) -> Iterator[str]:
    size = len(_body(node))
    exempt = node.metadata.get("content_type") in (ContentType.TABLE.value, ContentType.CHECKLIST.value)
    if size < shortest and not exempt:
        yield f"it has {size} characters below its heading line; fewer than {shortest}."


def _too_long(node: BaseNode, longest: int) -> Iterator[str]:
    size = len(_body(node))
    if size > longest + LABEL_ROOM_CHARS:
        yield f"it has {size} characters below its heading line; more than {longest}."


def _untraceable(node: BaseNode, elements: Mapping[str, set[str]] | None) -> Iterator[str]:
    if NodeRelationship.SOURCE not in node.relationships:
        yield "it has no SOURCE relation, so that deleting its Document would leave it."
    references = [str(ref.get("record_id", "")) for ref in node.metadata.get("source_record_refs", ())]
    if not references:
        yield "it names no element of the layout that it was made from."
    elif elements is not None and _source_of(node) in elements:
        unknown = [reference for reference in references if reference not in elements[_source_of(node)]]
        if unknown:
            yield f"it names elements that the layout does not have: {', '.join(unknown)}."
    regions = {region.get("page") for region in node.metadata.get("regions", ())}
    stray = sorted(regions - set(node.metadata.get("pages", ())))
    if stray:
        yield f"it has boxes on pages that it does not name: {', '.join(map(str, stray))}."


def _cut_from_conditions(chunks: Sequence[BaseNode]) -> Iterator[tuple[int, list[str]]]:
    """Yield chunks cut from their condition.

    They hold a sub-step whose step is elsewhere under a condition that the chunk does not say, or a part of a step of
    several chunks of which only one has the condition.
    """
    by_source: dict[str, list[BaseNode]] = {}
    for node in chunks:
        by_source.setdefault(f"{node.ref_doc_id}/{node.metadata.get('section_id')}", []).append(node)
    for nodes in by_source.values():
        steps = {str(step["step_id"]): step for node in nodes for step in _steps(node)}
        for node in nodes:
            details = [*_without_parent_condition(node, steps), *_without_own_condition(node, steps)]
            if details:
                yield id(node), details


def _without_parent_condition(node: BaseNode, steps: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    own = {str(step["step_id"]) for step in _steps(node)}
    for parent_id in dict.fromkeys(str(step.get("parent_step_id", "")) for step in _steps(node)):
        parent = steps.get(parent_id)
        if parent is not None and parent_id not in own:
            yield from _unsaid(node, parent, "its sub-steps belong to")


def _without_own_condition(node: BaseNode, steps: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield a long step is told in parts; the record stays with the first, the others refer to the same elements."""
    own = {str(step["step_id"]) for step in _steps(node)}
    told = [str(ref.get("record_id", "")) for ref in node.metadata.get("source_record_refs", ())]
    for step_id in dict.fromkeys(told):
        if step_id in steps and step_id not in own:
            yield from _unsaid(node, steps[step_id], "it goes on with")


def _without_list_condition(node: BaseNode, inherited: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield steps of a list that is introduced by a condition ("In case of X, do the following:")."""
    text = squash(node.get_content())
    items = [str(ref.get("record_id", "")) for ref in node.metadata.get("source_record_refs", ())]
    for condition in dict.fromkeys(inherited.get((_source_of(node), item), "") for item in items):
        if squash(condition)[:COMPARED_CHARS] not in text:
            yield f"its steps stand under a condition that it does not say: {condition}"


def _unsaid(node: BaseNode, step: Mapping[str, Any], relation: str) -> Iterator[str]:
    conditions = [str(c) for c in step.get("conditions") or [step.get("condition", "")] if c]
    text = squash(node.get_content())
    unsaid = [condition for condition in conditions if squash(condition)[:COMPARED_CHARS] not in text]
    if conditions and len(unsaid) == len(conditions):
        number = step.get("step_number") or step["step_id"]
        yield f"{relation} step {number}, whose condition it does not say: {unsaid[0]}"


def _repeated(nodes: Sequence[BaseNode]) -> list[BaseNode]:
    seen: set[str] = set()
    repeated = []
    for node in nodes:
        if node.node_id in seen:
            repeated.append(node)
        seen.add(node.node_id)
    return repeated


# --- parts ---


def _element_ids(layouts: Iterable[LayoutDocument]) -> dict[str, set[str]]:
    """Ids of the elements of each source; they are unique in their document only."""
    ids: dict[str, set[str]] = {}
    for layout in layouts:
        ids.setdefault(layout.source.uri, set()).update(element.element_id for element in layout.elements)
    return ids


def _inherited_conditions(layouts: Iterable[LayoutDocument]) -> dict[tuple[str, str], str]:
    """Return the condition under which a whole list stands, for each of its items: source and element id to the condition."""
    found: dict[tuple[str, str], str] = {}
    for layout in layouts:
        recorder = StepRecorder(layout.language or "")
        condition, before = "", None
        body = list(layout.body())
        for element, following in zip(body, [*body[1:], None], strict=True):
            if element.kind in HEADING_KINDS:
                condition = ""
            elif element.kind is ElementKind.TEXT:
                condition = _condition_after(element, before, following, condition, recorder)
            elif element.kind is ElementKind.LIST_ITEM and condition:
                found[layout.source.uri, element.element_id] = condition
            before = element
    return found


def _condition_after(
    element: LayoutElement,
    before: LayoutElement | None,
    following: LayoutElement | None,
    condition: str,
    recorder: StepRecorder,
) -> str:
    """Return what holds for list items after a paragraph.

    One between two items changes nothing, one before a list introduces it.
    """
    begins_list = following is not None and following.kind is ElementKind.LIST_ITEM
    in_list = before is not None and before.kind is ElementKind.LIST_ITEM
    if begins_list and not in_list:
        # Only the sentence right before the list introduces it, and only a short paragraph is an introduction.
        *_, last = [sentence for sentence in SENTENCE_END.split(element.text) if sentence and sentence.strip()] or [""]
        is_lead = len(element.text) <= MAX_LEAD_CHARS
        return recorder.inherited_condition(element.model_copy(update={"text": last})) if is_lead else ""
    return condition if in_list and begins_list else ""


def _steps(node: BaseNode) -> list[Mapping[str, Any]]:
    return [step for step in node.metadata.get("procedure_steps", ()) if step.get("step_id")]


def _source_of(node: BaseNode) -> str:
    return str(node.metadata.get("source_uri") or node.metadata.get("file_path") or "")


def _body(node: BaseNode) -> str:
    """Return the text without its heading line, which only chunks of this package have."""
    text = node.get_content()
    return text.split("\n", 1)[-1].strip() if "chunk_level" in node.metadata else text.strip()


def _finding(rule: AuditRule, node: BaseNode, detail: str) -> AuditFinding:
    text = " ".join(_body(node).split())
    shown = text if len(text) <= SHOWN_TEXT_CHARS else text[:SHOWN_TEXT_CHARS] + "…"
    return AuditFinding(rule=rule, node_id=node.node_id, detail=detail, place=_place(node), text=shown)


def _place(node: BaseNode) -> str:
    metadata = node.metadata
    title = str(metadata.get("manual_title") or metadata.get("manual_id") or _source_of(node))
    path = " > ".join(part for part in [title, *metadata.get("section_path", [])] if part)
    pages = metadata.get("pages")
    return f"{path}, p. {', '.join(map(str, pages))}" if pages else path


def _sampled(node: BaseNode) -> SampledChunk:
    return SampledChunk(
        node_id=node.node_id,
        place=_place(node),
        content_type=str(node.metadata.get("content_type", "")),
        text=node.get_content(),
    )


def _drawn(chunks: Sequence[BaseNode], size: int, seed: int) -> list[BaseNode]:
    # By id, so that the draw does not depend on the order in which a store hands its nodes out.
    ordered = sorted(chunks, key=lambda node: node.node_id)
    return random.Random(seed).sample(ordered, min(size, len(ordered)))


def _sizes(sizes: Sequence[int]) -> dict[str, float]:
    if not sizes:
        return {}
    ordered = sorted(sizes)
    return {"shortest": ordered[0], "median": ordered[len(ordered) // 2], "longest": ordered[-1]}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _inert(value: str) -> str:
    """Return a value that no spreadsheet takes for a formula: manuals are not ours."""
    return f"'{value}" if value.startswith(("=", "+", "-", "@")) else value


def _longest_run(text: str, character: str) -> int:
    longest = run = 0
    for one in text:
        run = run + 1 if one == character else 0
        longest = max(longest, run)
    return longest
