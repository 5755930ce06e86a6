"""The shape of the English step rules: plain frozen data that the reader is made with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from llama_index_layout_rag.steps.word_lists import longest_first


@dataclass(frozen=True, kw_only=True)
class VerbFirstRules:
    """Rules of a language whose instructions open with the verb and whose objects follow it (English).

    All words are lower case. In the examples the words that a field holds stand between asterisks.
    """

    # The language
    code: str
    """ISO 639-1 code under which the rules are registered ("en")."""

    # Verbs and their inflection
    verbs: frozenset[str]
    """Base forms that make an instruction where they open a clause: "*Tighten* straps"."""
    irregular: Mapping[str, str]
    """Forms that no rule makes, to their base forms: "The lever must be *held* down" is "hold"."""
    inflections: tuple[str, ...]
    """Endings that are cut to find the base form, the longest first: "Stirr*ing* the glue hardens it"."""
    base_forms: Callable[[str], tuple[str, ...]]
    """What a form without its ending may come from: "plugg" gives "plug", as in "After plugging in the lamp"."""
    spellings: tuple[tuple[str, str], ...]
    """(ending printed, ending listed), for spellings that the list leaves out: "*Localise* faults" is "localize"."""
    verb_prefixes: tuple[str, ...]
    """What may stand before a listed verb to make another one: "*Re*weigh jars", "*Half-*close vents"."""
    prefixed_nouns: frozenset[str]
    """Words that only look made with such a prefix: "*Remarks*", "*Overview*" hold no verb."""
    gerund_ending: str
    """The ending of a gerund: "After press*ing* the bell, wait"."""
    state_endings: tuple[str, ...]
    """(ending of the participle, ending of the gerund), in states and behind nouns: "Wash the tray mount*ed* on the arm"."""
    unchanged_participles: frozenset[str]
    """Participles that look like the base form: "The dial must be *set* to zero"."""
    infinitive: str
    """The word before an infinitive: "It is necessary *to* drain the pipe"."""
    copula: str
    """The base form behind a modal in a passive: "The hatch must *be* closed"."""

    # Base forms that may be nouns, and words that no list of verbs holds
    weak_verbs: frozenset[str]
    """Verbs that are nouns as often and need an object or a call to count: "*Label* the jar", not "*Label* width"."""
    bare_object_verbs: frozenset[str]
    """Weak verbs that may take an object without article at the start: "*Open* hatch"."""
    joined_verbs: frozenset[str]
    """Weak verbs that take an object without article behind "and": "Remove lids and *stack* trays"."""
    bare_plurals: frozenset[str]
    """Plurals without s, which are objects without article as other plurals are: "Bend your knees and place *feet* apart"."""
    describing_verbs: frozenset[str]
    """Verbs that are adjectives as often and need a plural and a goal: "*Direct* guests to the hall", not "*Direct* sunlight"."""
    closing_nouns: frozenset[str]
    """Weak verbs that are nouns where they end a list: "Check the hose and *clip*"."""
    numbered_words: frozenset[str]
    """Nouns before a number, which is no object of theirs: "*Step* 4 is optional", "do *steps* 4 to 6"."""
    pair_only: frozenset[str]
    """Words that are a verb only with their particle: "*Double* click the tile", not "*Double* doors"."""
    repeated_verb: str
    """The verb that counts only with an article or a numbered word behind: "Do steps 2 to 4", not "You must *do* so"."""
    left_as: frozenset[str]
    """States a thing is brought to or left in, no verb and no part of a name: "Wipe the tray *dry*", "sharp and *clean*"."""
    degree_words: frozenset[str]
    """Words of how far a state goes, before a word that is then no verb: "*Fully* dry when it crackles"."""
    compounds: frozenset[str]
    """Nouns of two words of which the first may be a verb, where they do not open an instruction: "*Drain plug*"."""
    shown_words: frozenset[str]
    """Words behind "as" that point at a picture and make the word before them a verb: "If it slips, grommet as *shown*"."""
    calling_words: frozenset[str]
    """Words and signs behind which a base form is a verb, even after a statement: "It is hot, *so* wear gloves"."""
    joining_words: frozenset[str]
    """Words and signs behind which the next clause may open with its verb: "Lift the lid *and* knurl the knob"."""
    no_verbs: frozenset[str]
    """Words that open a clause with an article behind them and are no verb, though no list knows them: "*Despite* the noise, …"."""
    no_base_endings: tuple[str, ...]
    """Endings of words that are no base form, though an article follows: "Load*ing* the cart …", "Most*ly* the left one"."""

    # Verbs of several words
    particle_verbs: frozenset[str]
    """Verb and particle that mean one operation, side by side or around the object: "*Switch* the fan *off*"."""
    prepositional_verbs: frozenset[str]
    """Verb and preposition whose object is acted on: "*Wait for* the chime"."""
    free_particles: frozenset[str]
    """Particles that only a verb has, whether or not the pair is listed: "Dole *out* the seeds"."""
    spread_particles: frozenset[str]
    """Those of them that join any verb if an article follows: "Sand *off* the varnish"."""
    light_particles: frozenset[str]
    """Particles that do not change what a verb means: "Click *on* the tile" is to click it."""
    split_verbs: frozenset[str]
    """Verbs whose meaning such a particle does change: "*Turn* on the heater"."""
    dropped_particles: Mapping[str, frozenset[str]]
    """Verb to particles that say only where to and are left out of the action: "Swipe *left*" is to swipe."""
    whole_way: tuple[str, ...]
    """Words that may stand before the particle behind the object: "Push the knob *all the way* in"."""
    session_verbs: frozenset[str]
    """Verbs that keep their particle before "of" and wait for no object: "*Log* out of the till"."""
    joined_operations: frozenset[tuple[str, str]]
    """Two verbs that joined are one operation: "*Drag* and *drop* the card"."""

    # Articles, pronouns, conjunctions and other small words
    determiners: frozenset[str]
    """Words that open a noun phrase: "Fold *your* sheet"."""
    articles: frozenset[str]
    """Those of them that make even an unlisted word before them a verb: "Knurl *the* knob"."""
    definite: str
    """The article of what is known already: "Set the pan between *the* bars and pull them apart"."""
    prepositions: frozenset[str]
    """Words that end an object and open a place or time: "Hang the coat *behind* the door"."""
    place_prepositions: frozenset[str]
    """Prepositions that behind a condition make an unlisted word a verb: "If it rains, huddle *under* the porch"."""
    owner_word: str
    """The preposition between a thing and its owner or amount: "Add 20 ml *of* vinegar"."""
    owner_endings: tuple[str, ...]
    """Endings of an owner in front of what it owns: "Open the boiler*'s* hatch"."""
    coordinators: frozenset[str]
    """Words that join objects and verbs: "Rinse the cup *and* the lid"."""
    clause_joiners: frozenset[str]
    """Words that may join clauses: "Close taps *and* open valves"."""
    then_word: str
    """The word that joins what comes next: "When it stops *then* pull the bar"."""
    pronouns: frozenset[str]
    """Words that stand for a thing or point at one named before: "Press this and label *it*"."""
    bare_pronouns: frozenset[str]
    """Pronouns that stand for a name alone: "Never tilt the jar. Lift *it* by the rim"."""
    plural_pronouns: frozenset[str]
    """Pronouns of several things: "Set the tray on the rails and push *them* together"."""
    relative_words: frozenset[str]
    """Words that open a relative clause: "Pressing the bar *which* is red opens the gate"."""
    question_words: frozenset[str]
    """Words that open a question, also an indirect one: "Note *how* the strap is fixed"."""
    negations: frozenset[str]
    """Words that forbid or deny: "*Never* tilt the jar. Lift it by the rim"."""
    adverbs: frozenset[str]
    """Words of how, where and when that are no name and no object: "Push the tray *back*"."""
    leading: frozenset[str]
    """Words that may stand in front of the verb of an instruction: "*Second* fold the map"."""
    adverb_ending: str
    """The ending of most adverbs, so that no list need hold them: "Smooth*ly* pull the cord"."""
    ly_nouns: frozenset[str]
    """Words with that ending that are none: "Lift the *assembly*"."""
    number_words: frozenset[str]
    """Numbers in words and single figures: "Drive in the *two* pegs"."""
    time_words: frozenset[str]
    """Units of time: what is counted with them is no object: "Wait 30 *seconds*"."""

    # Auxiliaries and modals
    auxiliaries: frozenset[str]
    """Forms of "be", "have", "do" and others that show a statement: "If hail, rain or snow *was* seen, shut the roof"."""
    finite_copulas: frozenset[str]
    """Those of them that tell what a thing is or what is to be done: "That *is* a wedge", "Forms *are* to be posted"."""
    finite_words: frozenset[str]
    """Words that show that what stands in front of them is a subject: "Place mats *may* be wet"."""
    perfect_words: frozenset[str]
    """Words that open a perfect form: "Once you *have* sealed the bag, weigh it"."""
    modals: frozenset[str]
    """Words that oblige: "You *must* wear a helmet"."""
    ability_modals: frozenset[str]
    """Words of what can be done, an instruction only with a control named: "You *can* press [MUTE]"."""
    main_modals: frozenset[str]
    """Modals that begin a main clause behind a condition without comma: "If you press the bar the gate *will* open"."""
    passive_modals: frozenset[str]
    """Modals of a passive that instructs: "The lid *should* be rinsed"."""
    promising_modals: frozenset[str]
    """Modals of what the system does: "The gate *will* close and then lock"."""
    modal_fillers: frozenset[str]
    """Words between a modal and its verb: "You need to *first* unplug it"."""

    # Clauses
    openers: Mapping[str, str]
    """Words that open a clause, to its kind, "" for none: "*As soon as* it boils, …" is a clause of "once"."""
    condition_openers: frozenset[str]
    """Openers of a condition, behind which subjects may be listed: "*If* fog, rain or hail is seen, shut the roof"."""
    certain_openers: frozenset[str]
    """Openers that open a clause without comma, too: "Close the roof *because* if it rains the floor is wet"."""
    adverbial_openers: frozenset[str]
    """Openers that are adverbs at the end of a sentence: "Stir it *once*", "*Once* it thickens, stop"."""
    standing_words: frozenset[str]
    """Words behind which such an opener is none: "Stop the mixer *at* once if it smokes"."""
    explaining_openers: frozenset[str]
    """Openers of the reason why a thing is so: "Press [ON]. *Since* the tank sits on top, it will be warm"."""
    standalone_verbs: frozenset[str]
    """Verbs that need no object, so that the next verb is an instruction: "Press A to *start* and wash the cup"."""

    # Conditions
    state_opener: str
    """The preposition before a state that limits when: "*With* the blade running, …"."""
    state_words: frozenset[str]
    """Words that end such a state: "With the lamp *on*, …"."""
    belonging_verbs: frozenset[str]
    """Verbs whose participles only say which thing is meant: "With the cord *supplied* in the box, …" tells no state."""
    situation_openers: frozenset[str]
    """Prepositions before the noun of a situation: "*In* the dark, …", where "*In* the box, …" only says where."""
    situation_nouns: frozenset[str]
    """Nouns of situations: "At the *end* of the shift, …" says when, "At the edge of the table, …" where."""
    variant_openers: frozenset[str]
    """Prepositions before a variant of a thing: "*On* units with a timer, …"."""
    variant_nouns: frozenset[str]
    """Nouns of things that come in variants: "For *machines* without a hood, …"."""
    variant_marks: frozenset[str]
    """Words behind such a noun that tell the variant: "On trucks *equipped* with a crane, …"."""
    some_words: frozenset[str]
    """Words in front of such a noun that do the same: "On *older* models, …"."""
    placing_verbs: frozenset[str]
    """Verbs behind which "before" and "after" say where: 'Add "x" before "y"'."""
    placed_pronouns: frozenset[str]
    """Pronouns behind which they say which thing is meant: "Lift the *one* before the hinge"."""
    completion_verbs: frozenset[str]
    """Verbs whose clause is a condition and no operation: "When you *finish* the survey, the lamp lights up"."""
    experience_verbs: frozenset[str]
    """Verbs of what the reader sees or meets, no operation either: "When you *hear* the gong, the gate opens"."""
    holding_verbs: frozenset[str]
    """Verbs that go on meanwhile ("While *holding* the bar, …") or leave a state ("*Keep* the piston raised")."""
    shown_events: frozenset[str]
    """What the reader sees happen; behind "if" only these keep the condition: "If it is ready, the lamp *flashes*. Press NEXT"."""

    # Doers
    reader_words: frozenset[str]
    """Words for the reader: "*You* must rinse the bowl"."""
    obliging_readers: frozenset[str]
    """The reader with a modal inside: "*You'll* press the bar"."""
    role_words: frozenset[str]
    """Persons whose work a manual tells: "The *nurse* shall read the label"."""
    plural_doers: frozenset[str]
    """Persons without article, before a verb in its base form: "Write down the value *we* need"."""
    any_doer: bool = False
    """Whether what anybody does is an action: "The clerk stamps the slip"; set by `StepVocabulary.any_doer`."""
    process_verbs: frozenset[str]
    """Verbs added then, for descriptions of processes: "Accounts *budget* the trip"."""

    # What makes an instruction
    asking_words: frozenset[str]
    """Words that ask, before a verb of any kind: "*Please* debark the log"."""
    check_openers: Mapping[str, str]
    """Words that open a check, to the action it is: "*Make certain* the hatch is shut" is "make certain"."""
    check_verbs: frozenset[str]
    """Verbs behind which the subject of a statement is looked at: "*Confirm* that the needle rests at zero"."""
    check_joints: frozenset[str]
    """Words between such a verb and the statement: "Verify *that* the lamp glows"."""
    reminders: frozenset[str]
    """Words that may stand before what is to be done: "*Don't forget to* water the fern"."""
    impersonal: tuple[str, str]
    """The words that open what is said to be needed: "*It is* advisable to wear a mask"."""
    necessity_words: frozenset[str]
    """Words of what is needed: "It is *essential* to drain the pipe"."""
    causative_verbs: frozenset[str]
    """Verbs of having others do something: "*Have* the horn replaced"."""
    attempt_verbs: frozenset[str]
    """Verbs whose gerund is the operation: "You can *try* shaking the can"."""
    aspect_verbs: frozenset[str]
    """Verbs of beginning and ending, the same: "*Start* kneading the dough" is to knead it."""
    letting_verbs: frozenset[str]
    """Verbs whose object does the next verb: "*Let* the batter rest"."""

    # What is no operation
    ignored_verbs: frozenset[str]
    """Verbs that send elsewhere or tell what the reader thinks: "*See* the list of tools"."""
    remark_verbs: frozenset[str]
    """Verbs that remark on something where a statement follows: "*Note* the cloth becomes darker"."""
    no_instructions: frozenset[str]
    """Words that open a remark: "*Keep in mind* that rain falls"."""
    looks: frozenset[str]
    """Objects with which a verb only looks: "Take *a look* at the gauge"."""
    vague_verbs: frozenset[str]
    """Verbs that tell no operation of their own: "Free it by *using* tape"."""
    link_words: frozenset[str]
    """Words that are a link to another text: "Click *here* to read more"."""
    link_reasons: frozenset[str]
    """What stands behind them: "Click here *for* the list of dealers"."""
    cross_references: frozenset[str]
    """Verbs that only send elsewhere if a document is their object: "*Consult* the handbook"."""
    reference_nouns: frozenset[str]
    """Nouns of such documents: "Consult the wiring *guide*"."""

    # Operations told otherwise than by a base form
    tool_verb: str
    """The verb whose infinitive is a second action: "*Use* a spoon to skim the broth"."""
    means_word: str
    """The preposition before the gerund of an operation: "Free the cork *by* twisting it"."""
    alternative_word: str
    """The word that joins what is done and the gerund behind: "Fetch it *either* from the shed or by calling Bob"."""
    light_verbs: frozenset[str]
    """Verbs whose meaning is in their noun: "*Make* a double click on the tile" is to double-click it."""
    nominal_operations: frozenset[str]
    """Nouns that name an operation: "A long *press* opens the hood"."""
    press_qualifiers: frozenset[str]
    """Words before such a noun: "A *quick* tap mutes the bell"."""
    state_verbs: frozenset[str]
    """Verbs whose passive tells a state: "The sheet must be *contained* in the folder"."""
    consequence_words: frozenset[str]
    """Verbs that tell what an operation brings about: "Pressing the bar *opens* gates"."""
    effect_word: str
    """The word behind a comma that opens such an effect: "Tap RELOAD, *which* clears the list"."""
    defining_words: frozenset[str]
    """Verbs that say what an operation stands for, and not what it does: "Setting the dial to 1 *means* the fan will run"."""

    # Subjects and statements
    noun_verbs: frozenset[str]
    """Verbs that open the subject of a statement, or a name in capitals: "*Tilt* angle equals 5", "*Splice* Tray"."""
    stating_verbs: frozenset[str]
    """Third persons that are no plurals and so show a statement: "Pump motor *requires* two bolts"."""
    plural_stating_verbs: frozenset[str]
    """The same behind a plural: "Record sheets *include* a sum"."""
    plural_things: frozenset[str]
    """Objects that look like third persons: "Save *changes*"."""
    event_verbs: frozenset[str]
    """Verbs of what things do, the end of a subject that is checked: "Check that the lamp *blinks*"."""
    weak_nouns: frozenset[str]
    """Nouns whose plural looks like a verb there, and is none: "Ensure that the cover *screws* are tight"."""

    # Objects: where they begin and end
    vague_words: frozenset[str]
    """Words before a name that say nothing: "Select the *appropriate* size"."""
    limiters: frozenset[str]
    """Two words before an amount or object: "Enter *at least* six letters"."""
    approximators: frozenset[str]
    """Words before a number: "Trim *about* 5 mm off the stem"."""
    pointing_words: frozenset[str]
    """Words before an object that point at it: "Copy *below* lines"."""
    quantity_words: frozenset[str]
    """Words of how much, before "of" and the thing itself: "Spread a thin *layer* of glue"."""
    counted_nouns: frozenset[str]
    """Nouns that are acted on themselves before "of": "Write down the *number* of chairs"."""
    range_words: frozenset[str]
    """Words between two numbers: "Open valves 2 *through* 5"."""
    few_words: frozenset[str]
    """Numbers in words before a unit: "Loosen a further *two* turns"."""
    fraction_words: frozenset[str]
    """Parts and further amounts before a unit: "Loosen a *full* turn"."""
    measure_units: frozenset[str]
    """Units of how far, which are no object: "Turn 90 *degrees*"."""
    amount_units: frozenset[str]
    """Units of how much, before the name: "Add 20 *ml* vinegar"."""
    counted_times: frozenset[str]
    """Words of how often, which are no object: "Shake the jar 8 *times*"."""
    singly: frozenset[str]
    """Words that tell that things come one by one: "Lift the planks one plank *at a time*"."""
    adverb_pairs: frozenset[str]
    """Adverbs of two words, no part of a name: "Lay the tile *face down*"."""
    lying_sides: frozenset[str]
    """Those of them that may follow a comma and tell how the object lies: "Insert the card, label *side up*"."""
    caption_words: frozenset[str]
    """Words of a caption that was printed behind an object: "Fit the bracket *Figure* 2-1"."""
    locators: frozenset[str]
    """Words before an article that end an object as prepositions do: "Grip the ring *inside* the drum"."""
    pointing_participles: frozenset[str]
    """Gerunds that with a preposition tell more of the object: "Cut the rope *leading* to the mast"."""
    other_words: frozenset[str]
    """Words of what is no second object behind a place: "Tie one end to the rail, and the *other* to the post"."""

    # Names and what they name
    suffix_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Target type to the words that only name a kind of control and are no part of a name: "Press the Start *button*"."""
    head_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Target type to last words that are part of a name and tell its type: "Coil the power *cable*" acts on a connector."""
    choosing_words: frozenset[str]
    """Words before a name in capitals that is a verb itself: "*Choose* Export to File"."""
    name_prepositions: frozenset[str]
    """Prepositions inside such a name: "Choose Export *to* File"."""
    naming_nouns: frozenset[str]
    """Nouns that stand before a name and say its kind: "Run the *command* SORT"."""
    command_words: frozenset[str]
    """Last words of an object whose name is the command behind the colon: "Type the *command*: ls -l"."""
    capital_suffixes: frozenset[str]
    """Words of controls that are one only behind a capital: "Open the Name box", not "Empty the bread *box*"."""
    entry_words: frozenset[str]
    """Words of entries that belong to a name in lower case: "Select a hidden menu *item*"."""
    guarded_suffixes: frozenset[str]
    """Words of controls that are one only behind a capital or a verb of the screen: "clean the *window*" acts on no screen."""
    region_suffixes: frozenset[str]
    """Words that are one only with a verb of the screen: "Open the Help *area*", not "Sweep the Loading *Area*"."""
    ui_verbs: frozenset[str]
    """Verbs that act on a screen or keyboard, for the two fields above: "*Close* the window"."""
    hand_nouns: frozenset[str]
    """Words of controls that are things for other verbs: "Remove the *key*"."""
    coded_suffixes: frozenset[str]
    """Words behind an identifier that only say its kind: "Change the app.port *property*"."""
    coded_modifiers: frozenset[str]
    """Words between the two: "Set the LOG_PATH *environment* variable"."""

    # Controls and fields
    control_verbs: frozenset[str]
    """Verbs that work a control: "You can *tap* the Bell"."""
    press_verbs: frozenset[str]
    """Those of them that with a name make an item no name of a setting: "Now *push* [FAN] - it stops"."""
    enter_verbs: frozenset[str]
    """Verbs of entering: the field that is named is acted on, not the value: "*Enter* 5 in the Size field"."""
    typing_verbs: frozenset[str]
    """Those of them behind which a quoted name alone is the field: '*Type* your code in "Voucher"'."""
    field_marks: frozenset[str]
    """Prepositions before a field: "*In* the Name field, enter your initials"."""
    entering_marks: frozenset[str]
    """Those of them before a quoted field: 'Paste the link *into* "Source"'."""

    # What "it" means
    having_verbs: frozenset[str]
    """Verbs behind which stands what is meant: "If the shed *has* a lock, oil it"."""
    naming_subjects: frozenset[str]
    """Subjects of a sentence that says what a thing is: "*This* is a wedge. Pull it out"."""

    # Headings, titles and labels
    mostly_verbs: frozenset[str]
    """Weak verbs that open an instruction rather than a title: "*Delete* old files"."""
    tasks: frozenset[str]
    """Weak verbs that open a task without article below a heading of work: "*Empty* ash bin" below "Cleaning"."""
    qualities: frozenset[str]
    """Adjectives before an object, hardly inside a title: "Delete *unused* lists"."""
    gerund_verbs: frozenset[str]
    """Verbs that take a gerund, which makes other weak verbs a title: "*Stop* stirring", but "Cable routing"."""
    noun_joints: frozenset[str]
    """Prepositions inside a title: "Force limits *of* the jack"."""
    meaning_openers: frozenset[str]
    """Words that open what a term means, run on behind it: "stretch *True* if the sheet is filled"."""

    # Cautions
    caution_hints: tuple[str, ...]
    """Parts of words, in lower case, of which every warning holds one: "*Never* stand below the load"."""

    # Patterns
    patterns: Mapping[str, str] = field(default_factory=dict)
    """Regular expressions by name, over text whose quoted names and asides are masked ("sentence_end", "caution", "refs")."""

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
        return longest_first(self.suffix_types)

    def heads_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the last words that tell an object's type and belong to its name."""
        return longest_first(self.head_types)
