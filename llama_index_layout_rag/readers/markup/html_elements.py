"""What HTML elements are: blocks, furniture, boxes, parts of lists and tables, and what their attributes say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.common.list_markers import bullet_of, marker_of

DROPPED = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "link",
        "meta",
        "base",
        "iframe",
        "canvas",
        "audio",
        "source",
        "track",
        "map",
        "area",
        "param",
        "col",
        "colgroup",
        "math",
    ]
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "details",
        "dialog",
        "dd",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "caption",
        "xmp",
        "listing",
        "plaintext",
    ]
)
BOLD = frozenset(["b", "strong"])
CODE = frozenset(["code", "kbd", "samp", "tt", "var"])
PICTURES = frozenset(["img", "svg", "object", "embed", "video"])
_FURNITURE_TAGS = {"nav": ElementKind.TOC_ENTRY, "footer": ElementKind.PAGE_FOOTER, "header": ElementKind.PAGE_HEADER}
_FURNITURE_ROLES = {
    "navigation": ElementKind.TOC_ENTRY,
    "contentinfo": ElementKind.PAGE_FOOTER,
    "banner": ElementKind.PAGE_HEADER,
    "search": ElementKind.PAGE_HEADER,
}
_FURNITURE_CLASSES = {
    "breadcrumb": ElementKind.PAGE_HEADER,
    "breadcrumbs": ElementKind.PAGE_HEADER,
    "navbar": ElementKind.PAGE_HEADER,
    "sidebar": ElementKind.TOC_ENTRY,
    "sphinxsidebar": ElementKind.TOC_ENTRY,
    "toctree-wrapper": ElementKind.TOC_ENTRY,
    "tableofcontents": ElementKind.TOC_ENTRY,
    "toc": ElementKind.TOC_ENTRY,
}
_CONTENT_PARENTS = frozenset(["article", "main", "section", "figure", "blockquote", "td", "th", "li", "aside"])
ADMONITIONS = frozenset(
    [
        "note",
        "tip",
        "hint",
        "important",
        "warning",
        "caution",
        "danger",
        "error",
        "attention",
        "alert",
        "info",
        "seealso",
        "notice",
        "memo",
    ]
)
BOX_CLASSES = frozenset(["admonition", "callout", "alert", "hint", "notice", "infobox", "message"])


def elements_with_blocks(body: Any) -> set[Any]:
    """Elements that have a block among their descendants: an <a> or <font> around paragraphs is transparent."""
    found: set[Any] = set()
    for element in body.iter(*BLOCKS):
        parent = element.getparent()
        while parent is not None and parent not in found:
            found.add(parent)
            parent = parent.getparent()
    return found


def text_of(element: Any) -> str:
    """All text in an element; "" for comments and processing instructions."""
    return "".join(element.itertext()) if isinstance(element.tag, str) else ""


def classes_of(element: Any) -> set[str]:
    """An element's classes in lower case."""
    value = element.get("class")
    return set(value.lower().split()) if value else set()


def furniture_of(element: Any, classes: set[str]) -> ElementKind | None:
    """The kind of furniture that an element is by its tag, role or class; None for content."""
    tag = element.tag
    if tag in _FURNITURE_TAGS and not any(a.tag in _CONTENT_PARENTS for a in element.iterancestors() if tag != "nav"):
        return _FURNITURE_TAGS[tag] if tag != "header" or element.find(".//h1") is None else None
    role = element.get("role")
    if role in _FURNITURE_ROLES:
        return _FURNITURE_ROLES[role]
    if tag in ("div", "ul", "ol", "aside"):
        for name in classes & _FURNITURE_CLASSES.keys():
            return _FURNITURE_CLASSES[name]
    return None


def admonition_of(classes: set[str]) -> str | None:
    """The kind of box ("warning", "note", …) that classes name, one name for what generators call differently; None
    where they name none."""
    for name in sorted(classes):
        stem = re.sub(r"^(?:admonition|alert|callout|markdown-alert|hint|is)-", "", name)
        if stem in ADMONITIONS or stem in ("success", "primary", "secondary"):
            return _ADMONITION_NAMES.get(stem, stem)
    return None


_ADMONITION_NAMES = {
    "success": "tip",
    "primary": "note",
    "secondary": "note",
    "memo": "note",
    "notice": "note",
    "alert": "warning",
}


def named_anchor(element: Any) -> str:
    """The name of the first anchor in an element, "" without one."""
    for anchor in element.iter("a"):
        name = anchor.get("name") or anchor.get("id")
        if name:
            return str(name)
    return ""


