"""Cuts a sentence into clauses at subordinators, commas and coordinators."""

from __future__ import annotations

from itertools import pairwise

from llama_index_layout_rag.steps.en.imperatives import check_at, done_by_anybody, is_verb
from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import (
    CONTROL_VERBS,
    ENTER_VERBS,
    IGNORED_VERBS,
    JOINED,
    SHOWN_EVENTS,
)
from llama_index_layout_rag.steps.en.words import (
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    FINITE,
    JOINERS,
    MAIN_MODALS,
    MODALS,
    OBJECT_ENDS,
    PREPOSITIONS,
    READERS,
    RELATIVES,
    SUBORDINATOR_STARTS,
    SUBORDINATORS,
    TIME_UNITS,
    leads,
)
from llama_index_layout_rag.steps.word_lists import words

_BOUNDARIES = JOINERS | frozenset(",:—–")
_MAX_JOINERS = 5
"""Tokens of ", and then carefully"."""
_MAX_SUBJECT = 8
_SITUATIONS = words(
    """
absence arrival case cleaning condition conditions dark darkness delivery doubt emergencies emergency end event failure fire heat
installation leak maintenance mode night operation power-on power-up rain shutdown startup start-up state storage transport winter
    """
)
"""Nouns of situations: "In an emergency, ..." says when, "In the dialog, ..." where."""


def split_clauses(s: Sentence) -> list[Clause]:
    """Return the clauses of a sentence in order."""
    clauses: list[Clause] = []
    first = at = 0
    while at < s.count:
        at_start = at == first
        kind, size = subordinator_at(s, at)
        if kind and (at_start or _opens_here(s, at, kind)):
            if not at_start:
                clauses.append(Clause(first, at))
            last = at + size if kind == "phrase" else _clause_end(s, at + size, at_start or s.words[at - 1] in "-–—")
            clauses.append(Clause(at, last, kind))
            first = at = last + (last < s.count and s.words[last] in ",:")
            continue
        if at_start:
            opening = _opening(s, at)
            if opening is not None:
                clauses.extend(opening[0])
                first = at = opening[1]
                continue
        size = 0 if at_start or s.words[at] not in _BOUNDARIES else _boundary(s, first, at)
        if size:
            clauses.append(Clause(first, at))
            first = at + size
        at += size or 1
    if first < s.count:
        clauses.append(Clause(first, s.count))
    for before, clause in pairwise(clauses):
        joint = clause.first - 1
        while joint > before.last and leads(s.texts[joint]):
            joint -= 1  # When it is cold, always wear gloves
        clause.opens = bool(before.kind) and not clause.kind and s.words[joint] in ",:"
    return clauses


def subordinator_at(s: Sentence, at: int) -> tuple[str, int]:
    """Return the kind and the number of words of the longest subordinator at a token; ("", 0) where none is."""
    if s.words[at] not in SUBORDINATOR_STARTS:
        return "", 0
    for size in (4, 3, 2, 1):
        kind = SUBORDINATORS.get(" ".join(s.words[at : at + size]))
        if kind is not None:
            return kind, size if kind else 0
    return "", 0


def _opens_here(s: Sentence, at: int, kind: str) -> bool:
    """Whether a subordinator inside a clause opens another one."""
    word, following = s.words[at], s.words[at + 1]
    if kind in ("reason", "as", "where"):
        return s.words[at - 1] == "," or word == "because"
    if word == "once":
        return bool(following) and s.words[at - 1] != "at" and (s.words[at - 1] == "," or following not in PREPOSITIONS)
    return bool(following) or kind == "phrase"


def _opening(s: Sentence, at: int) -> tuple[list[Clause], int] | None:
    """Return a phrase that opens a clause, as clauses of its own, and where the clause itself begins; None without one."""
    word, following = s.words[at], s.words[at + 1]
    if s.texts[at] in ",:-–—" or (leads(s.texts[at]) and at + 1 < s.count and not is_verb(s, at)):
        return [], at + 1
    if word == "to" and (s.lexicon.lemma(following) or following in IGNORED_VERBS or following == "be"):
        comma = _comma(s, at)
        main = _main_verb(s, at + 2, comma)
        return [Clause(at, main or comma, "purpose")], main or comma + 1
    if word in PREPOSITIONS and not is_verb(s, at):
        if word == "by" and s.lexicon.is_gerund(following):
            last = _clause_end(s, at + 1, True)
            return ([Clause(at, last, "means")], last + (s.words[last] in ",:")) if last < s.count else None
        comma = _comma(s, at)
        main = _main_verb(s, at + 2, comma)
        if main or comma < s.count:
            last = main or comma
            return [Clause(at, last, _adverbial_kind(s, at, last))], main or comma + 1
        return None
    comma = _comma(s, at)
    if not at and s.lexicon.is_gerund(word) and comma + 1 < s.count:
        behind = comma + 1
        behind += leads(s.texts[behind]) and not is_verb(s, behind)
        if is_verb(s, behind):  # Wearing gloves, lift the tray
            return [Clause(at, comma, "place")], comma + 1
    return None


