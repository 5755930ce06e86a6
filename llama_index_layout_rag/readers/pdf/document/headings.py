"""Which blocks are headings.

The order of the signals: the author's own structure (tags, bookmarks), the numbering chain of the document, type
that stands out from the page's text, bands and rules, spacing. Every choice keeps its evidence, so that a wrong one
can be explained.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.furniture import is_page_number
from llama_index_layout_rag.layout.markers import BULLET, CHAIN, WORD
from llama_index_layout_rag.layout.normalize import detect_language, fold_text, squash
from llama_index_layout_rag.layout.numbering import (
    APPENDIX,
    CHAPTER,
    DECIMAL,
    ORDINAL_PREFIX,
    Label,
    follows,
    split_label,
)
from llama_index_layout_rag.layout.writing import JAPANESE
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.bracketed_headings import bracketed_headings
from llama_index_layout_rag.readers.pdf.document.heading_levels import (
    CHAPTER_STYLES,
    SAME_CLASS,
    Heading,
    assign_levels,
)
from llama_index_layout_rag.readers.pdf.document.structure_tree import Role
from llama_index_layout_rag.readers.pdf.document.typography import Typography

LARGER = 1.1
"""Type size relative to the body from which a line stands out by size alone together with one other sign."""

MUCH_LARGER = 1.22
"""Type size relative to the body from which a line is a heading by size alone."""

LONGEST_JAPANESE, LONGEST_LATIN = 64, 130
"""Characters of a heading; longer ones were sentences in every manual looked at."""

HEADING_BULLETS, LONGEST_BULLETED = frozenset("■□●○◆◇◎★☆▼▽▲△"), 30
"""Signs that stand before headings as well as before items, and the longest heading after one."""

FEWEST_BOLD_BULLETS, BOLD_BULLET_SHARE = 3, 0.8
"""Bold bulleted lines with plain text after them that make headings, and their share of all lines with that bullet."""

MOST_LINES = 3

PART_OF_LINE = 0.3
"""Share of a line's characters whose type size counts: raised figures and single signs are less."""

OWN_STYLE, FEWEST_OF_STYLE, SHARE_OF_STYLE = 1.04, 3, 0.9
"""Type size relative to the body from which a font that sets short lone lines only is a style of headings, how many
of them show it, and the share that has to be so."""

FEWEST_SET_OFF = 2
"""Bold lines in body size with a blank line above and none below from which they are headings beside numbered ones."""

TITLE_AGAIN = 0.8
"""Share of the title from which a line that repeats it is the title once more."""

FEWEST_BOLD_ALIKE = 3
"""Bold lines on their own that are headings from which their like is one below another line too."""

FEWEST_PLAIN_HEADINGS, BETWEEN_PLAIN_HEADINGS = 3, 2.0
"""Plain numbers are headings from three on, with two blocks between them on average; steps have a result or none."""

MUCH_BETWEEN = 5.0
"""Blocks between two plain numbers on average from which titles may be verbs."""

_REQUEST_END = any_of(lambda words: words.instructions.request_end)
_PLAIN_END = any_of(lambda words: words.instructions.plain_end)
_INSTRUCTION_START = any_of(lambda words: words.instructions.start, bounded=True)
_TOLD = re.compile(rf"{_REQUEST_END}$|^{_INSTRUCTION_START}", re.I)
_COMMAND = re.compile(rf"(?:{_REQUEST_END}|{_PLAIN_END})$|^{_INSTRUCTION_START}", re.I)

