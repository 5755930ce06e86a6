"""Results of a search as LlamaIndex nodes: segments joined into one node, with the reasons for their selection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from llama_index.core.schema import BaseNode, NodeWithScore, TextNode

from llama_index_layout_rag.chunking.payload import LLM_VISIBLE_KEYS
from llama_index_layout_rag.retrieval.engines import carries_node, node_from_payload
from llama_index_layout_rag.retrieval.manuals import ManualMatch
from llama_index_layout_rag.retrieval.question import Question
from llama_index_layout_rag.retrieval.selection import Segment

RESULT_KEYS = ("why", "confidence", "result_confidence", "equals")
"""Metadata that the retriever adds; neither embedded nor shown to an LLM."""

GAP_MARK = "…"

_MERGED_LISTS = (
    "regions",
    "codes",
    "code_cells",
    "procedure_steps",
    "related_elements",
    "image_evidence",
    "source_record_refs",
    "source_categories",
)


def member_nodes(segment: Segment, fetched: Mapping[str, BaseNode]) -> list[BaseNode]:
    """Return the nodes of a segment in reading order; nodes deleted since the search are left out."""
    nodes = []
    for member in segment.in_reading_order():
        node = node_from_payload(member.payload) if carries_node(member.payload) else fetched.get(member.id)
        if node is not None:
            nodes.append(node)
    return nodes


def parent_id(segment: Segment) -> str:
    """Return the id of the best chunk's parent; "" for a chunk directly below its section, which is its own context."""
    parent = str(segment.candidate.payload.get("parent_id", ""))
    return "" if parent == segment.candidate.section_id else parent


def segment_node(nodes: Sequence[BaseNode], best_id: str) -> BaseNode:
    """Return the nodes of a segment joined into one node.

    Args:
        nodes: Nodes of the chunks in reading order, at least one.
        best_id: Id of the best one; its id, relations and metadata are kept, with the pages, boxes, steps and codes of all.
    """
    best = next((node for node in nodes if node.node_id == best_id), nodes[0])
    if len(nodes) == 1:
        return best
    heading, *_ = nodes[0].get_content().split("\n", 1)
    bodies: list[str] = []
    for place, node in enumerate(nodes):
        if place and node.metadata.get("order", 0) - nodes[place - 1].metadata.get("order", 0) > 1:
            bodies.append(GAP_MARK)
        bodies.append(node.get_content().removeprefix(heading).lstrip("\n"))
    joined = TextNode(
        id_=best.node_id,
        text="\n".join([heading, *bodies]),
        metadata=dict(best.metadata),
        relationships=dict(best.relationships),
        excluded_embed_metadata_keys=list(best.excluded_embed_metadata_keys),
        excluded_llm_metadata_keys=list(best.excluded_llm_metadata_keys),
    )
    added = merged_evidence(nodes) | {"segment": [node.node_id for node in nodes]}
    first_page = next((region["page"] for region in best.metadata.get("regions", ())), None)
    if first_page is not None:  # the segment may begin on an earlier page than the chunk that was found
        added |= {"focus_page": first_page, "focus_regions": best.metadata["regions"]}
    return _with_hidden_metadata(joined, added)


def parent_node(parent: BaseNode, nodes: Sequence[BaseNode]) -> BaseNode:
    """Return a parent with the pages, boxes and steps of the chunks found in it, which are cited and highlighted."""
    return _with_hidden_metadata(parent, merged_evidence(nodes))


def merged_evidence(nodes: Sequence[BaseNode]) -> dict[str, Any]:
    """Return the pages, boxes, steps and codes of several chunks together; keys without values are left out."""
    merged: dict[str, Any] = {}
    for key in _MERGED_LISTS:
        values = [value for node in nodes for value in node.metadata.get(key, ())]
        if values:
            merged[key] = [value for place, value in enumerate(values) if value not in values[:place]]
    pages = sorted({page for node in nodes for page in node.metadata.get("pages", ())})
    return merged | ({"pages": pages} if pages else {})


def annotate(node: BaseNode, segment: Segment, match: ManualMatch) -> None:
    """Record in a node's metadata why it was selected and which other chunks have the same text."""
    candidate = segment.candidate
    why: dict[str, Any] = {
        "section_rank": candidate.section_rank,
        "dense_rank": candidate.dense_rank,
        "lexical_rank": candidate.lexical_rank,
        "manual": [mention.text for mention in match.mentions if candidate.manual_id in mention.manual_ids],
        "codes": sorted({meaning.code for meaning in segment.meanings}),
        "older_revisions": sorted(old for old, new in match.superseded.items() if new == candidate.manual_id),
        "unknown_models": list(match.unknown),
        "also_fits": sorted(other for product in match.tied for other in product if candidate.manual_id not in product)
        if any(candidate.manual_id in product for product in match.tied)
        else [],
    }
    added: dict[str, Any] = {"why": {key: value for key, value in why.items() if value not in (None, [])}}
    if segment.equals:
        added["equals"] = [
            {
                "node_id": equal.id,
                "manual_id": equal.manual_id,
                "manual_title": equal.payload.get("manual_title", ""),
                "section_path": equal.payload.get("section_path", []),
            }
            for equal in segment.equals
        ]
    _with_hidden_metadata(node, added, RESULT_KEYS)


def _with_hidden_metadata(node: BaseNode, added: Mapping[str, Any], also_hidden: Iterable[str] = ()) -> BaseNode:
    """Add metadata to a node that is not embedded; only the keys of `LLM_VISIBLE_KEYS` are shown to an LLM."""
    node.metadata.update(added)
    hidden = [*added, *also_hidden]
    shown = [key for key in hidden if key not in LLM_VISIBLE_KEYS]
    node.excluded_embed_metadata_keys = list(dict.fromkeys([*node.excluded_embed_metadata_keys, *hidden]))
    node.excluded_llm_metadata_keys = list(dict.fromkeys([*node.excluded_llm_metadata_keys, *shown]))
    return node


def trace(question: Question, match: ManualMatch, results: Sequence[NodeWithScore]) -> str:
    """Return a readable account of how a question was understood and why the results were selected."""
    lines = [
        f"question: {question.text}",
        f"  kinds: {', '.join(sorted(kind.value for kind in question.kinds)) or '-'}",
        f"  codes: {', '.join([*question.codes, *question.numbers]) or '-'}",
    ]
    if match.manual_ids:
        lines += [f"  names {mention.text!r}: {', '.join(sorted(mention.manual_ids))}" for mention in match.mentions]
    else:
        lines.append("  names no manual: all compete")
    lines += [f"  {model!r} is the model number of no manual" for model in match.unknown]
    for place, result in enumerate(results, start=1):
        metadata = result.node.metadata
        path = " > ".join([str(metadata.get("manual_title", "")), *metadata.get("section_path", [])])
        ranks = ", ".join(
            f"{key.removesuffix('_rank')} {metadata['why'][key]}"
            for key in ("section_rank", "dense_rank", "lexical_rank")
            if key in metadata["why"]
        )
        lines.append(f"  {place:2}. {result.score:.4f} [{ranks}] {path}")
    return "\n".join(lines)