def _comma(s: Sentence, at: int) -> int:
    return next((i for i in range(at, s.count) if s.words[i] == ","), s.count)


def _main_verb(s: Sentence, at: int, last: int) -> int:
    """Where the main clause begins that is printed without comma: "In the list select a colour"; 0 for none."""
    for index in range(at, last - 1):
        word, before, following = s.words[index], s.words[index - 1], s.words[index + 1]
        if (
            word in READERS
            and following in MODALS | MAIN_MODALS
            and before not in RELATIVES
            and before not in PREPOSITIONS
        ):
            return index  # to print a label you must choose a size
        if (
            before in PREPOSITIONS
            or before in DETERMINERS
            or before in JOINERS
            or before in MODALS
            or before in READERS
            or before == "to"
        ):
            continue
        control = (
            word in ("click", "double-click", "right-click", "select", "choose", "tap")
            and s.texts[index + 1][0].islower()
        )
        if control and following not in OBJECT_ENDS and not leads(before) and s.words[at - 2] == "to":
            return index  # to repair it click reset data
        if word in ENTER_VERBS and any(s.lexicon.suffix_words.get(w) == "field" for w in s.words[at:index]):
            return index  # in the Name field type your name
        certain = (word in CONTROL_VERBS or word in ENTER_VERBS) and (
            word not in ("open", "touch", "input", "type", "set", "hold")
        )
        if (
            certain
            and (following in DETERMINERS or s.is_name(index + 1) or s.lexicon.takes_preposition(word, following))
            and not leads(before)
        ):
            return index
        certain = s.lexicon.is_base(word) and not s.lexicon.is_homograph(word) and s.texts[index].islower()
        if certain and following in DETERMINERS and last == s.count and not leads(before):
            return index
    return 0


def _adverbial_kind(s: Sentence, first: int, last: int) -> str:
    """Recognise "With the engine running", "In an emergency" limit when; "In the dialog" only says where."""
    opener, closing = s.words[first], s.words[last - 1]
    if opener in ("in", "at", "on", "during", "under", "without", "for", "with", "within"):
        end = next((i for i in range(first + 1, last) if s.words[i] in PREPOSITIONS), last)
        if s.words[end - 1] in _SITUATIONS:
            return "phrase"
    if opener != "with":
        return "place"
    participle = (
        s.lexicon.is_participle(s.words[i]) and (s.words[i + 1] in PREPOSITIONS or leads(s.words[i + 1]))
        for i in range(first + 2, last - 1)
    )
    state = (
        closing in ("on", "off", "open", "closed") or s.lexicon.is_gerund(closing) or s.lexicon.is_participle(closing)
    )
    return "phrase" if state or any(participle) else "place"


def _clause_end(s: Sentence, at: int, at_start: bool) -> int:
    """Where a subordinate clause ends whose subordinator ends at `at`."""
    for index in range(at, s.count):
        word = s.words[index]
        if word == ",":
            after = s.words[index + 1]
            if at_start and after in COORDINATORS and _comma(s, index + 1) < s.count and not is_verb(s, index + 2):
                continue  # If fog, rain, or hail is seen, ...
            return index
        if (word in ":—–" and not s.is_range(index)) or (s.texts[index] == "-" and at_start and index > at + 1):
            return index
        if word in ("then", "please") and index > at:
            return index
        if at_start and index > at + 1:
            main = _begun_main(s, at, index)
            if main:
                return main
        if not at_start and index > at:
            again = subordinator_at(s, index)[0]
            gerund = again in ("before", "after") and s.lexicon.is_gerund(s.words[index + 1]) and index > at + 1
            if (
                again == "phrase"
                or gerund
                or (word in JOINERS and _boundary(s, at, index))
                or _begins_purpose(s, at, index)
            ):
                return index
    return s.count