_SENTENCE_END = re.compile(rf"[。．]$|[a-z){JAPANESE}]\.$|[、，,;；]$")
_WORDLESS = re.compile(r"^[\W\d_]+$|^[x×]\s?\d+$|^\d+\s?[x×]$", re.I)
_VERSION_LINE = re.compile(
    rf"""^(?:
        {ORDINAL_PREFIX}?\s?[\d.]+\s?{any_of(lambda words: words.titles.edition_suffix)}  # 第2版
        |(?:{any_of(lambda words: words.titles.version)}|v)\.?\s?[\d.]+\w?  # Rev. 2
        |\d{{4}}[/.\-]\s?\d{{1,2}}(?:[/.\-]\s?\d{{1,2}})?  # 2024/3/1
        |{any_of(lambda words: words.titles.date)}
    )$""",
    re.I | re.VERBOSE,
)
_NOTICE_WORDS = any_of(lambda words: words.notices.signal_words, lambda words: words.notices.footnote)
_BOX_LABEL = re.compile(r"^(?:【.*】|<.*>|＜.*＞|\[.*\]|［.*］|〈.*〉|《.*》|≪.*≫)$")
_NOTICE = re.compile(rf"^\W*(?:{_NOTICE_WORDS}|{any_of(lambda words: words.notices.section)})\W*$", re.I)
"""Words that label a notice: as bold as the text they are above, they open no section."""

_BARE_NOTICE = re.compile(rf"^\W*(?:{_NOTICE_WORDS})\W*$", re.I)
"""Those of them that are in a band above the box of the notice. "ご注意" and "Notes" may be sections in a band."""

NOTICE_SIZE = 1.4
"""Type size of such a label relative to the body, at most."""

LINK_REDS, LINK_GREENS, LINK_BLUES = range(0, 0x28), range(0, 0x70), range(0xB0, 0x100)
"""Red, green and blue of hyperlinks: 0000EE, 0000FF, 0563C1, 1155CC."""


def find_headings(
    blocks: Sequence[Block],
    typography: Typography,
    roles: Mapping[int, Role],
    bookmarked: Mapping[int, int],
    title: int | None,
    cover: int | None = None,
) -> list[Heading]:
    """Return the headings of a document with their levels, in order.

    Args:
        blocks: All blocks in reading order.
        typography: What is usual in the document.
        roles: Structure-tree role by block index.
        bookmarked: Outline level by block index.
        title: Index of the document's title, which is no heading.
        cover: Number of a cover page, on which only tags and bookmarks make headings.
    """
    tagged = sum(role.name == "heading" for role in roles.values()) >= 2
    largest_tagged = _largest_tagged(blocks, roles, typography)
    body_bold = _body_is_bold(blocks, typography)
    opening: frozenset[str] = frozenset() if body_bold else _opening_bullets(blocks)
    styles, bracketed = _heading_styles(blocks, typography), bracketed_headings(blocks)
    chosen: list[Heading] = []
    for index, block in enumerate(blocks):
        if index == title or not block.is_text or block.contents:
            continue
        label = split_label(block.text)
        heading = Heading(index, block, label)
        role = roles.get(index)
        fitting = _can_be_tagged_heading(blocks, index)
        if role is not None and role.name == "heading" and fitting:
            heading.explicit, heading.evidence = role.level, ["tag"]
        elif index in bookmarked and fitting:
            heading.explicit, heading.evidence = bookmarked[index], ["bookmark"]
        elif tagged and role is not None and not block.size > largest_tagged:
            continue
        elif block.page != cover and _can_be_heading(block):
            heading.evidence = _signs(block, label, typography, body_bold)
            if block.marker is not None and block.marker.marker in opening:
                heading.evidence = ["bold", "bullet"]
            elif not heading.evidence and _style_of(block) in styles:
                heading.evidence = ["style"]
            elif not heading.evidence and index in bracketed:
                heading.evidence = ["bracket"]
            if not heading.evidence:
                continue
        else:
            continue
        chosen.append(heading)
    chosen = _with_bold_like_them(_without_items(_without_odd_ones(chosen, typography), blocks), blocks, title, cover)
    chosen = _without_title_again(chosen, blocks, title)
    if len(chosen) < 2 or not any("tag" in h.evidence or "bookmark" in h.evidence for h in chosen):
        chosen = _with_plain_numbered(chosen, blocks, title, typography)
    chosen = _with_deeper_numbers(chosen, blocks, title)
    assign_levels(chosen)
    return _with_labels_joined(chosen)


