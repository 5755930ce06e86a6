"""Which manual is this: title, products, model numbers, version and language, from the user first and the pages after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import ElementKind, LayoutDocument
from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.normalize import detect_language, fold_text, squash

MODEL_NUMBER = re.compile(r"(?<![A-Za-z0-9.])[A-Z]{1,6}(?:-[A-Z]{1,3})?[- ]?\d{2,5}[A-Z]{0,3}(?![A-Za-z0-9])(?!\.\d)")
"""Letters and digits as makers write them (ES-200, RX 3500B); measures (35mm) and versions (V2.3) do not fit."""

_NOT_A_MODEL = re.compile(
    r"^(?:ISO|IEC|JIS|EN|ANSI|IEEE|RFC|UTF|USB|PDF|HTML|WIN|OFFICE|PAGE|NO|CHAPTER|SECTION|VER|REV|LOD|P)[- ]?\d", re.I
)
"""Standards, formats and numbered parts of a book that look like model numbers."""

_VERSION = re.compile(
    rf"{any_of(lambda words: words.titles.edition)}"
    rf"|{any_of(lambda words: words.titles.version)}\.?\s*\d+(?:\.\d+)*[a-z]?"
    r"|\b[Vv]\d+(?:\.\d+)+\b",
    re.I,
)
_NAMING_KINDS = frozenset({ElementKind.TITLE, ElementKind.SECTION_HEADER})
_BODY_KINDS = frozenset({ElementKind.TABLE, ElementKind.LIST_ITEM, ElementKind.CODE})
COVER_ELEMENTS, MAX_COVER_LINE = 3, 120
"""What counts as cover where there are no pages, and the longest line of one."""

MAX_OF_A_SERIES = 4
"""Models of one series on a cover; E-001 to E-024 are a list of codes."""

MAX_TITLE_REST_CHARS = 24
_COVER_CHARS = 1_500
"""How much of the beginning counts as cover page where the source has no pages."""


class ManualIdentity(BaseModel):
    """What tells one manual from its siblings."""

    model_config = ConfigDict(frozen=True)

    manual_id: str
    title: str
    product_names: list[str] = []
    model_numbers: list[str] = []
    version: str = ""
    language: str = ""


def identify_manual(
    manual_id: str, layouts: Sequence[LayoutDocument], metadata: dict[str, Any] | None = None
) -> ManualIdentity:
    """Return the identity of a manual.

    Args:
        manual_id: Id of the manual.
        layouts: Its documents, in order.
        metadata: What the user says in the Document's metadata (`manual_title`, `product_names`, `model_numbers`,
            `manual_version`, `language`); wins over what is found.
    """
    metadata = metadata or {}
    cover = _cover_text(layouts[0]) if layouts else ""
    title = str(metadata.get("manual_title") or "") or _title(layouts)
    naming = "\n".join([title, cover, *_running_headers(layouts)])
    given_models = _strings(metadata.get("model_numbers")) or _merged(layout.model_numbers for layout in layouts)
    given_products = _strings(metadata.get("product_names")) or _merged(layout.product_names for layout in layouts)
    return ManualIdentity(
        manual_id=manual_id,
        title=title,
        product_names=given_products,
        model_numbers=given_models or find_model_numbers(naming),
        version=str(metadata.get("manual_version") or "")
        or _first(layout.version for layout in layouts)
        or _find_version(naming),
        language=language_code(str(metadata.get("language") or ""))
        or _first(layout.language for layout in layouts)
        or detect_language("\n".join(_body_sample(layouts)))
        or "",
    )


def find_model_numbers(text: str) -> list[str]:
    """Model numbers in a title or on a cover page, most frequent first."""
    found = Counter(
        match.group() for match in MODEL_NUMBER.finditer(fold_text(text)) if not _NOT_A_MODEL.match(match.group())
    )
    series = Counter(_stem(number) for number in found)
    return [number for number, _ in found.most_common() if series[_stem(number)] <= MAX_OF_A_SERIES]


def _stem(number: str) -> str:
    return re.sub(r"\d.*", "", number)


def _find_version(text: str) -> str:
    match = _VERSION.search(fold_text(text))
    return match.group().strip() if match else ""


def _title(layouts: Sequence[LayoutDocument]) -> str:
    for layout in layouts:
        if layout.title:
            return _title_as_headed(layout.title, layouts)
    for kind in (ElementKind.TITLE, ElementKind.SECTION_HEADER):
        for layout in layouts[:1]:
            for element in layout.elements:
                if element.kind is kind and element.text.strip():
                    return element.text.strip()
    return PurePosixPath(layouts[0].source.name).stem if layouts else ""


def _title_as_headed(title: str, layouts: Sequence[LayoutDocument]) -> str:
    """Return the title with what a cover prints below it ("ES-200" + "取扱説明書"): a running header says it whole.

    A header that continues with numbers (document number, edition, date) says more than the title.
    """
    for text in _running_headers(layouts):
        rest = squash(text).removeprefix(squash(title))
        if 0 < len(rest) < len(squash(text)) and len(rest) <= MAX_TITLE_REST_CHARS and not re.search(r"\d", rest):
            return text
    return title


def _cover_text(layout: LayoutDocument) -> str:
    """Title and headings of the first page, and the lines of a cover: of a page that holds no table, list or long paragraph."""
    first = [element for element in layout.elements if element.page == 1 or not layout.pages]
    if not layout.pages:
        first = first[:COVER_ELEMENTS]
    is_cover = not any(e.kind in _BODY_KINDS or len(e.text) > MAX_COVER_LINE for e in first)
    lines = [e.text for e in first if e.kind in _NAMING_KINDS or (is_cover and not e.is_furniture)]
    return "\n".join(lines)[:_COVER_CHARS]


def _running_headers(layouts: Sequence[LayoutDocument]) -> list[str]:
    texts = Counter(e.text for layout in layouts for e in layout.elements if e.kind is ElementKind.PAGE_HEADER)
    return [text for text, count in texts.most_common(3) if count > 1]


def _body_sample(layouts: Sequence[LayoutDocument]) -> Iterable[str]:
    return (element.text for layout in layouts[:3] for element in layout.elements[:200])


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [str(part) for part in value] if isinstance(value, list | tuple) else []


def _merged(lists: Iterable[list[str]]) -> list[str]:
    return list(dict.fromkeys(value for values in lists for value in values))


def _first(values: Iterable[str | None]) -> str:
    return next((value for value in values if value), "")
