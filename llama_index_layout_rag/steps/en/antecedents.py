"""Finds what "it" and "the button" point at, in languages whose instructions open with the verb."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.phrases import LONGEST_FIELD, PhraseFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of


class AntecedentFinder:
    """The rules of a language for words that stand for a name."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, phrases: PhraseFinder) -> None:
        self.rules = rules
        self.verbs = verbs
        self.phrases = phrases
        self.suffixes = phrases.names.suffixes
        self.heads = phrases.names.heads

    def find(self, marked: MarkedText, tokens: list[Token], verb: int, kind: str, acted: bool) -> list[tuple[str, str]]:
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
            told = self._of_condition(marked, tokens, verb)
            if told:
                return told
            for token in reversed(tokens[:verb]):
                if len(token.text) > 1 and token.text[:2].isupper() and token.text[0] not in NAME + ASIDE:
                    return [(token.text, self.heads.get(token.lower, "other"))]
            return self._of_purpose(marked, tokens, verb) or self._subject_before(marked, tokens, verb)
        return []

    def _of_purpose(self, marked: MarkedText, tokens: list[Token], verb: int) -> list[tuple[str, str]]:
        """What the purpose in front acts on ("To move a shape, drag it", "Without opening the lid, turn it")."""
        if len(tokens) < 3 or not self.verbs.lemma(tokens[1].lower):
            return []
        lower = tokens[0].lower
        opens = lower in self.rules.prepositions or lower in self.rules.openers
        told = lower == self.rules.infinitive or (opens and self.verbs.is_gerund(tokens[1].lower))
        end = next((i for i in range(2, verb) if tokens[i].text == ","), 0)
        return self.phrases.object_at(marked, tokens, 2, end)[0][:1] if told and end else []

    def _of_condition(self, marked: MarkedText, tokens: list[Token], verb: int) -> list[tuple[str, str]]:
        """What the reader acts on in the condition in front ("If you have installed an old driver, remove it")."""
        rules = self.rules
        readers = (i for i in range(verb - 3, 0, -1) if tokens[i].lower in rules.reader_words)
        reader = next((i for i in readers if tokens[i - 1].lower in rules.openers), 0)
        if not reader:
            return []
        position = reader + 1
        owned = self.verbs.lemma(tokens[position].lower) in rules.perfect_words
        owned = owned or tokens[position].lower in rules.perfect_words
        if owned and self.verbs.lemma(tokens[position + 1].lower) and self._is_done(tokens[position + 1].lower):
            position += 1  # if you have installed an old driver
        elif tokens[position].lower in rules.auxiliaries and self.verbs.is_gerund(tokens[position + 1].lower):
            position += 1  # if you are sewing your curtain from silk
        elif not owned and self.verbs.lemma(tokens[position].lower) is None:
            return []
        position += 1
        if (
            tokens[position].lower in any_of(rules.prepositions, rules.adverbs)
            or not tokens[position].text[0].isalpha()
        ):
            return []
        return self.phrases.object_at(marked, tokens, position, verb)[0][:1]

    def _is_done(self, word: str) -> bool:
        return word.endswith(self.rules.state_endings[0]) or word in self.rules.irregular

    def _subject_before(self, marked: MarkedText, tokens: list[Token], verb: int) -> list[tuple[str, str]]:
        """The subject of the condition in front ("If the filter is clogged, rinse it")."""
        for first in range(verb - 1, -1, -1):
            if tokens[first].lower not in self.rules.determiners or self._is_placed(tokens, first):
                continue
            end = next((i for i in range(first + 1, verb) if self._is_finite(tokens, i)), None)
            if end is not None and end - first <= LONGEST_FIELD:
                perfect = tokens[end + 1].lower.endswith(self.rules.state_endings[0])  # has cooled
                if tokens[end].lower in self.rules.having_verbs and not perfect:
                    return self.phrases.object_at(marked, tokens, end + 1, verb)[0][:1]
                names, _, stop = self.phrases.object_at(marked, tokens, first, end)
                described = stop < end and (tokens[stop].lower in self.rules.prepositions or stop > first + 1)
                return names[:1] if stop == end or described else []
        return []

    def _is_placed(self, tokens: list[Token], first: int) -> bool:
        """Whether an article stands behind a preposition ("the hose connected *to the* pump"): no subject begins here."""
        before = tokens[first - 1].lower if first else ""
        return before in self.rules.prepositions and before not in self.rules.openers

    def plural_before(self, marked: MarkedText, tokens: list[Token], verb: int, acted_on: str) -> list[tuple[str, str]]:
        """What "them" points at where one thing was acted on: "Put the tray between *the rails* and push them together"."""
        if acted_on.lower().endswith("s"):
            return []
        for first in range(verb - 1, 0, -1):
            if tokens[first].lower == self.rules.definite and self._is_placed(tokens, first):
                names, _, _ = self.phrases.object_at(marked, tokens, first, verb)
                return names[:1] if names and names[0][0].endswith("s") else []
        return []

    def _is_finite(self, tokens: list[Token], index: int) -> bool:
        """Whether the verb of the condition stands here ("is", "sounds")."""
        lower = tokens[index].lower
        told = lower.endswith("s") and self.verbs.lemma(lower) not in (None, lower)
        return lower in self.rules.auxiliaries or lower in self.rules.finite_words or told
