"""Imperative verbs: which base form of a clause instructs, and which is a noun of the same form."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import (
    ASPECT_VERBS,
    CONTROL_VERBS,
    ENTER_VERBS,
    EXPERIENCE_VERBS,
    FREE_PARTICLES,
    HOMOGRAPHS,
    IGNORED_VERBS,
    INSTRUCTING,
    JOINABLE,
    SHOWN_EVENTS,
    STATING,
)
from llama_index_layout_rag.steps.en.words import (
    ABILITY,
    ADVERBS,
    ARTICLES,
    AUXILIARIES,
    CALLING,
    CONDITION_KINDS,
    COORDINATORS,
    DETERMINERS,
    FINITE,
    JOINERS,
    JOINING,
    LEADING,
    MODALS,
    NUMBERS,
    OBJECT_ENDS,
    PLACES,
    PREPOSITIONS,
    PROMISES,
    PRONOUNS,
    QUESTIONS,
    READERS,
    RELATIVES,
    SUBORDINATORS,
    leads,
)
from llama_index_layout_rag.steps.marking import ASIDE, NAME
from llama_index_layout_rag.steps.word_lists import words

_NO_BASE_ENDINGS = ("ing", "ed", "ly", "tion", "ness", "ment", "s")
"""Endings of words that are no base form though an article follows: "Loading the cart ..."."""
_NO_VERBS = (
    OBJECT_ENDS | DETERMINERS | LEADING | READERS | FINITE | JOINERS | frozenset(SUBORDINATORS)
    | words("it there not even many most versus plus minus they he she regardless despite given")
)  # fmt: skip
_MODIFIERS = words("long short double triple single left right")
"""Words that are a verb only before another: "Double click the tile", not "Double doors"."""
_NUMBERED = words("step steps figure table note page level stage part phase task type mode")
_CHECKS = {
    "make sure": "make sure", "making sure": "make sure", "be sure": "be sure", "ensure": "ensure", "ensuring": "ensure",
    "make certain": "make certain", "be certain": "be certain",
}  # fmt: skip
_REMARKS = frozenset(
    ("note that", "keep in mind", "bear in mind", "please note", "remember that", "see also", "note :")
)
_NEEDED = words(
    """
