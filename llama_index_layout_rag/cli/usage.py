"""Exit codes, and what is said when a command is used wrongly."""

from __future__ import annotations

OK, FOUND_PROBLEMS, USAGE = 0, 1, 2

EXIT_CODES = "Exit codes: 0 all is well, 1 something failed or was found, 2 wrong usage."


class UsageError(Exception):
    """The arguments do not go together. The message says what to give."""
