"""Operations of the reader: the verb with its particle, its objects, and what "it" and "the button" refer to."""

from __future__ import annotations

from dataclasses import dataclass, field

from llama_index_layout_rag.steps.en.imperatives import check_at
from llama_index_layout_rag.steps.en.objects import Target, object_at
from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import (
    ASPECT_VERBS,
    CONTROL_VERBS,
    DIRECTION_PARTICLES,
    ENTER_VERBS,
    FREE_PARTICLES,
    IGNORED_VERBS,
    JOINED,
    STATING,
    VAGUE_VERBS,
)
from llama_index_layout_rag.steps.en.words import (
    ADVERBS,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    FINITE,
    JOINERS,
    MODALS,
    NUMBERS,
    PREPOSITIONS,
    PRONOUNS,
    READERS,
    SUBORDINATOR_STARTS,
    TIME_UNITS,
    is_adverb,
    leads,
)
from llama_index_layout_rag.steps.findings import Findings
from llama_index_layout_rag.steps.marking import ASIDE
from llama_index_layout_rag.steps.word_lists import words

_DOCUMENTS = words(
    """
manual guide documentation instructions handbook section chapter page appendix datasheet help
    """
)
_FRACTIONS = words("a an few several full half quarter another additional extra further")
_MAX_FIELD = 9
"""Tokens of "In the Y field," before a verb."""


@dataclass
class ItemFindings(Findings):
    """The findings of an item, with what the next operation needs to know of the one before it."""

    waits: bool = False
    """Whether the last verb has no object yet and shares that of the next one: "Lift and turn the lever"."""
    command_from: int = -1
    """Offset of a command printed after its instruction; nothing in it is read."""
    rules: dict[str, str] = field(default_factory=dict)
    """The rule that first filled each field."""

    def decided(self, name: str, rule: str) -> None:
        """Note the rule that filled a field, if it is the first."""
        self.rules.setdefault(name, rule)


def add_instruction(s: Sentence, verb: int, clause: Clause, found: ItemFindings) -> None:
    """Record the operation of an imperative, or what is to be checked, with the means it is done by."""
    last = clause.last
    lemma, size = check_at(s, verb)
    if lemma:
        if s.words[verb + size] != "to" or s.lexicon.lemma(s.words[verb + size + 1]) is None:
            _add_checked(s, lemma, verb + size, last, found)
            return
        verb += size + 1  # be sure to attach it
    if s.words[verb] in ("verify", "confirm", "check") and _checks_statement(s, verb, last):
        _add_checked(s, s.words[verb], verb + 1, last, found)
        return
    add_operation(s, verb, last, found, "imperative")
    if s.words[verb] == "use":
        purpose = next(
            (i for i in range(verb + 1, last - 1) if s.words[i] == "to" and s.lexicon.is_base(s.words[i + 1])), None
        )
        if purpose is not None:
            add_operation(s, purpose + 1, last, found, "use_to")
    _add_means(s, verb + 1, last, found)


def _add_means(s: Sentence, first: int, last: int, found: ItemFindings) -> None:
    """Recognise "Mend it by sewing the hem or by gluing it"."""
    told = False
    for index in range(first, last - 1):
        means = index + 1 + is_adverb(s.texts[index + 1])
        if s.words[index] != "by" or means >= last or not s.lexicon.is_gerund(s.words[means]):
            continue
        if s.words[index - 1] in COORDINATORS and not told:
            continue  # with a cloth or by rinsing it
        if s.lexicon.lemma(s.words[means]) not in VAGUE_VERBS | {"follow"}:
            add_operation(s, means, last, found, "means")
            add_coordinated(s, means + 1, last, found)
            told = True


def add_coordinated(s: Sentence, first: int, last: int, found: ItemFindings) -> None:
    """Record the gerunds that a coordinator adds: "by scanning the code or keying in the number"."""
    for index in range(first, last - 1):
        verb = index + 1 + (s.words[index + 1] == "then")
        if s.words[index] not in COORDINATORS or not s.lexicon.is_gerund(s.words[verb]):
            continue
        if any(
            s.words[i] in DETERMINERS or s.words[i] in PRONOUNS or s.is_name(i)
            for i in range(verb + 1, min(last, verb + 3))
        ):
            add_operation(s, verb, last, found, "coordinated_gerund")


