"""Number badges: step numbers on a drawn disc or square."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from llama_index_layout_rag.layout.boxes import Box, center, contains, contains_point, height, width
from llama_index_layout_rag.layout.markers import ListMarker
from llama_index_layout_rag.readers.pdf.page.lines import Line
from llama_index_layout_rag.readers.pdf.page.words import Word

SMALLEST, LARGEST = 7.0, 45.0
"""Points across a badge."""

ROUNDEST = 1.3
"""Width over height of a badge, or the reverse, at most."""

WIDEST = 3.5
"""Type sizes of its number across a badge, at most; what is larger is a picture or a box with a number in it."""

_LEVEL, _CHOICES = 3.0, 3
"""So many boxes, the same to so many points in height, are numbered choices on one line of a form and no steps."""

_SIDE = 2.0
"""Points by which the line around a badge may reach out of its box."""

_NUMBER = re.compile(r"\d{1,2}|[A-Z]")
_NUMBERED, _LETTERED = "badge", "badge_letter"


def find_badges(shapes: Iterable[Box]) -> list[Box]:
    """Return the shapes of a page that may be badges."""
    return [box for box in shapes if SMALLEST <= width(box) <= LARGEST and _is_round(box)]


def _is_round(box: Box) -> bool:
    high = height(box)
    return high > 0 and 1 / ROUNDEST <= width(box) / high <= ROUNDEST


def rules_that_divide(rules: Sequence[Box], boxes: Iterable[Box], words: Sequence[Word]) -> list[Box]:
    """Return the rules without the sides of outlined badges, which do not separate a number from its line.

    Args:
        rules: Vertical rules of a page.
        boxes: Isolated boxes, which no rule of another box or table touches.
        words: Words of the page.
    """
    numbers: list[Word] | None = None
    badges = []
    for box in find_badges(boxes):
        if numbers is None:
            numbers = [word for word in words if _NUMBER.fullmatch(word.text)]
        if any(_is_around(box, number) for number in numbers):
            badges.append(box)
    badges = [box for box in badges if sum(abs(box[1] - other[1]) < _LEVEL for other in badges) < _CHOICES]
    return [rule for rule in rules if not any(contains(badge, rule, _SIDE) for badge in badges)]


def _is_around(badge: Box, number: Word) -> bool:
    return contains_point(badge, *center(number.box)) and width(badge) <= WIDEST * number.size


def badge_marker(line: Line, badges: Sequence[Box]) -> ListMarker | None:
    """Return the number in a badge at the beginning of a line as its list marker, None if there is no badge."""
    if len(line.words) < 2 or not badges:
        return None
    number, following = line.words[0], line.words[1]
    if not _NUMBER.fullmatch(number.text):
        return None
    for badge in badges:
        if _is_around(badge, number) and badge[2] <= following.x0 + 1:
            rest = line.text.lstrip().removeprefix(number.text).lstrip()
            letter = number.text.isalpha()
            value = ord(number.text) - ord("A") + 1 if letter else int(number.text)
            return ListMarker(number.text, rest, _LETTERED if letter else _NUMBERED, value)
    return None
