"""Fewer runs of Python's garbage collector while a document is read.

Reading makes hundreds of thousands of small objects that live until it ends and form no cycles. At its usual threshold
the collector goes through them again and again for nothing, which is 8 % of the time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 100_000
"""New containers after which the collector runs while a document is read (Python's own figure is 700); what other
threads leave behind meanwhile stays bounded."""

_lock = threading.Lock()
_readers = 0
_usual: tuple[int, int, int] = gc.get_threshold()


@contextmanager
def rare_collection() -> Iterator[None]:
    """Lets the collector run rarely inside. The last of several threads puts the threshold back.

    A collector that is off stays off, and a threshold that someone else sets meanwhile stays as well.
    """
    global _readers, _usual
    with _lock:
        if _readers == 0:
            _usual = gc.get_threshold()
            if 0 < _usual[0] < RARELY:
                gc.set_threshold(RARELY, *_usual[1:])
        _readers += 1
    try:
        yield
    finally:
        with _lock:
            _readers -= 1
            if _readers == 0 and gc.get_threshold()[0] == RARELY:
                gc.set_threshold(*_usual)
