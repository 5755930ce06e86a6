"""The tree of an HTML page: parsing as browsers do, and what elements are by tag, role and class. Nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.common import bullet_of, marker_of

DROPPED = frozenset(
    """
        script style template noscript head link meta base iframe canvas audio source track map area param col
        colgroup math
    """.split()  # noqa: SIM905
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = frozenset(
    """
        address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
        figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p
        plaintext pre search section summary tabitem table tbody td tfoot th thead tr ul xmp
    """.split()  # noqa: SIM905
)
BOLD = frozenset(["b", "strong"])
CODE = frozenset(["code", "kbd", "samp", "tt", "var"])
PICTURES = frozenset(["img", "svg", "object", "embed", "video"])
TAB_LABEL = "tab-label"
"""Class of the paragraph with the label of a tab, at the beginning of its panel."""

# Parsing

_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"^\s*<\?xml[^>]+encoding\s*=\s*[\"']([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_DECLARATION_BYTES = 4096
"""Browsers read the first 1,024 bytes; pages with long comments above the declaration exist."""
_STOPPING_ERRORS = frozenset(["ERR_RESOURCE_LIMIT", "ERR_NO_MEMORY", "ERR_INTERNAL_ERROR"])
_HEADING_TAG = re.compile(r"<(/?)h([1-6])\b", re.IGNORECASE)


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that the page itself declares (XML declaration or meta element), or None."""
    head = data[:_DECLARATION_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    return match.group(1).decode("ascii") if match else None


def parse_html(text: str, name: str) -> Any:
    """Return the element tree of an HTML text.

    Raises:
        LayoutReadError: When there is nothing in it, or the parser gives up before its end.
    """
    # As bytes: lxml refuses a str that carries an encoding declaration.
    parser = lxml_html.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    cleaned = _close_headings(text.replace("\x00", "")).encode("utf-8", "replace")
    try:
        root = lxml_html.document_fromstring(cleaned, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise LayoutReadError(name, f"the HTML holds nothing to read ({error}); check the file.") from error
    fatal = next((entry for entry in parser.error_log if entry.type_name in _STOPPING_ERRORS), None)
    if fatal is not None:
        raise LayoutReadError(name, f"the HTML cannot be read to its end ({fatal.message}); check the file.")
    return root


def _close_headings(text: str) -> str:
    """Close each heading with its own tag: `<h2>…</h3>` ends it in every browser, but not in the parser."""
    opened = ""

    def close(match: re.Match[str]) -> str:
        nonlocal opened
        if not match.group(1):
            opened = match.group(2)
            return match.group()
        level, opened = opened or match.group(2), ""
        return f"</h{level}"

    return _HEADING_TAG.sub(close, text)


def language_of_page(root: Any) -> str | None:
    """Return the code of the language that a page declares, or None."""
    value = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang")
    match = re.match(r"[A-Za-z]{2,3}", value or "")
    return match.group().lower() if match else None


def title_of_page(root: Any) -> str | None:
    """Return the title in the head of a page, or None."""
    title = root.find(".//head/title")
    return collapse_spaces("".join(title.itertext())) or None if title is not None else None


# Tabs


def attach_tab_labels(body: Any) -> None:
    """Move the label of each tab to the beginning of its panel (ARIA tabs, MkDocs Material)."""
    bars = [e for e in body.iter("div", "ul", "nav") if e.get("role") == "tablist" or "tabbed-labels" in classes_of(e)]
    if not bars:
        return
    by_id = {element.get("id"): element for element in body.iter(etree.Element) if element.get("id")}
    by_label = {panel.get("aria-labelledby"): panel for panel in body.iter(etree.Element) if _is_panel(panel)}
    for bar in bars:
        tabs = [
            element for element in bar.iter(etree.Element) if element.get("role") == "tab" or element.tag == "label"
        ]
        panels = _panels_beside(bar)
        in_order = panels if len(panels) == len(tabs) else [None] * len(tabs)
        for tab, panel in zip(tabs, in_order, strict=True):
            owner = by_id.get(tab.get("aria-controls") or "")
            owner = by_label.get(tab.get("id") or " ") if owner is None else owner
            owner = panel if owner is None else owner
            text = collapse_spaces(text_of(tab))
            if owner is not None and text:
                label = lxml_html.Element("p", {"class": TAB_LABEL})
                label.text, label.tail, owner.text = text, owner.text, None
                owner.insert(0, label)
                tab.drop_tree()


def _is_panel(element: Any) -> bool:
    return element.get("role") == "tabpanel" or "tabbed-block" in classes_of(element)


def _panels_beside(bar: Any) -> list[Any]:
    """Return the outermost panels in the nearest element around a row of tabs that has any."""
    for container in bar.iterancestors():
        panels = [element for element in container.iter(etree.Element) if _is_panel(element)]
        inner = {panel for outer in panels for panel in panels if panel is not outer and outer in panel.iterancestors()}
        if panels:
            return [panel for panel in panels if panel not in inner]
    return []


# Furniture and boxes

_FURNITURE_TAGS = {"nav": ElementKind.TOC_ENTRY, "footer": ElementKind.PAGE_FOOTER, "header": ElementKind.PAGE_HEADER}
_FURNITURE_ROLES = {
    "navigation": ElementKind.TOC_ENTRY,
    "contentinfo": ElementKind.PAGE_FOOTER,
    "banner": ElementKind.PAGE_HEADER,
    "search": ElementKind.PAGE_HEADER,
}
_FURNITURE_CLASSES = {
    **dict.fromkeys(["breadcrumb", "breadcrumbs", "navbar"], ElementKind.PAGE_HEADER),
    **dict.fromkeys(["sidebar", "sphinxsidebar", "toctree-wrapper", "tableofcontents", "toc"], ElementKind.TOC_ENTRY),
}
_CONTENT_PARENTS = frozenset(["article", "main", "section", "figure", "blockquote", "td", "th", "li", "aside"])

_ADMONITION_KINDS = {
    **{
        name: name
        for name in [
            "danger",
            "error",
            "warning",
            "caution",
            "attention",
            "important",
            "tip",
            "hint",
            "note",
            "info",
            "seealso",
        ]
    },
    **dict.fromkeys(["success"], "tip"),
    **dict.fromkeys(["primary", "secondary", "memo"], "note"),
}
"""Names of boxes in class attributes and dialects -> kind of admonition; the most severe first."""
_BOX_CLASSES = {
    "alert": "warning",
    **dict.fromkeys(["admonition", "callout", "hint", "notice", "infobox", "message"], "note"),
}
"""Classes that say that an element is a box, and its kind where no other class names one."""
_BOX_PREFIX = re.compile(r"^(?:(?:theme-)?admonition|markdown-alert|alert|callout|hint|is)-+")
_LABEL_CLASS = re.compile(r"^(?:admonition-?title|admonitionheading|markdown-alert-title|callout-title|alert-heading)")


def furniture_of(element: Any, classes: set[str]) -> ElementKind | None:
    """Return the kind of furniture that an element is by its tag, role or class; None for content."""
    tag = element.tag
    if tag in _FURNITURE_TAGS and not any(a.tag in _CONTENT_PARENTS for a in element.iterancestors() if tag != "nav"):
        return _FURNITURE_TAGS[tag] if tag != "header" or element.find(".//h1") is None else None
    role = element.get("role")
    if role in _FURNITURE_ROLES:
        return _FURNITURE_ROLES[role]
    if tag in ("div", "ul", "ol", "aside"):
        return next((_FURNITURE_CLASSES[name] for name in sorted(classes) if name in _FURNITURE_CLASSES), None)
    return None


def admonition_of(classes: set[str]) -> str | None:
    """Return the kind of box ("warning", "note", …) that classes name, the most severe one; None where they name none."""
    stems = {_BOX_PREFIX.sub("", name) for name in classes}
    named = next((kind for name, kind in _ADMONITION_KINDS.items() if name in stems and name not in ("hint",)), None)
    return named or next((kind for name, kind in _BOX_CLASSES.items() if name in stems), None)


def is_box_label(element: Any) -> bool:
    """Return whether an element is the printed label of an admonition or of a tab."""
    return any(name == TAB_LABEL or _LABEL_CLASS.match(name) for name in classes_of(element))


def icon_label(cell: Any) -> str:
    """Return the word in the icon cell of a box: its text, or what its picture is called (Asciidoctor)."""
    named = (part.get("title") or part.get("alt") or "" for part in cell.iter("i", "img"))
    return collapse_spaces(text_of(cell)) or next(filter(None, named), "")


# Lists


def list_markers(element: Any, items: list[Any], depth: int) -> list[str | None]:
    """Return the markers of a list's items as a browser shows them, or as `data-marker` says they are printed."""
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
    """Return whether the box of a task list is checked; empty for other items."""
    checked = element.get("data-checked")
    return {} if checked is None else {"checked": checked == "1"}


def definition_parts(element: Any) -> Iterator[Any]:
    """Yield the terms and descriptions of a definition list, also those that are grouped in divisions."""
    for child in element:
        if child.tag == "div" and (child.find("dt") is not None or child.find("dd") is not None):
            yield from (part for part in child if isinstance(part.tag, str))
        elif isinstance(child.tag, str):
            yield child


def run_of_definitions(first: Any) -> Iterator[Any]:
    """Yield a term or description outside of any list, and those that follow it."""
    element = first
    while element is not None and element.tag in ("dt", "dd"):
        yield element
        element = element.getnext()


# Tables


def rows_of(table: Any) -> Iterator[Any]:
    """Yield the rows of a table in order, not those of tables in its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def cells_of(row: Any) -> list[Any]:
    """Return the cells of a row."""
    return [cell for cell in row if cell.tag in ("td", "th")]


def is_page_layout(table: Any, rows: list[Any]) -> bool:
    """Return whether a table only places content on the page.

    It says so, has one cell, holds headings or tables, or nothing but pictures.
    """
    if table.get("role") in ("presentation", "none"):
        return True
    cells = [cell for row in rows for cell in cells_of(row)]
    if len(cells) <= 1:
        return True
    if any(True for _ in table.iter(*HEADINGS)) or any(inner is not table for inner in table.iter("table")):
        return True
    return all(not text_of(cell).strip() for cell in cells) and any(True for _ in table.iter("img"))


def is_bold_cell(cell: Any) -> bool:
    """Return whether all text of a cell is bold, as in the head of tables without th."""
    text = collapse_spaces(text_of(cell))
    bold = sum(len(collapse_spaces(text_of(part))) for part in cell.iter(*BOLD))
    return 0 < len(text) <= bold


def span_of(cell: Any, name: str, largest: int) -> int:
    """Return the rows or columns that a cell spans by its attribute `name`, 1 to `largest`; 0 in HTML means all."""
    value = _int(cell.get(name), 1)
    return min(max(value, 1), largest) if value != 0 else largest


# Text, code and pictures


def elements_with_blocks(body: Any) -> set[Any]:
    """Return the elements that have a block among their descendants: an <a> or <font> around paragraphs is transparent."""
    found: set[Any] = set()
    for element in body.iter(*BLOCKS):
        parent = element.getparent()
        while parent is not None and parent not in found:
            found.add(parent)
            parent = parent.getparent()
    return found


def text_of(element: Any) -> str:
    """Return all text in an element; "" for comments and processing instructions."""
    return "".join(element.itertext()) if isinstance(element.tag, str) else ""


def classes_of(element: Any) -> set[str]:
    """Return an element's classes in lower case."""
    value = element.get("class")
    return set(value.lower().split()) if value else set()


def named_anchor(element: Any) -> str:
    """Return the name of the first anchor in an element, "" without one."""
    names = (anchor.get("name") or anchor.get("id") for anchor in element.iter("a"))
    return str(next((name for name in names if name), ""))


def preformatted(element: Any) -> str:
    """Return the text of a preformatted element with its line breaks; tabs are eight columns, as in browsers."""
    parts: list[str] = [element.text or ""]
    for child in element.iterdescendants():
        if child.tag == "br":
            parts.append("\n")
        if isinstance(child.tag, str):
            parts.append(child.text or "")
        parts.append(child.tail or "")
    text = "".join(parts)
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").expandtabs(8).split("\n"))


def code_language(element: Any) -> str:
    """Return the language of a code block by its classes, "" where they name none."""
    names = (name for part in (element, *element.iter("code")) for name in classes_of(part))
    return next((name.split("-", 1)[1] for name in names if name.startswith(("language-", "lang-", "highlight-"))), "")


_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([0-9.]+\s*(?:px|pt|in|cm|mm|em|%)?)", re.IGNORECASE)
_MAX_SOURCE_CHARS = 2000
"""Characters of a picture's address that are kept: data: URLs hold whole pictures, which belong into no metadata."""


def picture_attributes(element: Any) -> dict[str, str]:
    """Return a picture's address, alternative text, title and size as its attributes and style give them."""
    if element.tag == "svg":
        title = element.find(".//{*}title")
        title = element.find(".//title") if title is None else title
        return {"src": "inline svg", "alt": collapse_spaces(title.text or "") if title is not None else ""}
    source = element.get("src") or element.get("data-src") or element.get("data") or element.get("poster") or ""
    attributes = {
        "src": source[:_MAX_SOURCE_CHARS],
        "alt": collapse_spaces(element.get("alt") or element.get("aria-label") or ""),
    }
    for name in ("title", "width", "height"):
        if element.get(name):
            attributes[name] = element.get(name).strip()
    for name, value in _STYLE_SIZE.findall(element.get("style") or ""):
        attributes.setdefault(name.lower(), value.strip())
    return attributes


def _int(value: str | None, default: int) -> int:
    match = re.match(r"\s*([+-]?\d{1,9})", value or "")
    return int(match.group(1)) if match else default
