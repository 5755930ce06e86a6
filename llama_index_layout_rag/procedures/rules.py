"""The shapes of a language's step rules: plain frozen data that `procedures.languages` fills and the two engines
read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from llama_index_layout_rag.procedures.predicates import PredicateFinder


@cache
def any_of(*words: frozenset[str]) -> frozenset[str]:
    """The union of word lists, made once: lists of a thousand verbs are asked for at every word of a text."""
    return frozenset().union(*words)


class Ending(NamedTuple):
    """What may stand behind a verb's stem: the role it gives to the clause, and the pattern that recognises it."""

    role: str
    pattern: str


@dataclass(frozen=True)
class VerbFinalRules:
    """Rules of a language whose verb closes the clause and whose objects carry particles (Japanese)."""

    code: str
    five_stem_verbs: tuple[str, ...]
    one_stem_verbs: tuple[str, ...]
    verbal_nouns: tuple[str, ...]
    nominal_actions: tuple[str, ...]
    goal_verbs: frozenset[str]
    event_verbs: frozenset[str]
    shown_verbs: frozenset[str]
    goal_as_target: frozenset[str]
    enter_verbs: frozenset[str]
    typing_verbs: frozenset[str]
    processing_verbs: frozenset[str]
    hand_verbs: frozenset[str]
    second_verbs: frozenset[str]
    short_verbal_nouns: frozenset[str]
    ambitransitive_verbs: frozenset[str]
    feature_verbs: frozenset[str]
    overview_verbs: frozenset[str]
    announced_verbs: frozenset[str]
    data_verbs: frozenset[str]
    command_verbs: frozenset[str]
    telling_verbs: frozenset[str]
    light_verbs: frozenset[str]
    ignored_verbs: frozenset[str]
    endings: tuple[Ending, ...]
    auxiliaries: tuple[tuple[str, str], ...]
    predicate_finder: Callable[[VerbFinalRules], PredicateFinder]
    add_verbs: Callable[[VerbFinalRules, Sequence[str]], VerbFinalRules]
    noun_characters: str
    joining_blank: str
    do_verb: str = ""
    state_mark: str = ""
    work_nouns: frozenset[str] = frozenset()
    causative_ending: str = "\0"
    demand: str = ""
    list_mark: str = ""
    list_marks: str = ""
    left_over: str = ""
    naming_verbs: frozenset[str] = frozenset()
    writing_verbs: frozenset[str] = frozenset()
    repeating_verbs: frozenset[str] = frozenset()
    omitting_verbs: frozenset[str] = frozenset()
    manner_verbs: frozenset[str] = frozenset()
    placing_verbs: frozenset[str] = frozenset()
    holding_verbs: frozenset[str] = frozenset()
    looking_verbs: frozenset[str] = frozenset()
    becoming: frozenset[str] = frozenset()
    having_verbs: frozenset[str] = frozenset()
    sensing_verbs: frozenset[str] = frozenset()
    beforehand: str = ""
    put: str = ""
    copulas: tuple[str, ...] = ()
    fitting_verbs: frozenset[str] = frozenset()
    information_verbs: frozenset[str] = frozenset()
    program_verbs: frozenset[str] = frozenset()
    defining_verbs: frozenset[str] = frozenset()
    motion_verbs: frozenset[str] = frozenset()
    joining_particles: frozenset[str] = frozenset()
    only_requested: frozenset[str] = frozenset()
    choosing_verbs: frozenset[str] = frozenset()
    helping_verbs: frozenset[str] = frozenset()
    action_nouns: tuple[str, ...] = ()
    pointing_verbs: frozenset[str] = frozenset()
    obtaining_verbs: frozenset[str] = frozenset()
    no_verb_nouns: str = ""
    continuative_kana: str = ""
    subject_marks: frozenset[str] = frozenset()
    polite_prefixes: frozenset[str] = frozenset()
    obeying_verbs: frozenset[str] = frozenset()
    continuative_end: str = ""
    object_mark: str = ""
    topic_mark: str = ""
    owner_mark: str = ""
    five_stem_rows: Mapping[str, str] = field(default_factory=dict)
    suffix_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    head_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)

    def compiled(self, name: str) -> re.Pattern[str]:
        """One of the patterns, compiled."""
        return re.compile(self.patterns[name])

    def suffixes_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the words that only name a kind of control."""
        return _longest_first(self.suffix_types)

    def heads_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the last words that tell an object's type and belong to its name."""
        return _longest_first(self.head_types)


