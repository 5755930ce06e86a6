"""The error that every reader raises when a file cannot be read as a whole."""

from __future__ import annotations


class LayoutReadError(ValueError):
    """A file cannot be read. The message says which file, what is wrong and what to do.

    Args:
        source: Path or URL of the file.
        reason: What is wrong and what to do, as one sentence.
    """

    def __init__(self, source: str, reason: str) -> None:
        self.source = source
        self.reason = reason
        super().__init__(f"{source}: {reason}")

    def __reduce__(self) -> tuple[type[LayoutReadError], tuple[str, str]]:
        # Readers run in worker processes; the default pickling would pass the whole message as `source`.
        return type(self), (self.source, self.reason)
