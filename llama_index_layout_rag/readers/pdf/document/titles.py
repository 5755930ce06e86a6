"""Title, version, product and model names of a manual, as its first page and its running lines print them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.furniture import is_contents_title
from llama_index_layout_rag.layout.normalize import fold_text, squash
from llama_index_layout_rag.layout.numbering import CHAPTER, DECIMAL, ORDINAL_PREFIX, split_label
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.heading_levels import Heading
from llama_index_layout_rag.readers.pdf.document.typography import Typography

TITLE_SIZE = 1.15
"""Type size of a title relative to the body; smaller ones must be bold and centred."""

COVER_TITLE_SIZE = 1.5
"""The same for the pieces of a title on a cover."""

FOOT_OF_COVER = 0.8
"""Share of the page's height below which a cover prints its publisher, however large."""

LONGEST_TITLE = 120

CENTERED_COVER = 0.6
"""Share of centred lines from which a page with one sentence is a cover nevertheless."""

LONGEST_COVER = 14
"""Lines of a cover page."""

_ENCLOSED = re.compile("paren|bracket|circled")
"""Styles of labels such as (1), [1] and ①, which are below numbered headings and before no title."""

_ADDRESS = re.compile(
    r"://|\bwww\.|\S@\S|(?<!\S)[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|info|jp|de|fr|uk|kr|cn)(?:/\S*)?(?!\S)", re.I
)
"""Addresses of the web and of mail."""

_SAME_SIZE = 0.3
_TITLE_PAGES = 2
_EDITION = rf"{ORDINAL_PREFIX}?[\d.]+{any_of(lambda words: words.titles.edition_suffix)}"
_MANUAL_WORDS = re.compile(rf"{any_of(lambda words: words.titles.manual)}\s*(?:{_EDITION})?\s*$", re.IGNORECASE)
_JUNK_TITLE = re.compile(
    rf"""^[(（]?(?:microsoft[ ](?:word|powerpoint|excel)\b|{any_of(lambda words: words.titles.placeholder_start)})
    |^[(（]?{any_of(lambda words: words.titles.placeholder)}[)）]?$
    |\.(?:docx?|xlsx?|pptx?|exe|indd|dvi|tex|html?|pdf|qxd|fm)$""",
    re.IGNORECASE | re.VERBOSE,
)
_VERSION = re.compile(
    rf"(?:{any_of(lambda words: words.titles.edition)}|{any_of(lambda words: words.titles.version)}\.?\s?[0-9]+(?:\.[0-9]+)*"
    r"|(?<![A-Za-z0-9])v[0-9]+(?:\.[0-9]+)+)",
    re.IGNORECASE,
)
_MODEL = re.compile(r"(?<![A-Za-z0-9])(?=[A-Z0-9-]*[0-9])[A-Z]{1,5}[A-Z0-9]*-?[0-9]{2,5}[A-Z]{0,3}(?![A-Za-z0-9])")


def find_title(blocks: Sequence[Block], typography: Typography, metadata_title: str) -> list[int]:
    """Indexes of the blocks that form the document's title: the largest type on the first page that has text.

    A numbered line is a heading and no title; type that is also used further back is a heading's.
    """
    first = next((block.page for block in blocks if block.is_text and not block.contents), None)
    if first is None:
        return []
    candidates = [i for i, b in enumerate(blocks) if _may_be_title(b) and first <= b.page < first + _TITLE_PAGES]
    candidates = [i for i in candidates if blocks[i].page == blocks[candidates[0]].page]
    cover = bool(candidates) and _is_cover(blocks, blocks[candidates[0]].page, typography)
    if cover:
        candidates = _above_the_foot(candidates, blocks, typography)
    if not candidates:
        return []
    named = [i for i in candidates if metadata_title and squash(blocks[i].text) == squash(metadata_title)]
    best = named[0] if named else max(candidates, key=lambda i: (round(blocks[i].size, 1), -i))
    size = blocks[best].size
    large_enough = size >= TITLE_SIZE * typography.body_size
    centered = _is_centered(blocks[best]) and blocks[best].bold and size >= typography.body_size
    if not named and not (large_enough or centered):
        return []
    page = blocks[best].page
    elsewhere = any(
        b.is_text and b.page > page and abs(b.size - size) <= _SAME_SIZE and b.bold == blocks[best].bold for b in blocks
    )
    siblings = [i for i in candidates if abs(blocks[i].size - size) <= _SAME_SIZE]
    if not named and not cover and elsewhere and not (centered and not _is_centered_later(blocks, page, size)):
        return []
    if cover:
        # "Label printer", "ES-200", "User guide": a cover prints its title in pieces of different size.
        siblings = [i for i in candidates if blocks[i].size >= COVER_TITLE_SIZE * typography.body_size]
    run = [best]
    while run[-1] + 1 in siblings:
        run.append(run[-1] + 1)
    while cover and run[0] - 1 in siblings:
        run.insert(0, run[0] - 1)
    return run