def _begins_purpose(s: Sentence, first: int, at: int) -> bool:
    """Recognise "After every change *to ensure* that it works": a purpose after the noun that ends a clause of time."""
    before = s.words[at - 1]
    verb = s.lexicon.lemma(before) and not s.lexicon.is_homograph(before)
    noun = (
        at > first + 1
        and not verb
        and before
        not in (
            "ready",
            "able",
            "about",
            "going",
            "need",
            "necessary",
            "likely",
            "want",
            "wish",
            "like",
            "prior",
            "due",
        )
    )
    return s.words[at] == "to" and noun and not leads(before) and s.lexicon.is_base(s.words[at + 1])


def _begun_main(s: Sentence, first: int, at: int) -> int:
    """Where the main clause begins whose verb or modal is at `at`, after a condition without comma; 0 for none."""
    word, before, following = s.words[at], s.words[at - 1], s.words[at + 1]
    inside = s.words[first:at]
    if word in MAIN_MODALS and at > first + 3:
        for index in range(at - 1, max(first + 1, at - _MAX_SUBJECT), -1):
            if s.words[index] in DETERMINERS or s.words[index] in READERS:
                between = s.words[first:index]
                return index if any(s.lexicon.lemma(w) or w in FINITE or w in TIME_UNITS for w in between) else 0
        return 0
    if before in READERS and word in MODALS and following == "to":
        return at - 1 if set(s.words[first : at - 1]) & READERS else 0
    if word in ("the", "a", "an") and s.lexicon.is_participle(before) and _comma(s, at) == s.count:
        return (
            at if set(s.words[at + 1 :]) & SHOWN_EVENTS and set(inside) & AUXILIARIES else 0
        )  # when it is pressed the lamp flashes
    if not s.lexicon.is_base(word) or _comma(s, at) < s.count:
        return 0
    blocked = (
        (before in PREPOSITIONS and before not in ("on", "off"))
        or before in DETERMINERS
        or before in JOINERS
        or before in MODALS
    )
    if blocked or before in READERS or before in ("to", "not", "don't", "they", "we", "people") or leads(before):
        return 0
    certain = not s.lexicon.is_homograph(word) and following in DETERMINERS
    certain = certain or (
        word in CONTROL_VERBS - {"open", "touch", "hold", "check"} and s.lexicon.takes_preposition(word, following)
    )
    stated = any(w in AUXILIARIES or w in FINITE or s.lexicon.lemma(w) for w in inside) or s.words[first - 1] in (
        "while",
        "in",
    )
    return at if certain and stated and not set(inside) & (RELATIVES | {"let", "have"}) else 0


def _boundary(s: Sentence, first: int, at: int) -> int:
    """How many tokens the joint at a token has where a clause with its own verb begins after it, else 0."""
    if s.is_range(at) or (s.texts[at].isupper() and s.texts[at - 1].islower()):
        return 0  # 4.9–5.1; the AND gate
    if s.words[at] == "&" and s.texts[at + 1][0].isupper():
        return 0  # the Start & Stop button
    if s.words[at] in COORDINATORS and (_joins_purposes(s, at) or (s.words[at - 1], s.words[at + 1]) in JOINED):
        return 0
    behind = at
    while behind < s.count and behind - at < _MAX_JOINERS:
        if subordinator_at(s, behind)[0]:
            break
        if s.words[behind] not in _BOUNDARIES and (not leads(s.texts[behind]) or is_verb(s, behind)):
            break
        behind += 1
    if behind >= s.count or not _begins_clause(s, behind):
        return 0
    return behind - at


def _joins_purposes(s: Sentence, at: int) -> bool:
    """Recognise "Turn the dial to select or enter": a second verb of the purpose."""
    if at < 2 or s.words[at - 2] != "to" or "use" in s.words[: at - 2]:
        return False
    word, before = s.words[at + 1], s.words[at - 1]
    ends = not s.texts[at + 2][0].isalnum() and s.texts[at + 2][0] == " "
    shares = before not in ("start", "stop", "begin") and word not in CONTROL_VERBS and word not in ENTER_VERBS
    return ends or (shares and s.lexicon.is_base(word) and s.lexicon.is_base(before))


def _begins_clause(s: Sentence, at: int) -> bool:
    word = s.words[at]
    if is_verb(s, at) or subordinator_at(s, at)[0] or check_at(s, at)[1]:
        return True
    if word in READERS:
        return not (s.texts[at][0].isupper() and not s.texts[at + 1][0].isalpha())  # select Admin or User
    if s.lexicon.any_doer and done_by_anybody(s, at, min(s.count, at + _MAX_SUBJECT)) is not None:
        return True
    finite = word in DETERMINERS or word in ("it", "this", "they")
    return finite and any(w in FINITE for w in s.words[at + 1 : at + _MAX_SUBJECT])