def _add_checked(s: Sentence, lemma: str, at: int, last: int, found: ItemFindings) -> None:
    """Recognise "Make sure that the lid is shut", "ensure you have closed the valve": the subject, or what was acted on."""
    at += s.words[at] in ("that", "whether", "if")
    if s.words[at] in READERS:
        at += 1
        for index in range(at, min(last, at + 6)):
            if s.lexicon.lemma(s.words[index]):
                at = index + 1
            elif s.words[index] in DETERMINERS:
                break
    end = next((i for i in range(at, last) if _ends_subject(s, i, at)), last)
    names = object_at(s, at, end).names
    if not found.targets and not any(name for name, _ in names):
        names = referents(s, at, "other") or names
    record(lemma, names, False, found, "check")


def _ends_subject(s: Sentence, at: int, first: int) -> bool:
    word = s.words[at]
    if word in AUXILIARIES or word in MODALS or word in STATING or word in FINITE:
        return True
    if at <= first or s.words[at - 1] in DETERMINERS:
        return False
    if s.lexicon.is_third_person(word):
        following = s.words[at + 1]
        object_follows = (
            following in PREPOSITIONS or following in DETERMINERS or following.isdigit() or following == "zero"
        )
        return at > first + 1 and (object_follows or not s.lexicon.is_homograph(word[:-1]))
    agrees = not s.lexicon.is_homograph(word) or s.words[at + 1] in FREE_PARTICLES or s.words[at + 1] in DETERMINERS
    return s.lexicon.is_base(word) and s.words[at - 1].endswith("s") and agrees  # the totals agree, the icons show up


def _checks_statement(s: Sentence, verb: int, last: int) -> bool:
    """Recognise "Verify that the gauge reads 40 psi": the subject of the statement is what is looked at."""
    if s.words[verb + 1] in ("that", "whether", "if"):
        return True
    end = next((i for i in range(verb + 2, last) if _ends_subject(s, i, verb + 1)), None)
    return end is not None and not any(word in PREPOSITIONS for word in s.words[verb + 1 : end])


def add_operation(s: Sentence, verb: int, last: int, found: ItemFindings, rule: str) -> None:
    """Record the operation of the verb at a token with its objects, unless it is none of the reader's.

    Args:
        s: The sentence.
        verb: Index of the verb, in any form.
        last: Index after its clause.
        found: What it is added to.
        rule: Name of the rule that found the verb.
    """
    if (
        s.words[verb] in ("attempt", "try", "begin", "start", "continue")
        and s.words[verb + 1] == "to"
        and s.lexicon.is_base(s.words[verb + 2])
    ):
        verb += 2
    if s.words[verb] in ASPECT_VERBS and verb + 1 < last:
        if s.lexicon.is_gerund(s.words[verb + 1]):
            verb += 1  # start typing a name
        elif s.words[verb + 1] == "by":
            return  # begin by typing a name: the means is recorded
    lemma = s.lexicon.lemma(s.words[verb]) or s.words[verb]
    if lemma in IGNORED_VERBS or s.words[verb + 1 : verb + 3] in (["a", "look"], ["here", "for"], ["here", "to"]):
        return
    lemma, at = _whole_verb(s, verb, last, lemma)
    if lemma in ("verify", "check", "confirm") and s.lexicon.is_gerund(s.words[verb]) and s.words[at] == "that":
        _add_checked(s, lemma, at, last, found)
        return
    at += s.texts[at] == ":" and (s.is_quoted(at + 1) or s.texts[at + 1][0] == ASIDE)
    alone = at == verb + 1 or " " in lemma
    waits = at >= last and alone and (s.words[last] in COORDINATORS or s.words[last] == ",")
    if lemma in ("let", "allow"):
        last = next((i for i in range(at, last) if s.lexicon.is_base(s.words[i]) and (i == at or i > at + 1)), last)
    names, path, stop = object_at(s, at, last)
    if names and stop < last and s.words[stop] == "to" and lemma in CONTROL_VERBS:
        for index in range(stop + 2, last - 1):  # click Yes to continue or No to stop
            if (s.words[index] in COORDINATORS or s.words[index] == ",") and "to" in s.words[index + 2 : index + 5]:
                names = [
                    *names,
                    *(
                        object_at(s, index + 1, last).names
                        if s.is_name(index + 1 + (s.words[index + 1] == "the"))
                        else []
                    ),
                ]
    lemma = _particle_behind(s, verb, lemma, stop, last)
    if names and _is_measure(names[0][0]):
        names = names[1:]
    if lemma in ENTER_VERBS:
        named = _field_behind(s, stop, last) or _field_before(s, verb)
        names = [named] if named else names
    if (
        stop < s.count - 1
        and s.texts[stop] == ":"
        and (not names or names[0][0].lower().endswith(("command", "commands", "following")))
    ):
        found.command_from = s.starts[stop + 1]
        names = [(s.marked.text[found.command_from : s.ends[s.count - 1]].strip(), "command")]
    if names and not any(name for name, _ in names):
        names = _referred(s, verb, at, names[0][1], found) or names
    if lemma == "consult" and names and names[0][0].lower().rpartition(" ")[2] in _DOCUMENTS:
        return
    record(lemma, names, path, found, rule)
    found.waits = waits and not any(name for name, _ in names)


