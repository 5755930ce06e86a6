"""The structure tree of a tagged PDF: what role and level the author's program gave each block.

Only role and level are taken from the tree; text comes from the page, since the pieces of a tagged paragraph are
not always in reading order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.extract import TaggedNode

_HEADING = re.compile(r"^H([1-6])?$")
_LIST_ROLES = frozenset({"LI", "LBody", "Lbl"})


@dataclass(frozen=True)
class Role:
    """The role of one marked content.

    "heading" with its level, "item" with its depth, "caption", "contents", "title", "paragraph" or "" for
    containers that say nothing.
    """

    name: str
    level: int = 0


def roles_by_mcid(nodes: Iterable[TaggedNode]) -> dict[int, Role]:
    """Return the innermost telling role of every marked content of a page."""
    roles: dict[int, tuple[int, Role]] = {}
    for node in nodes:
        role = _role(node)
        if role is None:
            continue
        depth = len(node.parents)
        for mcid in node.mcids:
            known = roles.get(mcid)
            if known is None or depth >= known[0]:
                roles[mcid] = depth, role
    return {mcid: role for mcid, (_, role) in roles.items()}


def _role(node: TaggedNode) -> Role | None:
    above = node.parents
    match = _HEADING.match(node.role)
    if match:
        level = int(match.group(1)) if match.group(1) else max(1, sum(role == "Sect" for role in above))
        return Role("heading", level)
    if node.role in _LIST_ROLES:
        return Role("item", sum(role == "L" for role in above) or 1)
    if node.role == "Caption":
        return Role("caption")
    if node.role in ("TOC", "TOCI"):
        return Role("contents")
    if node.role == "Title":
        return Role("title")
    if node.role == "P" and not any(role in _LIST_ROLES or role in ("TOCI", "Caption", "TH", "TD") for role in above):
        return Role("paragraph")
    return None


def block_role(block: Block, roles: dict[int, dict[int, Role]]) -> Role | None:
    """Return the role that most marked contents of a block have.

    Args:
        block: A text block.
        roles: `roles_by_mcid` of every page.
    """
    votes: Counter[Role] = Counter()
    for line in block.lines:
        page_roles = roles.get(line.page, {})
        votes.update(page_roles[mcid] for mcid in line.mcids if mcid in page_roles)
    return votes.most_common(1)[0][0] if votes else None