def _largest_tagged(blocks: Sequence[Block], roles: Mapping[int, Role], typography: Typography) -> float:
    """Type size above which a block that no tag calls a heading is one all the same: that of all that are tagged."""
    tagged = (blocks[index].size for index, role in roles.items() if role.name == "heading")
    return max(SAME_CLASS + max(tagged, default=0.0), MUCH_LARGER * typography.body_size)


def _opening_bullets(blocks: Sequence[Block]) -> frozenset[str]:
    """Bullets that stand before headings: their lines are bold, and plain text follows each ("• **Can I …?**")."""
    bold: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for block, following in pairwise(blocks):
        if not block.is_text or block.marker is None or block.marker.style != BULLET or block.frame is not None:
            continue
        answered = following.is_text and following.marker is None and not following.bold
        (bold if block.bold and answered and _can_be_heading(block) else others)[block.marker.marker] += 1
    return frozenset(
        bullet
        for bullet, count in bold.items()
        if count >= FEWEST_BOLD_BULLETS and count >= BOLD_BULLET_SHARE * (count + others[bullet])
    )


def _style_of(block: Block) -> tuple[str, float]:
    return block.lines[0].style.font, round(block.size, 1)


def _heading_styles(blocks: Sequence[Block], typography: Typography) -> frozenset[tuple[str, float]]:
    """Fonts in one size, a little larger than the body, that set nothing but lone lines with text below them.

    They are headings although neither their size nor their weight stands out much.
    """
    lone: Counter[tuple[str, float]] = Counter()
    others: Counter[tuple[str, float]] = Counter()
    text_styles = Counter[str]()
    for position, block in enumerate(blocks):
        if not block.is_text or block.contents or not block.lines[0].style.font:
            continue
        text_styles[block.lines[0].style.font] += len(block.text) * (block.size <= typography.body_size + 0.1)
        if block.size < OWN_STYLE * typography.body_size:
            continue
        following = blocks[position + 1] if position + 1 < len(blocks) else None
        opens = following is not None and following.is_text and following.size < block.size - SAME_CLASS
        fits = opens and len(block.lines) == 1 and _can_be_heading(block) and _stands_alone(block)
        (lone if fits else others)[_style_of(block)] += 1
    body_font = max(text_styles, key=text_styles.__getitem__, default="")
    return frozenset(
        style
        for style, count in lone.items()
        if style[0] != body_font and count >= FEWEST_OF_STYLE and count >= SHARE_OF_STYLE * (count + others[style])
    )


def _with_labels_joined(headings: list[Heading]) -> list[Heading]:
    """Headings with "CHAPTER 1" and the title set below it as one."""
    joined: list[Heading] = []
    for heading in headings:
        above = joined[-1] if joined else None
        label = above.label if above is not None else None
        bare = label is not None and label.style in (CHAPTER, APPENDIX) and not label.rest.strip()
        if above is not None and bare and heading.index == above.index + 1 and heading.block.page == above.block.page:
            above.block.lines += heading.block.lines
            heading.block.merged = True
            above.level = heading.level if "bookmark" in heading.evidence else min(above.level, heading.level)
            above.evidence = heading.evidence + [e for e in above.evidence if e not in heading.evidence]
            continue
        joined.append(heading)
    return joined


def _with_deeper_numbers(headings: list[Heading], blocks: Sequence[Block], title: int | None) -> list[Heading]:
    """Add plain lines whose number continues with the headings' own: "4-4-2-1" below the heading "4-4-2".

    Lines that follow each other directly are steps, and so is what ends like a sentence.
    """
    at = {heading.index: heading for heading in headings}
    if not any(h.label is not None and h.label.style == DECIMAL and h.label.counts for h in headings):
        return headings
    chain: tuple[int, ...] = ()
    found = list(headings)
    for index, block in enumerate(blocks):
        if index in at:
            label = at[index].label
            if label is not None and label.style in (DECIMAL, CHAPTER) and label.counts:
                chain = label.values
            continue
        if index == title or not block.is_text or block.contents or not chain or not _can_be_heading(block):
            continue
        label = split_label(block.text)
        if label is None or label.style != DECIMAL or len(label.values) < 2 or not follows(chain, label.values):
            continue
        if _is_next_sibling(blocks, index, label) or len(block.lines) > 1:
            continue
        found.append(Heading(index, block, label, evidence=["number"]))
        chain = label.values
    return sorted(found, key=lambda heading: heading.index)


