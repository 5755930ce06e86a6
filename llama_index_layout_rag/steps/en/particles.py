"""Verbs of two words: a particle that changes what the verb means, beside it or behind its object."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token
from llama_index_layout_rag.steps.word_lists import any_of


class ParticleFinder:
    """The particle rules of a language."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.rules = rules

    def beside(self, tokens: list[Token], lemma: str, position: int, last: int) -> tuple[str, int]:
        """The verb with a particle that changes its meaning ("turn on"), and where its object begins."""
        rules = self.rules
        owned = position + 1 < last and tokens[position + 1].lower == rules.owner_word  # keep out of reach
        owned = owned and lemma not in rules.session_verbs  # log out of the console
        printed = position < last and tokens[position].text.isupper() and lemma in rules.control_verbs  # hold BACK
        if (
            position < last
            and not owned
            and not printed
            and f"{lemma} {tokens[position].lower}" in rules.particle_verbs
        ):
            particle = tokens[position].lower
            dropped = particle in rules.dropped_particles.get(lemma, ())
            if not dropped and (particle not in rules.light_particles or lemma in rules.split_verbs):
                lemma = f"{lemma} {particle}"
            position += 1
        elif (
            position + 1 < last
            and tokens[position].lower in rules.adverbs
            and f"{lemma} {tokens[position + 1].lower}" in rules.particle_verbs
            and tokens[position + 1].lower not in rules.light_particles
        ):
            lemma, position = f"{lemma} {tokens[position + 1].lower}", position + 2  # log back in
        elif (
            position + 1 < last
            and tokens[position].lower in rules.spread_particles & rules.prepositions
            and tokens[position + 1].lower in rules.articles
        ):
            lemma, position = f"{lemma} {tokens[position].lower}", position + 1  # roll off the low frequencies
        if position + 1 < last and f"{lemma} {tokens[position].lower}" in rules.prepositional_verbs:
            position += 1
        return lemma, position

    def behind_object(self, tokens: list[Token], lemma: str, stop: int, last: int) -> str:
        """ "turn the radio off": the particle behind the object."""
        rules = self.rules
        whole_way = tuple(t.lower for t in tokens[stop : stop + 3]) == rules.whole_way
        stop += len(rules.whole_way) * whole_way
        for back in (1, 2):  # put the cover back gently
            word = tokens[stop - back] if stop >= back else None
            pair = word is not None and f"{lemma} {word.text}" in rules.particle_verbs  # in lower case: not "hold BACK"
            if word is not None and pair and word.lower in rules.adverbs:
                stop -= back
                break
            if word is None or not rules.is_adverb(word.text):
                break
        if stop >= last or f"{lemma} {tokens[stop].lower}" not in rules.particle_verbs:
            return lemma
        if tokens[stop].lower in rules.dropped_particles.get(lemma, ()):
            return lemma  # press the button all the way down
        following = tokens[stop + 1].lower if stop + 1 < last else ""
        if following == rules.owner_word:
            return lemma  # swing the arm out of the way
        behind = any_of(rules.adverbs, rules.clause_joiners, rules.prepositions)
        closes = not following or following in behind
        if tokens[stop].lower not in rules.free_particles and not closes:
            return lemma
        return lemma if following in rules.determiners else f"{lemma} {tokens[stop].lower}"
