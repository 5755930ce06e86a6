"""What commands print: JSON for programs, and files where they are asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Yield the file that was asked for, or the standard output."""
    if path is None:
        yield sys.stdout
        return
    with Path(path).open("w", encoding="utf-8", newline="") as out:
        yield out


def print_json(value: Any, out: TextIO | None = None) -> None:
    """Print a value as JSON, with its characters written out."""
    print(json.dumps(value, ensure_ascii=False, indent=1, default=str), file=out or sys.stdout)
