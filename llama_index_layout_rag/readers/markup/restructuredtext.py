"""reStructuredText as layout: parsed by docutils, rendered to HTML and read by the HTML reader.

The markup that Sphinx adds is known; the content of any other unknown directive is read as text. No other file is read.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import Directive, Parser, directives, states
from docutils.utils import unescape
from docutils.writers import html5_polyglot

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.common import LayoutBuilder, format_number
from llama_index_layout_rag.readers.markup.html import read_tree
from llama_index_layout_rag.readers.markup.html_tree import parse_html
from llama_index_layout_rag.readers.markup.text import decode_source

_SETTINGS = {
    "_disable_config": True,
    "docinfo_xform": False,
    "doctitle_xform": False,
    "file_insertion_enabled": False,
    "footnote_references": "brackets",
    "halt_level": 6,
    "math_output": "LaTeX",
    "output_encoding": "unicode",
    "raw_enabled": False,
    "report_level": 6,
    "smart_quotes": False,
    "syntax_highlight": "none",
}
"""Nothing is read from disk, no error stops the parser, and the text stays as it is printed."""


def read_restructured_text(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read a reStructuredText file; arguments and errors as `read_plain_text`."""
    text, warnings = decode_source(data, source, encoding)
    unread: list[str] = []
    settings = {**_SETTINGS, "unread_files": unread, "line_length_limit": len(text) + 1}
    try:
        with _sphinx_directives():
            parts = publish_parts(
                text, parser=Parser(inliner=_inliner()), writer=_Writer(), settings_overrides=settings
            )
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        reason = "its blocks are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise LayoutReadError(source.uri, f"the reStructuredText cannot be read ({reason}); check the file.") from error
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    builder.warnings.extend(
        f"{source.uri}: the included file {name} is not read; read its folder as one manual." for name in unread
    )
    read_tree(parse_html(f"<html><body>{parts['body']}</body></html>", source.uri), builder, source.uri)
    return builder.document(source)


class _Translator(html5_polyglot.HTMLTranslator):
    """HTML whose list items carry their printed marker, and whose blocks carry the classes that the HTML reader knows."""

    def visit_list_item(self, node: Any) -> None:
        parent = node.parent
        attributes = {}
        if isinstance(parent, nodes.enumerated_list):
            number = parent.get("start", 1) + parent.index(node)
            printed = format_number(number, _COUNTER_STYLES.get(parent["enumtype"], "decimal"))
            attributes["data-marker"] = f"{parent['prefix']}{printed}{parent['suffix']}"
        self.body.append(self.starttag(node, "li", "", **attributes))

    def visit_footnote(self, node: Any) -> None:
        label = node.next_node(nodes.label)
        mark = label.astext() if label is not None else ""
        self.body.append(self.starttag(node, "div", classes=["footnote-definition"], **{"data-mark": mark}))

    def depart_footnote(self, node: Any) -> None:
        self.body.append("</div>\n")

    visit_citation, depart_citation = visit_footnote, depart_footnote

    def visit_label(self, node: Any) -> None:
        raise nodes.SkipNode

    def visit_math(self, node: Any) -> None:
        tag = "pre" if isinstance(node, nodes.math_block) else "span"
        self.body.append(self.starttag(node, tag, "", classes=["math"]))
        self.body.append(self.encode(node.astext()) + f"</{tag}>")
        raise nodes.SkipNode

    def visit_math_block(self, node: Any) -> None:
        self.visit_math(node)

    def visit_literal(self, node: Any) -> None:
        self.body.append(self.starttag(node, "code", ""))

    def depart_literal(self, node: Any) -> None:
        self.body.append("</code>")


_COUNTER_STYLES = {
    "loweralpha": "lower-alpha",
    "upperalpha": "upper-alpha",
    "lowerroman": "lower-roman",
    "upperroman": "upper-roman",
}


class _Writer(html5_polyglot.Writer):
    def __init__(self) -> None:
        super().__init__()
        self.translator_class = _Translator


