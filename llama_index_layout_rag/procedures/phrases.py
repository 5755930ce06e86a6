"""Finds what a verb acts on in languages whose objects follow the verb without a mark: the noun phrase behind the
verb."""

from __future__ import annotations

import re

from llama_index_layout_rag.procedures.clauses import ClauseSplitter
from llama_index_layout_rag.procedures.imperatives import ImperativeFinder
from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText
from llama_index_layout_rag.procedures.rules import VerbFirstRules
from llama_index_layout_rag.procedures.tokens import Token, is_range

_PATH_SIGNS = frozenset((">", ">>", "→", "->", "-->", "⇒", "»", "|", "\\"))
_MOST_COORDINATED = 8
_LONGEST_FIELD = 9
"""Words of "In the Y field," in front of a verb."""


class PhraseFinder:
    """The noun-phrase rules of a language."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, clauses: ClauseSplitter) -> None:
        self.rules = rules
        self.verbs = verbs
        self.clauses = clauses
        self.suffixes = rules.suffixes_longest_first()
        self.suffix_words = dict(self.suffixes)
        self.heads = dict(rules.heads_longest_first())
        self.shared_head = re.compile(rules.patterns["shared_head"], re.IGNORECASE)

    def object_at(
        self, marked: MarkedText, tokens: list[Token], position: int, last: int
    ) -> tuple[list[tuple[str, str]], bool, int]:
        """Names of the object that begins at `position`, whether they form a menu path, and where the object ends."""
        rules = self.rules
        groups: list[tuple[int, int]] = []
        path = False
        while (
            position + 1 < last
            and tokens[position].lower in rules.adverbs
            and (tokens[position + 1].lower in rules.determiners)
        ):
            position += 1  # use only the supplied adapter
        if (
            position + 1 < last
            and tokens[position].lower in rules.approximators
            and tokens[position + 1].text[0].isdigit()
        ):
            position += 1  # about 5 mm of insulation
        first = position
        index = position
        while index < last:
            token = tokens[index]
            lower = token.lower
            if token.text in _PATH_SIGNS and index > first:
                groups.append((first, index))
                path = True
                first = index = index + 1
                continue
            if index > first and self._ends_name(tokens, index, last):
                break
            if self._ampersand(tokens, first, index, last):
                index += 1
                continue
            if lower in rules.coordinators or token.text == ",":
                if index > first:
                    groups.append((first, index))
                first = index = index + 1
                if index < last and tokens[index].lower in rules.coordinators:
                    first = index = index + 1
                if index < last and (
                    self._joins_gerund(tokens, index)
                    or tokens[index].lower in rules.prepositions
                    or self.clauses.opener(tokens, index)[0]
                    or self.verbs.is_verb(tokens[index].lower, tokens, index)
                ):
                    break
                continue
            if token.text[0] == NAME:
                index += 1
                continue
            if (
                lower == rules.owner_word
                and index > first
                and (
                    all(t.lower in rules.quantity_words or t.lower in rules.determiners for t in tokens[first:index])
                    or (tokens[first].text[0].isdigit() and index - first == 2)  # 20 ml of the solution
                )
            ):
                first = index = index + 1
                continue
            if lower in rules.range_words and self._between_numbers(tokens, index, last):
                index += 1
                continue
            if lower in rules.prepositions and not token.text[0].isupper():
                if self._closes_name(tokens, first, index, last):
                    index += 1
                break
            if (
                (lower in rules.determiners or lower in rules.plural_doers)
                and index > first
                and token.text[0].islower()
            ):
                break
            if token.text[0] in ":;—–=?!" and not is_range(tokens, index):
                break
            index += 1
        if first < index <= last and (not groups or groups[-1][1] <= first):
            groups.append((first, min(index, last)))
        names = [
            name
            for a, b in self._with_shared_heads(tokens, groups[:_MOST_COORDINATED])
            for name in self._names(marked, tokens, a, b)
        ]
        return names, path, index

    def _ends_name(self, tokens: list[Token], index: int, last: int) -> bool:
        """An adverb of two words ("face up"), a ratio ("1:100") or a caption ("Figure 2-1"): no part of the name."""
        rules, lower = self.rules, tokens[index].lower
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None:
            return False
        ratio = tokens[index].text.isdigit() and following.text == ":" and index + 2 < len(tokens)
        caption = lower in rules.caption_words and tokens[index].text[0].isupper() and following.text[0].isdigit()
        pair = f"{lower} {following.lower}" in rules.adverb_pairs
        return pair or caption or (ratio and tokens[index + 2].text[:1].isdigit())

    def _ampersand(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "Save & Close" is one name."""
        sign = tokens[index].text == "&" and first < index and index + 1 < last
        return sign and tokens[index - 1].text[0].isupper() and tokens[index + 1].text[0].isupper()

    def _between_numbers(self, tokens: list[Token], index: int, last: int) -> bool:
        """ "steps 3 through 6"."""
        numbers = index + 1 < last and tokens[index - 1].text.isdigit() and tokens[index + 1].text.isdigit()
        return numbers and tokens[index - 2].lower.rstrip("s") in self.rules.numbered_words

    def _joins_gerund(self, tokens: list[Token], index: int) -> bool:
        """ ", pressing …", "or keying in the number": another clause and no further object."""
        if not self.verbs.is_gerund(tokens[index].lower):
            return False
        behind = tokens[index + 1 : index + 3]
        return tokens[index - 1].text == "," or any(t.lower in self.rules.determiners for t in behind)

    def _counts(self, tokens: list[Token], position: int, last: int) -> bool:
        """Whether a number in front of this token says how many things there are, and not how long."""
        return (
            position < last and tokens[position].lower.isalpha() and tokens[position].lower not in self.rules.time_words
        )

    def _closes_name(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "click Log in", "tap Sign up": a particle that ends a name printed without marks."""
        capital = (
            index > first and tokens[first].text[0].isupper() and tokens[first].lower not in self.rules.determiners
        )
        pair = f"{tokens[index - 1].lower} {tokens[index].lower}" if index else ""
        ends = (
            index + 1 >= last or tokens[index + 1].text in ",.;:)" or tokens[index + 1].lower in self.rules.coordinators
        )
        return capital and ends and pair in self.rules.particle_verbs

    def _with_shared_heads(self, tokens: list[Token], groups: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """ "internal and external modules" is one object: a lone modifier shares the head that follows."""
        merged: list[tuple[int, int]] = []
        for first, last in groups:
            if merged:
                a, b = merged[-1]
                words = [
                    t
                    for t in tokens[a:b]
                    if t.lower not in self.rules.determiners and t.lower not in self.rules.adverbs
                ]
                lone = (
                    len(words) == 1 and self.shared_head.match(words[0].text) is not None and words[0].text[0] != NAME
                )
                if lone and last - first >= 2 and tokens[first].lower not in self.rules.determiners and first - b == 1:
                    merged[-1] = (a, last)
                    continue
            merged.append((first, last))
        return merged

    def _names(self, marked: MarkedText, tokens: list[Token], first: int, last: int) -> list[tuple[str, str]]:
        rules = self.rules
        whole = marked.text[tokens[first].start : tokens[last - 1].end] if first < last else ""
        if last - first == 1 and "://" in whole:
            return [(whole.rstrip(".,;"), "link")]
        opening = first
        handled = first > 0 and tokens[first - 1].lower not in rules.control_verbs
        while first < last and (
            tokens[first].lower in rules.determiners
            or tokens[first].text[0] == ASIDE
            or tokens[first].lower in rules.vague_words
            or self._is_adverb(tokens[first].text)
            or (tokens[first].lower in rules.number_words and self._counts(tokens, first + 1, last))
        ):
            first += 1
        owner = next((i for i in range(first, last - 1) if tokens[i].lower.endswith(rules.owner_endings)), None)
        if owner is not None:
            first = owner + 1
        kept = opening > 0 and tokens[opening - 1].lower in rules.holding_verbs
        if kept and last - first > 1 and tokens[last - 1].lower.endswith(rules.state_endings[0]):
            last -= 1  # keep the plunger depressed
        if last - first > 1 and tokens[last - 1].lower in rules.left_as and tokens[last - 1].text.islower():
            last -= 1  # leave the field blank
        while last > first and (
            tokens[last - 1].text[0] in ASIDE + "."
            or (tokens[last - 1].text in rules.adverbs and not self._closes_name(tokens, first, last - 1, last))
            or self._is_adverb(tokens[last - 1].text)
        ):
            last -= 1
        if first >= last:
            return []
        if any(t.text[0] == NAME for t in tokens[first:last]):
            tail = " ".join(t.lower for t in tokens[first:last] if t.text[0] not in NAME + ASIDE)
            kind = next((k for w, k in self.suffixes if tail.endswith(w)), "other")
            named = [marked.names[t.start] for t in tokens[first:last] if t.text[0] == NAME and t.start in marked.names]
            return [(marked.inner(n), kind) for n in named]
        words = [t.lower for t in tokens[first:last]]
        if len(words) > 1 and tokens[first].text[0] in "$-/%" and len(tokens[first].text) > 2:
            return [(tokens[first].text, "command" if tokens[first].text[0] == "-" else "other")]
        if handled and len(words) == 1 and words[0] in rules.hand_nouns:
            return [(words[0], "part")]  # remove the key
        if words[0] in rules.bare_pronouns or (len(words) == 1 and words[0] in rules.pronouns):
            return [("", self.suffix_words.get(words[0], "other"))]
        kind = ""
        for suffix, suffix_kind in self.suffixes:
            parts = suffix.split(" ")
            if suffix in rules.capital_suffixes and tokens[first].text.islower():
                continue
            if words[-len(parts) :] == parts:
                if len(words) > len(parts):
                    last -= len(parts)
                    kind = suffix_kind
                elif suffix_kind in ("checkbox", "field", "screen", "link", "menu", "tab", "other"):
                    kind = suffix_kind
                else:
                    return [("", suffix_kind)]
                break
        if last - first == 2 and words[0] in self.heads and re.search(r"[\w/\\]\.\w{1,5}$|/", tokens[last - 1].text):
            first += 1  # the file config.yml
        text = marked.text[tokens[first].start : tokens[last - 1].end].strip(
            " ,.'’" if marked.text[tokens[first].start] != "." else " ,"
        )
        if not kind:
            kind = self.heads.get(words[-1], "other")
            if kind == "other" and re.search(r"\.\w{1,5}$", text):
                kind = "file"
        return [(text, kind)]

    def named_field(self, marked: MarkedText, tokens: list[Token], position: int, last: int) -> tuple[str, str] | None:
        """ "enter X in the Y field": the field is what is acted on, not the value."""
        if position + 1 >= last or tokens[position].lower not in self.rules.field_marks:
            return None
        names, _, _ = self.object_at(marked, tokens, position + 1, last)
        return (
            names[0]
            if names and names[0][1] in ("field", "checkbox") and self._has_suffix(tokens, position + 1, last)
            else None
        )

    def field_before(self, marked: MarkedText, tokens: list[Token], verb: int) -> tuple[str, str] | None:
        """ "In the Y field, enter X": the field named in front of the verb."""
        first = next((i for i in range(verb - 1, -1, -1) if tokens[i].lower in self.rules.field_marks), None)
        if first is None or verb - first > _LONGEST_FIELD or tokens[verb - 1].text != ",":
            return None
        return self.named_field(marked, tokens, first, verb - 1)

    def _has_suffix(self, tokens: list[Token], first: int, last: int) -> bool:
        words = " " + " ".join(t.lower for t in tokens[first : min(last, first + 8)]) + " "
        return any(f" {word} " in words for word, kind in self.suffixes if kind in ("field", "checkbox"))

    def antecedent(
        self, marked: MarkedText, tokens: list[Token], verb: int, kind: str, acted: bool
    ) -> list[tuple[str, str]]:
        """What "the button" or "it" points at: the last name of that kind, or the last name when nothing was acted on
        yet."""
        position = tokens[verb].start
        for at, name in sorted(marked.names.items(), reverse=True):
            following = marked.masked[name.end : position].lstrip().lower()
            if (
                at < position
                and kind != "other"
                and any(k == kind and following.startswith(w) for w, k in self.suffixes)
            ):
                return [(marked.inner(name), kind)]
        if kind == "other" and not acted:
            for token in reversed(tokens[:verb]):
                if len(token.text) > 1 and token.text[:2].isupper() and token.text[0] not in NAME + ASIDE:
                    return [(token.text, self.heads.get(token.lower, "other"))]
            return self._of_purpose(marked, tokens, verb) or self._subject_before(marked, tokens, verb)
        return []

    def _of_purpose(self, marked: MarkedText, tokens: list[Token], verb: int) -> list[tuple[str, str]]:
        """What the purpose in front acts on ("To move a shape, drag it")."""
        told = len(tokens) > 2 and tokens[0].lower == self.rules.infinitive and self.verbs.lemma(tokens[1].lower)
        end = next((i for i in range(2, verb) if tokens[i].text == ","), 0)
        return self.object_at(marked, tokens, 2, end)[0][:1] if told and end else []

    def _subject_before(self, marked: MarkedText, tokens: list[Token], verb: int) -> list[tuple[str, str]]:
        """The subject of the condition in front ("If the filter is clogged, rinse it")."""
        for first in range(verb - 1, -1, -1):
            if tokens[first].lower not in self.rules.determiners:
                continue
            end = next((i for i in range(first, verb) if tokens[i].lower in self.rules.auxiliaries), None)
            if end is not None and end - first <= _LONGEST_FIELD:
                names, _, stop = self.object_at(marked, tokens, first, end)
                return names[:1] if stop == end else []
        return []

    def _is_adverb(self, word: str) -> bool:
        ends = len(word) > 4 and word.endswith(self.rules.adverb_ending) and word.islower()
        return ends and word not in self.rules.ly_nouns
