"""What is known of each language, as data: its step rules (`ja`, `en`), the words that tell content types (`content`) and the
columns of step tables (`columns`). `register_language` adds the step rules of another one."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.english import EN
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.ja.japanese import JA
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules

_LANGUAGES: dict[str, VerbFinalRules | VerbFirstRules] = {JA.code: JA, EN.code: EN}


def rules_for(code: str) -> VerbFinalRules | VerbFirstRules | None:
    """The rules registered for a language code, or None."""
    return _LANGUAGES.get(code)


def register_language(rules: VerbFinalRules | VerbFirstRules) -> None:
    """Adds a language, or replaces its rules, for the whole process."""
    _LANGUAGES[rules.code] = rules
