"""Direct objects: where the noun phrase after a verb ends, which names it holds, and what type of thing each is."""

from __future__ import annotations

import re
from typing import NamedTuple

from llama_index_layout_rag.steps.en.clauses import subordinator_at
from llama_index_layout_rag.steps.en.imperatives import is_verb
from llama_index_layout_rag.steps.en.nouns import QUANTITIES, SCREEN_ONLY, VAGUE_WORDS
from llama_index_layout_rag.steps.en.tokens import Sentence
from llama_index_layout_rag.steps.en.verbs import CONTROL_VERBS, UI_VERBS
from llama_index_layout_rag.steps.en.words import (
    ADVERBS,
    BARE_PRONOUNS,
    COORDINATORS,
    DETERMINERS,
    NUMBERS,
    OBJECT_ENDS,
    PREPOSITIONS,
    PRONOUNS,
    TIME_UNITS,
    is_adverb,
)
from llama_index_layout_rag.steps.marking import ASIDE, NAME
from llama_index_layout_rag.steps.word_lists import words

Target = tuple[str, str]
"""Name and target type; an empty name is an anaphor ("it", "the button")."""

_PATH_SIGNS = frozenset((">", ">>", "→", "->", "-->", "=>", "⇒", "»", "|", "\\"))
_QUOTED_PATH = re.compile(r"\s+(?:-+>|→|»|>+)\s+")
_SOLID_PATH = re.compile(r"[A-Z][\w ]*(?:>[A-Z][\w ]*)+")
"""A menu path without blanks around its signs: "Tools>Reset Data"."""
_FILE = re.compile(r"\w\.[A-Za-z]\w{0,4}$|^[~.]*[\\/]\w|\w[\\/].*\w[\\/]|^[A-Za-z]:\\")
"""A file with its ending, or a path of several folders; no "3/4" and no "on/off"."""
_IDENTIFIER = re.compile(r"\w[_.\\]\w|[a-z][A-Z]|^-")
_SHARED = re.compile(
    r"(?:\w+(?:al|ed|ic|ive|ous|ary)|left|right|top|bottom|upper|lower|front|rear|back|inner|outer|first|second|red|blue|green|black|white|[A-Z]|\d+)$",
    re.IGNORECASE,
)
"""A modifier that shares the head after the coordinator: "the oral and nasal sprays" is one object."""
_NAMING = words(
    """
command keyword parameter option variable function flag button menu tab field checkbox icon link key file folder directory script
    """
)
"""Nouns that precede a name and say its kind: "Run the command SORT"."""
_BARE_KINDS = frozenset(("checkbox", "field", "screen", "link", "menu", "tab", "other"))
"""Kinds whose bare word may be the target ("the check box"); "the button" alone refers to one named before."""
_RESULTING = words(
    """
blank clean clear closed dry empty flat flush free loose off on open shut straight tight upright vertical horizontal
    """
)
"""States a thing is brought to, no part of its name: "Wipe the tray dry"."""
_CODED_SUFFIXES = words(
    """
property properties attribute attributes variable variables setting settings parameter parameters option options command commands
    """
)
_POINTING = words("belonging coming corresponding going leading relating running")
_MAX_COORDINATED = 8
_VERB_WINDOW = 12


class ObjectPhrase(NamedTuple):
    """The names of an object, whether they form a menu path, and the index of the token after it."""

    names: list[Target]
    is_path: bool
    end: int


def object_at(s: Sentence, at: int, last: int) -> ObjectPhrase:
    """Return the object that begins at a token of a clause.

    Args:
        s: The sentence.
        at: Index of the first token after the verb.
        last: Index after the clause.
    """
    groups, path, end = _coordinated(s, _skip_qualifiers(s, at, last), last)
    merged: list[tuple[int, int]] = []
    for first, stop in groups[:_MAX_COORDINATED]:
        if merged and _shares_head(s, *merged[-1], first, stop):
            merged[-1] = (merged[-1][0], stop)
        else:
            merged.append((first, stop))
    return ObjectPhrase([name for first, stop in merged for name in _names(s, first, stop)], path, end)


def _skip_qualifiers(s: Sentence, at: int, last: int) -> int:
    """Where the object begins in "only the adapter", "at least three characters", "all of them", "none of the screws"."""
    if " ".join(s.words[at : at + 2]) in ("at least", "at most", "up to") and at + 2 < last:
        at += 2
    if (
        s.words[at + 1] == "of"
        and s.words[at] in ("all", "none", "one", "each", "any", "both", "some", "either")
        and at + 2 < last
    ):
        return at + 2
    at += s.words[at] in ("above", "below") and at + 1 < last and s.words[at + 1].endswith("s")
    while at + 1 < last and s.words[at] in ADVERBS and s.words[at + 1] in DETERMINERS:
        at += 1
    return at + (at + 1 < last and s.words[at] in ("about", "approximately", "around") and s.texts[at + 1][0].isdigit())


