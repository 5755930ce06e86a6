"""Markdown as layout: CommonMark with tables, and what manuals add to it.

Front matter, footnotes, admonitions in the dialects of GitHub, GitBook, MkDocs and Docusaurus, HTML blocks, task
lists. The text is rendered to HTML with the printed list numbers kept, and read by the HTML reader, so HTML inside
Markdown is read as what it is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.readers.common import LayoutBuilder
from llama_index_layout_rag.readers.files import decode_text
from llama_index_layout_rag.readers.markup.html import read_tree
from llama_index_layout_rag.readers.markup.html_tree import TAB_LABEL, parse_html


def read_markdown(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read a Markdown file.

    Args:
        data: The file.
        source: Where it comes from.
        encoding: Encoding to take where the file has no byte order mark; by default it is detected.

    Raises:
        LayoutReadError: When the text cannot be decoded or is empty.
    """
    text, warnings = decode_text(data, source.uri, encoding)
    return read_markdown_text(text, source, warnings)


def read_markdown_text(text: str, source: LayoutSource, warnings: Sequence[str] = ()) -> LayoutDocument:
    """Read Markdown that is already text; see `read_markdown`."""
    if not text.strip():
        raise LayoutReadError(source.uri, "the file holds no text; nothing can be read from it.")
    front, body = split_front_matter(text.replace("\r\n", "\n").replace("\r", "\n"))
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    try:
        html = render(rewrite_dialects(body))
    except (ValueError, RecursionError) as error:
        raise LayoutReadError(source.uri, f"the Markdown cannot be read ({error}); check the file.") from error
    if html.strip():
        read_tree(parse_html(f"<html><body>{html}</body></html>", source.uri), builder, source.uri)
    return builder.document(
        source,
        title=_front_value(front, "title"),
        language=_front_value(front, "lang", "language"),
        version=_front_value(front, "version", "revision"),
    )


_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the YAML front matter of a file as a mapping, and the text after it; an empty mapping where there is none."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return {}, text
    import yaml

    try:
        values = yaml.safe_load(match.group(1))
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    if not isinstance(values, dict):
        # A rule, some text and another rule: no front matter.
        return {}, text
    return values, text[match.end() :]


def _front_value(front: dict[str, Any], *names: str) -> str | None:
    for name in names:
        value = front.get(name)
        if isinstance(value, (str, int, float)) and str(value).strip():
            return str(value).strip()
    return None


_MAX_NESTING = 100
"""Nested blocks and spans. The parser drops what lies deeper, and its limit of 20 for CommonMark cuts real lists."""


def render(text: str) -> str:
    """Return Markdown as HTML in which list items carry their printed marker (`data-marker`) and unknown tags stay text.

    Raises:
        ValueError: When blocks are nested so deeply that the parser would drop some.
    """
    closed = {name.lower() for name in _CLOSING_TAG.findall(text)}
    environment = {"closed_tags": closed}
    parser = _parser()
    tokens = parser.parse(text, environment)
    if any(token.level >= _MAX_NESTING - 1 for token in tokens):
        raise ValueError(f"lists or quotes are nested deeper than {_MAX_NESTING} levels")
    return str(parser.renderer.render(tokens, parser.options, environment))


@lru_cache(maxsize=1)
def _parser() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    parser.core.ruler.push("printed_markers", _keep_printed_markers)
    parser.core.ruler.push("bold_between_cjk", _mend_bold)
    parser.add_render_rule("html_inline", _render_html)
    parser.add_render_rule("html_block", _render_html)
    parser.add_render_rule("softbreak", _render_soft_break)
    return parser


def _keep_printed_markers(state: Any) -> None:
    """Write the printed number of every ordered item into its token.

    The author's numbers are kept where they grow ("4." begins a list after a picture has cut it); where they do not
    (1. 1. 1.) Markdown prints a count, and so do we.
    """
    lists: list[list[Any]] = []
    for index, token in enumerate(state.tokens):
        if token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append([])
        elif token.type == "list_item_open":
            lists[-1].append(token)
            _mark_task(token, state.tokens[index : index + 3])
        elif token.type == "ordered_list_close":
            _number_items(lists.pop())
        elif token.type == "bullet_list_close":
            lists.pop()


_LEFT_OVER_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]*?[^\s*])\*\*")


