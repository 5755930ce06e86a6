"""The manual stage: which manuals a question is about, told from the index of manuals that ingestion made.

A *mention* is a place in the question where a manual is named: by title, product name, model number or an alias of the user.
Only mentions decide; no similarity is asked, since siblings look alike.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.normalize import fold_text, squash

_GENERIC_TITLE = re.compile(
    rf"{any_of(lambda words: words.titles.generic)}|{any_of(lambda words: words.titles.edition)}"
    rf"|(?:\bv|{any_of(lambda words: words.titles.version)}\.?)\s*\d+\.\d+[\d.]*",
    re.I,
)
"""Words that say what kind of book it is and not of which product; what stays of a title without them is the product."""

_TOKEN = re.compile(
    r"[a-z]+\d+[a-z0-9]*|[a-z]+|\d+[a-z]*|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff\u3005]{2,}|[\u3041-\u3096]{3,}"
)
_KANA = re.compile(r"[\u3041-\u30ff]")
_VERSION_WORD = re.compile(r"(?:v|ver|rev|version|type|mk|gen)?\d+[a-z]?")
"""A word that only numbers a product: it names nothing alone."""
_CONJUNCTION = re.compile(rf"[&、]|{any_of(lambda words: words.questions.conjunctions)}")
_MIN_ALIAS_CHARS = 2
_TELLING_CHARS = 5
"""Characters of a title in one Japanese word that names something; one Latin word must be written as a name."""

_MODEL_LETTERS, _MODEL_DIGITS = 6, 2
"""Letters and a number apart by a blank are one model number ("ES 200") when there are at most so many letters and at least so
many digits; "Flowtool 2.2" is a name and a version."""
_OF_MODELS = re.compile(any_of(lambda words: words.titles.family), re.I)
MAX_COMPARED = 6
"""A family of more manuals is not compared one by one: ten results have no room for two of each."""

_MODEL = re.compile(r"([a-z]{1,6})\d+[a-z]{0,3}")
_MODEL_LIST_MARKS = ("/", "・", ",")
_MAX_SUFFIX = 3
"""A model number in a question may lack up to this many trailing characters: "ES-200" names an "ES-200K"."""


@dataclass(frozen=True)
class Manual:
    """One entry of the index of manuals."""

    manual_id: str
    title: str
    names: tuple[str, ...]
    """Model numbers, product names and aliases."""
    version: str = ""
    language: str = ""


@dataclass(frozen=True)
class Mention:
    """A place in the question that names one or more manuals."""

    text: str
    start: int
    end: int
    manual_ids: frozenset[str]


@dataclass(frozen=True)
class ManualMatch:
    """What the manual stage decided.

    Attributes:
        manual_ids: The manuals that the question names; empty where it names none, and then all manuals compete.
        mentions: Where it names them.
        groups: One set of manuals per product that is named, in the order of the question; several where models are compared.
        unknown: Model numbers in the question that no manual has.
        superseded: Older revisions that do not answer, each with the id of the newest one.
    """

    manual_ids: frozenset[str] = frozenset()
    mentions: tuple[Mention, ...] = ()
    groups: tuple[frozenset[str], ...] = ()
    unknown: tuple[str, ...] = ()
    superseded: Mapping[str, str] = field(default_factory=dict)


class ManualIndex:
    """All manuals of a collection with the names they go by.

    Args:
        manuals: The manuals.
    """

    def __init__(self, manuals: Sequence[Manual]) -> None:
        self.manuals = list(manuals)
        self._aliases: dict[_Words, set[str]] = defaultdict(set)
        self._given: set[_Words] = set()
        self._aliases_with: dict[str, set[_Words]] = defaultdict(set)
        self._proper: set[str] = set()
        self._revisions = _revisions(self.manuals)
        for manual in self.manuals:
            for name in [*_titles_of(manual), *manual.names]:
                words = tuple(tokenize_name(name))
                if words and sum(map(len, words)) >= _MIN_ALIAS_CHARS and not _is_generic(words):
                    self._aliases[words].add(manual.manual_id)
                    self._proper |= _proper_words(name)
                    for word in words:
                        self._aliases_with[word].add(words)
                    if name in manual.names:
                        self._given.add(words)

    @classmethod
    def from_payloads(
        cls, payloads: Iterable[Mapping[str, Any]], aliases: Mapping[str, Sequence[str]] | None = None
    ) -> ManualIndex:
        """The index from the payloads of manual nodes.

        Args:
            payloads: Payloads with `manual_id`, `manual_title`, `model_numbers`, `product_names`.
            aliases: The user's own names: model number, title or manual id to other names of the same product.
        """
        manuals: dict[str, Manual] = {}
        for payload in payloads:
            names = [*payload.get("model_numbers", ()), *payload.get("product_names", ())]
            title = str(payload.get("manual_title", ""))
            manual_id = str(payload["manual_id"])
            for key, others in _checked_aliases(aliases).items():
                if key == manual_id or any(tokenize_name(key) == tokenize_name(name) for name in [*names, title]):
                    names += others
            manuals[manual_id] = Manual(
                manual_id=manual_id,
                title=title,
                names=tuple(dict.fromkeys(names)),
                version=str(payload.get("manual_version", "")),
                language=str(payload.get("language", "")),
            )
        return cls(list(manuals.values()))

    def match(self, question: str, compared: bool = False) -> ManualMatch:
        """The manuals that a question names.

        Names are compared as words after folding width, case, dashes and blanks, so "ＥＳ－２００", "es200" and "ES 200" are
        one; an "ES-2000" is not an ES-200. Part of a name is a mention when it holds a proper name ("Compact v3" of "Plum
        Compact v3", "Flowtool" of "Flowtool 2.2"); it then names every manual whose name it fits. The longest mentions win.

        Args:
            question: The question.
            compared: Whether it compares products. A family that is named beside one of its members then means the others.
        """
        spans = _token_spans(question)
        tokens = [token for token, _, _ in spans]
        found = _longest(self._runs(tokens, _proper_words(question)))
        found += self._completed(tokens, found)
        mentions = [
            Mention(
                question_part(question, spans, run.start, run.end),
                spans[run.start][1],
                spans[run.end - 1][2],
                run.manual_ids,
            )
            for run in sorted(found, key=lambda run: (run.start, run.end))
        ]
        groups = _separated(
            tuple(dict.fromkeys(mention.manual_ids for mention in mentions)),
            compared or _are_listed(fold_text(question), mentions),
        )
        superseded = self._superseded(question)
        groups = tuple(kept for group in groups if (kept := group - superseded.keys()))
        groups = _members(groups, fold_text(question)) if compared else groups
        ids = frozenset().union(*groups) if groups else frozenset()
        return ManualMatch(ids, tuple(mentions), groups, () if ids else self._unknown_models(question), superseded)

    def _runs(self, tokens: Sequence[str], proper: set[str]) -> list[_Run]:
        """The longest run of words from every place that fits a name."""
        runs = []
        for start, token in enumerate(tokens):
            best = 0
            ids: set[str] = set()
            fitting: _Words = ()
            for alias in self._aliases_of_word(token):
                length = _fitting_length(tokens, start, alias)
                if length >= best and self._is_mention(tokens[start : start + length], alias, proper):
                    ids = ids | self._aliases[alias] if length == best else set(self._aliases[alias])
                    best, fitting = length, alias
            if ids:
                runs.append(_Run(start, start + best, frozenset(ids), fitting))
        return runs

    def _aliases_of_word(self, word: str) -> Iterable[_Words]:
        if word in self._aliases_with:
            return self._aliases_with[word]
        return {
            alias for known, aliases in self._aliases_with.items() if _is_short_model(word, known) for alias in aliases
        }

    def _is_mention(self, words: Sequence[str], alias: _Words, proper: set[str]) -> bool:
        if len(words) == len(alias) and (alias in self._given or _is_telling(alias)):
            return True
        names = [word for word in words if not _VERSION_WORD.fullmatch(word)]
        return any(word in proper and (word in self._proper or _is_short_model(word, "".join(alias))) for word in names)

    def _completed(self, tokens: Sequence[str], found: Sequence[_Run]) -> list[_Run]:
        """Names whose beginning is left to an earlier mention: after "Compact v2", "v3" means "Compact v3"."""
        covered = {position for run in found for position in range(run.start, run.end)}
        completed = []
        for run in found:
            said = tuple(tokens[run.start : run.end])
            for position in range(run.end, len(tokens)):
                word = tokens[position]
                if position in covered or not _VERSION_WORD.fullmatch(word) or len(said) < 2 or word == said[-1]:
                    continue
                ids = {
                    i
                    for alias in self._aliases_with.get(word, ())
                    if _fits((*said[:-1], word), alias)
                    for i in self._aliases[alias]
                }
                if ids:
                    completed.append(_Run(position, position + 1, frozenset(ids), run.alias))
                    covered.add(position)
        return completed

    def _superseded(self, question: str) -> dict[str, str]:
        """Older revisions with their newest one; one whose version the question names is not left out, nor is its family."""
        asked = squash(question)
        superseded = {}
        for revisions in self._revisions:
            if not any(squash(manual.version) in asked for manual in revisions):
                superseded.update({manual.manual_id: revisions[-1].manual_id for manual in revisions[:-1]})
        return superseded

    def _unknown_models(self, question: str) -> tuple[str, ...]:
        """Model numbers of a known series that no manual has, such as ES-400 beside ES-200 and ES-300."""
        stems = {re.sub(r"\d.*", "", word) for word in self._aliases_with if re.match(r"[a-z]+\d", word)}
        models = []
        for token in re.findall(
            r"(?<![a-z0-9])[a-z]{1,6}[- ]?\d{2,5}[a-z]{0,3}(?![a-z0-9])", fold_text(question).lower()
        ):
            joined = "".join(tokenize_name(token))
            if joined not in self._aliases_with and re.sub(r"\d.*", "", joined) in stems:
                models.append(token)
        return tuple(models)


_Words = tuple[str, ...]


@dataclass(frozen=True)
class _Run:
    """Words `start` to `end` of a question that name manuals."""

    start: int
    end: int
    manual_ids: frozenset[str]
    alias: _Words


def tokenize_name(name: str) -> list[str]:
    """A name as the words that it is compared by."""
    return [token for token, _, _ in _token_spans(name)]


def _token_spans(text: str) -> list[tuple[str, int, int]]:
    """Words with their places in the folded text.

    Letters and a number joined by a dash or blank are one word (ES-200), and a number behind a slash takes the letters of the
    model before it: "ES-200/300" names the ES-300 too.
    """
    folded = _lowered(fold_text(text))
    spans: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(folded):
        token, start, end = match.group(), match.start(), match.end()
        if spans and token[0].isdigit() and spans[-1][0].isalpha() and spans[-1][0].isascii():
            between = folded[spans[-1][2] : start]
            digits = re.match(r"\d+", token)
            long_number = digits is not None and len(digits.group()) >= _MODEL_DIGITS
            if len(spans[-1][0]) <= _MODEL_LETTERS and (
                between in ("", "-") or (between in (" ", "_", ".", "・") and long_number)
            ):
                spans[-1] = (spans[-1][0] + token, spans[-1][1], end)
                continue
        if spans and token[0].isdigit() and folded[spans[-1][2] : start] in _MODEL_LIST_MARKS:
            model = _MODEL.fullmatch(spans[-1][0])
            token = f"{model.group(1)}{token}" if model else token
        spans.append((token, start, end))
    return spans


def _lowered(text: str) -> str:
    """Lower case in which every character keeps its place ("İ" would become two)."""
    return "".join(lower if len(lower := character.lower()) == 1 else character for character in text)


def question_part(question: str, spans: Sequence[tuple[str, int, int]], first: int, last: int) -> str:
    """The part of a (folded) question from one word to another."""
    return fold_text(question)[spans[first][1] : spans[last - 1][2]]


def _checked_aliases(aliases: Mapping[str, Sequence[str]] | None) -> Mapping[str, Sequence[str]]:
    for key, others in (aliases or {}).items():
        if isinstance(others, str):
            raise ValueError(f"aliases[{key!r}] is the text {others!r}; give a list of names.")
    return aliases or {}


def _titles_of(manual: Manual) -> Iterable[str]:
    yield manual.title
    product = _GENERIC_TITLE.sub(" ", fold_text(manual.title)).strip(" ()[]・-")
    if product:
        yield product


def _is_telling(title: _Words) -> bool:
    """Whether a title names something by itself.

    "Inputs" and "電源" stand in any question about inputs and power; a word with a number, or a long Japanese compound, does not.
    """
    if len(title) > 1 or any(character.isdigit() for character in title[0]):
        return True
    return not title[0].isascii() and len(title[0]) >= _TELLING_CHARS


def _is_generic(tokens: _Words) -> bool:
    return not _GENERIC_TITLE.sub("", " ".join(tokens)).strip()


def _proper_words(text: str) -> set[str]:
    """Words that are written as names: with a capital, with a digit, or in Latin letters within Japanese text."""
    japanese = bool(_KANA.search(text))
    folded = fold_text(text)
    words = set()
    for token, start, end in _token_spans(text):
        printed = folded[start:end]
        if token[0].isascii() and (japanese or printed != printed.lower() or any(c.isdigit() for c in token)):
            words.add(token)
    return words


def _fitting_length(tokens: Sequence[str], start: int, alias: _Words) -> int:
    """How many words from `start` on stand in the name in this order."""
    place, length = 0, 0
    for token in tokens[start:]:
        while place < len(alias) and not (alias[place] == token or _is_short_model(token, alias[place])):
            place += 1
        if place == len(alias):
            break
        place += 1
        length += 1
    return length


def _fits(words: Sequence[str], alias: _Words) -> bool:
    return _fitting_length(words, 0, alias) == len(words)


def _is_short_model(asked: str, known: str) -> bool:
    """Whether a model number leaves out the letters at its end; "ES-200" is no short form of "ES-2000"."""
    if not (len(asked) >= 4 and asked[0].isalpha() and asked[-1].isdigit() and known.startswith(asked)):
        return False
    rest = known[len(asked) :]
    return 0 < len(rest) <= _MAX_SUFFIX and rest.isalpha()


def _longest(runs: Sequence[_Run]) -> list[_Run]:
    """Runs that lie in no longer one."""
    kept: list[_Run] = []
    for run in sorted(runs, key=lambda run: (run.start - run.end, run.start)):
        if not any(other.start <= run.start and run.end <= other.end for other in kept):
            kept.append(run)
    return kept


def _revisions(manuals: Iterable[Manual]) -> list[list[Manual]]:
    """Manuals that are the same but for their version, oldest first; those without a version are never a revision."""
    families: dict[tuple[str, str, tuple[str, ...]], list[Manual]] = defaultdict(list)
    for manual in manuals:
        if _version_key(manual.version):
            title = squash(manual.title).replace(squash(manual.version), "")
            families[title, manual.language, tuple(sorted(map(squash, manual.names)))].append(manual)
    ordered = [
        sorted(family, key=lambda manual: (_version_key(manual.version), manual.manual_id))
        for family in families.values()
    ]
    return [family for family in ordered if _version_key(family[0].version) != _version_key(family[-1].version)]


def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d{1,9}", fold_text(version)))


def _are_listed(folded: str, mentions: Sequence[Mention]) -> bool:
    """Whether a conjunction stands between two mentions: then both are meant."""
    return any(_CONJUNCTION.search(folded[first.end : second.start]) for first, second in itertools.pairwise(mentions))


def _narrowed(groups: Sequence[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """Groups with the one taken out that only narrows the others.

    "v4, the Compact and the Light" names a generation and two families that each cross it: asked about are the Compact v4 and
    the Light v4. Two names alone that share manuals ("the gateway and the sensor") are two products.
    """
    for qualifier in groups:
        others = [group for group in groups if group is not qualifier]
        if len(others) >= 2 and all(group & qualifier and group - qualifier and qualifier - group for group in others):
            return tuple(dict.fromkeys(group & qualifier for group in others))
    return tuple(groups)


def _separated(groups: Sequence[frozenset[str]], compared: bool) -> tuple[frozenset[str], ...]:
    """Groups of which none says less exactly what another says.

    "Gate" beside "Gate Administration" means the latter. In a comparison a family beside one of its members means the rest
    of the family, one by one.
    """
    groups = _narrowed(groups)
    separate: list[frozenset[str]] = []
    for group in groups:
        inner = [other for other in groups if other < group]
        if not inner:
            separate.append(group)
        elif compared:
            separate += [frozenset({manual_id}) for manual_id in sorted(group.difference(*inner))]
    return tuple(dict.fromkeys(separate))


def _members(groups: tuple[frozenset[str], ...], folded: str) -> tuple[frozenset[str], ...]:
    """The one family that is compared as its members, where the question speaks of models: "the three models of the GX series".

    Without such a word the product may just have several manuals.
    """
    if len(groups) == 1 and 1 < len(groups[0]) <= MAX_COMPARED and _OF_MODELS.search(folded):
        return tuple(frozenset({manual_id}) for manual_id in sorted(groups[0]))
    return groups
