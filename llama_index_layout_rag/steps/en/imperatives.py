"""Finds the verb of an instruction, in languages whose instructions open with the verb: a base form at the start of a
clause, a modal with the reader or a person in a role as subject, what is said to be necessary."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.base_verbs import BaseVerbJudge
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Clause, Token
from llama_index_layout_rag.steps.marking import ASIDE, NAME
from llama_index_layout_rag.steps.word_lists import any_of

_LONGEST_SUBJECT = 10
"""Tokens of "Seat numbers printed on older tickets are …" up to its verb."""
_ARTICLES = ("a", "an", "the")
_LONGEST_TITLE = 6
"""Tokens of a list of things without a verb."""
_LONGEST_ROLE = 4
"""Words of "quality control officer"."""


class ImperativeFinder(BaseVerbJudge):
    """Adds to the base forms the clauses that instruct."""

    def __init__(self, rules: VerbFirstRules) -> None:
        super().__init__(rules)
        self.remark_words = frozenset(words.split(" ")[0] for words in rules.no_instructions)
        self.checking_words = frozenset(words.split(" ")[0] for words in rules.check_openers)
        self.reminding_words = frozenset(words.split(" ")[0] for words in rules.reminders)

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
        remark = self._phrase_length(tokens, position, rules.no_instructions) if word in self.remark_words else 0
        if remark:
            position += remark  # note that you must restart the service
            position += position < last and tokens[position].lower in rules.check_joints
            if position + 1 >= last or tokens[position].lower not in rules.reader_words:
                return None
            word = tokens[position].lower
        if self.check_opener(tokens, position) is not None or self.reminder(tokens, position):
            return position
        if self.caused(tokens, position, last) is not None:
            return position
        if word in rules.remark_verbs and self._remarks(tokens, position, last):
            return None
        if self.is_verb(word, tokens, position, clause.opens):
            if self._names_state(tokens, position, last):
                return None
            return None if self._heads_a_subject(tokens, position, last) else position
        if word in rules.reader_words and (not rules.any_doer or position + 1 >= last):
            return self._modal_verb(tokens, position + 1, last, conditional)
        role = self._role_end(tokens, position, last)
        if role:
            return self._done_by_role(tokens, role, last, conditional)
        if [t.lower for t in tokens[position : position + 2]] == list(rules.impersonal):
            return self._necessary(tokens, position + 2, last)
        return self.done_by_anybody(tokens, position, last) if rules.any_doer else None

    def _names_state(self, tokens: list[Token], position: int, last: int) -> bool:
        """ "Fully dry if the weight is low": a state, with its degree in front and nothing behind it."""
        rules = self.rules
        if not position or tokens[position - 1].lower not in rules.degree_words:
            return False
        return tokens[position].lower in rules.left_as and position + 1 >= last

    def done_by_anybody(self, tokens: list[Token], position: int, last: int) -> int | None:
        """ "The clerk sends the form", "The form is checked": the first verb that says what is done, whoever does it."""
        rules = self.rules
        for index in range(position, last):
            word = tokens[index].lower
            lemma = self.lemma(word)
            earlier = index - 1
            while earlier > position and tokens[earlier].lower in any_of(rules.adverbs, rules.leading):
                earlier -= 1
            before = tokens[earlier].lower if index else ""
            if lemma is None or lemma in rules.ignored_verbs:
                continue
            modal = before in rules.modals or before in rules.ability_modals or before == rules.infinitive
            after = tokens[index + 1].lower if index + 1 < len(tokens) else ""
            told = word != lemma and word.endswith("s") and after not in any_of(rules.auxiliaries, rules.modals)
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
            if tokens[index].text[0] == ASIDE or (index > first and tokens[index].text.istitle()):
                continue  # the Accounts Payable (AP) team
            told = lower.endswith("s") and self.lemma(lower) not in (None, lower) and tokens[index].text.islower()
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
            verb += 1  # it is recommended that you air the room
        elif joint != rules.infinitive:
            return None
        told = tokens[verb].lower in rules.verbs and tokens[verb].lower not in rules.vague_verbs
        return verb if told else None

    def check_opener(self, tokens: list[Token], position: int) -> tuple[str, int] | None:
        """ "make sure", "ensure": the lemma and how many tokens it takes, or None."""
        if tokens[position].lower not in self.checking_words:
            return None
        for size in (2, 1):
            words = " ".join(t.lower for t in tokens[position : position + size])
            if words in self.rules.check_openers:
                return self.rules.check_openers[words], size
        return None

    def reminder(self, tokens: list[Token], position: int) -> int:
        """How many tokens "don't forget to" takes here, 0 when it does not stand here."""
        if tokens[position].lower not in self.reminding_words:
            return 0
        return self._phrase_length(tokens, position, self.rules.reminders)

    def _remarks(self, tokens: list[Token], position: int, last: int) -> bool:
        """ "Note the colour fades towards the hem": what is noted is a statement and nothing to write down."""
        rules = self.rules
        for token in tokens[position + 1 : last]:
            if token.lower in any_of(rules.finite_words, rules.stating_verbs, rules.plural_stating_verbs):
                return True
            if token.text in ",;:" or token.lower in any_of(
                rules.relative_words, rules.question_words, rules.check_joints
            ):
                return False
        return False

    def _phrase_length(self, tokens: list[Token], position: int, phrases: frozenset[str]) -> int:
        """How many tokens the longest of these phrases takes here, 0 when none stands here."""
        for size in (4, 3, 2):
            if " ".join(t.lower for t in tokens[position : position + size]) in phrases:
                return size
        return 0

    def _heads_a_subject(self, tokens: list[Token], position: int, last: int) -> bool:
        """ "Place card may be …": the word is part of the subject of a statement."""
        following = tokens[position + 1].lower if position + 1 < last else ""
        if following in self.rules.finite_words:
            next_word = tokens[position + 2].lower if position + 2 < last else ""
            ends = not next_word or next_word in self.rules.coordinators
            ends = ends or (next_word in self.rules.prepositions and not self.is_weak(tokens[position].lower))
            return not (ends and following in self.rules.plural_things)  # save changes
        if following in self.rules.question_words:
            return False  # note how it is fixed
        if following in self.rules.coordinators and position + 2 < last and position + 3 >= len(tokens):
            return not self.is_base(tokens[position + 2].lower)  # make and model
        first = tokens[position].lower
        if position + 2 < last and tokens[position + 2].lower in self.rules.auxiliaries:
            bare = following.isalpha() and following not in any_of(self.rules.determiners, self.rules.pronouns)
            if bare and tokens[position + 1].text.islower() and first not in self.rules.check_verbs:
                return True  # visit date is missing
        if self._states(tokens, position, last):
            return True
        told = following.endswith("s") and self.lemma(following) not in (None, following)
        if told and position + 2 < last and tokens[position + 2].text in _ARTICLES:
            return True  # fold creases the paper
        if (
            not (self.is_weak(first) or first in self.rules.noun_verbs)
            or first in self.rules.bare_object_verbs
            or following in self.rules.determiners
        ):
            return False
        if (
            following.endswith("s")
            and self.lemma(following) == following[:-1]
            and position + 2 < last
            and following not in self.rules.particle_verbs
        ):
            behind = tokens[position + 2]
            if behind.lower in self.rules.coordinators or not behind.text[0].isalnum():
                return last - position <= _LONGEST_TITLE  # "label sheets, price lists"
            counted = behind.text.isdigit()  # bridge pins 1 and 2
            return not counted and behind.lower not in self.rules.prepositions and not self.rules.leads(behind.text)
        for token in tokens[position + 1 : min(last, position + _LONGEST_SUBJECT)]:
            if token.lower in self.rules.finite_words:
                return True
            if token.text in ",;:." or token.lower in self.rules.openers or token.lower in self.rules.relative_words:
                return False
        return False

    def _states(self, tokens: list[Token], position: int, last: int) -> bool:
        """ "Filter housing contains two cartridges": a verb of a third person behind bare words, the first of them a noun
        that is a verb too."""
        rules = self.rules
        first, following = tokens[position].lower, tokens[position + 1].lower if position + 1 < last else ""
        looks = first in rules.check_verbs and f"{first} {following}" not in rules.compounds  # check the lamp is lit
        if looks or first not in any_of(rules.noun_verbs, rules.check_verbs) or following in rules.determiners:
            return False
        plural = False
        for index in range(position + 1, min(last, position + _LONGEST_SUBJECT)):
            lower = tokens[index].lower
            plural = plural or tokens[index - 1].lower.endswith("s")
            if lower in rules.stating_verbs or (
                lower in rules.finite_words and self._is_chain(tokens, position, index)
            ):
                return True
            if plural and lower in rules.plural_stating_verbs and index > position + 1:
                return True
            if tokens[index].text in ",;:." or lower in rules.openers or lower in rules.relative_words:
                return False
            listed = lower in rules.coordinators and index + 1 < last and not self.is_base(tokens[index + 1].lower)
            if (lower in rules.clause_joiners and not listed) or lower == rules.infinitive:
                return False
        return False

    def _is_chain(self, tokens: list[Token], first: int, last: int) -> bool:
        """ "Brake pedal travel *can*": nothing but bare words, the head of the subject no plural of its own."""
        behind = tokens[first + 1 : last]
        others = any_of(self.rules.prepositions, self.rules.determiners, self.rules.adverbs)
        others = any_of(others, self.rules.question_words)
        return bool(behind) and all(t.text.isalpha() and not t.text.istitle() and t.lower not in others for t in behind)

    def _modal_verb(self, tokens: list[Token], position: int, last: int, conditional: bool) -> int | None:
        rules = self.rules
        obliged = tokens[position - 1].lower in rules.obliging_readers
        able = False
        while position < last:
            lower = tokens[position].lower
            if lower in rules.ability_modals:
                able = True
            elif lower in rules.modals:
                to = any(t.lower == rules.infinitive for t in tokens[position + 1 : position + 3])
                obliged = obliged or to or lower not in rules.perfect_words  # the operator has higher costs
            elif lower not in rules.modal_fillers and lower not in rules.adverbs and not rules.is_adverb(lower):
                break
            position += 1
        if position >= last or not (able or obliged):
            return None
        lemma = self.lemma(tokens[position].lower)
        if lemma in self.rules.experience_verbs or (
            lemma == rules.repeated_verb and not self.is_verb(lemma, tokens, position)
        ):
            return None  # you can do so
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