def _coordinated(s: Sentence, first: int, last: int) -> tuple[list[tuple[int, int]], bool, int]:
    """Return the coordinated parts of an object as token ranges, whether they form a menu path, and where the object ends."""
    groups: list[tuple[int, int]] = []
    path = False
    index = first
    while index < last:
        word, text, begun = s.words[index], s.texts[index], index > first
        if text in _PATH_SIGNS and begun:
            groups.append((first, index))
            path = path or len(groups) == 1
            first = index = index + 1
        elif word in COORDINATORS or text == ",":
            if begun:
                groups.append((first, index))
            index += 1 + (s.words[index + 1] in COORDINATORS)
            index += s.words[index] == "then"
            first = index
            if index < last and _begins_other(s, index):
                break
        elif begun and word == "of" and _is_amount(s, first, index):
            first = index = index + 1
        elif word in ("to", "through") and begun and s.texts[index - 1].isdigit() and s.texts[index + 1].isdigit():
            index += 1
        elif (
            word in OBJECT_ENDS
            and not text[0].isupper()
            and not (word in ("above", "below") and s.words[index - 1] == "the")
        ) or ((begun or text == ":") and _opens_other(s, index)):
            break
        else:
            index += 1
    if first < index <= last and (not groups or groups[-1][1] <= first):
        groups.append((first, min(index, last)))
    return groups, path, index


def _begins_other(s: Sentence, at: int) -> bool:
    """Whether what follows a coordinator is no further object: a clause, a place, a verb."""
    word = s.words[at]
    gerund = s.lexicon.is_gerund(word) and (
        s.words[at - 1] == "," or s.words[at + 1] in DETERMINERS or s.words[at + 1] in PRONOUNS or s.is_name(at + 1)
    )
    placed = word in PREPOSITIONS and s.texts[at].islower()
    return gerund or placed or word == "be" or bool(subordinator_at(s, at)[0]) or is_verb(s, at)


def _is_amount(s: Sentence, first: int, at: int) -> bool:
    """Whether "of" follows an amount ("a thin layer of", "20 ml of"): the thing itself comes then."""
    if s.words[first] == "the" and s.words[at - 1] == "number":
        return False  # the number of chairs
    fillers = all(w in QUANTITIES or w in DETERMINERS or w in VAGUE_WORDS for w in s.words[first:at])
    return fillers or (s.texts[first][0].isdigit() and at - first == 2)


def _opens_other(s: Sentence, at: int) -> bool:
    """Whether the next phrase begins at a token, or a sign ends this one."""
    word, following, before = s.words[at], s.words[at + 1], s.words[at - 1]
    if s.texts[at][0] in ":;—–=?!":
        return not s.is_range(at)
    if word == "-":
        return not (s.texts[at - 1][-1].isdigit() and following.isdigit()) and not s.texts[at + 1][0].isupper()
    if (word in DETERMINERS or word in ("you", "we", "they")) and s.texts[at].islower():
        return True
    if before in DETERMINERS or s.texts[at][0].isupper():
        return False
    if word.endswith("ing"):  # the button corresponding to it, the screws securing the tray
        return (
            following in ("to", "from") if word in _POINTING else following in DETERMINERS and s.lexicon.is_gerund(word)
        )
    return (
        s.lexicon.is_participle(word) or word.endswith("ed")
    ) and following in PREPOSITIONS  # the hose attached to the pump


def _shares_head(s: Sentence, first: int, last: int, following: int, end: int) -> bool:
    words = [i for i in range(first, last) if s.words[i] not in DETERMINERS and s.words[i] not in ADVERBS]
    lone = len(words) == 1 and not s.is_quoted(words[0]) and _SHARED.match(s.texts[words[0]]) is not None
    return lone and end - following >= 2 and s.words[following] not in DETERMINERS and following - last == 1


def _names(s: Sentence, first: int, last: int) -> list[Target]:
    """Return the targets of tokens [first, last)."""
    whole = s.text_of(first, last)
    if _SOLID_PATH.fullmatch(whole):
        return [(part, "menu") for part in whole.split(">")]
    if last - first == 1 and "://" in whole:
        return [(whole.rstrip(".,;"), "link")]
    opening = first
    first = _skip_modifiers(s, first, last)
    last = _without_state(s, first, last)
    if first >= last:
        return []
    quoted = [i for i in range(first, last) if s.is_quoted(i)]
    if quoted:
        return _quoted_names(s, quoted, first, last)
    if last - first > 1 and s.texts[first][0] in "$-/%" and len(s.texts[first]) > 2:
        return [(s.texts[first], "command" if s.texts[first][0] == "-" else "other")]
    word = s.words[first]
    if last - first == 1:
        if (
            opening == first
            and s.texts[first].islower()
            and (word in _RESULTING or (word.endswith("ed") and s.lexicon.lemma(word)))
        ):
            return []  # wipe dry
        if word in ("key", "keys") and opening and s.words[opening - 1] not in CONTROL_VERBS:
            return [(word, "part")]  # remove the key
        if word in PRONOUNS:
            return [("", "other")]
    if word in BARE_PRONOUNS:
        return [("", "other")]
    return [_plain_name(s, first, last, opening)]


