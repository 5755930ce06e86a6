"""HTML pages as layout: headings, paragraphs, nested lists with the markers a browser prints, tables with spans,
pictures.

Nothing is fetched: pictures stay references, scripts and styles are dropped. The Markdown reader renders to HTML and
comes through here too, so that HTML inside Markdown and Markdown inside HTML are one case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.builder import LayoutBuilder, OpenItem, Place
from llama_index_layout_rag.readers.counters import bullet_of, marker_of
from llama_index_layout_rag.readers.decoding import decode_text
from llama_index_layout_rag.readers.inline import InlineImage, InlineWriter, Line, RichText, joined
from llama_index_layout_rag.readers.tables import MAX_ROWS, SourceCell, SourceRow, lay_out

_DROPPED = frozenset(
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
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
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
_BOLD = frozenset(["b", "strong"])
_CODE = frozenset(["code", "kbd", "samp", "tt", "var"])
_PICTURES = frozenset(["img", "svg", "object", "embed", "video"])
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
_ADMONITIONS = frozenset(
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
_BOX_CLASSES = frozenset(["admonition", "callout", "alert", "hint", "notice", "infobox", "message"])
_READ_APART = "data-layout-read-apart"
"""Set on elements that their parent reads itself (a figcaption by its figure)."""

_MAX_DEPTH = 150
"""Nested elements that are still told apart; what lies deeper is read as plain text. Real pages stay below 60."""


def read_html(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Reads an HTML page.

    Args:
        data: The file.
        source: Where it comes from.
        encoding: Encoding to take where the file has no byte order mark; by default the declared or the detected one.

    Raises:
        LayoutReadError: When the text cannot be decoded or holds nothing to read.
    """
    text, warnings = decode_text(data, source.uri, encoding, declared=declared_encoding(data))
    root = parse_html(text, source.uri)
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    read_tree(root, builder)
    return builder.document(source, language=_language(root), metadata_title=_page_title(root))


_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"^\s*<\?xml[^>]+encoding\s*=\s*[\"']([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_DECLARATION_BYTES = 4096
"""Browsers look at the first 1,024 bytes; pages with long comments above the declaration exist."""


