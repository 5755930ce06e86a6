"""Builds Word files from pieces of WordprocessingML, so that tests hold exactly what Word writes and no library does."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
        "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
        "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def run(text: str, properties: str = "") -> str:
    """A run of text; `properties` is what stands in its w:rPr."""
    mark = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{mark}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(content: str = "", properties: str = "") -> str:
    """A paragraph; content that is no XML becomes a run."""
    inner = content if not content or content.startswith("<") else run(content)
    mark = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{mark}{inner}</w:p>"


def styled(style: str, content: str, properties: str = "") -> str:
    """A paragraph in a style."""
    return paragraph(content, f'<w:pStyle w:val="{style}"/>{properties}')


def item(content: str, number: int = 1, level: int = 0, properties: str = "") -> str:
    """A paragraph of a list."""
    return paragraph(content, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>{properties}')


def level(index: int, number_format: str, text: str, more: str = "", start: int = 1, left: int = 0) -> str:
    """A level of a list definition; `left` is the indent in twentieths of a point."""
    indent = f'<w:pPr><w:ind w:left="{left or 420 * (index + 1)}" w:hanging="420"/></w:pPr>'
    return (
        f'<w:lvl w:ilvl="{index}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>{more}'
        f'<w:lvlText w:val="{escape(text)}"/>{indent}</w:lvl>'
    )


def numbering(definitions: Mapping[int, str], lists: Mapping[int, int | str]) -> str:
    """The numbering part: levels by definition, and for each list its definition (or all of its XML)."""
    abstract = "".join(
        f'<w:abstractNum w:abstractNumId="{number}">{levels}</w:abstractNum>' for number, levels in definitions.items()
    )
    numbers = "".join(
        f'<w:num w:numId="{number}">'
        + (f'<w:abstractNumId w:val="{entry}"/>' if isinstance(entry, int) else entry)
        + "</w:num>"
        for number, entry in lists.items()
    )
    return f"<w:numbering {NAMESPACES}>{abstract}{numbers}</w:numbering>"


def style(style_id: str, name: str, properties: str = "", based_on: str = "", run_properties: str = "") -> str:
    """A paragraph style."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{style_id}"><w:name w:val="{name}"/>{base}'
        f"<w:pPr>{properties}</w:pPr><w:rPr>{run_properties}</w:rPr></w:style>"
    )


def field(instruction: str, result: str) -> str:
    """A field in its long form; content that is no XML becomes a run."""
    shown = result if not result or result.startswith("<") else run(result)
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{escape(instruction)}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def picture(relation: str, description: str = "", frame: str = "inline", extra: str = "") -> str:
    """A run with a picture of 60 by 30 points."""
    return (
        f'<w:r><w:drawing><wp:{frame}><wp:extent cx="762000" cy="381000"/>'
        f'<wp:docPr id="1" name="Picture 1" descr="{escape(description)}">{extra}</wp:docPr>'
        f'<a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name=""/></pic:nvPicPr><pic:blipFill>'
        f'<a:blip r:embed="{relation}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic>'
        f"</wp:{frame}></w:drawing></w:r>"
    )


def text_box(content: str, inside: str = "") -> str:
    """A run with a text box, once as Word writes it today and once for old programs; `inside` stands in its group."""
    return (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="2" name="Box"/>'
        f"<a:graphic><a:graphicData>{inside}<wps:wsp><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx>"
        "</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape>"
        f"<v:textbox><w:txbxContent>{content}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )


def cell(content: str, properties: str = "") -> str:
    """A table cell; content that is no XML becomes a paragraph."""
    inner = content if content.startswith("<") else paragraph(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    """A table row; cells that are no XML become cells."""
    inner = "".join(entry if entry.startswith("<w:tc>") else cell(entry) for entry in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def table(*rows: str, properties: str = "") -> str:
    """A table."""
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def docx(
    *blocks: str,
    styles: str = "",
    numbers: str = "",
    parts: Mapping[str, str | bytes] | None = None,
    relations: Mapping[str, tuple[str, str]] | None = None,
    core: str = "",
) -> bytes:
    """A Word file.

    Args:
        blocks: Content of the body.
        styles: w:style elements (and w:docDefaults).
        numbers: The numbering part, of `numbering`.
        parts: Further parts by name below "word/"; text ones become the content of a root that has the part's name.
        relations: Relationships of the body by id: kind and target ("external:…" for one outside).
        core: Content of the core properties.
    """
    related = dict(relations or {})
    files: dict[str, str | bytes] = {
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{''.join(blocks)}</w:body></w:document>"
    }
    if styles:
        files["word/styles.xml"] = f"<w:styles {NAMESPACES}>{styles}</w:styles>"
        related["rIdStyles"] = ("styles", "styles.xml")
    if numbers:
        files["word/numbering.xml"] = numbers
        related["rIdNumbers"] = ("numbering", "numbering.xml")
    for name, content in (parts or {}).items():
        files[f"word/{name}"] = content
    if core:
        files["docProps/core.xml"] = (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/">{core}</cp:coreProperties>'
        )
    files["word/_rels/document.xml.rels"] = _relationships(related)
    files["_rels/.rels"] = _relationships({"rId1": ("officeDocument", "word/document.xml")})
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _relationships(related: Mapping[str, tuple[str, str]]) -> str:
    entries = "".join(
        f'<Relationship Id="{key}" Type="{_OFFICE}/{kind}" Target="{target.removeprefix("external:")}"'
        + (' TargetMode="External"/>' if target.startswith("external:") else "/>")
        for key, (kind, target) in related.items()
    )
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        + entries
        + "</Relationships>"
    )
