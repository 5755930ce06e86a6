"""Sentences of an item, and which of them warn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from llama_index_layout_rag.steps.marking import NAME, strip_range

SENTENCE_END = re.compile(
    rf"""
    [.!?]+ (?= \s+ ["'(\[]? [A-Z{NAME}\ue001] | \s*$ )  # "Open it. Wait"
    | ; (?= \s )  # "Open it; wait"
    | (?<= [a-z){NAME}] ) \s+ (?= (?:When|If|Once|After|Before) \s (?:the|an?|you|your|it|this|all|no|any|there) \b )   # no stop
    | (?<= [\w){NAME}] ) \s+ (?= (?:Figure|Fig\.|Table) \s \d+ (?:[-.–]\d+)* [.:]? \s [A-Z] )                          # a caption
    | \s* (?:→|➡|⇨|⇒|☞|▶|->|=>) \s* (?= (?:[Tt]he|[Aa]n?|[Tt]his|[Yy]our|[Ii]t) \b )                                   # a result
    | \n+
    """,
    re.VERBOSE,
)
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|etc|[Ff]igs?|vs|Nos?|Vol|[Aa]pprox|Eq|Dr|Mrs?|Ms|cf|Ref|Sec|Ch|\d (?:qt|oz|lb|in|ft))$"
)
_INITIAL = re.compile(r"(?:[A-Z][a-z]+|\b[A-Z]\.) [A-Z]$")
"""An initial after another name: "John A. Smith"; "valve V." and "5 V." end a sentence."""

_SIGNAL = re.compile(r"\W*(?:warnings?|caution|danger|notice|attention)\b\W*", re.IGNORECASE)
"""A signal word, which makes what follows a warning."""
_SIGNAL_LABEL = re.compile(
    r"\W*(?:(?:WARNING|CAUTION|DANGER|NOTICE|ATTENTION)\b\W*|(?i:warning|caution|danger|attention)\s*[:!–—-]\s*)"
)
"""A signal word that opens an item or sentence as its label: "WARNING Keep off", "Caution: hot"."""
_NOTICE = re.compile(
    r"\W*(?:important|notes?|notice|tips?|hint|optional(?:ly)?|remember|recommended|example|step \d+|\d+)\s*[-–—:!.)]+\s+(?=\S)",
    re.IGNORECASE,
)
"""A label that only says how to take what follows."""

_HINT = re.compile(
    r"not|n['’]t|never|care|cautio|aware|beware|warning|danger|avoid|otherwise|else|hazard|prohibited|forbidden|risk"
    r"|(?:may|can|could|will|might) ",
    re.IGNORECASE,
)
"""What every warning holds; other sentences need no closer look."""
_PROHIBITION = re.compile(
    r"""
    (?: ^ | [,;:(–—-]\s* | \b(?:and|but|or|so|please|then|also|always|therefore|you|user|users|should|must|\w+ly)\s+ )
    (?P<core> do\ not | don['’]t | never ) \b
      (?!\ (?:need|have\ to|forget|hesitate|worry|know|want|require|affect|support|matter|find))  # "do not open it"
    | \bmust\ (?:not|never)\b | \bshould\ (?:not|never)\ be\b (?!\ (?:able|visible|enough|possible|required|necessary))
    | \b(?:you|users?|operators?)\ (?:should|may)\ (?:not|never)\b (?!\ (?:see|need|have|notice|hear))
    | \b(?:mustn|shouldn)['’]t\b (?!\ (?:see|need|have\ to))  # "you mustn't touch it"
    | ^\W*(?:in|on|at|to|for|during|with|under)\ [^,;:]{2,40}?\ (?:do\ not|don['’]t|never)\b  # "in the tanks do not smoke"
    | \bis\ (?:strictly\ )?(?:prohibited|forbidden)\b | \bcaution\ is\ (?:required|advised|needed)\b
    | \b(?:make|be)\ sure\ (?:not|(?:that\ )?you\ (?:do\ not|don['’]t))\b  # "make sure not to spill"
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CARE = re.compile(
    r"""
    \bbe(?:ing)?\ (?:very\ |extra\ )?(?:careful|cautious|aware)\b | \btak(?:e|ing)\ (?:\w+\ )?care\b (?!\ of)   # "be careful"
    | \b(?:use|with|exercise)\ (?:\w+\ )?caution\b | \bbeware\b | (?<!\bto\ )\bavoid\b  # "avoid contact"
    | (?: ^ | [,;]\s )otherwise\b (?=[^.;]*\b(?:may|might|will|could|can|cannot|not|won['’]t|can['’]t)\b) | \bor\ else\b
    | ^\W*(?:\w+\ )?(?:risk|hazard|danger)\ of\b | \bat\ your\ own\ risk\b | \bhazardous\b | \bis\ dangerous\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HARM = re.compile(
    r"""
    \b(?:may|can|could|will|might|would)\ (?:easily\ |seriously\ |also\ )?
    (?: (?:cause|result\ in|lead\ to|be)\ (?:(?:serious|severe|permanent|personal|bodily|irreversible|the|an?|be)\ )*(?:\w+\ )?
        (?:damaged?|injur(?:y|ies|ed)|death|fire|loss|burns?|shock|destroyed|malfunction|explosion|short[- ]circuits?
          |lost|erased|wiped)
      | damage|destroy|harm|injure|burn|break|overheat|explode|corrupt|void )\b  # "heat may damage it"
    | \b(?:injur(?:y|ies)|damage|death|fire|shock|explosion)\b[^.;,]{0,30}
      \ (?:may|can|could|will)\ (?:result|occur)\b  # "fire may occur"
    """,
    re.VERBOSE | re.IGNORECASE,
)
_STATED = re.compile(
    r"\b(?:they|we|these|those|that|which|who|i|(?!always\b|users\b)\w\w+[^s\W]s) (?:\w+ )?(?:do not|don['’]t|never)\b",
    re.IGNORECASE,
)
"""A subject before the negation: "the prices do not change", "they never meet"."""
_CONDITIONAL = re.compile(
    r"\b(?:if|when|where|unless|in case) (?:\w+ ){1,4}(?:do not|don['’]t|should not|must not|never)\b", re.IGNORECASE
)
_DISPLAYED = re.compile(
    r"\b(?:warning|caution|danger) (?:message|icon|light|lamp|sign|window|dialog|label|tone|level|alarm|text)s?\b",
    re.IGNORECASE,
)


def split_sentences(masked: str) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of a masked text; a signal word alone belongs to the sentence after it."""
    bounds: list[tuple[int, int]] = []
    for start, end in _pieces(masked):
        if bounds and _SIGNAL.fullmatch(masked, *bounds[-1]):
            start = bounds.pop()[0]
        bounds.append((start, end))
    return bounds


def _pieces(masked: str) -> Iterator[tuple[int, int]]:
    position = 0
    for match in [*SENTENCE_END.finditer(masked), None]:
        at = match.start() if match is not None else len(masked)
        if match is not None and match[0][0] == "." and _stops_inside(masked, position, at):
            continue
        start, end = strip_range(masked, position, at)
        if end > start:
            yield start, end
        position = match.end() if match is not None else at


def _stops_inside(masked: str, start: int, stop: int) -> bool:
    """Return whether a full stop belongs to an abbreviation or an initial."""
    near = max(start, stop - 20)
    if _ABBREVIATION.search(masked, near, stop):
        return True
    initial = _INITIAL.search(masked, near, stop)
    return initial is not None and initial.start() > start


def notice_end(masked: str) -> int:
    """Return where the text after a label such as "Note:" or "IMPORTANT -" begins; 0 without one."""
    match = _NOTICE.match(masked)
    return match.end() if match is not None else 0


def signal_end(masked: str) -> int:
    """Return where the text after a signal word that labels the item begins ("WARNING: ..."); 0 without one."""
    match = _SIGNAL_LABEL.match(masked)
    return match.end() if match is not None else 0


class CautionFinder:
    """Decides which sentences forbid or warn.

    Args:
        words: The user's own words of warnings.
    """

    def __init__(self, words: Sequence[str] = ()) -> None:
        self._own = re.compile("|".join(map(re.escape, words)) or r"(?!)", re.IGNORECASE)

    def rule(self, sentence: str) -> str:
        """Return the name of the rule that makes a masked sentence a warning; "" where none does."""
        if self._own.search(sentence):
            return "vocabulary"
        if _HINT.search(sentence) is None:
            return ""
        if _SIGNAL_LABEL.match(sentence) and not _DISPLAYED.match(sentence.lstrip()):
            return "signal_word"
        if _PROHIBITION.search(sentence) and not (_STATED.search(sentence) or _CONDITIONAL.search(sentence)):
            return "prohibition"
        if _CARE.search(sentence):
            return "care"
        return "harm" if _HARM.search(sentence) else ""

    def start(self, sentence: str) -> int:
        """Return where the words that warn begin in a masked sentence that warns."""
        found = [p.search(sentence) for p in (self._own, _SIGNAL_LABEL, _CARE, _HARM)]
        starts = [match.start() for match in found if match is not None]
        prohibition = _PROHIBITION.search(sentence)
        if prohibition is not None:
            starts.append(prohibition.start("core") if prohibition["core"] else prohibition.start())
        return min(starts, default=0)
