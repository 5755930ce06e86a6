"""Tells verbs that instruct from words that only look like them, in languages whose instructions open with the verb.

A listed verb, a word with an article behind it at the start of a clause, a modal with the reader as subject, a gerund
as subject ("Pressing X starts Y"), a passive ("X must be closed"): each is found by its own function, which returns
where the verb stands.
"""

from __future__ import annotations

import re

from llama_index_layout_rag.procedures.marking import ASIDE, NAME
from llama_index_layout_rag.procedures.rules import VerbFirstRules
from llama_index_layout_rag.procedures.tokens import Clause, Token

_CODE = re.compile(r"\w[./_\\]\w")
"""A file, a path or an identifier."""
_MOST_LEMMAS = 50_000
"""Words remembered with their base form before the memory is cleared."""
_LONGEST_SUBJECT = 10
"""Tokens of "File names specified for other commands are …" up to its verb."""
_LONGEST_TITLE = 6
"""Tokens of a list of things without a verb."""
_LONGEST_ROLE = 4
"""Words of "quality control officer"."""


class ImperativeFinder:
    """The verbs of a language."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.rules = rules
        self.lemmas: dict[str, str | None] = {}

    def lemma(self, word: str) -> str | None:
        """The operation verb of which this word is an inflected form, or None."""
        if word not in self.lemmas:
            if len(self.lemmas) > _MOST_LEMMAS:
                self.lemmas.clear()
            self.lemmas[word] = self._find_lemma(word)
        return self.lemmas[word]

    def _find_lemma(self, word: str) -> str | None:
        if self.is_base(word):
            return word
        if word in self.rules.irregular:
            return self.rules.irregular[word]
        for suffix in self.rules.inflections:
            if not word.endswith(suffix) or len(word) - len(suffix) < 2:
                continue
            stem = word[: -len(suffix)]
            for candidate in self.rules.base_forms(stem):
                if self.is_base(candidate):
                    return candidate
        return None

    def is_base(self, word: str) -> bool:
        """Whether a word is the base form of a verb, listed or made of a listed one ("reweigh", "spot-check")."""
        rules = self.rules
        if word in rules.verbs:
            return True
        if any(word.endswith(a) and word.removesuffix(a) + b in rules.verbs for a, b in rules.spellings):
            return True
        if not word.startswith(rules.verb_prefixes) or word in rules.prefixed_nouns:
            return False
        return any(
            len(word) - len(p) > 2 and word.startswith(p) and word[len(p) :] in rules.verbs for p in rules.verb_prefixes
        )

    def is_weak(self, word: str) -> bool:
        """Whether a verb is a noun as often ("start", "pre-start")."""
        rules = self.rules
        if word in rules.verbs:
            return word in rules.weak_verbs
        return any(word.startswith(p) and word[len(p) :] in rules.weak_verbs for p in rules.verb_prefixes if "-" in p)

    def is_gerund(self, lower: str) -> bool:
        """Whether a word is the gerund of an operation verb."""
        return lower.endswith(self.rules.gerund_ending) and self.lemma(lower) is not None

    def _is_unlisted_verb(self, lower: str, tokens: list[Token], position: int, opens: bool) -> bool:
        """A word that no list holds, at the start of a clause with an article behind it ("Whisk the eggs"); behind a
        condition a preposition will do ("If the alarm sounds, muster at the stern")."""
        if position + 1 >= len(tokens) or len(lower) < 3:
            return False
        behind = tokens[position + 1 : position + 4]
        paired = len(behind) > 2 and behind[0].lower in self.rules.coordinators and behind[1].lower in self.rules.verbs
        if paired and behind[2].lower not in self.rules.articles:
            paired = False
        article = behind[0].lower in self.rules.articles or (
            opens and behind[0].lower in self.rules.place_prepositions and tokens[position].text.islower()
        )
        if not (article or paired or self._takes_particle(tokens, position + 1)):
            return False
        if (
            not lower.replace("-", "").isalpha()
            or lower.endswith(self.rules.no_base_endings)
            or lower in self.rules.no_verbs
        ):
            return False
        return position == 0 or tokens[position - 1].lower in self.rules.joining_words

    def _is_pair(self, lower: str, following: Token) -> bool:
        return f"{lower} {following.lower}" in self.rules.particle_verbs

    def _takes_particle(self, tokens: list[Token], position: int) -> bool:
        """Whether a particle stands here that only a verb has in front of it: "dole out the samples"."""
        if tokens[position].lower not in self.rules.free_particles or position + 1 >= len(tokens):
            return False
        return tokens[position + 1].lower in self.rules.articles or tokens[position + 1].text[0] == NAME

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
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        if lower == self.rules.repeated_verb:
            object_word = following.lower if following is not None else ""
            return object_word in self.rules.determiners or object_word.rstrip("s") in self.rules.numbered_words
        if lower in self.rules.pair_only:
            return following is not None and f"{lower} {following.lower}" in self.rules.particle_verbs
        if self.is_weak(lower):
            return self._is_weak_verb(lower, tokens, position, opens)
        return True

    def _is_weak_verb(self, lower: str, tokens: list[Token], position: int, opens: bool) -> bool:
        """Whether a word that is a noun as often as a verb is one here."""
        rules = self.rules
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        joined = position > 0 and tokens[position - 1].lower in rules.clause_joiners
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
        pair = f"{tokens[position].lower} {following.lower}".removesuffix("s")
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
        if tokens[position + 1].lower not in rules.prepositions or lower in rules.joined_verbs | rules.control_verbs:
            return False
        before = self._verb_before(tokens, position - 1)
        pair = f"{lower} {tokens[position + 1].lower}"
        if before is None or pair in rules.particle_verbs | rules.goal_verbs_with:
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
        if behind >= len(tokens) or tokens[position].lower not in self.rules.joined_verbs | self.rules.letting_verbs:
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
        if not following.text[0].isalnum() or f"{lower} {following.lower}".removesuffix("s") in rules.compounds:
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
        other = self.rules.determiners | self.rules.pronouns | self.rules.reader_words | self.rules.check_joints
        return behind.text[0].isalnum() and behind.lower not in other

    def _takes_object(self, lower: str, following: Token) -> bool:
        """Whether the token behind a word that may be a noun shows that it is the verb."""
        rules = self.rules
        return (
            following.lower in rules.determiners
            or following.lower in rules.prepositions
            or following.lower in rules.pronouns
            or (following.lower in rules.number_words and lower not in rules.numbered_words)
            or following.text[0] in NAME + "$/\\.<["
            or following.text in ".;"
            or following.text[0].isupper()
            or _CODE.search(following.text) is not None
            or (following.text[0].isdigit() and lower not in rules.numbered_words)
            or following.lower in rules.adverbs
            or f"{lower} {following.lower}" in rules.particle_verbs
        )

    def instruction(self, tokens: list[Token], clause: Clause, conditional: bool = False) -> int | None:
        """Index of the verb the reader is told to do, or None."""
        position, last = clause.first, clause.last
        rules = self.rules
        while (
            position < last
            and (rules.leads(tokens[position].text) or tokens[position].text[0] == ASIDE)
            and not self.is_verb(tokens[position].lower, tokens, position)
        ):
            position += 1
        if position >= last:
            return None
        word = tokens[position].lower
        if " ".join(t.lower for t in tokens[position : position + 2]) in rules.no_instructions:
            position += 2  # note that you must restart the service
            if position + 1 >= last or tokens[position].lower not in rules.reader_words:
                return None
            word = tokens[position].lower
        if self.check_opener(tokens, position) is not None or self.reminder(tokens, position):
            return position
        if self.caused(tokens, position, last) is not None:
            return position
        if self.is_verb(word, tokens, position, clause.opens):
            return None if self._heads_a_subject(tokens, position, last) else position
        if word in rules.reader_words and (not rules.any_doer or position + 1 >= last):
            return self._modal_verb(tokens, position + 1, last, conditional)
        role = self._role_end(tokens, position, last)
        if role:
            return self._done_by_role(tokens, role, last, conditional)
        if [t.lower for t in tokens[position : position + 2]] == list(rules.impersonal):
            return self._necessary(tokens, position + 2, last)
        return self.done_by_anybody(tokens, position, last) if rules.any_doer else None

    def done_by_anybody(self, tokens: list[Token], position: int, last: int) -> int | None:
        """ "The clerk sends the form", "The form is checked": the first verb that says what is done, whoever does it."""
        rules = self.rules
        for index in range(position, last):
            word = tokens[index].lower
            lemma = self.lemma(word)
            earlier = index - 1
            while earlier > position and tokens[earlier].lower in rules.adverbs | rules.leading:
                earlier -= 1
            before = tokens[earlier].lower if index else ""
            if lemma is None or lemma in rules.ignored_verbs:
                continue
            modal = before in rules.modals or before in rules.ability_modals or before == rules.infinitive
            after = tokens[index + 1].lower if index + 1 < len(tokens) else ""
            told = word != lemma and word.endswith("s") and after not in rules.auxiliaries | rules.modals
            done = word.endswith(rules.state_endings) and (before in rules.auxiliaries or before == rules.copula)
            plural = word == lemma and index > position and (before.endswith("s") or before in rules.plural_doers)
            if told or done or plural or (modal and word == lemma):
                return index
        return None

    def _role_end(self, tokens: list[Token], position: int, last: int) -> int:
        """Behind "the operator", "the shift supervisor", "cashiers"; 0 where no person in a role stands here."""
        rules = self.rules
        first = position + (tokens[position].lower in rules.determiners)
        for index in range(first, min(last - 1, first + _LONGEST_ROLE)):
            lower = tokens[index].lower
            if lower in rules.role_words or lower.removesuffix("s") in rules.role_words:
                told = first > position or lower.endswith("s") or lower in rules.plural_doers
                return index + 1 if told else 0
            told = lower.endswith("s") and self.lemma(lower) not in (None, lower)
            if told or not lower.isalpha() or lower in rules.prepositions or lower in rules.auxiliaries:
                return 0
        return 0

    def _done_by_role(self, tokens: list[Token], position: int, last: int, conditional: bool) -> int | None:
        """ "The operator shall wear gloves", "The nurse verifies the name": what a person in a role does is a step."""
        word = tokens[position].lower
        lemma = self.lemma(word)
        told = lemma is not None and word != lemma and word.endswith("s") and lemma in self.rules.verbs
        if told and lemma not in self.rules.experience_verbs and lemma not in self.rules.ignored_verbs:
            return position
        return self._modal_verb(tokens, position, last, conditional)

    def _necessary(self, tokens: list[Token], position: int, last: int) -> int | None:
        """ "It is necessary to press the button": the verb behind it."""
        rules = self.rules
        while position < last and rules.is_adverb(tokens[position].text):
            position += 1
        if position + 2 >= last or tokens[position].lower not in rules.necessity_words:
            return None
        verb = position + 2
        joint = tokens[position + 1].lower
        if joint in rules.check_joints and tokens[verb].lower in rules.reader_words and verb + 1 < last:
            verb += 1  # it is recommended that you back up the data
        elif joint != rules.infinitive:
            return None
        told = tokens[verb].lower in rules.verbs and tokens[verb].lower not in rules.vague_verbs
        return verb if told else None

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

    def check_opener(self, tokens: list[Token], position: int) -> tuple[str, int] | None:
        """ "make sure", "ensure": the lemma and how many tokens it takes, or None."""
        for size in (2, 1):
            words = " ".join(t.lower for t in tokens[position : position + size])
            if words in self.rules.check_openers:
                return self.rules.check_openers[words], size
        return None

    def reminder(self, tokens: list[Token], position: int) -> int:
        """How many tokens "don't forget to" takes here, 0 when it does not stand here."""
        for size in (4, 3):
            if " ".join(t.lower for t in tokens[position : position + size]) in self.rules.reminders:
                return size
        return 0

    def _heads_a_subject(self, tokens: list[Token], position: int, last: int) -> bool:
        """ "Position type may be …": the word is part of the subject of a statement."""
        following = tokens[position + 1].lower if position + 1 < last else ""
        if following in self.rules.finite_words:
            return True
        if following in self.rules.coordinators and position + 2 < last and position + 3 >= len(tokens):
            return not self.is_base(tokens[position + 2].lower)  # make and model
        first = tokens[position].lower
        if not self.is_weak(first) or first in self.rules.bare_object_verbs or following in self.rules.determiners:
            return False
        if (
            following.endswith("s")
            and self.lemma(following) == following[:-1]
            and position + 2 < last
            and following not in self.rules.particle_verbs
        ):
            behind = tokens[position + 2]
            if behind.lower in self.rules.coordinators or not behind.text[0].isalnum():
                return last - position <= _LONGEST_TITLE  # "log files, dump files"
            counted = behind.text.isdigit()  # bridge pins 1 and 2
            return not counted and behind.lower not in self.rules.prepositions and not self.rules.leads(behind.text)
        for token in tokens[position + 1 : min(last, position + _LONGEST_SUBJECT)]:
            if token.lower in self.rules.finite_words:
                return True
            if token.text in ",;:." or token.lower in self.rules.openers or token.lower in self.rules.relative_words:
                return False
        return False

    def _modal_verb(self, tokens: list[Token], position: int, last: int, conditional: bool) -> int | None:
        rules = self.rules
        obliged = tokens[position - 1].lower in rules.obliging_readers
        able = False
        while position < last:
            lower = tokens[position].lower
            if lower in rules.ability_modals:
                able = True
            elif lower in rules.modals:
                obliged = True
            elif lower not in rules.modal_fillers and lower not in rules.adverbs:
                break
            position += 1
        if position >= last or not (able or obliged):
            return None
        lemma = self.lemma(tokens[position].lower)
        if lemma in self.rules.experience_verbs:
            return None
        if lemma in rules.attempt_verbs and position + 1 < last and self.is_gerund(tokens[position + 1].lower):
            return position + 1
        if lemma is None and obliged and tokens[position].lower.isalpha():
            base = (
                not tokens[position].lower.endswith(rules.no_base_endings)
                and tokens[position].lower not in rules.no_verbs
            )
            return position if base and tokens[position].lower != rules.copula else None
        if lemma is None or tokens[position].lower != lemma:
            return None
        if able and not obliged and conditional:
            return position
        if able and not obliged:
            for index in range(position, last - 1):
                if tokens[index].lower == rules.means_word and self.is_gerund(tokens[index + 1].lower):
                    return index + 1
            named = any(t.text[0] == NAME for t in tokens[position:last]) or (
                lemma in rules.control_verbs and any(t.text[0].isupper() for t in tokens[position + 1 : last])
            )
            return position if named else None
        return position

    def told_operation(self, tokens: list[Token], clause: Clause) -> int | None:
        """The operation in "when you click …", "after selecting …"."""
        for index in range(clause.first + 1, min(clause.last, clause.first + 5)):
            lower = tokens[index].lower
            lemma = self.lemma(lower)
            if lemma is None:
                if (
                    lower not in self.rules.reader_words
                    and lower not in self.rules.adverbs
                    and lower not in self.rules.perfect_words
                ):
                    return None
                continue
            previous = tokens[index - 1].lower
            qualified = previous in self.rules.adverbs and index > clause.first + 1
            if previous in self.rules.reader_words or self.is_gerund(lower) or qualified:
                return index if lemma not in self.rules.vague_verbs else None
            return None
        return None

    def means_operation(self, tokens: list[Token], clause: Clause) -> int | None:
        """The operation in "The map can be moved by selecting View >> Align": a control operation on a named thing."""
        for index in range(clause.first + 1, clause.last - 2):
            if tokens[index].lower != self.rules.means_word or not self.is_gerund(tokens[index + 1].lower):
                continue
            named = any(t.text[0] == NAME or t.text[0].isupper() for t in tokens[index + 2 : clause.last])
            return index + 1 if named and self.lemma(tokens[index + 1].lower) in self.rules.control_verbs else None
        return None

    def gerund_subject(self, tokens: list[Token], clause: Clause) -> tuple[int, int] | None:
        """ "Pressing X starts Y": (verb, word that tells the consequence)."""
        position = clause.first
        while position < clause.last - 1 and tokens[position].lower in self.rules.press_words:
            position += 1
        nominal = tokens[position].lower in self.rules.nominal_operations
        told = self.is_gerund(tokens[position].lower) and position == clause.first
        if not (told or (nominal and position > clause.first)) or self.lemma(tokens[position].lower) is None:
            return None
        for index in range(position + 1, clause.last):
            if tokens[index].lower in self.rules.consequence_words or self._tells_effect(tokens, index):
                return position, index
        return None

    def _tells_effect(self, tokens: list[Token], index: int) -> bool:
        """ "refreshes" in "Pressing F5 refreshes the list": a verb of a third person, with its object behind it."""
        rules, lower = self.rules, tokens[index].lower
        if not lower.endswith("s") or index + 1 >= len(tokens) or self.lemma(lower) in (None, lower):
            return False
        following, before = tokens[index + 1].lower, tokens[index - 1].lower
        return (following in rules.determiners or following in rules.pronouns) and before not in rules.determiners

    def passive(self, tokens: list[Token], clause: Clause) -> tuple[str, int, int] | None:
        """ "X should be turned off": (verb, end of subject, start of subject)."""
        rules = self.rules
        for index in range(clause.first + 1, clause.last - 2):
            if index == clause.first + 1 and tokens[clause.first].lower in self.rules.pronouns:
                return None
            if tokens[index].lower not in rules.passive_modals:
                continue
            following = [t.lower for t in tokens[index + 1 : index + 3]]
            if rules.copula not in following:
                continue
            return self._passive_at(tokens, clause, index, index + 2 + following.index(rules.copula))
        return None

    def _passive_at(self, tokens: list[Token], clause: Clause, modal: int, at: int) -> tuple[str, int, int] | None:
        rules = self.rules
        while at < clause.last and tokens[at].lower in rules.adverbs:
            at += 1
        finite = (i for i in range(clause.first, modal) if tokens[i].lower in rules.finite_words)
        subject_end = next(finite, modal)
        carried = tokens[modal - 1].lower in rules.coordinators  # the gauge is defective and must be replaced
        if at >= clause.last or (subject_end != modal and not carried):
            return None
        lemma = self.lemma(tokens[at].lower)
        if lemma is None or lemma in rules.experience_verbs or lemma in rules.vague_verbs:
            return None
        if tokens[at].lower == lemma and lemma not in rules.unchanged_participles:
            return None
        following = tokens[at + 1].lower if at + 1 < clause.last else ""
        pair = f"{lemma} {following}"
        return pair if pair in rules.particle_verbs else lemma, subject_end, clause.first
