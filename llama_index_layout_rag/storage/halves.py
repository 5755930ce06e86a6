"""The missing half of a Qdrant client: async calls on a sync client, sync calls on an async one.

QdrantVectorStore raises on every async method when it was given a sync client only, and on every sync one when it was
given an async client only. Each adapter here answers to the methods of the client that is missing.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

from qdrant_client import AsyncQdrantClient, QdrantClient

from llama_index_layout_rag.storage.local import local_backend


class AsyncOverSync:
    """An async client whose calls run a sync client's in a worker thread."""

    def __init__(self, client: QdrantClient) -> None:
        self._sync_client = client

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._sync_client, name)
        if name.startswith("_") or not callable(member):
            return member

        async def in_thread(*args: Any, **kwargs: Any) -> Any:
            return await asyncio.to_thread(member, *args, **kwargs)

        return in_thread


class SyncOverAsync:
    """A sync client over an embedded (local mode) async client, whose coroutines never wait for anything.

    They are therefore run to their end on the spot, whatever event loop the caller may or may not be in.
    """

    def __init__(self, aclient: AsyncQdrantClient) -> None:
        self._async_client = aclient

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._async_client, name)
        if name.startswith("_") or not callable(member):
            return member

        def to_the_end(*args: Any, **kwargs: Any) -> Any:
            result = member(*args, **kwargs)
            return _finish(result) if inspect.iscoroutine(result) else result

        return to_the_end


class LazySyncClient:
    """A sync client for the server that an async client speaks to, connected on first use.

    The async client's connections belong to its event loop and cannot serve sync callers; a second client with the
    same options can.
    """

    # Asked for by those who look for an embedded client; it must not connect.
    _client = None

    def __init__(self, aclient: AsyncQdrantClient) -> None:
        self._options = dict(aclient.init_options)
        self._connected: QdrantClient | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._connected is None:
            self._connected = QdrantClient(**self._options)
        return getattr(self._connected, name)


def sync_half(aclient: AsyncQdrantClient) -> Any:
    """Something that answers to the methods of QdrantClient, over an async client."""
    return SyncOverAsync(aclient) if local_backend(aclient) is not None else LazySyncClient(aclient)


def async_half(client: QdrantClient) -> Any:
    """Something that answers to the methods of AsyncQdrantClient, over a sync client."""
    return AsyncOverSync(client)


def _finish(coroutine: Coroutine[Any, Any, Any]) -> Any:
    step: Callable[[None], Any] = coroutine.send
    try:
        step(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError("The embedded Qdrant client waits for something: pass a sync `client` beside `aclient`.")