def _is_next_sibling(blocks: Sequence[Block], index: int, label: Label) -> bool:
    """Whether the block right below carries the next number."""
    following = blocks[index + 1] if index + 1 < len(blocks) else None
    other = split_label(following.text) if following is not None and following.is_text else None
    return other is not None and other.style == label.style and other.values[:-1] == label.values[:-1]


def _can_be_tagged_heading(blocks: Sequence[Block], index: int) -> bool:
    """Return whether a block that its author tagged or bookmarked as a heading is one.

    Sentences styled as headings are not, if they are items of a list or longer than headings are.
    """
    block = blocks[index]
    text = fold_text(block.text).strip()
    limit = LONGEST_JAPANESE if detect_language(text) == "ja" else LONGEST_LATIN
    if not text or len(text) > 3 * LONGEST_LATIN:
        return False
    if block.marker is None or block.marker.style == CHAIN:
        return True
    if block.marker.style == BULLET:
        return not any(
            other.marker is not None and other.marker.marker == block.marker.marker
            for other in blocks[max(0, index - 1) : index + 2]
            if other is not block
        )
    return not (_SENTENCE_END.search(text) and len(text) > limit / 2) and len(text) <= limit


def _can_be_heading(block: Block) -> bool:
    text = fold_text(block.text).strip()
    if not text or len(block.lines) > MOST_LINES or _WORDLESS.match(text) or is_page_number(text):
        return False
    if "://" in text or _VERSION_LINE.match(text):
        return False
    limit = LONGEST_JAPANESE if detect_language(text) == "ja" else LONGEST_LATIN
    if len(text) > limit or _SENTENCE_END.search(text) or is_caption(text):
        return False
    if block.frame is not None and block.band is None:
        return False
    return not (block.marker is not None and block.marker.style == WORD)


def _signs(block: Block, label: Label | None, typography: Typography, body_bold: bool) -> list[str]:
    """Why a block is a heading; empty when it is none."""
    ratio = _least_size(block) / typography.body_size
    numbered = label is not None and label.style in CHAPTER_STYLES and label.counts
    bold = block.bold and not body_bold
    colored = _stands_out(block, typography)
    banded = block.band is not None and block.band != 0xFFFFFF
    lone = _stands_alone(block)
    signs = []
    if ratio >= LARGER:
        signs.append("size")
    if bold:
        signs.append("bold")
    if numbered:
        signs.append("number")
    if colored:
        signs.append("color")
    if banded or block.underlined:
        signs.append("band")
    if banded and not numbered and ratio < NOTICE_SIZE and _BARE_NOTICE.match(fold_text(block.text).strip()):
        return []
    bullet = block.marker is not None and block.marker.style == BULLET
    if bullet and not (bold and (ratio >= LARGER or (lone and _has_heading_bullet(block)))):
        return []
    if ratio < 0.97 and not (bold and numbered):
        return []
    if ratio >= MUCH_LARGER:
        return signs
    if ratio >= LARGER and (bold or numbered or colored or banded or block.underlined or lone):
        only_size = signs == ["size"] and _is_lead_in(block)
        return [] if only_size else signs
    if bold and (numbered or banded or block.underlined or (colored and lone) or lone):
        if not numbered and not banded and _is_lead_in(block):
            return []
        return signs
    if colored and numbered:
        return signs
    if _is_italic_heading(block) and lone and label is None and not bullet:
        return ["italic"]
    if banded and numbered:
        return signs
    return []