def _mend_bold(state: Any) -> None:
    """Mark text as bold that CommonMark leaves with its asterisks between Japanese punctuation (**「名前」**を)."""
    from markdown_it.token import Token

    for block in state.tokens:
        if block.type != "inline" or not block.children or "**" not in block.content:
            continue
        mended: list[Any] = []
        for token in block.children:
            if token.type != "text" or "**" not in token.content:
                mended.append(token)
                continue
            for number, piece in enumerate(_LEFT_OVER_BOLD.split(token.content)):
                if number % 2:
                    mended.append(Token("strong_open", "strong", 1, markup="**"))
                text = Token("text", "", 0, content=piece)
                mended.append(text)
                if number % 2:
                    mended.append(Token("strong_close", "strong", -1, markup="**"))
        block.children = mended


def _number_items(items: Sequence[Any]) -> None:
    numbers = [int(item.info) for item in items if item.info.isdecimal()]
    if len(numbers) != len(items) or not items:
        return
    grows = all(first < second for first, second in itertools.pairwise(numbers))
    for position, item in enumerate(items):
        number = numbers[position] if grows else numbers[0] + position
        item.attrSet("data-marker", f"{number}{item.markup}")


_TASK = re.compile(r"^\[([ xX])\]\s+")


def _mark_task(item: Any, following: Sequence[Any]) -> None:
    """Return a task list item ("[x] …") prints a check box."""
    if len(following) < 3 or following[1].type != "paragraph_open" or not following[2].children:
        return
    first = following[2].children[0]
    match = _TASK.match(first.content) if first.type == "text" else None
    if match:
        first.content = first.content[match.end() :]
        item.attrSet("data-checked", "0" if match.group(1) == " " else "1")
        if not item.info:
            item.attrSet("data-marker", "☐" if match.group(1) == " " else "☑")


