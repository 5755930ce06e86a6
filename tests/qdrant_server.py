"""The Qdrant server of the tests: the one at `QDRANT_URL`, or Qdrant's engine behind a socket (`edge_server`)."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os

import pytest


def is_real() -> bool:
    """Whether the tests were given a real server."""
    return bool(os.environ.get("QDRANT_URL"))


@functools.cache
def server_url() -> str:
    """Its URL; the test is skipped where there is neither a server nor the package qdrant-edge-py."""
    if is_real():
        return os.environ["QDRANT_URL"]
    pytest.importorskip("qdrant_edge", reason="needs a Qdrant server at QDRANT_URL, or qdrant-edge-py")
    from edge_server import edge_server

    stack = contextlib.ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(edge_server())