def _least_size(block: Block) -> float:
    """Return the smallest type size that a good part of a block's first line is set in.

    Fonts for Latin letters may be larger than the Japanese ones around them; a heading is larger in both.
    """
    characters: Counter[float] = Counter()
    for word in block.lines[0].words:
        characters[word.size] += len(word.text)
    large_part = PART_OF_LINE * characters.total()
    return min((size for size, count in characters.items() if count >= large_part), default=block.size)


def _has_heading_bullet(block: Block) -> bool:
    """Whether a short line begins with a sign that Japanese manuals put before headings ("■ 安全上のご注意")."""
    one_line = len(block.lines) == 1 and len(block.text) <= LONGEST_BULLETED
    return one_line and block.text.lstrip()[:1] in HEADING_BULLETS and not _COMMAND.search(block.text)


def _is_italic_heading(block: Block) -> bool:
    """Whether a block is one short line of italics that begins like a title."""
    text = block.text.strip()
    italic = len(block.lines) == 1 and block.lines[0].style.italic and len(text) <= LONGEST_JAPANESE
    return italic and block.gap_above is not None and text[0].isupper() and not text.endswith(":")


def _is_lead_in(block: Block) -> bool:
    """Whether a bold line is the label of what follows ("【注意】", "Note:") rather than a heading."""
    text = fold_text(block.text).strip()
    return bool(_BOX_LABEL.match(text) or _NOTICE.match(text)) or text.endswith(":")


def _stands_out(block: Block, typography: Typography) -> bool:
    """Whether a block is set in a colour of its own; the blue of links does not count."""
    colors = {line.color for line in block.lines}
    if len(colors) != 1:
        return False
    color = colors.pop()
    if color >> 16 in LINK_REDS and (color >> 8) & 0xFF in LINK_GREENS and color & 0xFF in LINK_BLUES:
        return False
    difference = sum(abs(((color >> s) & 255) - ((typography.body_color >> s) & 255)) for s in (16, 8, 0))
    return difference > 90


def _stands_alone(block: Block) -> bool:
    """Whether more space is above a block than between lines, and it is not the first line of something set tight."""
    above = block.gap_above is None or block.gap_above > 0.55 * block.size
    below = block.gap_below is None or block.gap_above is None or block.gap_below <= block.gap_above + 0.35 * block.size
    return above and below


def _body_is_bold(blocks: Sequence[Block], typography: Typography) -> bool:
    bold = plain = 0
    for block in blocks:
        for line in block.lines:
            if abs(line.size - typography.body_size) < 0.6:
                bold += len(line.text) * line.bold
                plain += len(line.text) * (not line.bold)
    return bold > plain


def _without_odd_ones(headings: list[Heading], typography: Typography) -> list[Heading]:
    """Drop candidates that only look like headings beside the real ones.

    Where the document numbers its headings, an unnumbered line in body size that is only bold is a label within the
    text. Steps that happen to be bold restart at 1 time and again below one look; numbers of headings do not.
    """
    numbered = [h for h in headings if h.label is not None and h.label.style in CHAPTER_STYLES and h.label.counts]
    mostly_numbered = len(numbered) >= 3 and len(numbered) >= 0.5 * len(headings)
    smallest = min((h.block.size for h in numbered), default=0.0)
    bold = [h for h in headings if h.block.bold]
    mostly_bold = len(bold) >= 4 and len(bold) >= 0.6 * len(headings)
    largest_bold = max((h.block.size for h in bold), default=0.0)
    first_bold = min((h.index for h in bold), default=0)
    kept = []
    for heading in headings:
        # Names of authors below a title are larger than the text, but the headings there are bold. One whose bold was
        # forgotten has their size and stands among them.
        forgotten = heading.index > first_bold and any(
            abs(h.block.size - heading.block.size) <= SAME_CLASS for h in bold
        )
        if mostly_bold and heading.evidence == ["size"] and heading.block.size <= largest_bold and not forgotten:
            continue
        strong = "tag" in heading.evidence or "bookmark" in heading.evidence
        is_numbered = heading in numbered
        weak = set(heading.evidence) <= {"bold", "color"} and heading.block.size < typography.body_size * 1.04
        smaller = heading.block.size <= smallest - 0.2
        if mostly_numbered and not strong and not is_numbered and weak and (smaller or heading.label is None):
            alike = [h for h in headings if h.look == heading.look and h.label is None and _is_set_off(h.block)]
            if heading not in alike or len(alike) < FEWEST_SET_OFF:
                continue
        kept.append(heading)
    return kept


