"""The manual stage: which manuals a question names, from the titles, product names, model numbers and aliases of all manuals.

A mention is a place in the question that names manuals. A whole name beats a name that merely contains it: "S10" is not the
"S10 Lite", nor the reverse. Only a whole, certain name excludes other manuals; brands and common words only prefer theirs.
Embeddings play no part, since sibling products have similar texts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.normalize import fold_text, squash
from llama_index_layout_rag.retrieval.names import ORDINAL_WORDS, NameWord, is_variant, name_words, same_word

_GENERIC_TITLE = re.compile(
    rf"{any_of(lambda words: words.titles.generic)}|{any_of(lambda words: words.titles.edition)}"
    rf"|(?:\bv|{any_of(lambda words: words.titles.version)}\.?)\s*\d+\.\d+[\d.]*",
    re.I,
)
"""Words of a title that name the kind of manual; the rest of the title is the product."""
_CONJUNCTION = re.compile(rf"[&、/・,]|{any_of(lambda words: words.questions.conjunctions)}")
_OF_MODELS = re.compile(any_of(lambda words: words.titles.family), re.I)

MAX_COMPARED = 6
"""Families of more manuals are not compared member by member: ten results have no room for two of each."""

MAX_LIST_GAP = 10
"""Characters between two names of a list."""

MIN_TELLING_CHARS = 5
"""Length of a single Japanese word that names a product; shorter ones (電源) occur in any question."""


@dataclass(frozen=True)
class Manual:
    """An entry of the manual index.

    Args:
        manual_id: Id of the manual.
        title: Its title.
        names: Model numbers, product names and aliases.
        version: Version or edition, "" where unknown.
        language: Language code.
    """

    manual_id: str
    title: str
    names: tuple[str, ...]
    version: str = ""
    language: str = ""


@dataclass(frozen=True)
class Mention:
    """A place in the folded question that names manuals.

    Args:
        text: The words there.
        start: Offset of the first character.
        end: Offset after the last character.
        manual_ids: The manuals named.
        certain: Whether it is a whole name, which excludes other manuals.
    """

    text: str
    start: int
    end: int
    manual_ids: frozenset[str]
    certain: bool = True


@dataclass(frozen=True)
class ManualMatch:
    """The result of the manual stage.

    Args:
        groups: The manuals of each product that the question names, in its order; empty where it names none.
        excludes: Whether all other manuals are excluded; otherwise those of `groups` are preferred.
        mentions: The places of the names.
        tied: The products that one name fits equally, where there are several.
        siblings: Other members of a named family in a comparison, which may be meant as well.
        unknown: Names of the question that no manual has.
        superseded: Older revisions, which are not searched, each with the id of the newest one.
    """

    groups: tuple[frozenset[str], ...] = ()
    excludes: bool = True
    mentions: tuple[Mention, ...] = ()
    tied: tuple[frozenset[str], ...] = ()
    siblings: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()
    superseded: Mapping[str, str] = field(default_factory=dict)

    @property
    def manual_ids(self) -> frozenset[str]:
        """All manuals that the question names."""
        return frozenset[str]().union(*self.groups)


_Words = tuple[str, ...]


@dataclass(frozen=True)
class _Name:
    """A name of a manual."""

    words: _Words
    manual_id: str
    given: bool
    """Whether it is a model number, product name or alias, not part of a title."""
    spelling: str
    spelled_proper: bool


class _Lacked(NamedTuple):
    """Words of a name, from the first one that a question has, that the question lacks."""

    variants: _Words = ()
    others: _Words = ()
    after: _Words = ()
    """The others after the last word that the question has."""


@dataclass(frozen=True)
class _Run:
    """Words `start` to `end` of a question that fit names."""

    start: int
    end: int
    words: _Words
    fits: tuple[tuple[_Name, _Lacked], ...]
    beats_variants: bool = False
    """Whether names that fit less well have further variant words: Lite, Mk 2."""

    @property
    def manual_ids(self) -> frozenset[str]:
        return frozenset(name.manual_id for name, _ in self.fits)


class ManualIndex:
    """The names of all manuals of a collection.

    Args:
        manuals: The manuals.
    """

    def __init__(self, manuals: Sequence[Manual]) -> None:
        self.manuals = list(manuals)
        self._revisions = _revisions(self.manuals)
        self._names: list[_Name] = []
        self._by_word: dict[str, list[_Name]] = defaultdict(list)
        self._wildcards: dict[str, list[_Name]] = defaultdict(list)
        for manual in self.manuals:
            titles = list(_titles(manual))
            for spelling, given in [*((name, True) for name in manual.names), *((title, False) for title in titles)]:
                words = name_words(spelling)
                if given and _is_cut_off(words, manual.names, titles):
                    continue
                if sum(len(word.text) for word in words) < 2 or _is_generic(spelling):
                    continue
                proper = all(word.proper or not word.text.isascii() or word.text[0].isdigit() for word in words)
                name = _Name(tuple(w.text for w in words), manual.manual_id, given, fold_text(spelling), proper)
                self._names.append(name)
                for word in dict.fromkeys(name.words):
                    (self._wildcards if word[0].isdigit() and "x" in word else self._by_word)[word].append(name)
        self._stems = {a for name in self._names for a, b in pairwise(name.words) if b[0].isdigit()}
        self._stems -= ORDINAL_WORDS

    @classmethod
    def from_payloads(
        cls, payloads: Iterable[Mapping[str, Any]], aliases: Mapping[str, Sequence[str]] | None = None
    ) -> ManualIndex:
        """Return the index of manual nodes.

        Args:
            payloads: Payloads with `manual_id`, `manual_title`, `model_numbers`, `product_names`.
            aliases: Model number, title or manual id to a list of other names of the same product.
        """
        checked = {_comparable(key): (key, others) for key, others in _checked_aliases(aliases).items()}
        manuals: dict[str, Manual] = {}
        for payload in payloads:
            names = [*payload.get("model_numbers", ()), *payload.get("product_names", ())]
            title, manual_id = str(payload.get("manual_title", "")), str(payload["manual_id"])
            known = {_comparable(name) for name in [*names, title]}
            for words, (key, others) in checked.items():
                if key == manual_id or words in known:
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
        """Return the manuals that a question names.

        Args:
            question: The question.
            compared: Whether it compares products. Then a family beside one of its members means the other members.
        """
        folded, words = fold_text(question), name_words(question)
        runs = _longest([run for start in range(len(words)) if (run := self._run(words, start, folded))])
        runs += self._listed(words, runs, folded)
        runs.sort(key=lambda run: (run.start, run.end))
        mentions = [self._mention(words, run, folded) for run in runs]
        superseded = self._superseded(question)
        unknown = self._unknown(words, runs, mentions, folded, compared)
        certain = [mention for mention in mentions if mention.certain]
        families = [m for m in mentions if not m.certain and any(c.manual_ids < m.manual_ids for c in certain)]
        named = sorted([*certain, *(families if compared else [])], key=lambda m: m.start) or mentions
        groups = tuple(dict.fromkeys(mention.manual_ids for mention in named))
        if not certain and groups and not compared:
            groups = (frozenset[str]().union(*groups),)
        groups = _separated(groups, compared or _are_listed(folded, named))
        groups = tuple(kept for group in groups if (kept := group - superseded.keys()))
        if compared and len(groups) == 1 and 1 < len(groups[0]) <= MAX_COMPARED and _OF_MODELS.search(folded):
            groups = tuple(frozenset({manual_id}) for manual_id in sorted(groups[0]))
        return ManualMatch(
            groups=groups,
            excludes=bool(certain) and not unknown,
            mentions=tuple(named),
            tied=self._products(groups[0], runs) if len(groups) == 1 else (),
            siblings=self._siblings(groups[0], runs) - superseded.keys()
            if compared and len(groups) == 1
            else frozenset(),
            unknown=unknown,
            superseded=superseded,
        )

    def _run(self, words: Sequence[NameWord], start: int, folded: str) -> _Run | None:
        """Return the longest run of words from a position that names a manual."""
        fits: dict[int, list[tuple[_Name, _Lacked]]] = defaultdict(list)
        spans: dict[int, tuple[int, int]] = {}
        for name in self._with_word(words[start].text):
            first, end, missing = _fit([word.text for word in words], start, name.words)
            following = words[end] if end < len(words) else None
            whole = end - first == len(name.words)
            if self._names_something(words[first:end], following, name, whole, folded):
                fits[end - first].append((name, missing))
                spans[end - first] = (first, end)
        if not fits:
            return None
        longest = max(fits)
        first, end = spans[longest]
        numbered = any(word.text[0].isdigit() for word in words[first:end])
        return _Run(first, end, tuple(w.text for w in words[first:end]), *_closest(fits[longest], numbered))

    def _with_word(self, word: str) -> Iterator[_Name]:
        yield from self._by_word.get(word, ())
        if word[0].isdigit():
            yield from (name for known, names in self._wildcards.items() if same_word(word, known) for name in names)

    def _names_something(
        self, words: Sequence[NameWord], following: NameWord | None, name: _Name, whole: bool, folded: str
    ) -> bool:
        """Return whether words of a question name a product and do not just share words with a title."""
        if whole and (name.given or _is_telling(name.words)):
            return True
        if any(_is_model(first, second) for first, second in pairwise(words)):
            return True
        head = name.words[0]  # ミラディナ of "ミラディナ 印刷機"
        if (
            any(word.text == head for word in words)
            and not head.isascii()
            and (len(head) >= MIN_TELLING_CHARS or len(words) > 1)
        ):
            return True
        proper = [w for w in words if w.proper and len(w.text) > 1 and not is_variant([w.text], 0)]
        if following is not None and following.joined and following.text[0].isdigit():
            proper = [w for w in proper if w is not words[-1]]  # the letters of another model number
        return any(name.spelled_proper or folded[w.start : w.end] in name.spelling for w in proper)

    def _listed(self, words: Sequence[NameWord], runs: Sequence[_Run], folded: str) -> list[_Run]:
        """Return names of a list that omit what they share: "Compact v2 and v3", "ES-200/300", "Keyball39と44"."""
        covered = {position for run in runs for position in range(run.start, run.end)}
        found: list[_Run] = []
        for run in runs:
            end = run.end
            for position in range(run.end, len(words)):
                between = folded[words[end - 1].end : words[position].start]
                listed = len(between) <= MAX_LIST_GAP and _CONJUNCTION.search(between)
                if position in covered:
                    end = position + 1
                elif (listed or words[position].text in ORDINAL_WORDS) and not words[position].joined:
                    completed = self._completed(run.words, words, position, covered)
                    if completed:
                        found.append(completed)
                        end = completed.end
                        covered |= set(range(position, end))
        return found

    def _completed(self, said: _Words, words: Sequence[NameWord], position: int, covered: set[int]) -> _Run | None:
        rest = [word.text for i, word in enumerate(words[position : position + 4], position) if i not in covered]
        for kept in range(len(said) - 1, 0, -1):
            fits: dict[int, list[tuple[_Name, _Lacked]]] = defaultdict(list)
            for name in self._with_word(said[0]):
                _, end, missing = _fit([*said[:kept], *rest], 0, name.words)
                if end > kept and [*said[:kept], *rest][:end] != list(said):
                    fits[end - kept].append((name, missing))
            if fits:
                longest = max(fits)
                numbered = any(word[0].isdigit() for word in (*said[:kept], *rest[:longest]))
                return _Run(
                    position, position + longest, (*said[:kept], *rest[:longest]), *_closest(fits[longest], numbered)
                )
        return None

    def _mention(self, words: Sequence[NameWord], run: _Run, folded: str) -> Mention:
        start, end = words[run.start].start, words[run.end - 1].end
        ids = run.manual_ids
        certain = self._is_certain(run, words, folded)
        if not certain:  # a series: its members count as well as the manual of the series
            ids |= {
                name.manual_id for name in self._with_word(run.words[0]) if name.words[: len(run.words)] == run.words
            }
        return Mention(folded[start:end], start, end, ids, certain)

    def _is_certain(self, run: _Run, words: Sequence[NameWord], folded: str) -> bool:
        """Return whether a run is a whole name, so that other manuals are excluded."""
        asked = words[run.start : run.end]
        if self._unknown_suffix(words, run, folded):
            return False
        pairs = list(pairwise(run.words))
        letters = [word for i, word in enumerate(run.words) if not is_variant(run.words, i)]
        if any(
            a.isascii() and b[0].isdigit() and (len(b) > 1 or len(a) > 2) for a, b in pairs if a not in ORDINAL_WORDS
        ):
            return True
        whole = [name for name, lacked in run.fits if not any(lacked)]
        if not whole:
            lacks_variants = any(lacked.variants for _, lacked in run.fits)
            lacks_others = any(lacked.others for _, lacked in run.fits)
            return (
                (len(letters) > 1 and not lacks_others)
                or (
                    not lacks_variants
                    and all(lacked.others == lacked.after for _, lacked in run.fits)
                    and min(len(lacked.after) for _, lacked in run.fits) < len(run.words)
                    and len(run.words) > 1
                )
                or (run.beats_variants and (asked[0].proper or not asked[0].text.isascii()))
            )
        if self._is_series(run.words, whole):
            return False
        if len(run.words) > 1:
            return True
        complete = [name for name in whole if len(name.words) == 1]
        written = folded[asked[0].start : asked[0].end]
        return any(
            name.spelling == written or asked[0].proper or (not written.isascii() and len(written) >= MIN_TELLING_CHARS)
            for name in complete
        )

    def _is_series(self, words: _Words, whole: Sequence[_Name]) -> bool:
        """Return whether a name is that of a series: its manual and other manuals have names that extend it."""
        if any(word[0].isdigit() for word in words):
            return False
        ids = {name.manual_id for name in whole}
        longer = [n for n in self._with_word(words[0]) if len(n.words) > len(words) and n.words[: len(words)] == words]
        extended = {name.manual_id for name in longer if name.given}
        return bool(extended & ids) and bool({name.manual_id for name in longer} - ids)

    def _unknown_suffix(self, words: Sequence[NameWord], run: _Run, folded: str) -> str:
        """Return the suffix that follows a model number without being part of a known name: the W of an unknown ES-200W."""
        if run.end == len(words):
            return ""
        following = words[run.end]
        adjacent = not folded[words[run.end - 1].end : following.start].strip()
        named_so = following.joined or (adjacent and following.proper)
        is_suffix = is_variant([run.words[-1], following.text], 1) and not following.text[0].isdigit()
        return following.text if named_so and is_suffix and run.words[-1][0].isdigit() else ""

    def _unknown(
        self, words: Sequence[NameWord], runs: Sequence[_Run], mentions: Sequence[Mention], folded: str, compared: bool
    ) -> tuple[str, ...]:
        """Return model numbers of the question that no manual has: of a known series, or listed beside known names."""
        covered = {position for run in runs for position in range(run.start, run.end)}
        unknown = [
            folded[words[run.start].start : words[run.end].end].lower()
            for run in runs
            if self._unknown_suffix(words, run, folded)
        ]
        for i, (stem, number) in enumerate(pairwise(words)):
            if {i, i + 1} & covered or not _is_model(stem, number) or len(number.text) < 2 or len(stem.text) > 6:
                continue
            if mentions and not any(_listed_beside(folded, (stem.start, number.end), mention) for mention in mentions):
                continue
            if (stem.text in self._stems and number.text[0] != "0") or (mentions and compared):
                unknown.append(folded[stem.start : number.end].lower())
        return tuple(dict.fromkeys(unknown))

    def _products(self, ids: frozenset[str], runs: Sequence[_Run]) -> tuple[frozenset[str], ...]:
        """Return the manuals of one name by product: by the longer names that contain the one in the question."""
        products: dict[frozenset[_Words], set[str]] = defaultdict(set)
        for manual_id in sorted(ids):
            longer = frozenset(
                name.words
                for run in runs
                for name in self._with_word(run.words[0])
                if name.manual_id == manual_id
                and name.given
                and _fit(run.words, 0, name.words)[1] == len(run.words)
                and len(name.words) > len(run.words)
            )
            products[longer].add(manual_id)
        if len(products) < 2 or len(products) > MAX_COMPARED or frozenset() in products:
            return ()
        return tuple(frozenset(product) for product in products.values())

    def _siblings(self, ids: frozenset[str], runs: Sequence[_Run]) -> frozenset[str]:
        """Return the other manuals with a name that begins with the same word as the title of those that are named."""
        asked = {word for run in runs for word in run.words if len(word) > 1}
        firsts = {
            n.words[0] for word in asked for n in self._with_word(word) if n.manual_id in ids and not n.given
        } & asked
        siblings = frozenset(n.manual_id for first in firsts for n in self._with_word(first) if n.words[0] == first)
        return siblings - ids if len(siblings) <= MAX_COMPARED else frozenset()

    def _superseded(self, question: str) -> dict[str, str]:
        """Return older revisions with their newest one, except for families of which the question names a version."""
        asked = squash(question)
        superseded = {}
        for revisions in self._revisions:
            if not any(squash(manual.version) in asked for manual in revisions):
                superseded.update({manual.manual_id: revisions[-1].manual_id for manual in revisions[:-1]})
        return superseded


def _fit(asked: Sequence[str], start: int, known: _Words) -> tuple[int, int, _Lacked]:
    """Return which words of a question a name has.

    Args:
        asked: Words of the question.
        start: The first word, which the name has.
        known: Words of the name.

    Returns:
        First and last (excluded) word of the question that the name has, in its order or as variant words before it, and
        the words of the name that the question lacks.
    """
    place, end = 0, start
    matched: list[int] = []
    for word in asked[start:]:
        found = next((i for i in range(place, len(known)) if same_word(word, known[i])), None)
        if found is None:
            break
        matched.append(found)
        place, end = found + 1, end + 1
    first = matched[0] if matched else 0
    missing = [i for i in range(first, len(known)) if i not in matched]
    variants = [known[i] for i in missing if is_variant(known, i)]
    others = [i for i in missing if not is_variant(known, i)]
    before = asked[max(0, start - len(variants)) : start]  # "2nd generation Kettle", "the blue ES-200"
    if variants and matched and sorted(before) == sorted(variants) and _qualifies(before):
        start, variants = start - len(before), []
    after = tuple(known[i] for i in others if i >= place)
    return start, end, _Lacked(tuple(variants), tuple(known[i] for i in others), after)


def _qualifies(words: Sequence[str]) -> bool:
    """Return whether words before a name name its variant: "blue", "gen 2", but no number alone."""
    return all(
        is_variant(words, i) and (not word[0].isdigit() or (i > 0 and words[i - 1] in ORDINAL_WORDS))
        for i, word in enumerate(words)
    )


def _closest(fits: Sequence[tuple[_Name, _Lacked]], numbered: bool) -> tuple[tuple[tuple[_Name, _Lacked], ...], bool]:
    """Return the names that lack least, and whether others lack further variant words.

    An S10 is not the S10 Lite, of which it lacks a word. A name with a number is compared by variant words first, as
    "Inkjet Printer" and "Photo Printer" may follow in titles.
    """
    # A decimal version (Flowtool 2.2) makes no other product.
    keys = [(frozenset(w for w in lacked.variants if "." not in w), frozenset(lacked.after)) for _, lacked in fits]

    def is_closer(key: tuple[frozenset[str], frozenset[str]], other: tuple[frozenset[str], frozenset[str]]) -> bool:
        return key != other and key[0] <= other[0] and (key[1] <= other[1] or (numbered and key[0] != other[0]))

    kept = [fit for fit, key in zip(fits, keys, strict=True) if not any(is_closer(other, key) for other in keys)]
    named = {name.manual_id for name, _ in kept}
    kept += [fit for fit in fits if fit not in kept and fit[0].manual_id in named and not any(fit[1])]
    plain = [key for key in keys if not key[0]]
    return tuple(kept), any(other[0] and key[1] <= other[1] for key in plain for other in keys)


def _is_model(letters: NameWord, number: NameWord) -> bool:
    """Return whether two words are a model number and not a word and an amount."""
    if not letters.text[-1].isalpha() or not letters.text.isascii() or not number.text[0].isdigit():
        return False
    if letters.text in ORDINAL_WORDS and len(number.text) < 3:
        return False
    return number.joined or letters.proper or len(number.text) > 1


def _comparable(name: str) -> _Words:
    return tuple(word.text for word in name_words(name))


def _checked_aliases(aliases: Mapping[str, Sequence[str]] | None) -> Mapping[str, Sequence[str]]:
    for key, others in (aliases or {}).items():
        if isinstance(others, str):
            raise ValueError(f"aliases[{key!r}] is the text {others!r}; give a list of names.")
    return aliases or {}


def _titles(manual: Manual) -> Iterable[str]:
    """Return the title, and the title without the kind of manual, which is the product."""
    product = _GENERIC_TITLE.sub(" ", fold_text(manual.title)).strip(" ()[]・-")
    return dict.fromkeys(filter(None, [manual.title, product]))


def _is_cut_off(words: Sequence[NameWord], names: Sequence[str], titles: Sequence[str]) -> bool:
    """Return whether a model number was read from a title without its suffix: ES-200 from "ES-200 Lite User Manual"."""
    name = [word.text for word in words]
    size = len(name)
    if not size or not name[-1][0].isdigit() or any(_comparable(n)[:size] == (*name,) != _comparable(n) for n in names):
        return False
    title = [word.text for word in name_words(titles[-1])] if titles else []
    starts = [i for i in range(len(title) - size) if title[i : i + size] == name]
    return any(is_variant(title, i + size) and "." not in title[i + size] for i in starts)


def _is_generic(name: str) -> bool:
    return not _GENERIC_TITLE.sub("", fold_text(name)).strip()


def _is_telling(name: _Words) -> bool:
    """Return whether a title names something: "Inputs" and "電源" occur in any question about inputs and power."""
    if len(name) > 1 or name[0][0].isdigit():
        return True
    return not name[0].isascii() and len(name[0]) >= MIN_TELLING_CHARS


def _longest(runs: Sequence[_Run]) -> list[_Run]:
    """Return the runs that lie in no longer one."""
    kept: list[_Run] = []
    for run in sorted(runs, key=lambda run: (run.start - run.end, run.start)):
        if not any(other.start <= run.start and run.end <= other.end for other in kept):
            kept.append(run)
    return kept


def _are_listed(folded: str, mentions: Sequence[Mention]) -> bool:
    """Return whether a conjunction joins two mentions."""
    return any(_CONJUNCTION.search(folded[a.end : b.start]) for a, b in pairwise(mentions))


def _listed_beside(folded: str, place: tuple[int, int], mention: Mention) -> bool:
    """Return whether a place in the question and a mention are neighbours in a list."""
    between = folded[mention.end : place[0]] if mention.end <= place[0] else folded[place[1] : mention.start]
    return len(between) <= MAX_LIST_GAP and bool(_CONJUNCTION.search(between))


def _revisions(manuals: Iterable[Manual]) -> list[list[Manual]]:
    """Return manuals that differ only in their version, oldest first; those without a version are no revision."""
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


def _narrowed(groups: Sequence[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """Return the groups without one that only qualifies the others.

    "v4, the Compact and the Light" names a generation and two families that each cross it: the Compact v4 and the Light v4
    are meant. Two names alone that share manuals ("the gateway and the sensor") are two products.
    """
    for qualifier in groups:
        others = [group for group in groups if group is not qualifier]
        narrowed = tuple(dict.fromkeys(group & qualifier for group in others))
        crossing = all(group & qualifier and group - qualifier and qualifier - group for group in others)
        if len(others) >= 2 and crossing and len(narrowed) == len(others):
            return narrowed
    return tuple(groups)


def _separated(groups: Sequence[frozenset[str]], compared: bool) -> tuple[frozenset[str], ...]:
    """Return the groups of which none is a less exact form of another.

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
