"""Adapters from a sync Qdrant client to an async one, and the reverse.

QdrantVectorStore raises on every async method if it has a sync client only, and on every sync one if it has an async
client only. Each adapter has the methods of the missing client.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

from qdrant_client import AsyncQdrantClient, QdrantClient

from llama_index_layout_rag.storage.local import local_backend


class AsyncOverSync:
    """An async client that calls a sync client in a worker thread."""

    def __init__(self, client: QdrantClient) -> None:
        """Wrap a sync client."""
        self._sync_client = client

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the sync client; of a method, its async form."""
        member = getattr(self._sync_client, name)
        if name.startswith("_") or not callable(member):
            return member

        async def in_thread(*args: Any, **kwargs: Any) -> Any:
            return await asyncio.to_thread(member, *args, **kwargs)

        return in_thread


class SyncOverAsync:
    """A sync client over an embedded (local mode) async client.

    Its coroutines never suspend, so they run to completion in place, inside or outside of an event loop.
    """

    def __init__(self, aclient: AsyncQdrantClient) -> None:
        """Wrap an embedded async client."""
        self._async_client = aclient

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the async client; of a method, its sync form."""
        member = getattr(self._async_client, name)
        if name.startswith("_") or not callable(member):
            return member

        def to_completion(*args: Any, **kwargs: Any) -> Any:
            result = member(*args, **kwargs)
            return _completed(result) if inspect.iscoroutine(result) else result

        return to_completion


class LazySyncClient:
    """A sync client for the server of an async client, connected on first use.

    The async client's connections belong to its event loop and cannot serve sync callers; a second client with the
    same options can.
    """

    # Read to find out whether a client is embedded; it must not connect.
    _client = None

    def __init__(self, aclient: AsyncQdrantClient) -> None:
        """Take over the options of an async client."""
        self._options = dict(aclient.init_options)
        self._connected: QdrantClient | None = None

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the sync client, which is connected now if it was not yet."""
        if name.startswith("__"):
            raise AttributeError(name)
        if self._connected is None:
            self._connected = QdrantClient(**self._options)
        return getattr(self._connected, name)


def sync_client_over(aclient: AsyncQdrantClient) -> Any:
    """Return an object with the methods of QdrantClient over an async client."""
    return SyncOverAsync(aclient) if local_backend(aclient) is not None else LazySyncClient(aclient)


def _completed(coroutine: Coroutine[Any, Any, Any]) -> Any:
    step: Callable[[None], Any] = coroutine.send
    try:
        step(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError("The embedded Qdrant client waits for something: pass a sync `client` beside `aclient`.")