def _with_bold_like_them(
    headings: list[Heading], blocks: Sequence[Block], title: int | None, cover: int | None
) -> list[Heading]:
    """Add bold lines set tight below another line, where lone ones of the same font and size are headings."""
    weak = [h for h in headings if h.label is None and "bold" in h.evidence and set(h.evidence) <= {"bold", "color"}]
    styles = Counter(_style_of(heading.block) for heading in weak)
    known = {heading.index for heading in headings}
    found = []
    for index, (block, following) in enumerate(pairwise(blocks)):
        if index in known or index == title or block.page == cover or not block.is_text or block.contents:
            continue
        alike = block.bold and styles[_style_of(block)] >= FEWEST_BOLD_ALIKE and len(block.lines) == 1
        tops = not following.is_text or not following.bold
        if alike and tops and block.marker is None and _can_be_heading(block) and not _is_lead_in(block):
            found.append(Heading(index, block, split_label(block.text), evidence=["bold", "style"]))
    if not found or len(found) > len(weak):
        return headings
    return sorted([*headings, *found], key=lambda heading: heading.index)


def _is_set_off(block: Block) -> bool:
    """Whether a blank line is above a block and none below it, as around the heading of a subsection."""
    above, below = block.gap_above, block.gap_below
    return above is not None and below is not None and above >= block.size and below <= 0.4 * above


def _without_title_again(headings: list[Heading], blocks: Sequence[Block], title: int | None) -> list[Heading]:
    """Drop what repeats the title or most of it, in one piece or in several below each other: a back cover does."""
    named = squash(blocks[title].text) if title is not None else ""
    runs: list[list[Heading]] = []
    for heading in headings:
        weak = heading.label is None and heading.explicit is None and squash(heading.block.text) in named
        if runs and weak and runs[-1][-1].index == heading.index - 1 and squash(runs[-1][-1].block.text) in named:
            runs[-1].append(heading)
        elif weak:
            runs.append([heading])
    again = [run for run in runs if sum(len(squash(h.block.text)) for h in run) >= TITLE_AGAIN * len(named)]
    dropped = {heading.index for run in again for heading in run}
    return [heading for heading in headings if heading.index not in dropped]


def _without_items(headings: list[Heading], blocks: Sequence[Block]) -> list[Heading]:
    """Drop bold lines whose numbers continue in plain lines of the same size and indent: they are items of one list."""
    at = {heading.index: heading for heading in headings}
    items: set[int] = set()
    run: list[int] = []
    last: Label | None = None

    def close() -> None:
        if any(index not in at for index in run):
            items.update(run)
        run.clear()

    for index, block in enumerate(blocks):
        label = split_label(block.text) if block.is_text and not block.contents else None
        if label is None or not label.counts or label.style != DECIMAL or len(label.values) > 1:
            if index in at:
                close()
            continue
        heading = at.get(index)
        if heading is not None and not set(heading.evidence) <= {"bold", "number"}:
            close()
            continue
        alike = run and abs(block.x0 - blocks[run[-1]].x0) < block.size and block.page - blocks[run[-1]].page <= 1
        if not (alike and last is not None and label.values[0] == last.values[0] + 1):
            close()
        run.append(index)
        last = label
    close()
    return [heading for heading in headings if heading.index not in items]


