"""How layout parsers write pages and boxes, declared by each format, and the conversion to this package's boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from llama_index_layout_rag.layout.boxes import POINTS_PER_INCH, Box
from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.readers.parsers.values import MAX_COORDINATE, FormatError, as_box, as_int, rounded

MAX_PAGES = 100_000
"""More pages than any manual has: such a number is a mistake or an attack."""

LETTER, A4 = (612.0, 792.0), (595.0, 842.0)
"""Sizes in points of pages whose size nothing tells: boxes are then right in proportion only."""

MIN_MARGIN = 24.0
"""Points between the highest text of a document and the edge of its page."""


@dataclass(frozen=True)
class Unit:
    """What a number of a box counts.

    Attributes:
        points: Points per unit.
        parts: Units of a page's whole width and height, where boxes are parts of the page.
        is_pixel: Whether it is a pixel of the rendered page: without the size of that image it is taken for a point.
    """

    points: float = 1.0
    parts: float | None = None
    is_pixel: bool = False


POINT, INCH, PIXEL = Unit(), Unit(POINTS_PER_INCH), Unit(is_pixel=True)
SHARE, THOUSANDTH = Unit(parts=1.0), Unit(parts=1000.0)


@dataclass(frozen=True)
class Coordinates:
    """The coordinate system of a format.

    Attributes:
        unit: Unit of boxes and declared page sizes.
        from_bottom: Whether the origin is the bottom left corner with y up; else the top left one with y down.
        first_page: Number of the first page, 0 or 1.
    """

    unit: Unit = POINT
    from_bottom: bool = False
    first_page: int = 1


class Pages:
    """The pages of a document, and the conversion of a format's boxes to points from the top left of a page.

    Args:
        coordinates: Coordinate system of the format.
        known: Pages of the source PDF, whose sizes win over those that the format declares.
    """

    def __init__(self, coordinates: Coordinates, known: Iterable[LayoutPage] = ()) -> None:
        self.coordinates = coordinates
        self.known = {page.number: page for page in known}
        self.assumed_size = LETTER
        self.is_assumed = False
        self._from_pdf = set(self.known)
        self._declared: dict[int, tuple[float, float]] = {}

    def number(self, value: Any) -> int | None:
        """Return the 1-based number of a page, None where the value is none."""
        number = as_int(value)
        if number is None or (number := number + 1 - self.coordinates.first_page) < 1:
            return None
        if number > MAX_PAGES:
            raise FormatError(f"page number {number} is out of range")
        return number

    def declare(
        self,
        number: int | None,
        width: Any,
        height: Any,
        *,
        unit: Unit | None = None,
        points: float | None = None,
        label: str = "",
    ) -> None:
        """Take the size of a page from the format; impossible ones are passed over.

        Args:
            number: 1-based.
            width: Width in the unit.
            height: Height in the unit.
            unit: Unit of this page where it is not the format's.
            points: Points per unit, where the file says another resolution.
            label: Page number as printed.
        """
        size = as_box((0, 0, width, height))
        if number is None or size is None or not size[2] or not size[3]:
            return
        scale = points or (unit or self.coordinates.unit).points
        self._declared[number] = size[2], size[3]
        if number not in self.known:
            width, height = round(size[2] * scale, 2), round(size[3] * scale, 2)
            self.known[number] = LayoutPage(number=number, width=width, height=height, label=label or None)

    def box(
        self, number: int | None, values: Sequence[Any] | None, coordinates: Coordinates | None = None
    ) -> Box | None:
        """Return a box in points from the top left of its page, None where there is none.

        Args:
            number: 1-based page.
            values: x0, y0, x1, y1 as the format writes them.
            coordinates: Coordinate system of this box where it is not the format's.
        """
        system = coordinates or self.coordinates
        box = as_box(values) if values is not None else None
        if box is None or number is None:
            return None
        scale = self._scale(number, system)
        if scale is None:
            return None
        box = box[0] * scale[0], box[1] * scale[1], box[2] * scale[0], box[3] * scale[1]
        if system.from_bottom:
            height = self.size(number, box[3])[1]
            box = box[0], height - box[3], box[2], height - box[1]
        return rounded(box)

    def size(self, number: int, min_height: float = 0.0) -> tuple[float, float]:
        """Return width and height of a page in points; an assumed size is at least `min_height` high."""
        if number not in self.known:
            self.is_assumed = True
            width, height = self.assumed_size
            self.known[number] = LayoutPage(number=number, width=width, height=max(height, min_height))
        return self.known[number].width, self.known[number].height

    def assume(self, right: float, top: float) -> None:
        """Choose the size of pages that nothing tells: A4 where boxes reach higher than on US Letter and fit A4."""
        fits_a4 = right <= A4[0] and LETTER[1] - MIN_MARGIN < top <= A4[1]
        self.assumed_size = A4 if fits_a4 else LETTER

    def checked(self) -> list[LayoutPage]:
        """Return all pages in order.

        Raises:
            FormatError: When a size is impossible.
        """
        ordered = [page for _, page in sorted(self.known.items())]
        if any(first.number == second.number for first, second in pairwise(ordered)):
            raise FormatError("two pages have the same number")
        if any(not 0 < side < MAX_COORDINATE for page in ordered for side in (page.width, page.height)):
            raise FormatError("a page has an impossible size")
        return ordered

    def _scale(self, number: int, system: Coordinates) -> tuple[float, float] | None:
        if system.unit.parts is not None:
            width, height = self.size(number)
            return width / system.unit.parts, height / system.unit.parts
        declared = self._declared.get(number)
        if declared is not None:
            page = self.known[number]
            return page.width / declared[0], page.height / declared[1]
        if system.unit.is_pixel and number in self._from_pdf:
            return None
        return system.unit.points, system.unit.points