def _above_the_foot(candidates: Sequence[int], blocks: Sequence[Block], typography: Typography) -> list[int]:
    """Candidates of a cover without what nobody sees and what its foot says, where another one is large enough."""
    kept = [i for i in candidates if not blocks[i].unseen and blocks[i].height_share < FOOT_OF_COVER]
    large = any(blocks[i].size >= COVER_TITLE_SIZE * typography.body_size for i in kept)
    return kept if large else list(candidates)


def _may_be_title(block: Block) -> bool:
    if not block.is_text or block.contents or not block.lines:
        return False
    text = fold_text(block.text).strip()
    if not 1 < len(text) <= LONGEST_TITLE or is_contents_title(text) or text.endswith("。"):
        return False
    if _ADDRESS.search(text):
        return False
    label = split_label(text)
    return label is None or not (label.style in (DECIMAL, CHAPTER) or _ENCLOSED.search(label.style))


def cover_page(blocks: Sequence[Block], typography: Typography) -> int | None:
    """Return number of the first page with text where it is a cover, else None."""
    first = next((block.page for block in blocks if block.is_text and not block.contents), None)
    return first if first is not None and _is_cover(blocks, first, typography) else None


def first_heading_as_title(blocks: Sequence[Block], headings: Sequence[Heading]) -> list[int]:
    """Index of the first heading where it is the title: it opens the document, unnumbered, and no other one looks like it."""
    if not headings or headings[0].label is not None or "tag" in headings[0].evidence:
        return []
    first = headings[0]
    opening = [i for i, b in enumerate(blocks) if b.is_text and not b.contents][:2]
    others = [h for h in headings[1:] if h.level <= first.level]
    alike = any(h.label is None and h.look == first.look for h in headings[1:])
    numbered = bool(others) and all(h.label is not None for h in others)
    return [first.index] if first.index in opening and (numbered or not alike) and len(headings) > 1 else []


def is_meaningful_title(title: str, file_name: str) -> bool:
    """Whether a title of the document information is one, and not what a program wrote there."""
    text = title.strip()
    if len(text) < 3 or _JUNK_TITLE.search(text):
        return False
    return squash(text) != squash(file_name.rsplit(".", 1)[0]) or not text.isascii()


def _is_cover(blocks: Sequence[Block], page: int, typography: Typography) -> bool:
    """Whether a page is a cover: few lines, hardly any of them running text, and more pages after it."""
    own = [b for b in blocks if b.is_text and b.page == page]
    if sum(len(b.lines) for b in own) > LONGEST_COVER or not any(b.page > page for b in blocks):
        return False
    if any(b.table is not None and b.page == page for b in blocks):
        return False
    running = sum(len(b.lines) > 1 and b.size <= 1.05 * typography.body_size for b in own)
    if running > 1 or any(_is_numbered(b) for b in own):
        return False
    sentences = sum(b.text.rstrip().endswith("。") for b in own)
    middles = sorted((b.box[0] + b.box[2]) / 2 for b in own)
    centered = sum(abs(middle - middles[len(middles) // 2]) <= 3 for middle in middles)
    return not sentences or (sentences == 1 and centered >= CENTERED_COVER * len(own))


def _is_numbered(block: Block) -> bool:
    """Whether a block is an item or a numbered heading, neither of which are on covers."""
    label = split_label(block.text)
    numbered = label is not None and label.style in (DECIMAL, CHAPTER)
    return numbered or (block.marker is not None and bool(block.marker.rest))


def _is_centered(block: Block) -> bool:
    left, right = block.column[0], block.right
    middle = (block.box[0] + block.box[2]) / 2
    return abs(middle - (left + right) / 2) < 0.06 * max(1.0, right - left) and block.box[0] - left > 2 * block.size


def _is_centered_later(blocks: Sequence[Block], page: int, size: float) -> bool:
    later = (b for b in blocks if b.is_text and b.page > page and abs(b.size - size) <= _SAME_SIZE and b.bold)
    return any(_is_centered(block) for block in later)


def product_name(title: str) -> str | None:
    """Return the title without the word for "manual" at its end, or None where nothing is left."""
    name = _MANUAL_WORDS.sub("", fold_text(title)).strip(" 　-–—:：「」『』")
    return name if 1 < len(name) < len(title) else None


def model_numbers(texts: Sequence[str]) -> list[str]:
    """Model numbers such as ES-200 in title and running lines, each once."""
    found: dict[str, None] = {}
    for text in texts:
        for match in _MODEL.findall(fold_text(text)):
            found.setdefault(match)
    return list(found)


def version_of(texts: Sequence[str]) -> str | None:
    """Return the first version or edition printed in the texts."""
    for text in texts:
        match = _VERSION.search(fold_text(text))
        if match:
            return match.group(0).strip()
    return None
