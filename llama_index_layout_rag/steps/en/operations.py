"""Records operations: what the reader does, read from the verb on, with its particle and what it acts on."""

from __future__ import annotations

from dataclasses import dataclass

from llama_index_layout_rag.steps.en.antecedents import AntecedentFinder
from llama_index_layout_rag.steps.en.clauses import ClauseSplitter
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.particles import ParticleFinder
from llama_index_layout_rag.steps.en.phrases import PhraseFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Clause, Token, is_name
from llama_index_layout_rag.steps.findings import Findings
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of


@dataclass
class ItemFindings(Findings):
    """Adds to the findings what the next operation needs to know of the one before it."""

    shares_object: bool = False
    waits: bool = False
    mentioned: tuple[str, str] | None = None
    """What a warning in front forbids to act on; "it" may mean it."""
    command_from: int = -1
    """Where a command begins that stands behind its instruction; nothing in it is read."""


class OperationRecorder:
    """The operation rules of a language."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, clauses: ClauseSplitter) -> None:
        self.rules = rules
        self.verbs = verbs
        self.phrases = PhraseFinder(rules, verbs, clauses)
        self.antecedents = AntecedentFinder(rules, verbs, self.phrases)
        self.particles = ParticleFinder(rules)

    def add_instruction(
        self, marked: MarkedText, tokens: list[Token], verb: int, clause: Clause, found: ItemFindings
    ) -> None:
        """Records what a clause tells the reader to do: the operation, or what is to be checked or had done, and what it is
        done by."""
        checks = self.verbs.check_opener(tokens, verb)
        if checks is not None:
            lemma, size = checks
            behind = verb + size
            told = behind + 1 < clause.last and tokens[behind].lower == self.rules.infinitive
            if not (told and self.verbs.lemma(tokens[behind + 1].lower)):
                self._add_checked(marked, tokens, lemma, behind, clause.last, found)
                return
            verb = behind + 1
        caused = self.verbs.caused(tokens, verb, clause.last)
        if caused is not None:
            self.add_passive(marked, tokens, self.verbs.lemma(tokens[caused].lower) or "", verb + 1, caused, found)
            return
        reminder = self.verbs.reminder(tokens, verb)
        verb += reminder
        if reminder and verb < clause.last - 1 and self.rules.leads(tokens[verb].text):
            verb += 1  # remember to always rinse it
        if verb >= clause.last:
            return
        if self._checks_that(tokens, verb, clause.last):
            self._add_checked(marked, tokens, tokens[verb].lower, verb + 1, clause.last, found)
            return
        self.add(marked, tokens, verb, clause.last, found)
        if tokens[verb].lower == self.rules.tool_verb:
            self._add_use(marked, tokens, verb, clause.last, found)
        self._add_means(marked, tokens, verb + 1, clause.last, found)

    def _add_means(self, marked: MarkedText, tokens: list[Token], first: int, last: int, found: ItemFindings) -> None:
        """ "mend it by sewing the hem", "reset it by pressing A or by holding B"."""
        told = False
        for index in range(first, last - 2):
            told = told or tokens[index].lower == self.rules.alternative_word  # either from A or by asking B
            joined = tokens[index - 1].lower in self.rules.coordinators
            if tokens[index].lower != self.rules.means_word or (joined and not told):
                continue
            means = index + 1 + self.rules.is_adverb(tokens[index + 1].text)  # by repeatedly squeezing the bulb
            vague = means < last and self.verbs.lemma(tokens[means].lower) in self.rules.vague_verbs  # by using tape
            if means < last and self.verbs.is_gerund(tokens[means].lower) and not vague:
                self.add(marked, tokens, means, last, found)
                self.add_coordinated(marked, tokens, means + 1, last, found)
                told = True

    def add_coordinated(
        self, marked: MarkedText, tokens: list[Token], first: int, last: int, found: ItemFindings
    ) -> None:
        """ "by scanning the bar code or keying in the number", "after removing the lid and draining the tank": the second."""
        for index in range(first, last - 1):
            if tokens[index].lower not in self.rules.coordinators or self.verbs.joined_operation(tokens, index - 1):
                continue
            verb = index + 1 + (tokens[index + 1].lower == self.rules.then_word)
            told = verb < last and self.verbs.is_gerund(tokens[verb].lower)
            if told and self._opens_object(tokens, verb + 1, last):
                self.add(marked, tokens, verb, last, found)

    def _opens_object(self, tokens: list[Token], position: int, last: int) -> bool:
        behind = tokens[position : min(last, position + 2)]
        objects = any_of(self.rules.determiners, self.rules.pronouns)
        return any(t.lower in objects or t.text[0] == NAME or t.text[0].isupper() for t in behind)

    def _add_use(self, marked: MarkedText, tokens: list[Token], verb: int, last: int, found: ItemFindings) -> None:
        """ "use X to do Y": doing Y is the second action."""
        for index in range(verb + 1, last - 1):
            if tokens[index].lower == self.rules.infinitive and self.verbs.lemma(tokens[index + 1].lower):
                self.add(marked, tokens, index + 1, last, found)
                return

    def _add_checked(
        self, marked: MarkedText, tokens: list[Token], lemma: str, position: int, last: int, found: ItemFindings
    ) -> None:
        """ "make sure that *the lid* is shut", "check you have closed *the valve*": the subject or what was acted on."""
        if position < last and tokens[position].lower in self.rules.check_joints:
            position += 1
        if position < last and tokens[position].lower in self.rules.reader_words:
            position = self._behind_participle(tokens, position + 1, last)
        end = next((i for i in range(position, last) if self._ends_subject(tokens, i, position)), last)
        names, path, _ = self.phrases.object_at(marked, tokens, position, end)
        if position < last and not found.targets and not any(text for text, _ in names):
            names = self.antecedents.find(marked, tokens, position, "other", False) or names
        self._record(lemma, names, path, found)

    def _ends_subject(self, tokens: list[Token], index: int, first: int) -> bool:
        """Whether the verb of a statement stands here ("are", "reads", "match")."""
        lower = tokens[index].lower
        if lower in any_of(self.rules.auxiliaries, self.rules.modals, self.rules.stating_verbs):
            return True
        if index > first and lower.endswith("s") and lower[:-1] in self.rules.event_verbs:
            return tokens[index - 1].lower not in self.rules.determiners  # that the LED blinks
        lemma = self.verbs.lemma(lower)
        if index > first and lower == lemma and tokens[index - 1].lower.endswith("s"):  # that the totals agree
            following = tokens[index + 1].lower if index + 1 < len(tokens) else ""
            return not self.verbs.is_weak(lower) or following in self.rules.determiners
        return (
            index > first + 1
            and lemma is not None
            and lower != lemma
            and lower.endswith("s")
            and lemma not in self.rules.weak_nouns
        )

    def _checks_that(self, tokens: list[Token], verb: int, last: int) -> bool:
        """ "verify that the gauge reads 40 psi": what is looked at is the subject of the clause behind."""
        following = tokens[verb + 1].lower if verb + 1 < last else ""
        if tokens[verb].lower not in self.rules.check_verbs:
            return False
        if following in self.rules.check_joints:
            return True
        ends = (i for i in range(verb + 2, last) if self._ends_subject(tokens, i, verb + 1))
        end = next(ends, None)
        return end is not None and not any(t.lower in self.rules.prepositions for t in tokens[verb + 1 : end])

    def _behind_participle(self, tokens: list[Token], position: int, last: int) -> int:
        """In "ensure you have installed or unpacked X": where X begins."""
        behind = position
        for index in range(position, min(last, position + 7)):
            if self.verbs.lemma(tokens[index].lower) is not None:
                behind = index + 1
            elif tokens[index].lower in self.rules.determiners:
                break
        return behind

    def add(self, marked: MarkedText, tokens: list[Token], verb: int, last: int, found: ItemFindings) -> None:
        """Records the operation whose verb stands at `verb` and whose clause ends at `last`, with what it acts on; nothing
        where it is no operation or refers to another text."""
        begun = self._behind_aspect(tokens, verb, last)
        if begun is None:
            return
        verb, lemma = begun, self._lemma_at(tokens, begun)
        if self._is_ignored(tokens, verb, lemma) or self._leads_elsewhere(tokens, verb, last):
            return
        lemma, position = self._whole_verb(tokens, verb, last, lemma)
        found.shares_object = self._shares_object(tokens, verb, position, last, lemma)
        if lemma in self.rules.letting_verbs:
            last = self._let_until(tokens, position, last)
        names, path, stop = self.phrases.object_at(marked, tokens, position, last)
        for second in self._further(tokens, lemma, stop, last) if names and stop < last else ():
            names = names + self.phrases.object_at(marked, tokens, second, last)[0]
        lemma = self.particles.behind_object(tokens, lemma, stop, last)
        if names and (self._is_duration(names[0][0]) or self._is_measure(names[0][0])):
            names = names[1:]
        if lemma in self.rules.enter_verbs:
            names = self._fields(marked, tokens, verb, stop, last, lemma) or names
        names = self._command_behind(marked, tokens, stop, names, found)
        if names and not any(text for text, _ in names):
            names = self._meant(marked, tokens, verb, position, names[0][1], found) or names
        if lemma in self.rules.cross_references and names and self._is_document(names[0][0]):
            return
        self._record(lemma, names, path, found)

    def _behind_aspect(self, tokens: list[Token], verb: int, last: int) -> int | None:
        """Where the operation stands: "start *typing* a name" is to type it; None for "begin by typing a name", whose
        operation is told as a means."""
        if tokens[verb].lower not in self.rules.aspect_verbs or verb + 1 >= last:
            return verb
        following = tokens[verb + 1].lower
        if self.verbs.is_gerund(following):
            return verb + 1
        return None if following == self.rules.means_word else verb

    def _lemma_at(self, tokens: list[Token], verb: int) -> str:
        """The verb as the lists hold it: as printed where it is listed so, else its dictionary form."""
        lower = tokens[verb].lower
        return lower if lower in self.rules.verbs else self.verbs.lemma(lower) or lower

    def _is_ignored(self, tokens: list[Token], verb: int, lemma: str) -> bool:
        """Whether a verb is never an operation, or the two words behind it make it none ("take a look")."""
        looks = " ".join(t.lower for t in tokens[verb + 1 : verb + 3]) in self.rules.looks
        return looks or lemma in self.rules.ignored_verbs

    def _whole_verb(self, tokens: list[Token], verb: int, last: int, lemma: str) -> tuple[str, int]:
        """The verb with what belongs to it ("drag and drop", "log back in", a press that is *made*), and where its object
        begins."""
        joined = self.verbs.joined_operation(tokens, verb)
        lemma, behind = (joined, verb + 3) if joined else (lemma, verb + 1)
        opens = any_of(self.rules.prepositions, self.rules.determiners)
        if behind + 1 < last and tokens[behind].text[0] == ASIDE and tokens[behind + 1].lower in opens:
            behind += 1  # tap (briefly) on the icon
        lemma, position = self.particles.beside(tokens, lemma, behind, last)
        if lemma in self.rules.light_verbs:
            lemma, position = self._behind_light_verb(tokens, lemma, position, last)
        return lemma, position

    def _shares_object(self, tokens: list[Token], verb: int, position: int, last: int, lemma: str) -> bool:
        """ "Lift and turn the lever": nothing but a joint stands behind the verb, so it waits for the next one's object."""
        alone = position >= last and (position == verb + 1 or " " in lemma)  # not "scroll down and expand X"
        head, particle, _ = lemma.partition(" ")
        alone = alone and not (particle and head in self.rules.session_verbs)  # not "sign out and close X"
        joint = tokens[last].lower if last < len(tokens) else ""
        return alone and (joint in self.rules.coordinators or joint == ",")

    def _fields(
        self, marked: MarkedText, tokens: list[Token], verb: int, stop: int, last: int, lemma: str
    ) -> list[tuple[str, str]]:
        """The fields that something is entered in, behind the value or in front of the verb; none where none is named."""
        field = self.phrases.named_field(marked, tokens, stop, last) or self.phrases.field_before(marked, tokens, verb)
        if field is not None:
            return [field]
        typed = lemma in self.rules.typing_verbs
        return self.phrases.quoted_fields(marked, tokens, stop, last) if typed else []

    def _meant(
        self, marked: MarkedText, tokens: list[Token], verb: int, position: int, kind: str, found: ItemFindings
    ) -> list[tuple[str, str]]:
        """What a pronoun or a bare "the button" at `position` points at: what this item names, or what the warning in front
        forbids to act on; none where neither is."""
        before = self.antecedents.find(marked, tokens, verb, kind, bool(found.targets))
        if before:
            return before
        if found.targets:
            several = tokens[position].lower in self.rules.plural_pronouns
            return self.antecedents.plural_before(marked, tokens, verb, found.targets[-1]) if several else []
        forbidden = found.mentioned
        return [forbidden] if forbidden and tokens[position].lower in self.rules.bare_pronouns else []

    def _further(self, tokens: list[Token], lemma: str, stop: int, last: int) -> list[int]:
        """Where the objects begin that a place or purpose parts from the first one."""
        place = tokens[stop].lower
        if place == self.rules.infinitive and lemma in self.rules.control_verbs and is_name(tokens[stop - 1]):
            joints = (
                i for i in range(stop + 2, last - 2) if tokens[i + 2].lower == place and self._is_joint(tokens[i])
            )
            return [i + 1 for i in joints if is_name(tokens[i + 1])]  # click Yes to go on or No to stop
        return self._gapped(tokens, stop, last) if place in self.rules.prepositions else []

    def _gapped(self, tokens: list[Token], stop: int, last: int) -> list[int]:
        """Where the second object begins in "Connect A to the pump, and *the hose* to the tank": a place behind each of
        them, the second by the same preposition or behind a comma."""
        rules, place = self.rules, tokens[stop].lower
        for index in range(stop + 2, last - 3):
            if tokens[index].lower not in rules.coordinators or tokens[index + 1].lower not in rules.articles:
                continue
            if tokens[index + 2].lower in any_of(rules.number_words, rules.other_words):
                continue
            parted = tokens[index - 1].text == ","
            behind = next((t.lower for t in tokens[index + 3 : last] if t.lower in rules.prepositions), "")
            if behind == place or (parted and {place, behind} <= rules.place_prepositions):
                return [index + 1]
        return []

    def _is_joint(self, token: Token) -> bool:
        return token.text == "," or token.lower in self.rules.coordinators

    def _is_document(self, name: str) -> bool:
        """ "consult the manual" only refers elsewhere."""
        return name.lower().rpartition(" ")[2] in self.rules.reference_nouns

    def _behind_light_verb(self, tokens: list[Token], lemma: str, position: int, last: int) -> tuple[str, int]:
        """ "make a long press on the knob" is to press it: the verb, and where its object begins."""
        noun = position
        while noun + 1 < last and tokens[noun].lower in self.rules.press_qualifiers:
            noun += 1
        if noun == position or tokens[noun].lower not in self.rules.nominal_operations:
            return lemma, position
        twice = f"double-{tokens[noun].lower}"
        doubled = tokens[noun - 1].lower == "double" and twice in self.rules.nominal_operations
        behind = noun + 1
        behind += behind < last and tokens[behind].lower in any_of(self.rules.prepositions, self.rules.light_particles)
        return twice if doubled else tokens[noun].lower, behind

    def _leads_elsewhere(self, tokens: list[Token], verb: int, last: int) -> bool:
        """ "Click *here for* the manual of the older model", "tap here to read more": a link to another text."""
        here = verb + 1 + (verb + 1 < last and tokens[verb + 1].lower in self.rules.light_particles)
        if here + 1 >= last or tokens[here].lower not in self.rules.link_words:
            return False
        reason = here + 1 + (tokens[here + 1].lower == self.rules.infinitive)
        return reason < last and tokens[reason].lower in self.rules.link_reasons

    def mention(self, marked: MarkedText, tokens: list[Token], found: ItemFindings) -> None:
        """ "Do not soak *the base*. Wipe it with a cloth."."""
        for index in range(1, len(tokens) - 1):
            forbids = tokens[index - 1].lower in self.rules.negations and self.verbs.is_base(tokens[index].lower)
            if forbids:
                names, _, _ = self.phrases.object_at(marked, tokens, index + 1, len(tokens))
                found.mentioned = names[0] if names and names[0][0] else found.mentioned
                return

    def mention_named(self, marked: MarkedText, tokens: list[Token], found: ItemFindings) -> None:
        """ "That is a *wedge* for the door. Pull it out": what a sentence says a thing is."""
        told = len(tokens) > 3 and tokens[1].lower in self.rules.finite_copulas
        if told and tokens[2].lower in self.rules.articles:
            names, _, _ = self.phrases.object_at(marked, tokens, 2, len(tokens))
            found.mentioned = names[0] if names and names[0][0] else found.mentioned

    def only_places(self, tokens: list[Token], clause: Clause, action: str) -> bool:
        """'Put "0" before "-"': where it is typed, and not when."""
        if clause.kind in ("before", "after") and self._lies_beside(tokens, clause):
            return True
        inside = [t for t in tokens[clause.first + 1 : clause.last] if t.lower not in self.rules.determiners]
        typed = action in self.rules.enter_verbs or action in self.rules.placing_verbs
        return typed and clause.kind in ("before", "after") and all(t.text[0] == NAME for t in inside)

    def _lies_beside(self, tokens: list[Token], clause: Clause) -> bool:
        """ "the one before the fuse", "the page after the title page": which of several things, and not when."""
        if clause.first < 2 or clause.last - clause.first < 2:
            return False
        beside, inside = tokens[clause.first - 1].lower, tokens[clause.first + 1 : clause.last]
        if beside in self.rules.placed_pronouns:
            return tokens[clause.first - 2].lower in self.rules.determiners  # not "one by one before cleaning it"
        bare = len(inside) > 1 and inside[0].lower in self.rules.determiners
        return bare and inside[-1].lower == beside and beside not in self.rules.time_words

    def _let_until(self, tokens: list[Token], position: int, last: int) -> int:
        """ "let the water run": where the object ends and what it does begins."""
        if position < last and tokens[position].lower in self.rules.verbs:
            return position  # let stand 10 minutes
        inside = range(position + 1, last)
        return next((i for i in inside if tokens[i].lower in self.rules.verbs and i > position + 1), last)

    def _command_behind(
        self, marked: MarkedText, tokens: list[Token], stop: int, names: list[tuple[str, str]], found: ItemFindings
    ) -> list[tuple[str, str]]:
        """ "Run the following command: make install": what is typed stands behind the colon."""
        bare = not names or names[0][0].lower().rpartition(" ")[2] in self.rules.command_words
        if not bare or stop >= len(tokens) or tokens[stop].text != ":" or stop + 1 >= len(tokens):
            return names
        found.command_from = tokens[stop + 1].start
        return [(marked.text[found.command_from : tokens[-1].end].strip(), "command")]

    def _is_duration(self, name: str) -> bool:
        """ "wait 10 seconds": how long, not what."""
        words = name.lower().split()
        if (
            len(words) == 1
            and words[0].endswith("s")
            and words[0] in any_of(self.rules.time_words, self.rules.counted_times)
        ):
            return True  # tap nine times
        if len(words) != 2 or not (
            words[0][0].isdigit() or words[0] in any_of(self.rules.few_words, self.rules.number_words)
        ):
            return False
        return words[1] in self.rules.time_words or words[1] in self.rules.counted_times

    def _is_measure(self, name: str) -> bool:
        """ "tighten an additional 3/4 turn": how far, not what."""
        *words, unit = name.lower().split() or [""]
        counts = any_of(self.rules.few_words, self.rules.vague_words, self.rules.fraction_words)
        counted = all(word[0].isdigit() or word in counts for word in words)
        return bool(words) and unit in self.rules.measure_units and counted

    def add_passive(
        self, marked: MarkedText, tokens: list[Token], lemma: str, first: int, end: int, found: ItemFindings
    ) -> None:
        """Records an operation whose object is the subject in front ("*the lid* must be closed")."""
        names, path, _ = self.phrases.object_at(marked, tokens, first, end)
        self._record(lemma, names, path, found)

    def _record(self, lemma: str, names: list[tuple[str, str]], path: bool, found: ItemFindings) -> None:
        """Adds an operation and its objects; of a menu path the last name is what the first operation acts on."""
        found.actions.append(lemma)
        texts = [(t, k) for t, k in names if t]
        if found.first_target is None or (found.waits and not found.first_target):
            chosen = (texts[-1] if path else texts[0]) if texts else (names[0] if names else ("", "other"))
            found.first_target, found.first_type = chosen
        # "Press and hold X": a verb with nothing behind it shares the object of the next one.
        found.waits = found.shares_object and not texts
        found.targets.extend(t for t, _ in texts)