def _skip_modifiers(s: Sentence, first: int, last: int) -> int:
    """Where the name begins after articles, numbers, amounts and owners ("the pump's two new seals")."""
    opening = first
    if last - first == 1 and first and s.texts[first].istitle():
        return first  # click No, press A
    if s.texts[first].isdigit() and s.words[first + 1] == "to" and first + 3 < last:
        return first + 3  # 3 to 4 drops
    while first < last - 1 or (first < last and (s.words[first] in DETERMINERS or s.texts[first][0] == ASIDE)):
        word = s.words[first]
        determiner = word in DETERMINERS and (first == opening or s.texts[first].islower())
        counts = word in NUMBERS or (word.isdigit() and s.texts[first + 1][0].islower())
        number = (
            counts
            and s.words[first + 1] not in TIME_UNITS
            and s.texts[first + 1][0].isalpha()
            and s.words[first + 1] not in PREPOSITIONS
        )
        vague = word in VAGUE_WORDS or is_adverb(s.texts[first])
        if not (determiner or vague or s.texts[first][0] == ASIDE or (number)):
            break
        first += 1
    owner = next((i for i in range(first, last - 1) if s.words[i].endswith(("'s", "’s", "s'", "s’"))), None)
    return first if owner is None else owner + 1


def _without_state(s: Sentence, first: int, last: int) -> int:
    """Where the name ends before a state it is brought to or an adverb ("the field blank")."""
    if last - first > 1 and s.texts[last - 1] in _RESULTING:
        last -= 1
    while last > first and (
        s.texts[last - 1][0] == ASIDE
        or s.texts[last - 1] == "."
        or is_adverb(s.texts[last - 1])
        or (s.texts[last - 1] in ADVERBS and not s.lexicon.is_phrasal(s.words[last - 2], s.words[last - 1]))
        or (s.texts[last - 1] in ADVERBS and s.texts[last - 2].islower())
    ):
        last -= 1
    return last


def _quoted_names(s: Sentence, quoted: list[int], first: int, last: int) -> list[Target]:
    """Return the quoted names, with the kind that follows them and the elements of a menu path inside them."""
    tail = " ".join(s.words[i] for i in range(first, last) if s.texts[i][0] not in NAME + ASIDE)
    kind = next((kind for word, kind in s.lexicon.suffixes if tail.endswith(word)), "other")
    named = [s.marked.names[s.starts[i]] for i in quoted if s.starts[i] in s.marked.names]
    return [(part, kind) for name in named for part in _QUOTED_PATH.split(s.marked.inner(name))]


def _plain_name(s: Sentence, first: int, last: int, opening: int) -> Target:
    """Return a name without quotation marks; the word that only names its kind is cut off."""
    heads = s.lexicon.heads
    end = last
    while end - first > 1 and heads.get(s.words[end - 1]) == "file":
        end -= 1
    if _FILE.search(s.texts[end - 1]):
        return s.texts[end - 1].rstrip(".,"), "file"  # the generated conf/app.ini file
    if (
        last - first > 1
        and s.texts[first] in _NAMING
        and (s.texts[first + 1][0].isupper() or _IDENTIFIER.search(s.texts[first + 1]))
    ):
        first += 1  # the command SORT
    if last - first > 1 and s.words[last - 1] in _CODED_SUFFIXES and _IDENTIFIER.search(s.texts[last - 2]):
        return s.text_of(first, last - 1), "field"
    kind, size = _kind_suffix(s, first, last)
    if kind and size == last - first and kind not in _BARE_KINDS:
        return "", kind
    closing = s.words[last - 1]
    guarded = closing in SCREEN_ONLY and not (
        last - first > 1 and s.texts[last - 2][0].isupper() and closing not in ("key", "keys")
    )
    if guarded and not _on_screen(s, opening):
        kind, size = "", 0  # a test page, an RSA key
    lower = s.texts[first][0].islower() and s.texts[last - size - 1][0].islower() if size < last - first else True
    if lower and size < last - first and (kind in ("other", "icon") or closing in ("item", "items")):
        kind, size = "", 0  # a hidden entry
    if size < last - first:
        last -= size
    text = s.text_of(first, last)
    text = text.strip(" ,.'’" if text[:1] != "." else " ,")
    return text, kind or heads.get(s.words[last - 1], "other")


def _kind_suffix(s: Sentence, first: int, last: int) -> tuple[str, int]:
    """Return the kind of control that the last words of a phrase name, and how many words that takes; ("", 0) for none."""
    for parts, kind in s.lexicon.suffixes_by_end.get(s.words[last - 1], ()):
        if len(parts) == 1 and parts[0] == "box" and s.texts[first][0].islower():
            continue  # the bread box
        if last - first >= len(parts) and s.words[last - len(parts) : last] == parts:
            return kind, len(parts)
    return "", 0


def _on_screen(s: Sentence, at: int) -> bool:
    """Whether a verb before a token acts on a screen or keyboard ("press", "opening")."""
    return any(s.lexicon.lemma(word) in UI_VERBS for word in s.words[max(0, at - _VERB_WINDOW) : at])