def _inliner() -> Any:
    """Return an inline parser that reads the roles of Sphinx, and the text of roles that nobody knows.

    The method is replaced on the object: docutils builds its patterns from the attributes of the very class.
    """
    inliner: Any = states.Inliner()
    interpreted_by_docutils = inliner.interpreted

    def interpreted(rawsource: str, text: str, role: str, lineno: int) -> tuple[list[Any], list[Any]]:
        if role in _DOCUTILS_ROLES:
            found, messages = interpreted_by_docutils(rawsource, text, role, lineno)
            return found, messages
        shown = unescape(text)
        if shown.endswith(">") and " <" in shown:
            shown = shown.rpartition(" <")[0]
        if role == "menuselection":
            shown = shown.replace("-->", ">")
        node = nodes.strong if role in _BOLD_ROLES else nodes.literal if role in _LITERAL_ROLES else nodes.inline
        return [node(rawsource, shown.lstrip("~!"))], []

    inliner.interpreted = interpreted
    return inliner


_DOCUTILS_ROLES = frozenset(
    """
        emphasis literal math strong sub subscript sup superscript title-reference title t pep rfc code raw
    """.split()  # noqa: SIM905
)
_BOLD_ROLES = frozenset(["guilabel", "menuselection", "kbd", "command"])
_LITERAL_ROLES = frozenset(["file", "option", "samp", "program", "envvar", "makevar"])


class _AnyOptions(dict[str, Any]):
    """An option specification that takes every option as it is."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: str) -> Any:
        return directives.unchanged


class _Tolerant(Directive):
    """A directive that takes any arguments and options."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = _AnyOptions()
    has_content = True

    @property
    def argument(self) -> str:
        return self.arguments[0] if self.arguments else ""

    def parsed(self, node: Any) -> list[Any]:
        """Return the node with the parsed content; a content-less directive may have its text as argument."""
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]

    def paragraph(self) -> list[Any]:
        children, messages = self.state.inline_text(self.argument, self.lineno)
        return [nodes.paragraph(self.argument, "", *children, classes=["admonition-title"]), *messages]


class _Container(_Tolerant):
    """Topics, tabs and what extensions bring: the argument is a printed title."""

    def run(self) -> list[Any]:
        return [*(self.paragraph() if self.argument else []), *self.parsed(nodes.container())]


class _Transparent(_Tolerant):
    def run(self) -> list[Any]:
        return self.parsed(nodes.container())


class _Omitted(_Tolerant):
    def run(self) -> list[Any]:
        return []


class _SeeAlso(_Tolerant):
    def run(self) -> list[Any]:
        box = nodes.note(classes=["seealso"])
        if self.argument:
            box += nodes.paragraph("", "", *self.state.inline_text(self.argument, self.lineno)[0])
        return self.parsed(box)


class _Code(_Tolerant):
    def run(self) -> list[Any]:
        text = "\n".join(self.content)
        block = nodes.literal_block(text, text, classes=["code", f"language-{self.argument}"] if self.argument else [])
        return [*self._caption(), block]

    def _caption(self) -> list[Any]:
        caption = self.options.get("caption")
        return [nodes.paragraph("", caption)] if caption else []


class _Include(_Tolerant):
    def run(self) -> list[Any]:
        self.state.document.settings.unread_files.append(self.argument)
        return []


_SILENT = """
    toctree contents index highlight default-role raw meta tabularcolumns role sectnum currentmodule module versionadded
""".split()  # noqa: SIM905

_DIRECTIVES: dict[str, type[Directive]] = {
    **dict.fromkeys(["include", "literalinclude"], _Include),
    **dict.fromkeys(["code", "code-block", "sourcecode", "prompt"], _Code),
    **dict.fromkeys(["only", "ifconfig", "class", "rst-class"], _Transparent),
    **dict.fromkeys(_SILENT, _Omitted),
    "seealso": _SeeAlso,
}

_LOCK = threading.Lock()


@contextmanager
def _sphinx_directives() -> Iterator[None]:
    """Make docutils find the directives above, and `_Container` for unknown names; its registry is one per process."""
    found = directives.directive

    def directive(name: str, language: Any, document: Any) -> tuple[Any, list[Any]]:
        own = _DIRECTIVES.get(name.lower())
        known, messages = (own, []) if own is not None else found(name, language, document)
        return (known or _Container), messages

    with _LOCK:
        directives.directive = directive
        try:
            yield
        finally:
            directives.directive = found