def record(lemma: str, names: list[Target], path: bool, found: ItemFindings, rule: str) -> None:
    """Add an operation and its objects; of a menu path the last name is the first operation's object."""
    found.decided("actions", rule)
    found.actions.append(lemma)
    texts = [(text, kind) for text, kind in names if text]
    if found.first_target is None or (found.waits and not found.first_target):
        chosen = (texts[-1] if path else texts[0]) if texts else (names[0] if names else ("", "other"))
        found.first_target, found.first_type = chosen
        found.decided("targets", "menu_path" if path else "object")
    found.waits = False
    found.targets.extend(text for text, _ in texts)


def _whole_verb(s: Sentence, verb: int, last: int, lemma: str) -> tuple[str, int]:
    """Return the verb with its particle ("turn on", "log back in", "drag and drop"), and where its object begins."""
    joined = (
        JOINED.get((lemma, s.lexicon.lemma(s.words[verb + 2]) or "")) if s.words[verb + 1] in COORDINATORS else None
    )
    if joined:
        return joined, verb + 3
    at = verb + 1
    if (
        s.texts[at][0] == ASIDE
        and at + 1 < last
        and (s.words[at + 1] in PREPOSITIONS or s.words[at + 1] in DETERMINERS)
    ):
        at += 1  # tap (briefly) on the icon
    particle, following = s.words[at], s.words[at + 1] if at + 1 < last else ""
    if s.texts[at].isupper() and lemma in CONTROL_VERBS:
        return lemma, at  # hold BACK
    if at < last and particle in DIRECTION_PARTICLES.get(lemma, "").split():
        at += 1
    elif at < last and s.lexicon.is_phrasal(lemma, particle) and (following != "of" or lemma in ("log", "sign")):
        at += 1 + (lemma in ("log", "sign") and following in ("of", "to"))
        lemma = f"{lemma} {particle}"
    elif (
        following and particle in ADVERBS and s.lexicon.is_phrasal(lemma, following) and following not in ("on", "open")
    ):
        lemma, at = f"{lemma} {following}", at + 2  # log back in
    if at + 1 < last and s.lexicon.takes_preposition(lemma.partition(" ")[0], s.words[at]):
        at += 1
    return ("go to" if lemma == "go" and s.words[at - 1] == "to" else lemma), at


def _particle_behind(s: Sentence, verb: int, lemma: str, stop: int, last: int) -> str:
    """Recognise "Turn the radio off": the particle after the object."""
    if " " in lemma:
        return lemma
    while (
        stop > verb + 2
        and (s.texts[stop - 1] in ADVERBS or is_adverb(s.texts[stop - 1]))
        and "," not in s.words[verb:stop]
    ):
        if s.texts[stop - 2][0].isupper():
            break  # click Sign up
        stop -= 1
    particle = s.words[stop]
    if (
        stop >= last
        or particle in DIRECTION_PARTICLES.get(lemma, "").split()
        or not s.lexicon.is_phrasal(lemma, particle)
    ):
        return lemma
    following = s.words[stop + 1] if stop + 1 < last else ""
    closes = not following or following in PREPOSITIONS or following in JOINERS or leads(following)
    return (
        f"{lemma} {particle}" if closes and following != "of" and particle not in ("open", "through", "to") else lemma
    )


