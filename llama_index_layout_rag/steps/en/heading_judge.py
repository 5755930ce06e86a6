"""What the headings above an item say of it: that the section describes, lists what can be done, or has work done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.en.leading_labels import is_numbered
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.marking import MarkedText

_PATH = re.compile(r"\w\s*(?:>|→|\|)+\s*\w")
"""A menu path: "View > Options"."""
_LONGEST_ENTRY = 10
"""Words of an entry that tells what can be done."""


class HeadingJudge:
    """The heading rules of a language."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.rules = rules
        self.describing = rules.compiled("describing_heading", ignore_case=True)
        self.listing = rules.compiled("listing_heading", ignore_case=True)
        self.working = rules.compiled("working_heading", ignore_case=True)
        self.code = rules.compiled("code_heading")

    def describes(self, headings: Sequence[str]) -> bool:
        """Whether the section tells what was changed, who is thanked or what a function does ("parser.read(source)"): its
        base forms describe and tell the reader to do nothing."""
        if not headings:
            return False
        code = self.code.fullmatch(headings[-1]) is not None
        return code or any(self.describing.fullmatch(heading) for heading in headings[-2:])

    def lists(self, headings: Sequence[str], marked: MarkedText, marker: str | None) -> bool:
        """ "Copy and scan documents" below "Functions", "Save as" below "File menu": what can be done, and nothing to do
        now. Only a short item without number and full stop; "Click the SAVE button" is an instruction everywhere."""
        words = marked.text.split()
        if not headings or len(words) > _LONGEST_ENTRY or marked.text.rstrip()[-1:] in ".:!" or is_numbered(marker):
            return False
        if self.listing.fullmatch(headings[-1]) is None:
            return False
        told = words[0].lower() in self.rules.control_verbs
        named = bool(marked.names) or _PATH.search(marked.text) is not None
        return not (told and (named or self.rules.determiners & {word.lower() for word in words[1:-1]}))

    def has_work_done(self, headings: Sequence[str]) -> bool:
        """Whether the items are tasks, as below "Maintenance" or "Check list"."""
        return bool(headings) and self.working.fullmatch(headings[-1]) is not None