necessary required essential important mandatory recommended advisable advised best suggested
    """
)
_FILLERS = words("to want wish now then also first either only just always")
_MAX_SUBJECT = 10
"""Tokens of a subject up to its verb."""
_MAX_ROLE = 3
_MAX_REFERENCE = 4
"""Tokens of "See Figure 9" before "and connect the wires"."""


def is_verb(s: Sentence, at: int, opens: bool = False) -> bool:
    """Return whether an imperative is at a token: a base form, and what follows can be its object.

    Args:
        s: The sentence.
        at: Index of the token.
        opens: Whether a main clause begins here, after a condition and its comma.
    """
    word, following = s.words[at], s.words[at + 1]
    if not s.lexicon.is_base(word):
        return _is_unlisted_verb(s, at, opens)
    if s.texts[at + 1][0] == ASIDE and s.starts[at + 1] == s.ends[at]:
        return False  # fold(sheet)
    if word == "do":
        return following in DETERMINERS or following in _NUMBERED
    if word in _MODIFIERS:
        return s.lexicon.is_phrasal(word, following) and following not in FREE_PARTICLES
    if (
        at
        and len(word) > 1
        and s.texts[at].isupper()
        and not s.texts[at - 1].isupper()
        and not s.texts[at + 1].isupper()
    ):
        return False  # CPU, RAM
    if word == "open" and at and s.words[at - 1] in AUXILIARIES:
        return False
    return _is_homograph_verb(s, at, opens) if s.lexicon.is_homograph(word) else True


def _is_unlisted_verb(s: Sentence, at: int, opens: bool) -> bool:
    """Return a word of no list at the start of a clause, with an article after it: "Whisk the eggs"."""
    word, following = s.words[at], s.words[at + 1]
    before = s.words[at - 1]
    if at and before not in JOINING and before != "please":
        return False
    asked = before == "please" and word not in IGNORED_VERBS
    article = following in ARTICLES and (s.texts[at + 1].islower() or s.texts[at].isupper())
    goal = opens and s.texts[at].islower() and following in PLACES
    particle = following in FREE_PARTICLES and (s.words[at + 2] in ARTICLES or s.is_quoted(at + 2))
    pair = s.lexicon.is_phrasal(word, following) and following not in FREE_PARTICLES
    if not (asked or article or goal or particle or pair):
        return False
    return (
        len(word) > 2
        and word.replace("-", "").isalpha()
        and not word.endswith(_NO_BASE_ENDINGS)
        and word not in _NO_VERBS
    )


def _is_homograph_verb(s: Sentence, at: int, opens: bool) -> bool:
    word, following = s.words[at], s.words[at + 1]
    before, text = s.words[at - 1], s.texts[at + 1]
    joined = at > 0 and before in JOINERS
    if not following:
        return not joined or s.lexicon.is_base(s.words[at - 2])
    if following == ":" and (opens or joined or (word in ENTER_VERBS and at > 0)):
        return True
    if s.texts[at][0].isupper() and s.texts[at + 1][0].isupper() and word not in INSTRUCTING:
        return False  # Time History Table
    if following == "," and not at and not s.lexicon.is_base(s.words[at + 2]):
        return False  # power, battery, drive
    numbered = word in _NUMBERED and following[0].isdigit()
    if following in "-–—:=/)" or numbered or following == "of":
        return False
    if opens or at == 0 or before in CALLING or (leads(before) and not joined and before != "or"):
        return True
    if takes_object(s, at):
        return True
    if following in COORDINATORS and s.lexicon.is_base(s.words[at + 2]) and (word in JOINABLE or before == ","):
        return takes_object(s, at + 2) or s.words[at + 2] not in HOMOGRAPHS  # lift and turn the lever
    if following == "," and at > 1 and before == "," and s.lexicon.is_base(s.words[at - 2]):
        return True  # peel, rinse, and dice
    if before == "," and (word in INSTRUCTING or word in JOINABLE) and text[0].isalpha():
        return any(  # disconnect the charger, turn it off and let it cool
            s.words[i] in COORDINATORS
            and s.lexicon.is_base(s.words[i + 1])
            and (takes_object(s, i + 1) or s.words[i + 1] not in HOMOGRAPHS)
            for i in range(at + 2, s.count)
        ) and any(s.lexicon.is_base(s.words[i]) and s.words[i - 1] in (*JOINING, "") for i in range(at - 1))
    return joined and word in JOINABLE and _takes_bare_object(s, at)


def _takes_bare_object(s: Sentence, at: int) -> bool:
    """Recognise "Remove gloves and wash hands": the verb before takes an object without article, too."""
    if not s.texts[at + 1][0].isalnum() or (s.lexicon.is_third_person(s.words[at + 1]) and s.words[at + 1] in STATING):
        return False
    for index in range(at - 2, -1, -1):
        opening = index == 0 or s.words[index - 1] in JOINING or leads(s.words[index - 1])
        if opening and s.lexicon.is_base(s.words[index]):
            return s.words[index + 1] not in DETERMINERS | PRONOUNS | READERS
    return False


def takes_object(s: Sentence, at: int) -> bool:
    """Return whether the token after a noun-verb homograph shows that it is the verb."""
    word, following, text = s.words[at], s.words[at + 1], s.texts[at + 1]
    return (
        following in DETERMINERS
        or following in PREPOSITIONS
        or following in PRONOUNS
        or following in QUESTIONS
        or following in ADVERBS
        or (following in NUMBERS and word not in _NUMBERED)
        or text[0] in NAME + "$/\\.<[;"
        or text[0].isupper()
        or (text[0].isdigit() and word not in _NUMBERED)
        or s.lexicon.is_phrasal(word, following)
    )


def check_at(s: Sentence, at: int) -> tuple[str, int]:
    """Return the lemma and the number of tokens of "make sure", "ensure" at a token; ("", 0) elsewhere."""
    for size in (2, 1):
        words = " ".join(s.words[at : at + size])
        if words in _CHECKS:
            return _CHECKS[words], size
    return "", 0


def find_instructions(s: Sentence, clauses: list[Clause], conditional: bool) -> dict[int, int | None]:
    """Return the imperative of each main clause by the clause's first token, None where it is a statement.

    After a statement a bare verb instructs only where something calls for it ("so choose", "then press"); otherwise it
    continues with the statement.
    """
    found: dict[int, int | None] = {}
    statements: list[Clause] = []
    for number, clause in enumerate(clauses):
        if clause.kind:
            continue
        verb = instruction_at(s, clause, conditional)
        if (
            verb is not None
            and statements
            and not s.lexicon.any_doer
            and not _is_free(s, clause, clauses[number - 1], statements)
        ):
            verb = None
        found[clause.first] = verb
        refers = clause.last - clause.first <= _MAX_REFERENCE and s.words[clause.first] in ("see", "refer")
        if verb is not None:
            statements = []
        elif not refers:
            statements.append(clause)
    return found


def _is_free(s: Sentence, clause: Clause, before: Clause, statements: list[Clause]) -> bool:
    """Whether an imperative after a statement is an instruction of its own."""
    if (
        s.words[clause.first] in READERS
        or check_at(s, clause.first)[1]
        or "please" in s.words[clause.first : clause.last]
    ):
        return True
    if (
        clause.opens
        and before.kind in CONDITION_KINDS
        and s.words[before.first - 1] in (*JOINERS, ",", ";", "–", "—", "-")
    ):
        return True  # the lamp is green, but if it is red, press RESET
    at = clause.first - 1
    while at > 0 and s.words[at] not in CALLING and (s.words[at] == "," or leads(s.texts[at])):
        at -= 1
    if at >= 0 and s.words[at] == "then":
        promised = (set(s.words[c.first : c.last]) & PROMISES for c in statements if s.words[c.first] not in READERS)
        return not any(promised)  # the robot will stop and then turn
    return at < 0 or s.words[at] in CALLING


def instruction_at(s: Sentence, clause: Clause, conditional: bool = False) -> int | None:
    """Return the index of the verb that a main clause tells the reader to do, or None.

    Args:
        s: The sentence.
        clause: A main clause.
        conditional: Whether the sentence holds a condition: "you can press it" then is an instruction.
    """
    at, last = clause.first, clause.last
    while at < last and (leads(s.texts[at]) or s.texts[at][0] == ASIDE) and not is_verb(s, at):
        at += 1
    if at >= last:
        return None
    for size in (4, 3, 2):
        if " ".join(s.words[at : at + size]) in _REMARKS:
            at += size + (s.words[at + size] == "that")
            if s.words[at] not in READERS:
                return None
            break
    word = s.words[at]
    if check_at(s, at)[1]:
        return at
    for reminder in (["don't", "forget", "to"], ["don’t", "forget", "to"], ["remember", "to"]):
        if s.words[at : at + len(reminder)] == reminder:
            return at + len(reminder) + leads(s.texts[at + len(reminder)])
    if is_verb(s, at, clause.opens):
        return None if _heads_subject(s, at, last) else at
    reader = _behind_reader(s, at, last)
    if reader and not (s.lexicon.any_doer and reader >= last):
        verb = _modal_verb(s, reader, last, conditional)
        if verb is not None or not s.lexicon.any_doer:
            return verb
    if (word == "it" and s.words[at + 1] == "is") or word in ("it's", "it’s"):
        return _necessary_verb(s, at + 1 + (word == "it"), last)
    return done_by_anybody(s, at, last) if s.lexicon.any_doer else None


def _behind_reader(s: Sentence, at: int, last: int) -> int:
    """Where the verb phrase after "you", "the user" or "the service technician" begins; 0 for other subjects."""
    for index in range(at, min(last, at + 1 + _MAX_ROLE * (s.words[at] in DETERMINERS))):
        if s.words[index] in READERS:
            return index + 1
    return 0


def _modal_verb(s: Sentence, at: int, last: int, conditional: bool) -> int | None:
    """Return the verb after "must", "should", "need to", "is required to", "can"."""
    obliged, able = False, False
    if (
        s.words[at] in ("is", "are")
        and (s.words[at + 1] in _NEEDED or s.words[at + 1] == "to")
        and "to" in s.words[at + 1 : at + 3]
    ):
        at, obliged = at + 1 + (s.words[at + 1] != "to"), True
    while at < last:
        word = s.words[at]
        able = able or word in ABILITY
        if word in MODALS:
            obliged = obliged or word not in ("have", "has", "will", "ll") or s.words[at + 1] == "to"
        elif word not in ABILITY and word not in _FILLERS and not leads(word):
            break
        at += 1
    if at >= last or not (able or obliged):
        return None
    word = s.words[at]
    lemma = s.lexicon.lemma(word)
    if lemma in EXPERIENCE_VERBS or (word == "do" and not is_verb(s, at)):
        return None
    if word in ASPECT_VERBS and s.lexicon.is_gerund(s.words[at + 1]):
        return at + 1
    if lemma is None and obliged:
        return (
            at
            if s.words[at - 1] in ("to", "must", "should", "shall")
            and word.isalpha()
            and not word.endswith(_NO_BASE_ENDINGS)
            and word not in _NO_VERBS
            and word != "be"
            else None
        )
    if lemma != word:
        return None
    if obliged or conditional:
        return at
    for index in range(at, last - 1):
        if s.words[index] == "by" and s.lexicon.is_gerund(s.words[index + 1]):
            return at  # you can reset it by pressing A
    named = any(
        s.is_quoted(i) or (lemma in CONTROL_VERBS and i > at and s.texts[i][0].isupper()) for i in range(at, last)
    )
    return at if named else None


def _necessary_verb(s: Sentence, at: int, last: int) -> int | None:
    """Return "It is necessary to press the button", "it is recommended that you air the room": the verb."""
    at += leads(s.words[at])
    if s.words[at : at + 4] == ["a", "good", "idea", "to"]:
        return at + 4 if s.lexicon.is_base(s.words[at + 4]) else None
    if at + 2 >= last or s.words[at] not in _NEEDED:
        return None
    if s.words[at + 1] == "that" and s.words[at + 2] in READERS:
        return at + 3 if s.lexicon.is_base(s.words[at + 3]) else None
    return at + 2 if s.words[at + 1] == "to" and s.lexicon.is_base(s.words[at + 2]) else None


def done_by_anybody(s: Sentence, at: int, last: int) -> int | None:
    """Return the first verb that says what is done, whoever does it: "The clerk sends the form", "The form is checked"."""
    for index in range(at, last):
        word, before = s.words[index], s.words[index - 1] if index else ""
        earlier = index - 1
        while earlier > at and leads(s.words[earlier]):
            earlier -= 1
            before = s.words[earlier]
        lemma = s.lexicon.lemma(word)
        if lemma is None or lemma in IGNORED_VERBS:
            continue
        third = (
            s.lexicon.is_third_person(word)
            and s.words[index + 1] not in AUXILIARIES
            and s.words[index + 1] not in MODALS
        )
        passive = s.lexicon.is_participle(word) and (before in AUXILIARIES or before == "be")
        plural = (
            word == lemma
            and index > at
            and (before.endswith("s") or before in ("i", "we", "they", "you", "who", "people"))
        )
        modal = word == lemma and (before in MODALS or before in ABILITY or before == "to")
        if third or passive or plural or modal:
            return index
    return None


def _heads_subject(s: Sentence, at: int, last: int) -> bool:
    """Recognise "Place card may be ...", "Filter housing contains ...": the word is part of the subject of a statement."""
    word, following = s.words[at], s.words[at + 1] if at + 1 < last else ""
    if following in FINITE or (following in STATING and s.lexicon.is_homograph(word)):
        ends = not s.words[at + 2] or s.words[at + 2] in OBJECT_ENDS or s.words[at + 2] in COORDINATORS
        return not (ends and following in ("changes", "displays", "starts", "shows"))  # save changes
    if (
        following in DETERMINERS
        or following in QUESTIONS
        or following in PRONOUNS
        or word in ("check", "verify", "confirm", "ensure")
    ):
        return False
    if not s.lexicon.is_homograph(word):
        return False
    if following in COORDINATORS and at + 3 >= s.count:
        return not s.lexicon.is_base(s.words[at + 2])  # make and model
    for index in range(at + 1, min(last, at + _MAX_SUBJECT)):
        token = s.words[index]
        if (token in FINITE and token not in SHOWN_EVENTS) or token in STATING:
            return True
        if (
            token in ",;:."
            or token in SUBORDINATORS
            or token in RELATIVES
            or (token == "to" and s.words[index - 1] != "up")
        ):
            return False
        if token in JOINERS and (s.lexicon.is_base(s.words[index + 1]) or token not in COORDINATORS):
            return False
    return False
