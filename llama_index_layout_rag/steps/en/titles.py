"""Items that only look like instructions: titles, names of settings, option descriptions, entries of feature lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.en.imperatives import instruction_at
from llama_index_layout_rag.steps.en.lexicon import Lexicon
from llama_index_layout_rag.steps.en.sentences import CautionFinder, notice_end, split_sentences
from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import CONTROL_VERBS, INSTRUCTING, JOINABLE
from llama_index_layout_rag.steps.en.words import COORDINATORS, DETERMINERS, PREPOSITIONS, READERS
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText

_NAME_LABEL = re.compile(r"\s*([A-Z][\w/+&%.]*(?: [A-Z(][\w/+&%.)]*){0,3})\s*(?::|\s[-–—]|[-–—](?=\s))\s")
"""A name in capitals before a colon or dash: "Quick Wash: When chosen, ..."."""
_TOPIC_LABEL = re.compile(r"\s*([A-Z][\w/&+%.'’-]*(?: [\w/&+%.()'’-]+){0,6})\s*:\s+(?=[A-Z])")
_CODE_LABEL = re.compile(
    rf"""
    \s*[^\w\s]{{1,2}}\s*:\s                                                                        # "? : Open the help"
    | \s*(?:Chapter|Section|Appendix|Annex)\ [\dA-Z]+(?:\.\d+)*\s*[:.–—-]\s
    | \s*(?:[Ss]ee\ also|[Rr]elated(?:\ topics?)?):\s
    | \s*(?!(?:notes?|notice|tip|hint|optional|or|and|then|also|next|finally|first|second|third|otherwise|warning|caution
            |step|if|when)\b)
      (?:--?\w[\w-]*|0x\w+|[a-z][\w.$-]*)                                                           # "-v: Use it"
      (?:{ASIDE}+(?:\s+(?=[A-Z])|\s*:\s) | \?\s | \s*{ASIDE}*\s*(?::|\s[-–—])\s)
    """,
    re.VERBOSE,
)
"""An option, identifier or sign with what it does after a colon or dash."""
_SETTING = re.compile(rf"\s*[\w /.%()&{NAME}{ASIDE}]{{1,50}}?:?(?:(?<!\d)\s+[-–—−]\s+\S|\s[-–—][A-Z]|[-–—]\s+[A-Z])")
"""A name before a dash: "Copy - copies the file"."""
_TERM_LINE = re.compile(r"\s*[\w-]+(?: [\w-]+){0,4}\n(?=[A-Z])")
"""A term on a line of its own, with its meaning after it."""
_LABEL = re.compile(r"\s*\w+(?: \w+){0,3}:\s")
_DASHES = ("-", "–", "—", "*", "•")
_DESCRIBING = re.compile(
    r"""
    (?:appendix\ \w\ )?(?:change\ ?logs?|change\ (?:history|summary)|release\ notes?|what['’]s\ new.*|road\ ?map)
    | (?:revision|version|release)\ history | licen[cs]es? | acknowledge?ments | references | (?:table\ of\ )?contents
    | glossary | abbreviations? | parts?\ list | bill\ of\ materials | specifications? | (?:key\ |main\ |new\ )?features
    | advantages | benefits | known\ (?:issues|bugs|problems|limitations) | see\ also
    | (?:related|further|other)\ (?:topics|links|reading)
    """,
    re.VERBOSE,
)
"""Headings of what is no procedure, folded by `_folded`."""
_LISTING = re.compile(
    r"""
    (?:[\w-]+\ ){0,3} (?:features|highlights|benefits|roles|permissions|functions|functionality|capabilities|topics
        |use\ cases|applications|shortcuts|menus?|menu\ (?:items|commands)|tool\ ?bars?|commands|options|symptoms
        |causes?|controls|indicators)
    | you\ can(?:\ also)? | what\ (?:you\ can\ do|you\ will\ learn|it\ does).* | overview | objectives | goals
    """,
    re.VERBOSE,
)
"""Headings of lists of what is possible: functions, entries of a menu."""
_WORKING = re.compile(
    r"""
    (?:[\w/&,-]+\ ){0,5} (?:maintenance|inspections?|checks?|check[ -]?lists?|cleaning|procedures?|steps|instructions
        |troubleshooting|set-?up|installation|start-?up|shut-?down|preparations?|tasks|solutions?|daily|weekly|monthly)
    | (?:how\ to|before|after|if|when|to|step)\ .+ | \w+ing\ (?:the|a|an|your|up|out)\b.*
    """,
    re.VERBOSE,
)
"""Headings of work that the items are tasks of."""
_CODE_HEADING = re.compile(
    r"""
    (?:new\ )?(?:[\w$]+[.#])*[\w$]+\((?!(?:s|es|ing|ed)\)).*\)                                      # parser.read(source)
    | (?:[a-z_$]\w*\.)+(?!(?:js|ts|py|md|json|io|com|sh|txt|xml|html?|pdf)$)\w+ | [a-z]+_\w+          # app.timeout
    """,
    re.VERBOSE,
)
_PATH = re.compile(r"\w\s*(?:>|→|\|)+\s*\w")
_MAX_ENTRY = 10
_MAX_TITLE = 5
_MAX_PLAIN_TITLE = 3
_MAX_NOUN_PHRASE = 8
_MAX_COMMAND = 6


def is_numbered(marker: str | None) -> bool:
    """Return whether an item's marker is a number ("3.", "(2)")."""
    return any(character.isdigit() for character in marker or "")


def label_end(masked: str, lexicon: Lexicon, cautions: CautionFinder) -> int:
    """Return where the text after a label such as "IMPORTANT -", "Quick Wash:" or "Power supply:" begins; 0 without one."""
    named = _NAME_LABEL.match(masked)
    if named is not None and (
        named[1].split()[0].lower() in CONTROL_VERBS | {"if", "when", "once"} or cautions.rule(named[0])
    ):
        named = None
    return (
        notice_end(masked)
        or (named.end() if named is not None else 0)
        or _topic_end(masked, lexicon, cautions)
        or int(_has_dash(masked))
    )


def _has_dash(masked: str) -> bool:
    """Recognise "-Press OK": a bullet without a blank after it."""
    return masked[:1] in _DASHES and masked[1:2].isupper()


def _topic_end(masked: str, lexicon: Lexicon, cautions: CautionFinder) -> int:
    """Where the instruction begins in "Power supply: Connect the red wire"; 0 where none follows a label."""
    match = _TOPIC_LABEL.match(masked)
    if match is None or cautions.rule(match[0]):
        return 0
    words = match[1].lower().split()
    if words[0] in CONTROL_VERBS or any(word in DETERMINERS for word in words):
        return 0
    end = next((b for _, b in split_sentences(masked) if b > match.end()), len(masked))
    s = Sentence(MarkedText(masked, masked, masked), match.end(), end, lexicon)
    if s.count < 2 or instruction_at(s, Clause(0, s.count)) is None:
        return 0
    return match.end() if not lexicon.is_homograph(s.words[0]) or s.words[1] in DETERMINERS else 0


def heading_rule(headings: Sequence[str], marked: MarkedText, marker: str | None) -> str:
    """Return the rule by which the headings above an item show that it is no instruction; "" where none does."""
    if not headings:
        return ""
    if _CODE_HEADING.fullmatch(headings[-1].strip(" :`")):
        return "code_heading"
    if any(_DESCRIBING.fullmatch(_folded(heading)) for heading in headings[-2:]):
        return "describing_heading"
    words = marked.text.split()
    if (
        len(words) > _MAX_ENTRY
        or marked.text.rstrip()[-1:] in (".", ":", "!")
        or is_numbered(marker)
        or not _LISTING.fullmatch(_folded(headings[-1]))
    ):
        return ""
    controls = words[0].lower() in CONTROL_VERBS
    named = bool(marked.names) or _PATH.search(marked.text) or DETERMINERS & {word.lower() for word in words[1:-1]}
    return "" if controls and named else "listing_heading"


def _folded(heading: str) -> str:
    """Return a heading in lower case without numbers and signs at its ends."""
    return re.sub(r"^[\W\d]+|\W+$", "", heading).lower()


def title_rule(
    marked: MarkedText, actions: Sequence[str], marker: str | None, headings: Sequence[str], lexicon: Lexicon
) -> str:
    """Return the rule by which an item with operations is a title or the name of a setting; "" for an instruction."""
    masked = marked.masked
    if _CODE_LABEL.match(masked):
        return "code_label"
    if notice_end(masked) or _has_dash(masked):
        return ""
    if _TERM_LINE.match(marked.text):
        return "term_line"
    named = _NAME_LABEL.match(masked)
    words = marked.text[named.end() if named and ":" in named[0] else 0 :].split()
    first = words[0].lower().rstrip(":,.…") if words else ""
    if not actions or actions[0].partition(" ")[0] != first:
        operates = actions and actions[0] in CONTROL_VERBS and marked.names
        return "setting" if first not in READERS and not operates and _is_setting(masked) else ""
    if any(
        w.lower().lstrip("(") != first and lexicon.lemma(w.lower().lstrip("(")) == first
        for w in words[1:_MAX_COMMAND]
        if w.endswith("s")
    ):
        return "describes_itself"  # Fold... Folds a leaflet
    if len(words) == 1 and words[0][-1].isalnum() and not is_numbered(marker):
        return "single_word"
    if len(words) < 2 or words[1].lower() in DETERMINERS:
        return "setting" if _is_setting(masked) and first not in CONTROL_VERBS else ""
    rule = _noun_phrase_rule(marked, words, first, len(actions) == 1, is_numbered(marker), lexicon)
    if (
        rule
        and words[1].islower()
        and (_is_task(words, first, headings) or (is_numbered(marker) and first in JOINABLE))
    ):
        return ""
    controls = first in CONTROL_VERBS and words[1][0].isupper()
    return rule or ("setting" if not controls and _is_setting(masked) else "")


def _is_setting(masked: str) -> bool:
    name = _SETTING.match(masked)
    return (
        name is not None and not masked.rstrip().endswith(":") and not {"is", "are"} & set(name.group().lower().split())
    )


def _is_task(words: Sequence[str], first: str, headings: Sequence[str]) -> bool:
    """Recognise "Test relief valve" below "Maintenance": a task without article and full stop."""
    if not words[-1][-1].isalnum() or COORDINATORS & set(words) or not headings:
        return False
    return (first in JOINABLE or first in INSTRUCTING) and _WORKING.fullmatch(_folded(headings[-1])) is not None


def _noun_phrase_rule(
    marked: MarkedText, words: Sequence[str], first: str, alone: bool, numbered: bool, lexicon: Lexicon
) -> str:
    """Return the rule by which an item that opens with a noun-verb homograph is a noun phrase; "" for an instruction."""
    if not lexicon.is_homograph(first):
        return ""
    stops = words[-1][-1] in ".:!"
    instructs = first in INSTRUCTING
    if alone and not instructs and _LABEL.match(marked.masked):
        return "label"  # Charge: 3 bar
    if marked.names or stops:
        return ""
    capitals = len(words) <= _MAX_TITLE and all(word[0].isupper() or word[0].isdigit() for word in words)
    if capitals and first not in CONTROL_VERBS and not numbered:
        return "capitals"  # Filter Change Interval 2
    if len(words) > 2 and words[1] in COORDINATORS and words[2].islower() and not lexicon.is_base(words[2]):
        return "coordinated_nouns"  # text or html files
    if len(words) == 2 and words[1] in lexicon.suffix_words:
        return "control"  # Reset button
    if instructs:
        return ""
    if len(words) == 2 and words[1].endswith("ing") and lexicon.lemma(words[1]):
        return "process"  # Load balancing
    joined = any(word in ("of", "in", "for") for word in words[2:]) and words[1] not in PREPOSITIONS
    if alone and joined and len(words) <= _MAX_NOUN_PHRASE and words[1].islower():
        return "noun_phrase"  # Contact resistance of the relay
    return "short" if len(words) <= _MAX_PLAIN_TITLE else ""
