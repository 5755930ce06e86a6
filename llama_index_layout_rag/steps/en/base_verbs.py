"""Tells a base form that instructs from a noun of the same form: "open the valve", "the open valve"."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.en.tokens import Token
from llama_index_layout_rag.steps.en.verb_forms import VerbForms
from llama_index_layout_rag.steps.marking import ASIDE, NAME
from llama_index_layout_rag.steps.word_lists import any_of

_CODE = re.compile(r"\w[./_\\]\w")
"""A file, a path or an identifier."""


class BaseVerbJudge(VerbForms):
    """Adds to the forms what the words around one tell about it."""

    def is_verb(self, lower: str, tokens: list[Token], position: int, opens: bool = False) -> bool:
        """Whether an imperative stands here: a base form that is followed by what can be its object.

        `opens` says that a main clause begins here, behind a condition and its comma.
        """
        if self.caused(tokens, position, len(tokens)) is not None:
            return True
        if not self.is_base(lower):
            begins = position == 0 or tokens[position - 1].lower in self.rules.joining_words
            if begins and position + 1 < len(tokens) and self._is_pair(lower, tokens[position + 1]):
                return True
            return self._is_unlisted_verb(lower, tokens, position, opens)
        if lower in self.rules.left_as and self._joins_states(tokens, position):
            return False
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        if following is not None and following.text[0] == ASIDE and following.start == tokens[position].end:
            return False  # fold(sheet) is the oldest trick
        if lower == self.rules.repeated_verb:
            object_word = following.lower if following is not None else ""
            return object_word in self.rules.determiners or object_word.rstrip("s") in self.rules.numbered_words
        if lower in self.rules.pair_only:
            return following is not None and f"{lower} {following.lower}" in self.rules.particle_verbs
        if self.is_weak(lower):
            return self._is_weak_verb(lower, tokens, position, opens)
        return True

    def _is_unlisted_verb(self, lower: str, tokens: list[Token], position: int, opens: bool) -> bool:
        """A word that no list holds, at the start of a clause with an article behind it ("Whisk the eggs"); behind a
        condition a preposition will do ("If the alarm sounds, muster at the stern")."""
        if position + 1 >= len(tokens) or len(lower) < 3:
            return False
        behind = tokens[position + 1 : position + 4]
        paired = len(behind) > 2 and behind[0].lower in self.rules.coordinators and behind[1].lower in self.rules.verbs
        if paired and behind[2].lower not in self.rules.articles:
            paired = False
        asked = position > 0 and tokens[position - 1].lower in self.rules.asking_words  # please deglove only one hand
        asked = asked and lower != self.rules.copula and lower not in self.rules.ignored_verbs
        initial = behind[0].text[0].isupper() and tokens[position].text[1:].islower()  # John A. Doe; motif The motif
        article = (
            (behind[0].lower in self.rules.articles and not initial)
            or asked
            or (
                opens
                and tokens[position].text.islower()
                and (behind[0].lower in self.rules.place_prepositions or self._points(behind))
            )
        )
        if not (article or paired or self._takes_particle(tokens, position + 1)):
            return False
        if (
            not lower.replace("-", "").isalpha()
            or lower.endswith(self.rules.no_base_endings)
            or lower in self.rules.no_verbs
        ):
            return False
        return asked or position == 0 or tokens[position - 1].lower in self.rules.joining_words

    def _points(self, behind: list[Token]) -> bool:
        """ "..., overlock *as pictured* overleaf"."""
        return len(behind) > 1 and behind[0].lower == "as" and behind[1].lower in self.rules.shown_words

    def _joins_states(self, tokens: list[Token], position: int) -> bool:
        """ "keep the blades sharp and *clean*"."""
        joined = position > 2 and tokens[position - 1].lower in self.rules.coordinators
        return joined and tokens[position - 2].lower in self.rules.left_as

    def _is_pair(self, lower: str, following: Token) -> bool:
        return f"{lower} {following.lower}" in self.rules.particle_verbs

    def _takes_particle(self, tokens: list[Token], position: int) -> bool:
        """Whether a particle stands here that only a verb has in front of it: "dole out the samples"."""
        if tokens[position].lower not in self.rules.free_particles or position + 1 >= len(tokens):
            return False
        return tokens[position + 1].lower in self.rules.articles or tokens[position + 1].text[0] == NAME

    def _is_weak_verb(self, lower: str, tokens: list[Token], position: int, opens: bool) -> bool:
        """Whether a word that is a noun as often as a verb is one here."""
        rules = self.rules
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        joined = position > 0 and tokens[position - 1].lower in rules.clause_joiners
        if lower in rules.describing_verbs and following is not None and not self._takes_object(lower, following):
            goal = tokens[position + 2].lower if position + 2 < len(tokens) else ""
            return following.lower.endswith("s") and goal in rules.field_marks  # direct patients to; initial quality
        if following is None:
            return not joined or (lower not in rules.closing_nouns and not self._closes_list(tokens, position - 1))
        entered = lower in rules.enter_verbs and (opens or position > 0)
        if following.text == ":" and (joined or entered):
            return True
        numbered = lower in rules.numbered_words and following.text[0].isdigit()
        if following.text in "-–—:=/)" or numbered or following.lower == rules.owner_word:
            return False
        called = opens or position == 0 or tokens[position - 1].lower in rules.calling_words
        if not called and joined and self._lists_thing(tokens, position):
            return False
        if called or self._takes_object(lower, following) or self._begins_pair(tokens, position):
            return True
        in_series = following.text == "," and self._in_series(tokens, position)
        in_series = in_series or (tokens[position - 1].text == "," and self._leads_on(tokens, position))
        return in_series or (joined and self._takes_bare(tokens, position))

    def _leads_on(self, tokens: list[Token], position: int) -> bool:
        """ "Lift the pan, *wash hands*, and add salt": an operation with a bare object between two certain ones."""
        rules, following = self.rules, tokens[position + 1]
        pair = f"{tokens[position].lower} {following.lower}"
        if tokens[position].lower not in rules.joined_verbs or not following.text.isalpha() or pair in rules.compounds:
            return False
        joint = next((i for i in range(position + 2, len(tokens) - 2) if tokens[i].lower in rules.coordinators), None)
        if joint is None or self._verb_before(tokens, position - 1) is None:
            return False
        verb = tokens[joint + 1].lower
        return self.is_base(verb) and (not self.is_weak(verb) or self._takes_object(verb, tokens[joint + 2]))

    def _lists_thing(self, tokens: list[Token], position: int) -> bool:
        """ "Remove soot and *scale* from the tube": a thing beside another one without article, with its place behind."""
        rules, lower = self.rules, tokens[position].lower
        if tokens[position + 1].lower not in rules.prepositions or lower in any_of(
            rules.joined_verbs, rules.control_verbs
        ):
            return False
        before = self._verb_before(tokens, position - 1)
        pair = f"{lower} {tokens[position + 1].lower}"
        if before is None or pair in any_of(rules.particle_verbs, rules.prepositional_verbs):
            return False
        before += self._is_pair(tokens[before].lower, tokens[before + 1])
        if before != position - 3:
            return False
        return self._is_bare(tokens, before)

    def _closes_list(self, tokens: list[Token], joint: int) -> bool:
        """Whether things stand in front of a conjunction ("the key, label, and form") and not other verbs."""
        end = joint - (tokens[joint - 1].text == ",")
        comma = next((i for i in range(end - 1, -1, -1) if tokens[i].text == ","), None)
        return comma is not None and not self.is_verb(tokens[comma + 1].lower, tokens, comma + 1)

    def _begins_pair(self, tokens: list[Token], position: int) -> bool:
        """ "press and hold", "lift or tilt": two verbs that share what stands behind them."""
        behind = tokens[position + 1 : position + 4]
        lower = tokens[position].lower
        listed = lower in self.rules.joined_verbs or tokens[position - 1].text == ","
        if len(behind) < 3 or behind[0].lower not in self.rules.coordinators or not listed:
            return False
        verb, thing = behind[1].lower, behind[2]
        particle = f"{verb} {thing.lower}" in self.rules.particle_verbs
        return verb in self.rules.verbs and (particle or self._takes_object(verb, thing))

    def _in_series(self, tokens: list[Token], position: int) -> bool:
        """ "Peel, rinse, and dice": a verb between commas behind another one."""
        before = position - 2
        if before < 0:
            return False
        if tokens[before].lower in self.rules.verbs:
            return before == 0 or tokens[before - 1].lower in self.rules.joining_words
        behind = position + 2
        behind += behind < len(tokens) and tokens[behind].lower in self.rules.coordinators
        if behind >= len(tokens) or tokens[position].lower not in any_of(
            self.rules.joined_verbs, self.rules.letting_verbs
        ):
            return False
        verb = tokens[behind].lower  # remove from heat, cover, and let stand
        if not self.is_base(verb) or behind + 1 >= len(tokens):
            return False
        return not self.is_weak(verb) or self._takes_object(verb, tokens[behind + 1])

    def _takes_bare(self, tokens: list[Token], position: int) -> bool:
        """ "Remove gloves and wash hands", "clean and dry surfaces": an object without article behind a joined verb."""
        rules = self.rules
        lower, following = tokens[position].lower, tokens[position + 1]
        if following.lower.endswith(rules.state_endings[0]) and self.lemma(following.lower) is not None:
            return True  # block raised parts
        if following.lower in rules.verbs and not self.is_weak(following.lower):
            return True  # and run make install
        if not following.text[0].isalnum() or f"{lower} {following.lower}" in rules.compounds:
            return False
        before = self._verb_before(tokens, position - 1)
        if before is None:
            return False
        if before == position - 2:
            return True
        if any(token.text == "," for token in tokens[before:position]):
            return False
        plural = following.lower.endswith("s") or following.lower in rules.bare_plurals
        if lower in rules.bare_object_verbs and plural and tokens[position - 2].lower.endswith("s"):
            return True  # uncross your legs and place feet on the floor
        return lower in rules.joined_verbs and self._is_bare(tokens, before)

    def _verb_before(self, tokens: list[Token], end: int) -> int | None:
        """The last verb in front of a conjunction that opens a clause itself."""
        for index in range(end - 1, -1, -1):
            before = tokens[index - 1].text if index else ""
            opens = index == 0 or before.lower() in self.rules.joining_words or self.rules.leads(before)
            if opens and tokens[index].lower in self.rules.verbs:
                return index
        return None

    def _is_bare(self, tokens: list[Token], verb: int) -> bool:
        """Whether the object of a verb is printed without article ("Close valve 3")."""
        behind = tokens[verb + 1]
        other = any_of(self.rules.determiners, self.rules.pronouns, self.rules.reader_words, self.rules.check_joints)
        return behind.text[0].isalnum() and behind.lower not in other

    def _takes_object(self, lower: str, following: Token) -> bool:
        """Whether the token behind a word that may be a noun shows that it is the verb."""
        rules = self.rules
        return (
            following.lower in rules.determiners
            or following.lower in rules.prepositions
            or following.lower in rules.pronouns
            or following.lower in rules.question_words
            or (following.lower in rules.number_words and lower not in rules.numbered_words)
            or following.text[0] in NAME + "$/\\.<["
            or following.text in ".;"
            or following.text[0].isupper()
            or _CODE.search(following.text) is not None
            or (following.text[0].isdigit() and lower not in rules.numbered_words)
            or following.lower in rules.adverbs
            or f"{lower} {following.lower}" in rules.particle_verbs
        )

    def caused(self, tokens: list[Token], position: int, last: int) -> int | None:
        """ "Have the battery replaced": the participle that says what is to be done, behind its object."""
        rules = self.rules
        if tokens[position].lower not in rules.causative_verbs or position + 2 >= last:
            return None
        if tokens[position + 1].lower not in rules.determiners:
            return None
        for index in range(position + 2, last):
            word = tokens[index].lower
            if word in rules.prepositions or word in rules.clause_joiners or tokens[index].text == ",":
                return None
            lemma = self.lemma(word)
            participle = word.endswith(rules.state_endings[0]) or word in rules.irregular
            if lemma is not None and (word in rules.unchanged_participles or (word != lemma and participle)):
                return index
        return None