def _is_measure(name: str) -> bool:
    """Recognise "Wait 10 seconds", "turn 90 degrees": how long or how far, not what."""
    *amount, unit = name.lower().replace(" to ", " ").split() or [""]
    counted = all(word[0].isdigit() or word in NUMBERS or word in _FRACTIONS for word in amount)
    return counted and (unit in TIME_UNITS) and (bool(amount) or unit in ("times", "seconds", "minutes", "hours"))


def _field_behind(s: Sentence, at: int, last: int) -> Target | None:
    """Recognise "Enter X in the Y field": the named field, not the value, is the object."""
    for index in range(at, last - 1):
        if s.words[index] in ("in", "into", "for", "to", "on"):
            names, _, end = object_at(s, index + 1, last)
            suffixed = any(
                s.lexicon.suffix_words.get(word) in ("field", "checkbox") for word in s.words[index + 1 : end]
            )
            quoted = s.words[index] in ("in", "into") and s.is_quoted(index + 1 + (s.words[index + 1] in DETERMINERS))
            if names and ((names[0][1] in ("field", "checkbox") and suffixed) or (quoted and names[0][1] == "other")):
                return names[0][0], "field"
    return None


def _field_before(s: Sentence, verb: int) -> Target | None:
    """Recognise "In the Y field, enter X": the field named before the verb."""
    first = next(
        (i for i in range(verb - 1, max(-1, verb - _MAX_FIELD), -1) if s.words[i] in ("in", "into", "for", "on")), None
    )
    return _field_behind(s, first, verb - (s.words[verb - 1] == ",")) if first is not None else None


def _referred(s: Sentence, verb: int, at: int, kind: str, found: ItemFindings) -> list[Target]:
    """Return what a pronoun or a bare "the button" at a token refers to, in this sentence or in a prohibition before."""
    if kind == "other" and found.targets:
        return []
    return referents(s, verb, kind)


def referents(s: Sentence, verb: int, kind: str) -> list[Target]:
    """Return what precedes a verb and an anaphor of a kind may refer to.

    The last name of that kind, or for "it" the object or subject of the clause before.
    """
    marked, position = s.marked, s.starts[verb] if verb < s.count else s.end
    if kind != "other":
        for at, name in sorted(marked.names.items(), reverse=True):
            following = marked.masked[name.end : position].lstrip().lower()
            if at < position and any(k == kind and following.startswith(word) for word, k in s.lexicon.suffixes):
                return [(marked.inner(name), kind)]
        return []
    for first in range(verb):
        reader = s.words[first] in READERS and s.words[first - 1] in SUBORDINATOR_STARTS
        purpose = first == 0 and (s.words[0] == "to" or s.words[0] in PREPOSITIONS) and s.lexicon.lemma(s.words[1])
        if reader or purpose:  # if you have opened the lid, close it; to move a shape, drag it
            at = first + 1
            while at < verb and (
                s.words[at] in ("have", "has", "are") or (s.lexicon.lemma(s.words[at]) and at < first + 3)
            ):
                at += 1
                if purpose:
                    break
            names = object_at(s, at, verb).names if first + 1 < at < verb else []
            return [name for name in names[:1] if name[0]]
    for first in range(verb - 1, -1, -1):
        if s.words[first] not in DETERMINERS or (
            s.words[first - 1] in PREPOSITIONS and s.words[first - 1] not in SUBORDINATOR_STARTS
        ):
            continue
        finite = next(
            (
                i
                for i in range(first + 1, verb)
                if s.words[i] in FINITE or s.words[i] == "has" or s.lexicon.is_third_person(s.words[i])
            ),
            None,
        )
        if finite is not None and finite - first <= _MAX_FIELD:  # if the filter is clogged, rinse it
            owns = s.words[finite] in ("has", "contains", "shows") and not s.words[finite + 1].endswith("ed")
            return object_at(s, finite + 1 if owns else first, verb if owns else finite).names[:1]
    return []