def _with_plain_numbered(
    headings: list[Heading], blocks: Sequence[Block], title: int | None, typography: Typography
) -> list[Heading]:
    """Add headings that only their numbers show: numbers that run through the document with text between them.

    Steps stand one below the other; numbered headings have paragraphs, pictures or lists of their own between them.
    """
    known = {h.index for h in headings}
    looks = {
        (round(h.block.size), h.block.bold) for h in headings if h.label is not None and h.label.style in CHAPTER_STYLES
    }
    body = round(typography.body_size), False
    if headings and looks and body not in looks and len(headings) * 6 >= len({b.page for b in blocks}):
        # Headings have a look of their own here; a plain number is a step.
        return headings
    found: list[Heading] = []
    for style in (CHAPTER, DECIMAL):
        members = [
            (index, label)
            for index, block in enumerate(blocks)
            if index not in known and index != title and block.is_text and not block.contents and _can_be_heading(block)
            for label in [split_label(block.text)]
            if label is not None and label.style == style and label.counts
        ]
        found += _chain(members, blocks, style) or _chain_past_sentences(members, blocks, style, known, title)
    return sorted([*headings, *found], key=lambda h: h.index)


def _chain_past_sentences(
    members: Sequence[tuple[int, Label]], blocks: Sequence[Block], style: str, known: set[int], title: int | None
) -> list[Heading]:
    """Headings numbered in one row with a few sentences, which carry their number but stay items.

    "1. This booklet is for buyers of the kit." before "2. Circuit diagram" and "3. Parts": without the sentence the
    row would not begin at 1. Sentences count as what steps are made of, so that a row of steps stays one.
    """
    if style != DECIMAL:
        return []
    sentences = [
        (index, label)
        for index, block in enumerate(blocks)
        if index not in known and index != title and block.is_text and not block.contents and block.frame is None
        if _SENTENCE_END.search(fold_text(block.text).strip())
        for label in [split_label(block.text)]
        if label is not None and label.style == DECIMAL and label.counts and len(label.values) == 1
    ]
    if not sentences:
        return []
    spoken = {index for index, _ in sentences}
    plain = [(index, label) for index, label in members if len(label.values) == 1]
    chain = _chain(sorted(plain + sentences, key=lambda member: member[0]), blocks, style)
    return [heading for heading in chain if heading.index not in spoken]


def _chain(members: Sequence[tuple[int, Label]], blocks: Sequence[Block], style: str) -> list[Heading]:
    chain: list[tuple[int, Label]] = []
    left = min((blocks[i].x0 - blocks[i].column[0] for i, _ in members), default=0.0)
    for index, label in members:
        # Numbers that stand further in belong to items of items.
        if blocks[index].x0 - blocks[index].column[0] > left + blocks[index].size:
            continue
        if not chain:
            if label.values[0] <= 1:
                chain.append((index, label))
            continue
        if follows(chain[-1][1].values, label.values):
            chain.append((index, label))
    if len(chain) < 2:
        return []
    if (
        style != CHAPTER
        and not any(len(label.values) > 1 for _, label in chain)
        and not _reads_like_titles(chain, blocks)
    ):
        return []
    return [Heading(index, blocks[index], label, evidence=["number"]) for index, label in chain]


def _reads_like_titles(chain: Sequence[tuple[int, Label]], blocks: Sequence[Block]) -> bool:
    """Whether plain numbers 1, 2, 3 … name sections: much is between them, and few of them say what to do."""
    between = chain[-1][0] - chain[0][0] - (len(chain) - 1)
    said = [fold_text(label.rest).strip() for _, label in chain]
    commands = sum(bool(_COMMAND.search(text) or _SENTENCE_END.search(text)) for text in said)
    longest = max(len(fold_text(label.rest)) for _, label in chain)
    several = len(chain) >= FEWEST_PLAIN_HEADINGS and between >= BETWEEN_PLAIN_HEADINGS * (len(chain) - 1)
    if between >= MUCH_BETWEEN * (len(chain) - 1):
        # Tasks are titled in the plain form ("環境を作る"), steps are told in the polite one.
        commands = sum(bool(_TOLD.search(text) or _SENTENCE_END.search(text)) for text in said)
    return several and commands <= 0.34 * len(chain) and longest <= LONGEST_JAPANESE
