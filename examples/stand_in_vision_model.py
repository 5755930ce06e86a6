"""A stand-in for a vision model: a server of OpenAI's chat-completions form on this machine, so that examples need no key.

It sees no pictures. It reads the caption in the request and answers with a description that a person wrote for this picture
beforehand; where it knows no such caption it says only what the caption says. Everything around it is as with a real model:
requests with both crops, JSON answers, tokens counted. Put a real model in its place with one line::

    llm = OpenAI(model="gpt-4o-mini")          # pip install llama-index-llms-openai, key in OPENAI_API_KEY
    llm = Ollama(model="qwen2.5vl")            # pip install llama-index-llms-ollama, on your own machine
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_CAPTION = re.compile(r'"caption": "((?:[^"\\]|\\.)*)"')

TOKENS_PER_IMAGE = 765
"""What a hosted model counts for a picture of this size, so that the report's figures look as they would."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers: Mapping[str, Mapping[str, Any]] = {}

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        parts = [part for message in request["messages"] for part in _parts(message["content"])]
        text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        images = sum(part["type"] == "image_url" for part in parts)
        answer = json.dumps(self._description(text), ensure_ascii=False)
        usage = {"prompt_tokens": len(text) // 4 + TOKENS_PER_IMAGE * images, "completion_tokens": len(answer) // 4}
        message = {"role": "assistant", "content": answer}
        body = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {**usage, "total_tokens": sum(usage.values())},
        }
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _description(self, text: str) -> dict[str, Any]:
        found = _CAPTION.search(text)
        caption = json.loads(f'"{found[1]}"') if found else ""
        known = next((dict(fields) for start, fields in self.answers.items() if caption.startswith(start)), None)
        return known or {"summary": caption or "A picture without a caption."}

    def log_message(self, *args: Any) -> None:
        """Quiet."""


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


@contextmanager
def stand_in_vision_model(answers: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The server while the block runs.

    Args:
        answers: The beginning of a caption to the fields of `PictureDescription` that are answered for it.

    Yields:
        The address to give a client as its base URL.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"answers": answers}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
