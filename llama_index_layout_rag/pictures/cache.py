"""Descriptions that were paid for once: by hash of the crop, place in the manual, prompt version and model.

Only complete descriptions are kept; a failure never is. Each is a file of its own, written when it arrives, so that a run that
crashes goes on where it stopped, and several processes can share a folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from llama_index_layout_rag.pictures.description import PROMPT_VERSION, PictureDescription
from llama_index_layout_rag.pictures.ocr import PictureText

_M = TypeVar("_M", bound=BaseModel)


class CachedDescription(BaseModel):
    """A description and what it cost."""

    description: PictureDescription
    model: str = ""
    tokens: int = 0


def description_key(crop_sha256: str, model: str, language: str, section_path: Sequence[str], caption: str) -> str:
    """Key of a description. Page numbers and neighbours are not in it: they change without the picture changing."""
    parts = [crop_sha256, PROMPT_VERSION, model, language, *section_path, caption]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


class PictureCache:
    """Descriptions and read texts in a folder, or in this process's memory where no folder is given."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._memory: dict[str, str] = {}
        self._lock = threading.Lock()

    def description(self, key: str) -> CachedDescription | None:
        """The description kept under a key, or None; a file that is broken counts as absent."""
        return self.get(key, CachedDescription)

    def keep_description(self, key: str, value: CachedDescription) -> None:
        """Keeps a complete description.

        Raises:
            OSError: When the folder cannot be written.
        """
        self.keep(key, value)

    def text(self, crop_sha256: str) -> PictureText | None:
        """The text that OCR read off a crop, or None."""
        return self.get(f"ocr-{crop_sha256}", PictureText)

    def keep_text(self, crop_sha256: str, value: PictureText) -> None:
        """Keeps a read text.

        Raises:
            OSError: When the folder cannot be written.
        """
        self.keep(f"ocr-{crop_sha256}", value)

    def get(self, key: str, kind: type[_M]) -> _M | None:
        """What is kept under a key, or None; a file that is broken counts as absent."""
        with self._lock:
            kept = self._memory.get(key)
        try:
            if kept is None and self._folder is not None:
                kept = (self._folder / f"{key}.json").read_text(encoding="utf-8")
            return kind.model_validate_json(kept) if kept is not None else None
        except (OSError, ValueError):
            return None

    def keep(self, key: str, value: BaseModel) -> None:
        """Keeps a complete answer.

        Raises:
            OSError: When the folder cannot be written.
        """
        data = value.model_dump_json()
        with self._lock:
            self._memory[key] = data
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        part = self._folder / f".{key}.{secrets.token_hex(4)}"
        part.write_text(data, encoding="utf-8")
        os.replace(part, self._folder / f"{key}.json")
