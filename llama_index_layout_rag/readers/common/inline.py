"""Running text with its bold words, code, links and pictures, each with its offset in the text.

A paragraph of a markup file is more than a string: the words in bold are what the reader has to press, and a picture
in the middle of a line is a button. `InlineWriter` collects such text as a browser lays it out: white space
collapsed, no blank between Japanese characters that only a line wrap has parted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from llama_index_layout_rag.layout.elements import TextSpan
from llama_index_layout_rag.layout.normalize import join_lines

INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphens, zero-width spaces, word joiners and byte order marks: they split words for a search."""

_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")


@dataclass(frozen=True)
class InlineSpan:
    """A marked piece of text: `start` and `end` are offsets in it, `href` a link's target or the reading of ruby."""

    style: str
    start: int
    end: int
    href: str = ""


@dataclass(frozen=True)
class InlineImage:
    """A picture at an offset of the text; `attributes` are the source's (src, alt, width, height, title)."""

    offset: int
    attributes: dict[str, str]


@dataclass(frozen=True)
class RichText:
    """Text with its spans and pictures."""

    text: str = ""
    spans: tuple[InlineSpan, ...] = ()
    images: tuple[InlineImage, ...] = ()

    def drop(self, count: int) -> RichText:
        """Return the text without its first `count` characters; spans and pictures move along."""
        spans = tuple(
            replace(span, start=max(0, span.start - count), end=span.end - count)
            for span in self.spans
            if span.end > count
        )
        images = tuple(replace(image, offset=max(0, image.offset - count)) for image in self.images)
        return RichText(self.text[count:], spans, images)

    def join(self, other: RichText, hard: bool) -> RichText:
        """Return this text and the next line of it; a hard break stays a line break, a soft one becomes a blank or nothing."""
        if not self.text or not other.text:
            return self.append(other)
        gap = "\n" if hard else " " if needs_blank(self.text[-1], other.text[0]) else ""
        return replace(self, text=self.text + gap).append(other)

    def append(self, other: RichText) -> RichText:
        """Return this text directly followed by another."""
        shift = len(self.text)
        moved = tuple(replace(span, start=span.start + shift, end=span.end + shift) for span in other.spans)
        images = tuple(replace(image, offset=image.offset + shift) for image in other.images)
        return RichText(self.text + other.text, self.spans + moved, self.images + images)

    def fields(self) -> dict[str, Any]:
        """Return the spans as fields of an element: `emphasis`, and `metadata` with `code`, `links` and `ruby`."""
        data: dict[str, object] = {}
        emphasis = [TextSpan(start=span.start, end=span.end) for span in self.spans if span.style == "bold"]
        code = [
            {"text": self.text[span.start : span.end], "start": span.start, "end": span.end}
            for span in self.spans
            if span.style == "code"
        ]
        links = [{"text": self.text[s.start : s.end], "href": s.href} for s in self.spans if s.style == "link"]
        ruby = [{"text": self.text[s.start : s.end], "reading": s.href} for s in self.spans if s.style == "ruby"]
        for key, value in (("code", code), ("links", links), ("ruby", ruby)):
            if value:
                data[key] = value
        return {"emphasis": emphasis, "metadata": data}

    def sole_link(self) -> str | None:
        """Return the target of the link that the whole text is, or None where some text is outside of links."""
        links = [span for span in self.spans if span.style == "link"]
        if not links or not self.text:
            return None
        inside = sum(span.end - span.start for span in links)
        outside = len(self.text) - inside
        return links[0].href if outside <= _LINK_ORNAMENT and len(links) == 1 else None


_LINK_ORNAMENT = 2
"""Characters beside a link that are only ornament: a closing full stop, an arrow."""


def needs_blank(last: str, following: str) -> bool:
    """Return whether a line wrap between two characters means a blank (never between Japanese characters)."""
    return len(join_lines(last, following)) > 2


@dataclass
class Line:
    """One line of a paragraph; `hard` says whether the author has asked for the break after it."""

    rich: RichText
    hard: bool = True


def joined(lines: Sequence[Line]) -> RichText:
    """Return lines as one text."""
    rich, hard = RichText(), True
    for line in lines:
        rich = rich.join(line.rich, hard)
        hard = line.hard
    return rich


@dataclass
class InlineWriter:
    """Collector of inline content that lays it out as lines."""

    lines: list[Line] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _last: str = ""
    _space: str = ""
    _blank_at: int = -1
    _spans: list[InlineSpan] = field(default_factory=list)
    _images: list[InlineImage] = field(default_factory=list)

    def text(self, content: str, style: str = "", href: str = "") -> None:
        """Add text; `style` is a blank-separated set of "bold" and "code", `href` the link it is in."""
        content = content.translate(INVISIBLE)
        start, position = None, 0
        for match in _WHITE_SPACE.finditer(content):
            start = self._word(content[position : match.start()], start)
            self._space = "\n" if "\n" in match.group() or self._space == "\n" else " "
            position = match.end()
        start = self._word(content[position:], start)
        if start is None:
            return
        for name in style.split():
            self._mark(name, start, "")
        if href:
            self._mark("link", start, href)

    def ruby(self, base: str, reading: str, href: str = "") -> None:
        """Add text with its reading, which is printed above it and is no part of the running text."""
        self.text(base, "", href)
        if base.strip() and reading.strip():
            self._mark("ruby", self._length - len(base.strip()), reading.strip())

    def image(self, attributes: dict[str, str]) -> None:
        """Add a picture at the present place of the text."""
        if self._space and self._last.strip():
            self._put(" ")
        self._space = ""
        self._images.append(InlineImage(self._length, attributes))

    def line_break(self, hard: bool = True) -> None:
        """End the line."""
        self._close_line(hard)

    def finish(self) -> list[Line]:
        """Return the lines collected so far, without empty ones at the ends; the writer is empty afterwards."""
        self._close_line(True)
        lines, self.lines = self.lines, []
        while lines and not lines[0].rich.text and not lines[0].rich.images:
            lines.pop(0)
        while lines and not lines[-1].rich.text and not lines[-1].rich.images:
            lines.pop()
        return lines

    def _word(self, word: str, start: int | None) -> int | None:
        """Append a word with the blank before it; return the offset at which the whole piece began."""
        if not word:
            return start
        if self._space and self._last.strip() and (self._space == " " or needs_blank(self._last, word[0])):
            self._put(" ")
        self._space = ""
        begin = self._length
        self._put(word)
        return begin if start is None else start

    def _put(self, piece: str) -> None:
        if piece == " ":
            self._blank_at = self._length
        self._parts.append(piece)
        self._length += len(piece)
        self._last = piece[-1]

    def _mark(self, style: str, start: int, href: str) -> None:
        # Pieces of one run that touch, or have only a blank between them, are one span.
        for index in range(len(self._spans) - 1, max(-1, len(self._spans) - 4), -1):
            span = self._spans[index]
            touches = span.end == start or (span.end == start - 1 == self._blank_at)
            if span.style == style and span.href == href and touches:
                self._spans[index] = replace(span, end=self._length)
                return
        self._spans.append(InlineSpan(style, start, self._length, href))

    def _close_line(self, hard: bool) -> None:
        text = "".join(self._parts)
        trimmed = text.rstrip(" ")
        spans = tuple(
            replace(span, end=min(span.end, len(trimmed))) for span in self._spans if span.start < len(trimmed)
        )
        self.lines.append(Line(RichText(trimmed, spans, tuple(self._images)), hard))
        self._parts, self._length, self._last, self._space, self._blank_at = [], 0, "", "", -1
        self._spans, self._images = [], []