def declared_encoding(data: bytes) -> str | None:
    """The encoding that the page itself declares (XML declaration or meta element), or None."""
    head = data[:_DECLARATION_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    return match.group(1).decode("ascii") if match else None


_STOPPING_ERRORS = frozenset(["ERR_RESOURCE_LIMIT", "ERR_NO_MEMORY", "ERR_INTERNAL_ERROR"])


def parse_html(text: str, name: str) -> Any:
    """The element tree of an HTML text.

    Raises:
        LayoutReadError: When there is nothing in it.
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
    # The parser stops at such an error and would pass off the first part of the page as the whole.
    fatal = next((entry for entry in parser.error_log if entry.type_name in _STOPPING_ERRORS), None)
    if fatal is not None:
        raise LayoutReadError(name, f"the HTML cannot be read to its end ({fatal.message}); check the file.")
    return root


_HEADING_TAG = re.compile(r"<(/?)h([1-6])\b", re.IGNORECASE)


def _close_headings(text: str) -> str:
    """<h2>…</h3> ends the heading in every browser; the parser would run on to the next </h2>."""
    opened = ""

    def close(match: re.Match[str]) -> str:
        nonlocal opened
        if not match.group(1):
            opened = match.group(2)
            return match.group()
        level, opened = opened or match.group(2), ""
        return f"</h{level}"

    return _HEADING_TAG.sub(close, text)


def read_tree(root: Any, builder: LayoutBuilder) -> None:
    """Reads a parsed page into the builder, in reading order."""
    body = root.find("body") if root.tag == "html" else root
    _PageReader(builder, body if body is not None else root).read()


@dataclass
class _Run:
    """Inline state while walking: bold and code styles and the link around."""

    style: str = ""
    href: str = ""


class _PageReader:
    """One walk over a page."""

    def __init__(self, builder: LayoutBuilder, body: Any) -> None:
        self.builder = builder
        self.body = body
        self.holds_block = _elements_with_blocks(body)
        self._cell_markers: dict[Any, dict[Any, str | None]] = {}

    def read(self) -> None:
        self.flow(self.body, Place(), 0)

    def flow(self, parent: Any, place: Place, depth: int) -> None:
        """Reads block content: runs of inline content become paragraphs, blocks are read one by one."""
        if depth > _MAX_DEPTH:
            self._paragraph_of_text(parent, place)
            return
        writer = InlineWriter()
        writer.text(parent.text or "")
        strays = [child for child in parent if child.tag in ("dt", "dd")] if parent.tag != "dl" else []
        for child in parent:
            if not isinstance(child.tag, str):
                pass
            elif self._is_block(child):
                self.builder.paragraph(writer.finish(), place)
                if not strays or child.tag not in ("dt", "dd"):
                    self.block(child, place, depth + 1)
                elif child is strays[0] or child.getprevious().tag not in ("dt", "dd"):
                    # Terms outside of a list, where the author has closed it too early.
                    self.definition_parts(_run_of_definitions(child), place, depth + 1)
            else:
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        self.builder.paragraph(writer.finish(), place)

    def block(self, element: Any, place: Place, depth: int) -> None:
        """Reads one block element."""
        tag = element.tag
        place = self._place_of(element, place)
        if tag in _DROPPED or tag == "hr" or element.get(_READ_APART):
            return
        if tag in _HEADINGS:
            rich = joined(self.lines_of(element, depth))
            self.builder.heading(_HEADINGS[tag], rich, place, element.get("id") or _named_anchor(element))
        elif tag in ("ul", "ol", "menu", "dir"):
            self.item_list(element, place, depth)
        elif tag == "dl":
            self.definitions(element, place, depth)
        elif tag == "table":
            self.table(element, place, depth)
        elif tag in ("pre", "xmp", "listing", "plaintext"):
            self.builder.code(_preformatted(element), place, _code_language(element))
        elif tag == "figure":
            self.figure(element, place, depth)
        elif tag == "p" and element.get("class", "").startswith("admonition-title"):
            self.builder.label(joined(self.lines_of(element, depth)).text, place)
        elif tag == "div" and "footnote-definition" in _classes(element):
            self.builder.footnote(element.get("data-mark", ""), joined(self.lines_of(element, depth)))
        else:
            self.flow(element, place, depth)

    # Lists

    def item_list(self, element: Any, place: Place, depth: int) -> None:
        """Reads a list; markers are printed ones (`data-marker`) or what a browser prints."""
        self.builder.open_item_without_text(place)
        inner = replace(place, depth=place.depth + 1)
        items = [child for child in element if child.tag == "li"]
        markers = iter(_list_markers(element, items, inner.depth))
        writer = InlineWriter()
        writer.text(element.text or "")
        for child in element:
            if not isinstance(child.tag, str):
                pass
            elif child.tag == "li":
                self.builder.paragraph(writer.finish(), place)
                item = OpenItem(next(markers), inner.depth, metadata=_item_metadata(child))
                self.flow(child, replace(self._place_of(child, inner), item=item), depth + 1)
            elif self._is_block(child):
                # A list directly inside a list is invalid and common: it is nested.
                self.builder.paragraph(writer.finish(), place)
                self.block(child, inner if child.tag in ("ul", "ol", "dl") else place, depth + 1)
            else:
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        self.builder.paragraph(writer.finish(), place)

    def definitions(self, element: Any, place: Place, depth: int) -> None:
        """Reads a definition list: a term and the first paragraph of its description are one item."""
        self.definition_parts(_definition_parts(element), place, depth)

    def definition_parts(self, parts: Iterable[Any], place: Place, depth: int) -> None:
        """Reads terms and descriptions that follow each other."""
        self.builder.open_item_without_text(place)
        inner = replace(place, depth=place.depth + 1)
        term = RichText()
        for child in parts:
            if child.tag == "dt":
                term = (
                    term.join(joined(self.lines_of(child, depth)), hard=True)
                    if term.text
                    else joined(self.lines_of(child, depth))
                )
                continue
            if child.tag == "dd":
                item = OpenItem(None, inner.depth, term=term if term.text else None)
                here = replace(inner, item=item)
                before = len(self.builder.elements)
                self.flow(child, here, depth + 1)
                if len(self.builder.elements) == before:
                    self.builder.open_item_without_text(here)
                term = RichText()
            else:
                self.block(child, inner, depth + 1)
        if term.text:
            self.builder.open_item_without_text(replace(inner, item=OpenItem(None, inner.depth, term=term)))

    # Tables

    def table(self, element: Any, place: Place, depth: int) -> None:
        """Reads a table; one that only lays out the page is read as a flow of its cells."""
        rows = list(_rows_of(element))[:MAX_ROWS]
        if _is_page_layout(element, rows):
            for row in rows:
                for cell in row:
                    if cell.tag in ("td", "th"):
                        self.flow(cell, place, depth + 1)
            return
        source_rows: list[SourceRow] = []
        cell_images: list[list[InlineImage]] = []
        for row in rows:
            source_row = SourceRow(is_header=row.getparent().tag == "thead" or "header" in _classes(row))
            for cell in row:
                if cell.tag not in ("td", "th"):
                    continue
                text, images = self.cell(cell, depth + 1)
                source_row.cells.append(
                    SourceCell(
                        text,
                        _span(cell, "rowspan", MAX_ROWS),
                        _span(cell, "colspan", 1000),
                        cell.tag == "th" or _is_bold_cell(cell),
                    )
                )
                cell_images.append(images)
            source_rows.append(source_row)
        captions = [joined(self.lines_of(child, depth)) for child in element if child.tag == "caption"]
        if len(source_rows) > 1 and len(source_rows[0].cells) == 1 and is_caption(source_rows[0].cells[0].text):
            captions.append(RichText(source_rows[0].cells[0].text))
            source_rows, cell_images = source_rows[1:], cell_images[1:]
        table, places = lay_out(source_rows)
        if not table.cells:
            return
        placed = [(image, *spot) for spot, found in zip(places, cell_images, strict=False) for image in found]
        start = len(self.builder.elements)
        added = self.builder.table(table, place, placed)
        for position, caption in enumerate(captions, start):
            self.builder.caption(caption, place, added, position)

    def cell(self, cell: Any, depth: int) -> tuple[str, list[InlineImage]]:
        """Text of a table cell, one line per paragraph or item, and the pictures in it."""
        lines = self.lines_of(cell, depth)
        text = "\n".join(line.rich.text for line in lines if line.rich.text)
        return text, [image for line in lines for image in line.rich.images]

    def figure(self, element: Any, place: Place, depth: int) -> None:
        """Reads a figure; its figcaption names the first picture or table in it."""
        start = len(self.builder.elements)
        captions = list(element.iter("figcaption"))
        for child in captions:
            child.set(_READ_APART, "1")
        self.flow(element, place, depth)
        owners = (ElementKind.PICTURE, ElementKind.TABLE)
        owner = next((added for added in self.builder.elements[start:] if added.kind in owners), None)
        for child in captions:
            self.builder.caption(joined(self.lines_of(child, depth)), place, owner)

    # Inline content

    def lines_of(self, element: Any, depth: int) -> list[Line]:
        """All content of an element as lines; blocks in it begin lines of their own."""
        writer = InlineWriter()
        writer.text(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        return [line for line in writer.finish() if line.rich.text or line.rich.images]

    def inline(self, element: Any, writer: InlineWriter, run: _Run, depth: int) -> None:
        """Adds an inline element to the running text."""
        tag = element.tag
        if tag in _DROPPED or (tag == "a" and "headerlink" in _classes(element)):
            return
        if tag == "br":
            writer.line_break(hard="soft" not in _classes(element))
            return
        if tag in _PICTURES or (tag == "input" and element.get("type") == "image"):
            if depth <= _MAX_DEPTH:
                attributes = _picture_attributes(element)
                if attributes:
                    writer.image(attributes)
            return
        if tag == "input":
            writer.text(element.get("value", "") if element.get("type") in ("button", "submit", "reset") else "")
            return
        if depth > _MAX_DEPTH:
            writer.text("".join(element.itertext()), run.style, run.href)
            return
        if tag == "ruby":
            self._ruby(element, writer, run)
            return
        style = f"{run.style} bold" if tag in _BOLD and "bold" not in run.style else run.style
        style = f"{style} code" if tag in _CODE and "code" not in style else style
        inner = _Run(style.strip(), element.get("href", "") if tag == "a" else run.href)
        starts_line = tag in _BLOCKS
        if starts_line:
            writer.line_break()
        if tag == "li":
            writer.text(f"{self._marker_in_parent(element) or ''} ")
        writer.text(element.text or "", inner.style, inner.href)
        for child in element:
            if isinstance(child.tag, str):
                self.inline(child, writer, inner, depth + 1)
            writer.text(child.tail or "", inner.style, inner.href)
        if starts_line:
            writer.line_break()
        elif tag in ("option", "td", "th"):
            writer.text(" ")

    def _ruby(self, element: Any, writer: InlineWriter, run: _Run) -> None:
        base: list[str] = [element.text or ""]
        reading: list[str] = []
        for child in element:
            (reading if child.tag == "rt" else [] if child.tag in ("rp", "rtc") else base).append(_text_of(child))
            base.append(child.tail or "")
        writer.ruby(collapse_spaces("".join(base)), collapse_spaces("".join(reading)), run.href)

    def _marker_in_parent(self, item: Any) -> str | None:
        """Marker of an item of a list inside a table cell or heading, where lists are only lines of text."""
        parent = item.getparent()
        if parent not in self._cell_markers:
            items = [child for child in parent if child.tag == "li"]
            self._cell_markers[parent] = dict(zip(items, _list_markers(parent, items, 1), strict=True))
        return self._cell_markers[parent].get(item)

    def _paragraph_of_text(self, element: Any, place: Place) -> None:
        writer = InlineWriter()
        writer.text("".join(element.itertext()))
        self.builder.paragraph(writer.finish(), place)

    def _is_block(self, element: Any) -> bool:
        return element.tag in _BLOCKS or element in self.holds_block

    def _place_of(self, element: Any, place: Place) -> Place:
        classes = _classes(element)
        if place.furniture is None:
            furniture = _furniture_of(element, classes)
            if furniture is not None:
                return replace(place, furniture=furniture, item=None)
        if element.tag == "blockquote":
            kind = _admonition_of(classes)
            metadata = {"block": "admonition", "admonition": kind} if kind else {"block": "quote"}
            return replace(place, metadata={**place.metadata, **metadata})
        if element.tag in ("div", "aside", "section", "p", "table") and (
            classes & _BOX_CLASSES or classes & _ADMONITIONS
        ):
            kind = _admonition_of(classes) or "note"
            return replace(place, metadata={**place.metadata, "block": "admonition", "admonition": kind})
        return place


def _elements_with_blocks(body: Any) -> set[Any]:
    """Elements that have a block among their descendants: an <a> or <font> around paragraphs is transparent."""
    found: set[Any] = set()
    for element in body.iter(*_BLOCKS):
        parent = element.getparent()
        while parent is not None and parent not in found:
            found.add(parent)
            parent = parent.getparent()
    return found


def _text_of(element: Any) -> str:
    return "".join(element.itertext()) if isinstance(element.tag, str) else ""


def _classes(element: Any) -> set[str]:
    value = element.get("class")
    return set(value.lower().split()) if value else set()


def _furniture_of(element: Any, classes: set[str]) -> ElementKind | None:
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


def _admonition_of(classes: set[str]) -> str | None:
    for name in sorted(classes):
        stem = re.sub(r"^(?:admonition|alert|callout|markdown-alert|hint|is)-", "", name)
        if stem in _ADMONITIONS or stem in ("success", "primary", "secondary"):
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


def _named_anchor(element: Any) -> str:
    for anchor in element.iter("a"):
        name = anchor.get("name") or anchor.get("id")
        if name:
            return str(name)
    return ""


def _list_markers(element: Any, items: list[Any], depth: int) -> list[str | None]:
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


def _item_metadata(element: Any) -> dict[str, Any]:
    checked = element.get("data-checked")
    return {} if checked is None else {"checked": checked == "1"}


def _definition_parts(element: Any) -> Iterator[Any]:
    for child in element:
        if child.tag == "div":
            yield from _definition_parts(child)
        elif isinstance(child.tag, str):
            yield child


def _run_of_definitions(first: Any) -> Iterator[Any]:
    element = first
    while element is not None and element.tag in ("dt", "dd"):
        yield element
        element = element.getnext()


def _rows_of(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def _is_page_layout(table: Any, rows: list[Any]) -> bool:
    if table.get("role") in ("presentation", "none"):
        return True
    cells = [cell for row in rows for cell in row if cell.tag in ("td", "th")]
    if len(cells) <= 1:
        return True
    if any(True for _ in table.iter(*_HEADINGS)) or any(inner is not table for inner in table.iter("table")):
        return True
    return all(not "".join(cell.itertext()).strip() for cell in cells) and any(True for _ in table.iter("img"))


def _is_bold_cell(cell: Any) -> bool:
    """Whether all text of a cell is bold, which is how tables without th mark their head."""
    text = collapse_spaces("".join(cell.itertext()))
    if not text:
        return False
    bold = sum(len(collapse_spaces("".join(part.itertext()))) for part in cell.iter(*_BOLD))
    return bold >= len(text)


def _span(cell: Any, name: str, largest: int) -> int:
    value = _int(cell.get(name), 1)
    return min(max(value, 1), largest) if value != 0 else largest


def _int(value: str | None, default: int) -> int:
    match = re.match(r"\s*([+-]?\d{1,9})", value or "")
    return int(match.group(1)) if match else default


def _preformatted(element: Any) -> str:
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


def _code_language(element: Any) -> str:
    for candidate in (element, *element.iter("code")):
        for name in _classes(candidate):
            if name.startswith(("language-", "lang-", "highlight-")):
                return name.split("-", 1)[1]
    return ""


_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([0-9.]+\s*(?:px|pt|in|cm|mm|em|%)?)", re.IGNORECASE)


def _picture_attributes(element: Any) -> dict[str, str]:
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


def _language(root: Any) -> str | None:
    value = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang")
    match = re.match(r"[A-Za-z]{2,3}", value or "")
    return match.group().lower() if match else None


def _page_title(root: Any) -> str | None:
    title = root.find(".//head/title")
    return collapse_spaces("".join(title.itertext())) or None if title is not None else None