def _render_soft_break(
    renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """Return a soft break stays white space, except where the next line begins with a printed marker ("・…", "① …")."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and following.type == "text" and split_marker(following.content) is not None:
        return '<br class="soft">\n'
    if (following is not None and following.type == "image") or (index and tokens[index - 1].type == "image"):
        return '<br class="soft">\n'
    return "\n"


def _render_html(renderer: Any, tokens: Sequence[Any], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    """Return HTML unchanged, except that unknown elements (<Enter>, <file name>) are text.

    An unknown element with attributes, a closing tag or a self-closing form is a component of a site generator.
    """
    closed = env.get("closed_tags", ())

    def escape(match: re.Match[str]) -> str:
        name, tag = match.group(1).lower(), match.group()
        if name in _known_tags() or name in closed or "=" in tag or tag.endswith("/>"):
            return tag
        return tag.replace("<", "&lt;").replace(">", "&gt;")

    return _TAG.sub(escape, tokens[index].content)


_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*>")
_CLOSING_TAG = re.compile(r"</([A-Za-z][A-Za-z0-9]*)\s*>")


@lru_cache(maxsize=1)
def _known_tags() -> frozenset[str]:
    from lxml.html import defs

    return frozenset(defs.tags) | frozenset(
        """
            article aside audio canvas details dialog figcaption figure footer header hgroup main mark meter nav
            output picture progress rp rt ruby search section source summary svg path g rect circle line polyline
            polygon text template time track video wbr center font strike tt u big kbd samp
        """.split()  # noqa: SIM905
    )


# Dialects: what is no CommonMark becomes HTML around Markdown

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_GITBOOK = re.compile(r"^\s*\{%\s*(/?end)?([a-z-]+)\s*(.*?)%\}\s*$")
_GITBOOK_VALUE = re.compile(r"(\w+)\s*=\s*\"([^\"]*)\"")
_MKDOCS = re.compile(r"^( *)(?:!!!|\?\?\?\+?)\s+([A-Za-z][\w -]*?)(?:\s+\"(.*)\")?\s*$")
_MKDOCS_TAB = re.compile(r"^( *)===[+!]?\s+\"(.+)\"\s*$")
_CONTAINER = re.compile(r"^ {0,3}(:{3,})\s*([A-Za-z][\w-]*)?\s*(.*?)\s*$")
_FOOTNOTE = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*(.*)$")
_ALERT = re.compile(r"^ {0,3}>\s*\[!([A-Za-z]+)\]\s*(.*)$")


def rewrite_dialects(text: str) -> str:
    """Return Markdown in which admonitions, tabs and footnotes of the dialects are `div` elements; code is left alone."""
    lines = text.split("\n")
    out: list[str] = []
    containers: list[str] = []
    index = 0
    fence = ""
    while index < len(lines):
        line = lines[index]
        index += 1
        fence_match = _FENCE.match(line)
        if fence:
            out.append(line)
            if fence_match and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if fence_match:
            fence = fence_match.group(1)
            out.append(line)
        elif match := _GITBOOK.match(line):
            out.extend(_gitbook(match))
        elif match := _MKDOCS_TAB.match(line):
            body, index = _indented(lines, index, len(match.group(1)) + 4)
            panel = [
                "",
                f'<p class="{TAB_LABEL}">{match.group(2)}</p>',
                "",
                *rewrite_dialects("\n".join(body)).split("\n"),
            ]
            out.extend(match.group(1) + part if part else part for part in [*panel, ""])
        elif match := _MKDOCS.match(line):
            body, index = _indented(lines, index, len(match.group(1)) + 4)
            out.extend(_box(match.group(2), match.group(3), rewrite_dialects("\n".join(body)), match.group(1)))
        elif (match := _CONTAINER.match(line)) and (match.group(2) or containers):
            out.extend(_container(match, containers))
        elif match := _FOOTNOTE.match(line):
            body, index = _indented(lines, index, 4)
            out.extend(_footnote(match.group(1), [match.group(2), *body]))
        elif match := _ALERT.match(line):
            body, index = _quoted(lines, index)
            out.extend(_box(match.group(1), match.group(2) or None, rewrite_dialects("\n".join(body)), ""))
        else:
            out.append(line)
    return "\n".join(out)


def _gitbook(match: re.Match[str]) -> Iterator[str]:
    closing, name, rest = match.groups()
    values = dict(_GITBOOK_VALUE.findall(rest))
    if closing:
        if name == "hint" or name in _GITBOOK_CONTAINERS:
            yield from ("", "</div>", "")
        return
    if name == "hint":
        kind = _GITBOOK_STYLES.get(values.get("style", ""), "note")
        yield from ("", f'<div class="admonition {kind}">', "")
        if kind in ("warning", "danger"):
            yield from ('<p class="admonition-title"></p>', "")
    elif name in _GITBOOK_CONTAINERS:
        yield from ("", "<div>", "")
        if values.get("title"):
            title = values["title"]
            yield from (f'<p class="{TAB_LABEL}">{title}</p>' if name == "tab" else f"**{title}**", "")
    elif name in ("embed", "file", "include"):
        target = values.get("url") or values.get("src") or rest.strip(' "')
        if target:
            yield from ("", f"[{target}]({target})", "")


_GITBOOK_CONTAINERS = frozenset(
    ["tabs", "tab", "content-ref", "stepper", "step", "columns", "column", "code", "updates", "update"]
)
_GITBOOK_STYLES = {"info": "info", "success": "tip", "warning": "warning", "danger": "danger"}


def _container(match: re.Match[str], containers: list[str]) -> list[str]:
    colons, name, title = match.groups()
    if name is None:
        containers.pop()
        return ["", "</div>", ""]
    containers.append(colons)
    head = ["", f'<div class="admonition {name.lower()}">', ""]
    title = title.strip('[]" ')
    return [*head, f'<p class="admonition-title">{"" if "{" in title else title}</p>', ""]


def _box(kind: str, title: str | None, body: str, indent: str) -> list[str]:
    head = f'<p class="admonition-title">{title or ""}</p>'
    lines = ["", f'<div class="admonition {kind.lower()}">', "", head, "", *body.split("\n"), "", "</div>", ""]
    return [indent + line if line else line for line in lines]


def _footnote(mark: str, body: Sequence[str]) -> list[str]:
    return ["", f'<div class="footnote-definition" data-mark="{mark}">', "", *body, "", "</div>", ""]


def _indented(lines: Sequence[str], index: int, columns: int) -> tuple[list[str], int]:
    """Return the following lines that are indented by so many blanks, dedented, blank lines within included, and their end."""
    body: list[str] = []
    while index < len(lines):
        line = lines[index].expandtabs(4)
        if line.strip() and len(line) - len(line.lstrip(" ")) < columns:
            break
        body.append(line[columns:])
        index += 1
    while body and not body[-1].strip():
        body.pop()
        index -= 1
    return body, index


def _quoted(lines: Sequence[str], index: int) -> tuple[list[str], int]:
    body: list[str] = []
    while index < len(lines) and lines[index].lstrip().startswith(">"):
        body.append(re.sub(r"^\s*> ?", "", lines[index]))
        index += 1
    return body, index