def _longest_first(types: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    pairs = [(word, kind) for kind, words in types.items() for word in words]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


@dataclass(frozen=True)
class VerbFirstRules:
    """Rules of a language whose instructions open with the verb and whose objects follow it (English).

    All words are lower case. `verbs` are operations that make an instruction when they open a clause; `weak_verbs`
    are words that are nouns as often as verbs and only count with an object behind them.
    """

    code: str
    verbs: frozenset[str]
    weak_verbs: frozenset[str]
    bare_object_verbs: frozenset[str]
    joined_verbs: frozenset[str]
    mostly_verbs: frozenset[str]
    tasks: frozenset[str]
    light_verbs: frozenset[str]
    other_words: frozenset[str]
    looks: frozenset[str]
    plural_things: frozenset[str]
    describing_verbs: frozenset[str]
    degree_words: frozenset[str]
    shown_events: frozenset[str]
    alternative_word: str
    placing_verbs: frozenset[str]
    shown_words: frozenset[str]
    press_verbs: frozenset[str]
    timed_verbs: frozenset[str]
    qualities: frozenset[str]
    noun_verbs: frozenset[str]
    stating_verbs: frozenset[str]
    plural_stating_verbs: frozenset[str]
    compounds: frozenset[str]
    relative_words: frozenset[str]
    negations: frozenset[str]
    pointing_words: frozenset[str]
    completion_verbs: frozenset[str]
    passive_copulas: frozenset[str]
    limiters: frozenset[str]
    listing_openers: frozenset[str]
    locators: frozenset[str]
    session_verbs: frozenset[str]
    definite: str
    singly: frozenset[str]
    counted_nouns: frozenset[str]
    spread_particles: frozenset[str]
    standing_words: frozenset[str]
    having_verbs: frozenset[str]
    some_words: frozenset[str]
    bare_plurals: frozenset[str]
    cross_references: frozenset[str]
    reference_nouns: frozenset[str]
    ui_verbs: frozenset[str]
    guarded_suffixes: frozenset[str]
    spellings: tuple[tuple[str, str], ...]
    verb_prefixes: tuple[str, ...]
    prefixed_nouns: frozenset[str]
    place_prepositions: frozenset[str]
    variant_nouns: frozenset[str]
    variant_openers: frozenset[str]
    variant_marks: frozenset[str]
    measure_units: frozenset[str]
    pointing_participles: frozenset[str]
    amount_units: frozenset[str]
    name_prepositions: frozenset[str]
    choosing_verbs: frozenset[str]
    counted_times: frozenset[str]
    few_words: frozenset[str]
    fraction_words: frozenset[str]
    causative_verbs: frozenset[str]
    situation_nouns: frozenset[str]
    times_openers: frozenset[str]
    situation_openers: frozenset[str]
    irregular: Mapping[str, str]
    particle_verbs: frozenset[str]
    range_words: frozenset[str]
    letting_verbs: frozenset[str]
    whole_way: tuple[str, ...]
    repeated_verb: str
    adverb_pairs: frozenset[str]
    lying_sides: frozenset[str]
    hand_nouns: frozenset[str]
    caption_words: frozenset[str]
    capital_suffixes: frozenset[str]
    entry_words: frozenset[str]
    region_suffixes: frozenset[str]
    coded_suffixes: frozenset[str]
    coded_modifiers: frozenset[str]
    light_particles: frozenset[str]
    free_particles: frozenset[str]
    dropped_particles: Mapping[str, frozenset[str]]
    determiners: frozenset[str]
    prepositions: frozenset[str]
    pronouns: frozenset[str]
    bare_pronouns: frozenset[str]
    plural_pronouns: frozenset[str]
    leading: frozenset[str]
    adverbs: frozenset[str]
    openers: Mapping[str, str]
    reader_words: frozenset[str]
    role_words: frozenset[str]
    impersonal: tuple[str, str]
    plural_doers: frozenset[str]
    process_verbs: frozenset[str]
    necessity_words: frozenset[str]
    modals: frozenset[str]
    ability_modals: frozenset[str]
    event_verbs: frozenset[str]
    ignored_verbs: frozenset[str]
    finite_words: frozenset[str]
    calling_words: frozenset[str]
    asking_words: frozenset[str]
    standalone_verbs: frozenset[str]
    caution_hints: tuple[str, ...]
    noun_joints: frozenset[str]
    effect_word: str
    naming_subjects: frozenset[str]
    meaning_openers: frozenset[str]
    question_words: frozenset[str]
    state_verbs: frozenset[str]
    remark_verbs: frozenset[str]
    promising_modals: frozenset[str]
    naming_nouns: frozenset[str]
    link_words: frozenset[str]
    link_reasons: frozenset[str]
    holding_verbs: frozenset[str]
    press_words: frozenset[str]
    time_words: frozenset[str]
    weak_nouns: frozenset[str]
    closing_nouns: frozenset[str]
    aspect_verbs: frozenset[str]
    approximators: frozenset[str]
    ly_nouns: frozenset[str]
    left_as: frozenset[str]
    number_words: frozenset[str]
    command_words: frozenset[str]
    check_joints: frozenset[str]
    check_verbs: frozenset[str]
    nominal_operations: frozenset[str]
    consequence_words: frozenset[str]
    defining_words: frozenset[str]
    """Verbs that say what an operation stands for, and not what it does ("means")."""
    no_instructions: frozenset[str]
    infinitive: str
    gerund_ending: str
    means_word: str
    then_word: str
    tool_verb: str
    owner_endings: tuple[str, ...]
    inflections: tuple[str, ...]
    base_forms: Callable[[str], tuple[str, ...]]
    certain_openers: frozenset[str]
    explaining_openers: frozenset[str]
    placed_pronouns: frozenset[str]
    joined_operations: frozenset[tuple[str, str]]
    typing_verbs: frozenset[str]
    entering_marks: frozenset[str]
    adverbial_openers: frozenset[str]
    coordinators: frozenset[str]
    clause_joiners: frozenset[str]
    check_openers: Mapping[str, str]
    reminders: frozenset[str]
    obliging_readers: frozenset[str]
    perfect_words: frozenset[str]
    vague_verbs: frozenset[str]
    attempt_verbs: frozenset[str]
    numbered_words: frozenset[str]
    belonging_verbs: frozenset[str]
    state_opener: str
    state_words: frozenset[str]
    state_endings: tuple[str, ...]
    passive_modals: frozenset[str]
    unchanged_participles: frozenset[str]
    auxiliaries: frozenset[str]
    split_verbs: frozenset[str]
    modal_fillers: frozenset[str]
    main_modals: frozenset[str]
    copula: str
    owner_word: str
    pair_only: frozenset[str]
    enter_verbs: frozenset[str]
    field_marks: frozenset[str]
    control_verbs: frozenset[str]
    experience_verbs: frozenset[str]
    articles: frozenset[str]
    no_verbs: frozenset[str]
    no_base_endings: tuple[str, ...]
    joining_words: frozenset[str]
    adverb_ending: str
    quantity_words: frozenset[str]
    goal_verbs_with: frozenset[str]
    vague_words: frozenset[str]
    any_doer: bool = False
    suffix_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    head_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)

    def compiled(self, name: str, ignore_case: bool = False) -> re.Pattern[str]:
        """One of the patterns, compiled."""
        return re.compile(self.patterns[name], re.IGNORECASE if ignore_case else 0)

    def leads(self, word: str) -> bool:
        """Whether a printed word may stand in front of the verb of an instruction ("then", "gradually")."""
        lower = word.lower()
        return lower in self.leading or lower in self.adverbs or (word[1:].islower() and self.is_adverb(lower))

    def is_adverb(self, word: str) -> bool:
        """Whether a printed word has the form of an adverb ("gradually"); names in capitals have not."""
        ends = len(word) > 4 and word.endswith(self.adverb_ending) and word.islower()
        return ends and word not in self.ly_nouns

    def suffixes_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the words that only name a kind of control."""
        return _longest_first(self.suffix_types)

    def heads_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the last words that tell an object's type and belong to its name."""
        return _longest_first(self.head_types)
