"""A vision model server of the OpenAI chat-completions form on loopback, for a real client to speak to."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from PIL import Image

Reply = Callable[["Handler", "Request"], None]
API_KEY = "sk-test-0123456789abcdef"


class Request:
    """One request as the server received it."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.body = body
        parts = [p for m in body["messages"] for p in _parts(m["content"])]
        self.text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        self.images = [_image(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _image(url: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(url.split(",", 1)[1]))).convert("RGB")


class Handler(BaseHTTPRequestHandler):
    """Answers with what the server's script says next; its last entry repeats."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        server: Any = self.server
        with server.lock:
            request = Request(json.loads(raw))
            request.body["arrived"] = time.monotonic()
            server.requests.append(request)
            index = min(len(server.requests), len(server.script)) - 1
        server.script[index](self, request)

    def send(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Quiet."""


def says(text: str, tokens: int = 321) -> Reply:
    """An answer with this content."""

    def reply(handler: Handler, request: Request) -> None:
        message = {"role": "assistant", "content": text}
        handler.send(
            200,
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": request.body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": tokens - 21, "completion_tokens": 21, "total_tokens": tokens},
            },
        )

    return reply


def describes(**fields: Any) -> Reply:
    """An answer that is the JSON of these fields."""
    return says(json.dumps(fields, ensure_ascii=False))


def fails(status: int, headers: dict[str, str] | None = None) -> Reply:
    """An HTTP error whose body names the key, as some servers do."""

    def reply(handler: Handler, request: Request) -> None:
        handler.send(status, {"error": {"message": f"refused for key {API_KEY}", "type": "error"}}, headers)

    return reply


def hangs(seconds: float) -> Reply:
    """No answer for so long."""

    def reply(handler: Handler, request: Request) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return reply


def closes(handler: Handler, request: Request) -> None:
    """The connection breaks off without an answer."""
    handler.close_connection = True
    handler.connection.close()


class VisionServer:
    """A running server: its address and the requests it received."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url = f"http://127.0.0.1:{server.server_port}/v1"

    @property
    def requests(self) -> list[Request]:
        return list(self._server.requests)

    def script(self, *replies: Reply) -> None:
        """What is answered from now on, one reply a request; the last one repeats."""
        self._server.requests.clear()
        self._server.script[:] = replies


@contextmanager
def vision_server(*replies: Reply) -> Iterator[VisionServer]:
    """A server that answers with these replies in turn; the last one repeats."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.script, server.requests, server.lock = list(replies), [], threading.Lock()
    server.handle_error = lambda *args: None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield VisionServer(server)
    finally:
        server.shutdown()
        server.server_close()
