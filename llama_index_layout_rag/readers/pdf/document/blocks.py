"""Blocks: paragraphs, headings and list items before their kind is known, and the tables and pictures between them."""

from __future__ import annotations

from dataclasses import dataclass, field

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.markers import ListMarker, split_marker
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.pdf.page import Line, PageTable, Picture


@dataclass
class Block:
    """A run of lines that form one paragraph, heading or item; or a table or picture at its place in the reading order.

    All coordinates are points from the top left corner of the analysed page.

    Attributes:
        page: Page of the first line, 1-based.
        lines: Lines in order; they may be on several pages.
        column: Left and right edge of the column on the first page.
        whole: Whether the column is the only one at its height.
        frame: Box around the block (a warning box), if any.
        band: Colour of the background bar behind it, or None.
        underlined: Whether a rule across the column runs below it.
        gap_above: Points to the item above in the column, None at the top.
        gap_below: Points to the item below, None at the end.
        marker: List marker at the beginning.
        text_x: Left edge of the text after the marker.
        dotted: Whether the bullet is drawn and no character.
        unseen: Whether it is white on a white page.
        height_share: Top edge as a share of the page's height.
        table: The table, where the block is one.
        picture: The picture, where the block is one.
        box: Bounding box on the first page.
        right: Right edge up to which lines are filled.
        contents: Whether it is an entry of the table of contents.
        contents_page: The printed page number of that entry.
        breaks: Positions of lines that follow a line break of the author.
        code: Whether it is program code.
        inline: Whether it is a picture inside a line of text.
        merged: Whether its text has become part of another block.
    """

    page: int
    lines: list[Line]
    column: tuple[float, float]
    whole: bool = True
    frame: Box | None = None
    band: int | None = None
    underlined: bool = False
    gap_above: float | None = None
    gap_below: float | None = None
    marker: ListMarker | None = None
    text_x: float = 0.0
    dotted: bool = False
    unseen: bool = False
    height_share: float = 0.0
    table: PageTable | None = None
    picture: Picture | None = None
    box: Box = (0.0, 0.0, 0.0, 0.0)
    right: float = 0.0
    contents: bool = False
    contents_page: str | None = None
    breaks: set[int] = field(default_factory=set)
    code: bool = False
    inline: bool = False
    merged: bool = False

    @property
    def is_text(self) -> bool:
        """Whether the block holds text and is neither table nor picture."""
        return self.table is None and self.picture is None

    @property
    def text(self) -> str:
        """The lines as running text, marker included, with words divided at line ends rejoined."""
        joined = ""
        for position, line in enumerate(self.lines):
            if not joined:
                joined = line.text
            elif position in self.breaks:
                joined = f"{joined}\n{line.text}"
            else:
                joined = join_lines(joined, line.text)
        return joined

    @property
    def body(self) -> str:
        """The running text without the marker."""
        if self.marker is None or self.dotted:
            return self.text
        split = split_marker(self.text)
        if split is None or split.marker != self.marker.marker:
            # Some markers are known only by what is drawn around them or by the neighbouring items.
            return self.text.lstrip().removeprefix(self.marker.marker).lstrip()
        return split.rest

    @property
    def size(self) -> float:
        """Type size of the first line in points."""
        return self.lines[0].size if self.lines else 0.0

    @property
    def bold(self) -> bool:
        """Whether all lines are bold."""
        return bool(self.lines) and all(line.bold for line in self.lines)

    @property
    def x0(self) -> float:
        """Left edge of the first line."""
        return self.lines[0].x0 if self.lines else self.box[0]

    def update_box(self) -> None:
        """Recompute the box from the lines of the first page."""
        own = [line.box for line in self.lines if line.page == self.page]
        if own:
            self.box = union(own)
