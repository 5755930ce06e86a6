"""Statements about the system: which of them tell the result of an operation."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.en.tokens import Sentence
from llama_index_layout_rag.steps.en.verbs import SHOWN_EVENTS
from llama_index_layout_rag.steps.en.words import DETERMINERS, PREPOSITIONS, is_adverb
from llama_index_layout_rag.steps.word_lists import words

_EVENTS = SHOWN_EVENTS | words(
    """
becomes become begins begin boots continues changes change clicks closes close comes connects cools counts disappears disappear
disconnects drains drops ejects enters exits expands fades fills glows goes halts illuminates increases decreases launches loads
locks moves move plays prints prompts reads reboots refreshes resets restarts returns rings rotates runs saves shows slides snaps
spins stop switches turn unlocks updates vibrates
    """
)
"""Verbs of what a product does that the reader can observe, with their subject before them."""
_STATES = words(
    """
advised allowed assumed attached based called closed connected considered defined described designed equipped expected fixed
intended interested known labelled limited listed located marked mounted named needed opened permitted preferred protected
provided recommended referred related required reserved secured shared specified suggested supplied supported supposed used
    """
)
"""Participles that describe a state after "is": no event, and so no result."""
_NO_SUBJECTS = words("to and or can may is are be")
_BE = words("is are been")
_NO_RESULT = re.compile(
    r"""
    \W*(?: (?:(?:the|this)\ )?(?:(?:following|above)\ )?
           (?:figure|fig\.|table|photo|picture|image|screenshot|diagram|section|chapter|example|step)s?\b
           (?=\ (?:\d|above|below|shows?|lists?|gives?|describes?|illustrates?))
      | for\ (?:details|more|further|example|information)\b | those\b | this\ means\b | that\ (?!(?:is|was)\b)
      | which\b | who\b | note\ that | see\b | refer\b | page\ \d )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Statements about the manual itself."""
_OUTCOME = re.compile(r"it (?:is|['’]s) (?:ok|okay|fine|normal|all right|good|correct)\b", re.IGNORECASE)
_DOING_SO = re.compile(
    r"(?:this|doing so) (?:\w+ly )?"
    r"(?!(?:is|was|has|does|means|requires|depends|differs|contains|applies|covers|explains|needs)\b)\w+s\b",
    re.IGNORECASE,
)


def is_outcome(sentence: str) -> bool:
    """Return whether a sentence is the expected outcome of a check ("It is OK if ...")."""
    return _OUTCOME.match(sentence) is not None


def tells_result(s: Sentence, first: int, last: int) -> bool:
    """Return whether the statement of tokens [first, last) tells what happens: an event, a passive event, or "will"."""
    statement = s.marked.masked[s.starts[first] : s.ends[last - 1]]
    if _NO_RESULT.match(statement) or s.words[first] in ("we", "i"):
        return False
    if _DOING_SO.match(statement) or "will" in s.words[first:last]:
        return True
    for index in range(first + 1, last):
        word, before = s.words[index], s.words[index - 1]
        named = (
            before in DETERMINERS
            or before in PREPOSITIONS
            or before in _NO_SUBJECTS
            or (s.lexicon.is_base(before) and not s.lexicon.is_homograph(before))
        )
        if word in _EVENTS and not named:
            return True
        earlier = index - 1
        while earlier > first and (is_adverb(s.words[earlier]) or s.words[earlier] in ("now", "then", "being")):
            earlier -= 1
        done = word.endswith("ed") or s.lexicon.is_participle(word)
        if s.words[earlier] in _BE and done and word not in _STATES and s.words[index + 1] != "by":
            return True
        if before == "should" and word in (
            "respond",
            "start",
            "begin",
            "appear",
            "see",
            "turn",
            "light",
            "open",
            "show",
            "flash",
            "display",
        ):
            return True
    return False