def list_markers(element: Any, items: list[Any], depth: int) -> list[str | None]:
    """The markers of a list's items as a browser shows them, or as `data-marker` says they are printed."""
    printed = [item.get("data-marker") for item in items]
    if any(printed):
        return printed
    if element.tag != "ol":
        return [bullet_of(element, item, depth) for item in items]
    reverse = element.get("reversed") is not None
    count = _int(element.get("start"), len(items) if reverse else 1)
    markers: list[str | None] = []
    for item in items:
        count = _int(item.get("value"), count)
        markers.append(marker_of(element, item, count))
        count += -1 if reverse else 1
    return markers


def item_metadata(element: Any) -> dict[str, Any]:
    """Whether the box of a task list is checked; empty for other items."""
    checked = element.get("data-checked")
    return {} if checked is None else {"checked": checked == "1"}


def definition_parts(element: Any) -> Iterator[Any]:
    """The terms and descriptions of a definition list, also those that are grouped in divisions."""
    for child in element:
        if child.tag == "div":
            yield from definition_parts(child)
        elif isinstance(child.tag, str):
            yield child


def run_of_definitions(first: Any) -> Iterator[Any]:
    """A term or description outside of any list, with those that follow it."""
    element = first
    while element is not None and element.tag in ("dt", "dd"):
        yield element
        element = element.getnext()


def rows_of(table: Any) -> Iterator[Any]:
    """The rows of a table in order, not those of tables in its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def is_page_layout(table: Any, rows: list[Any]) -> bool:
    """Whether a table only places things on the page: it says so, has one cell, holds headings or tables, or nothing
    but pictures."""
    if table.get("role") in ("presentation", "none"):
        return True
    cells = [cell for row in rows for cell in row if cell.tag in ("td", "th")]
    if len(cells) <= 1:
        return True
    if any(True for _ in table.iter(*HEADINGS)) or any(inner is not table for inner in table.iter("table")):
        return True
    return all(not "".join(cell.itertext()).strip() for cell in cells) and any(True for _ in table.iter("img"))


def is_bold_cell(cell: Any) -> bool:
    """Whether all text of a cell is bold, which is how tables without th mark their head."""
    text = collapse_spaces("".join(cell.itertext()))
    if not text:
        return False
    bold = sum(len(collapse_spaces("".join(part.itertext()))) for part in cell.iter(*BOLD))
    return bold >= len(text)


def span_of(cell: Any, name: str, largest: int) -> int:
    """Rows or columns that a cell spans by its attribute `name`, 1 to `largest`; 0 in HTML means all there are."""
    value = _int(cell.get(name), 1)
    return min(max(value, 1), largest) if value != 0 else largest


def _int(value: str | None, default: int) -> int:
    match = re.match(r"\s*([+-]?\d{1,9})", value or "")
    return int(match.group(1)) if match else default


def preformatted(element: Any) -> str:
    """The text of a preformatted element with its line breaks; tabs are eight columns, as in browsers."""
    parts: list[str] = [element.text or ""]
    for child in element.iter():
        if child is element:
            continue
        if child.tag == "br":
            parts.append("\n")
        if isinstance(child.tag, str):
            parts.append(child.text or "")
        parts.append(child.tail or "")
    text = "".join(parts)
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").expandtabs(8).split("\n"))


def code_language(element: Any) -> str:
    """The language of a code block by its classes, "" where they name none."""
    for candidate in (element, *element.iter("code")):
        for name in classes_of(candidate):
            if name.startswith(("language-", "lang-", "highlight-")):
                return name.split("-", 1)[1]
    return ""


_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([0-9.]+\s*(?:px|pt|in|cm|mm|em|%)?)", re.IGNORECASE)


def picture_attributes(element: Any) -> dict[str, str]:
    """A picture's address, alternative text, title and size as its attributes and style give them."""
    if element.tag == "svg":
        title = element.find(".//{*}title")
        title = element.find(".//title") if title is None else title
        return {"src": "inline svg", "alt": collapse_spaces(title.text or "") if title is not None else ""}
    source = element.get("src") or element.get("data-src") or element.get("data") or element.get("poster") or ""
    attributes = {
        "src": source[:_LONGEST_SOURCE],
        "alt": collapse_spaces(element.get("alt") or element.get("aria-label") or ""),
    }
    for name in ("title", "width", "height"):
        if element.get(name):
            attributes[name] = element.get(name).strip()
    for name, value in _STYLE_SIZE.findall(element.get("style") or ""):
        attributes.setdefault(name.lower(), value.strip())
    return attributes


_LONGEST_SOURCE = 2000
"""Characters of a picture's address that are kept: data: URLs hold whole pictures, which belong into no metadata."""
