"""The transform from a PDF's user space to the displayed page."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from llama_index_layout_rag.layout.boxes import Box

Numbers = TypeVar("Numbers", float, np.ndarray)


class PageTransform:
    """Coordinate transform of one page (crop box, rotation, user unit) to points from the top left of the displayed page."""

    def __init__(self, box: Box, rotation: int, unit: float) -> None:
        left, bottom, right, top = box
        rows = {
            0: (1, 0, -left, 0, -1, top),
            90: (0, 1, -bottom, 1, 0, -left),
            180: (-1, 0, right, 0, 1, -bottom),
            270: (0, -1, top, -1, 0, right),
        }[rotation]
        self.ax, self.bx, self.cx, self.ay, self.by, self.cy = (value * unit for value in rows)

    def point(self, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        """Transform a point, or an array of points."""
        return self.ax * x + self.bx * y + self.cx, self.ay * x + self.by * y + self.cy

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """Return the displayed box between two opposite corners."""
        ux, uy = self.point(x0, y0)
        vx, vy = self.point(x1, y1)
        return min(ux, vx), min(uy, vy), max(ux, vx), max(uy, vy)

    def direction(self, a: float, b: float) -> tuple[float, float]:
        """Transform a direction."""
        return self.ax * a + self.bx * b, self.ay * a + self.by * b
