"""The manual stage: which manuals a question is about, told from the index of manuals that ingestion made.

A *mention* is a place in the question where a manual is named: by title, product name, model number or an alias of the user.
Only mentions decide; no similarity is asked, since siblings look alike.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.layout.normalize import fold_text

_GENERIC_TITLE = re.compile(
    r"(?:取扱|操作|使用|組み?立て?|導入|設置|設定|運用|利用|管理|施工|保守)?(?:説明書|マニュアル|手順書|手引き?|ガイド(?:ブック)?)"
    r"|(?:ユーザ|ユーザー|管理者|インストール|セットアップ|クイックスタート|ビルド)(?:・)?(?:操作|利用)?(?:マニュアル|ガイド|説明|手順書)?"
    r"|\b(?:user'?s?|owner'?s?|operator'?s?|operation|operating|service|installation|install|setup|build|quick\s*start|reference|assembly)?"
    r"\s*(?:manuals?|guides?|handbooks?|instructions?|documentation|faq|book)\b"
    r"|第\s*\d+\s*版|(?:\bv|\bver\.?|\bversion|\brev\.?)\s*\d+\.\d+[\d.]*",
    re.I,
)
"""Words that say what kind of book it is and not of which product; what stays of a title without them is the product."""

_TOKEN = re.compile(r"[a-z]+\d+[a-z0-9]*|[a-z]+|\d+[a-z]*|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff\u3005]{2,}|[\u3041-\u3096]{3,}")
_JOINTS = re.compile(r"[\s\-_・/()\[\]「」『』（）.,:]+")
_MIN_ALIAS_CHARS = 2
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
    """

    manual_ids: frozenset[str] = frozenset()
    mentions: tuple[Mention, ...] = ()
    groups: tuple[frozenset[str], ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass
class ManualIndex:
    """All manuals of a collection with the names they go by."""

    manuals: list[Manual]
    _aliases: dict[tuple[str, ...], set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for manual in self.manuals:
            for name in _aliases_of(manual):
                tokens = tuple(tokenize_name(name))
                if tokens and sum(map(len, tokens)) >= _MIN_ALIAS_CHARS and not _is_generic(tokens):
                    self._aliases[tokens].add(manual.manual_id)

    @classmethod
    def from_payloads(cls, payloads: Iterable[Mapping[str, Any]], aliases: Mapping[str, Sequence[str]] | None = None) -> ManualIndex:
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
            for key, others in (aliases or {}).items():
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

    def match(self, question: str) -> ManualMatch:
        """The manuals that a question names.

        Names are compared as words after folding width, case, dashes and blanks, so "ＥＳ－２００", "es200" and "ES 200" are
        one; an "ES-2000" is not an ES-200. The longest names win: "Cherry v4" does not also mean every "Cherry". A later
        model of a list may drop what it shares ("Cherry v2 と v3").
        """
        spans = _token_spans(question)
        tokens = [token for token, _, _ in spans]
        found = _longest(self._occurrences(tokens))
        found += self._completed(tokens, found)
        mentions = [
            Mention(question_part(question, spans, first, last), spans[first][1], spans[last - 1][2], frozenset(ids))
            for first, last, ids, _ in sorted(found, key=lambda item: item[:2])
        ]
        groups = tuple(dict.fromkeys(mention.manual_ids for mention in mentions))
        groups = _narrowed(groups)
        ids = frozenset().union(*groups) if groups else frozenset()
        return ManualMatch(ids, tuple(mentions), groups, () if ids else self._unknown_models(question))

    def _occurrences(self, tokens: Sequence[str]) -> list[_Occurrence]:
        occurrences: list[_Occurrence] = []
        for alias, ids in self._aliases.items():
            size = len(alias)
            for start in range(len(tokens) - size + 1):
                if tuple(tokens[start : start + size]) == alias or _is_model_prefix(tokens[start : start + size], alias):
                    occurrences.append((start, start + size, set(ids), alias))
        return occurrences

    def _completed(self, tokens: Sequence[str], found: Sequence[_Occurrence]) -> list[_Occurrence]:
        """Names whose beginning is left to an earlier mention: after "Cherry v2", "v3" means "Cherry v3"."""
        covered = {position for start, end, _, _ in found for position in range(start, end)}
        completed = []
        for _, end, _, alias in found:
            for position in range(end, len(tokens)):
                if position not in covered and (ids := self._aliases.get((*alias[:-1], tokens[position]))) and len(alias) > 1:
                    completed.append((position, position + 1, set(ids), (*alias[:-1], tokens[position])))
                    covered.add(position)
        return completed

    def _unknown_models(self, question: str) -> tuple[str, ...]:
        known = {"".join(alias) for alias in self._aliases}
        stems = {re.sub(r"\d.*", "", name) for name in known if re.search(r"\d", name)} - {""}
        models = []
        for token in re.findall(r"(?<![a-z0-9])[a-z]{1,6}[- ]?\d{2,5}[a-z]{0,3}(?![a-z0-9])", fold_text(question).lower()):
            joined = "".join(tokenize_name(token))
            if joined not in known and re.sub(r"\d.*", "", joined) in stems:
                models.append(token)
        return tuple(models)


_Occurrence = tuple[int, int, set[str], tuple[str, ...]]
"""First token, token behind the last, manuals, alias."""


def tokenize_name(name: str) -> list[str]:
    """A name as the words that it is compared by."""
    return [token for token, _, _ in _token_spans(name)]


def _token_spans(text: str) -> list[tuple[str, int, int]]:
    """Words with their places in the folded text; letters and a number joined by a dash or blank are one word (ES-200)."""
    folded = fold_text(text).lower()
    spans: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(folded):
        token, start, end = match.group(), match.start(), match.end()
        if spans and token[0].isdigit() and spans[-1][0].isalpha() and spans[-1][0].isascii():
            between = folded[spans[-1][2] : start]
            if len(spans[-1][0]) <= 6 and (between == "" or (len(between) == 1 and _JOINTS.fullmatch(between))):
                spans[-1] = (spans[-1][0] + token, spans[-1][1], end)
                continue
        spans.append((token, start, end))
    return spans


def question_part(question: str, spans: Sequence[tuple[str, int, int]], first: int, last: int) -> str:
    """The part of a (folded) question from one word to another."""
    return fold_text(question)[spans[first][1] : spans[last - 1][2]]


def _aliases_of(manual: Manual) -> Iterable[str]:
    yield manual.title
    product = _GENERIC_TITLE.sub(" ", fold_text(manual.title)).strip(" ()[]・-")
    if product:
        yield product
    yield from manual.names


def _is_generic(tokens: tuple[str, ...]) -> bool:
    return not _GENERIC_TITLE.sub("", " ".join(tokens)).strip()


def _is_model_prefix(tokens: Sequence[str], alias: tuple[str, ...]) -> bool:
    *head, last = alias
    if list(tokens[:-1]) != head:
        return False
    asked = tokens[-1]
    has_both = any(c.isdigit() for c in asked) and any(c.isalpha() for c in asked)
    rest = last[len(asked) :]
    # The rest must be letters: "ES-200" is no short form of "ES-2000".
    return has_both and len(asked) >= 4 and last.startswith(asked) and 0 < len(rest) <= _MAX_SUFFIX and rest.isalpha()


def _longest(occurrences: list[_Occurrence]) -> list[_Occurrence]:
    """Occurrences that lie in no longer one; of equal places all manuals together."""
    by_place: dict[tuple[int, int], _Occurrence] = {}
    for start, end, ids, alias in occurrences:
        held = by_place.get((start, end))
        by_place[(start, end)] = (start, end, ids | held[2], alias) if held else (start, end, set(ids), alias)
    kept: list[_Occurrence] = []
    for place in sorted(by_place, key=lambda p: (p[0] - p[1], p)):
        if not any(start <= place[0] and place[1] <= end for start, end, _, _ in kept):
            kept.append(by_place[place])
    return kept


def _narrowed(groups: Sequence[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """Groups without those that only say less exactly what another says: "WEKO3" beside "WEKO3 管理者"."""
    return tuple(group for group in groups if not any(other < group for other in groups))
