"""How the Python interpreter runs while a document is read: its garbage collector rarely, its threads in quick turns.

Reading makes hundreds of thousands of small objects that live until it ends and form no cycles. At its usual threshold
the collector goes through them again and again for nothing, which is 8 % of the time.

The thread that parses the next page needs the interpreter for microseconds between two calls of PDFium. At the usual
interval it waits for it longer than the whole analysis of a page takes, and parses little meanwhile: 9 % of the time.
"""

from __future__ import annotations

import gc
import math
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 100_000
"""New containers after which the collector runs while a document is read (Python's own figure is 700, from 3.13 on 2,000);
what other threads leave behind meanwhile stays bounded."""

QUICKLY = 0.0001
"""Seconds after which a thread hands the interpreter to one that waits for it (Python's own figure is 0.005). Shorter
ones bring no more."""

_HALF_MICROSECOND = 0.5e-6

_lock = threading.Lock()
_readers = 0
_threshold: tuple[int, int, int] = gc.get_threshold()
_interval: float = sys.getswitchinterval()


def _forget_readers() -> None:
    """A forked process has none of the threads that read in its parent."""
    global _lock, _readers
    _lock = threading.Lock()
    if _readers:
        _readers = 0
        _put_back()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_readers)


@contextmanager
def interpreter_for_reading() -> Iterator[None]:
    """Collects rarely and switches quickly inside. The last of several threads puts both back.

    A collector that is off stays off, a shorter interval stays shorter, and what someone else sets meanwhile stays as
    well.
    """
    global _readers
    with _lock:
        if _readers == 0:
            _change()
        _readers += 1
    try:
        yield
    finally:
        with _lock:
            _readers = max(0, _readers - 1)
            if _readers == 0:
                _put_back()


def _change() -> None:
    global _threshold, _interval
    _threshold, _interval = gc.get_threshold(), sys.getswitchinterval()
    if 0 < _threshold[0] < RARELY:
        gc.set_threshold(RARELY, *_threshold[1:])
    if _interval > QUICKLY:
        sys.setswitchinterval(QUICKLY)


def _put_back() -> None:
    if gc.get_threshold() == (RARELY, *_threshold[1:]):
        gc.set_threshold(*_threshold)
    if math.isclose(sys.getswitchinterval(), QUICKLY):
        # The interpreter cuts to whole microseconds, and what it gives may lie a trace below.
        sys.setswitchinterval(_interval + _HALF_MICROSECOND)
