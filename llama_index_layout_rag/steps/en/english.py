# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""English step rules: words (`verbs`, `phrasal_verbs`, `nouns`, `function_words`), `patterns` and `inflection`.

`verb_first` reads them. Lists are in the order of the alphabet, and a word stands once in each.
"""

from __future__ import annotations

from llama_index_layout_rag.steps.en.function_words import (
    ADVERBS,
    DETERMINERS,
    LEADING,
    OPENERS,
    PREPOSITIONS,
)
from llama_index_layout_rag.steps.en.inflection import IRREGULAR, base_forms, singular_and_plurals
from llama_index_layout_rag.steps.en.nouns import (
    COMPOUNDS,
    HEAD_TYPES,
    QUALITIES,
    ROLES,
    SITUATION_NOUNS,
    SUFFIX_TYPES,
)
from llama_index_layout_rag.steps.en.patterns import CAUTION_HINTS, PATTERNS
from llama_index_layout_rag.steps.en.phrasal_verbs import GOAL_VERBS, PARTICLE_VERBS
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.verbs import (
    BARE_OBJECT_VERBS,
    EVENT_VERBS,
    JOINED_VERBS,
    MOSTLY_VERBS,
    NOUN_VERBS,
    PLURAL_STATING_VERBS,
    STATING_VERBS,
    TASKS,
    UI_VERBS,
    VERBS,
    WEAK_VERBS,
)
from llama_index_layout_rag.steps.en.word_lists import phrases, words

EN = VerbFirstRules(
    code="en",
    verbs=words(VERBS),
    weak_verbs=words(WEAK_VERBS),
    bare_object_verbs=words(BARE_OBJECT_VERBS),
    joined_verbs=words(BARE_OBJECT_VERBS + JOINED_VERBS),
    mostly_verbs=words(MOSTLY_VERBS + BARE_OBJECT_VERBS),
    tasks=words(TASKS),
    alternative_word="either",
    describing_verbs=words("initial express direct slow own"),
    plural_things=words("changes results returns displays"),
    looks=frozenset(("a look", "another look", "a glance")),
    degree_words=words("fully partially partly completely half slightly almost nearly normally"),
    shown_events=words(
        "appear appears open opens display displays displayed shown turns flash flashes blink blinks lights sounds beeps starts stops pops"
        " prompted asked"
    ),
    other_words=words("other others rest remainder same latter former second"),
    light_verbs=words("make perform give do execute"),
    placing_verbs=words("insert add place append prepend"),
    shown_words=words("shown described follows illustrated indicated pictured"),
    press_verbs=words("click double-click right-click press tap push hold"),
    gerund_verbs=words("start stop begin continue keep finish pause resume try repeat restart check test"),
    qualities=words(QUALITIES),
    noun_verbs=words(WEAK_VERBS + NOUN_VERBS),
    stating_verbs=words(STATING_VERBS),
    plural_stating_verbs=words(PLURAL_STATING_VERBS),
    compounds=frozenset(form for pair in phrases(COMPOUNDS) for form in singular_and_plurals(pair)),
    pointing_participles=words(
        "leading going running coming pointing facing extending sticking protruding hanging belonging relating passing"
        " ranging resulting projecting pertaining originating emerging dating lying sitting standing resting living"
    ),
    prefixed_nouns=words(
        "research remark remarks resort prefix overview overtime overhead overpass rebate rebar retail refuse recourse reform"
        " resource relay overcoat overall overalls relief remains rear reach repairs rest real ready"
    ),
    cross_references=words("consult"),
    reference_nouns=words(
        "manual guide documentation instructions handbook booklet section chapter page appendix datasheet help"
    ),
    ui_verbs=words(UI_VERBS),
    guarded_suffixes=words("tab tabs page pages screen screens window windows key keys link links"),
    spellings=(("ise", "ize"), ("yse", "yze"), ("our", "or"), ("ize", "ise"), ("yze", "yse")),
    bare_plurals=words("feet hands data people children teeth"),
    some_words=words("some certain most many older newer other"),
    definite="the",
    singly=frozenset(("at a time",)),
    counted_nouns=words("number"),
    spread_particles=words("off out up down away back apart"),
    standing_words=words("at all"),
    having_verbs=words("has have contains includes uses shows needs"),
    session_verbs=words("log sign opt check clock book exit"),
    locators=words("inside outside underneath atop amongst among"),
    condition_openers=words("if when whenever unless once"),
    limiters=frozenset(("at least", "at most", "up to", "as many", "as much")),
    completion_verbs=words("finish complete"),
    finite_copulas=words("is are"),
    pointing_words=words("below above"),
    negations=words("not never don't don’t"),
    relative_words=words("that which who whose whom"),
    verb_prefixes=(
        "re-",
        "re",
        "pre-",
        "pre",
        "un",
        "de-",
        "over",
        "half-",
        "full-",
        "double-",
        "triple-",
        "long-",
        "short-",
        "hand-",
        "spot-",
        "cross-",
        "heat-",
        "dry-",
        "wet-",
        "co-",
    ),
    place_prepositions=words("at on in to with from into through around along toward towards under over"),
    variant_nouns=words(
        "model models unit units device devices machine machines vehicle vehicles system systems version versions instrument"
        " instruments type types truck trucks patient patients customer customers user users sample samples installation"
        " installations printer printers engine engines item items order orders"
    ),
    variant_openers=words("on for in with"),
    variant_marks=words("with without that which having where equipped fitted who whose"),
    measure_units=words(
        "turn turns revolution revolutions degree degrees mm cm m km inch inches foot feet yard yards click clicks notch notches"
        " thread threads rpm time times stroke strokes percent % x cycle cycles passes"
    ),
    amount_units=words(
        "ml µl μl ul l dl cl g mg kg µg μg ug oz lb lbs cc pt qt gal cup cups tsp tbsp teaspoon teaspoons tablespoon tablespoons"
        " drop drops liter liters litre litres gram grams pint pints quart quarts gallon gallons ounce ounces pound pounds"
        " milliliter milliliters millilitre millilitres kilogram kilograms pinch dash"
    ),
    name_prepositions=words("to as of for in with from on by"),
    choosing_words=words("click choose select tap press click-on double-click on and or >"),
    fraction_words=words("full half quarter third complete additional further extra one another single whole"),
    few_words=words("few several two three four five six ten"),
    counted_times=words("times time"),
    causative_verbs=words("have get"),
    situation_nouns=words(SITUATION_NOUNS),
    situation_openers=words("in at on during under without for with within outside"),
    irregular=IRREGULAR,
    particle_verbs=phrases(PARTICLE_VERBS),
    range_words=words("through to thru"),
    capital_suffixes=words("box"),
    entry_words=words("item items"),
    region_suffixes=words("section sections area areas"),
    coded_suffixes=words("property properties attribute attributes variable variables"),
    coded_modifiers=words("environment system"),
    whole_way=("all", "the", "way"),
    repeated_verb="do",
    adverb_pairs=frozenset(
        (
            "right away",
            "first thing",
            "at once",
            "face up",
            "face down",
            "side up",
            "side down",
            "upside down",
            "end up",
            "end down",
            "end first",
            "side first",
            "as is",
            "in place",
            "one by",
            "one after",
            "one at",
            "at least",
        )
    ),
    lying_sides=frozenset(("side up", "side down", "end up", "end down", "end first", "side first")),
    hand_nouns=words("key keys"),
    caption_words=words("figure fig fig. table"),
    letting_verbs=words("let allow"),
    light_particles=frozenset(("on", "of")),
    free_particles=words("off out up down away back over apart open"),
    dropped_particles={
        "swipe": words("up down left right"),
        "scroll": words("up down left right"),
        "hold": words("down"),
        "press": words("down"),
        "pass": words("in"),
        "type": words("in"),
    },
    determiners=words(DETERMINERS),
    prepositions=words(PREPOSITIONS),
    plural_pronouns=words("them"),
    bare_pronouns=words("it them him her they these those"),
    pronouns=words(
        "it them this that these those one ones there here him her you itself themselves everything anything nothing nobody everybody somebody anybody someone anyone everyone button key"
    ),
    leading=words(LEADING),
    adverbs=words(ADVERBS),
    openers=OPENERS,
    reader_words=words(
        "you you're you’re you'll you’ll you've you’ve you'd users user operator operators we one technician personnel"
    ),
    role_words=words(ROLES),
    impersonal=("it", "is"),
    process_verbs=words(
        "accept acknowledge acquire allocate amend analyze announce answer appoint appraise archive assess assign authorize await"
        " award bill book brief budget buy calculate cancel certify charge classify collect commission communicate complete"
        " conduct consolidate coordinate correct credit debit decide delegate deliver demand determine discuss dispatch"
        " distribute draft escalate estimate evaluate examine file finalize forward fulfill fund grant handle hire initiate"
        " inquire inspect interview invite invoice issue maintain manage monitor negotiate notify offer order outsource oversee"
        " pay perform plan prepare prioritize process procure produce promote propose purchase quote recommend reconcile record"
        " recruit refund register reimburse reject release remind renew reply report request require reschedule reserve resolve"
        " respond retrieve review revise schedule sell settle ship sort specify sponsor staff submit suggest supervise survey"
        " suspend tell track transfer undertake update validate verify withdraw"
    ),
    plural_doers=words("i we they you who people"),
    necessity_words=words(
        "necessary required essential important mandatory recommended advisable advised best vital imperative"
    ),
    modals=words("must should would shall need needs have has ought will ll"),
    ability_modals=words("can may could might able"),
    event_verbs=words(EVENT_VERBS),
    ignored_verbs=words("see refer think be have know understand want need like wish care worry"),
    finite_words=words(
        "does will is are can cannot can't can’t should must may has have was were appears opens displays shows becomes changes starts closes lights flashes blinks turns moves"
    ),
    calling_words=words("so then please ; : - – — therefore"),
    promising_modals=words("will would can could may might"),
    state_verbs=words(
        "contain include locate relate base associate require allow involve know understand consider belong own permit intend"
        " design satisfy meet respect exceed derive"
    ),
    remark_verbs=words("note"),
    question_words=words("how what why which where"),
    meaning_openers=words("true false if when whether"),
    naming_subjects=words("this these that here it"),
    effect_word="which",
    noun_joints=words("of in for"),
    caution_hints=tuple(CAUTION_HINTS.split()),
    standalone_verbs=words(
        "start stop begin continue proceed finish exit quit confirm scroll return wait sit stand lie move go come leave cool dry"
        " drain settle set boil restart reboot"
    ),
    asking_words=words("please kindly"),
    naming_nouns=words(
        "command commands keyword keywords parameter parameters option options variable variables function functions flag flags"
        " button buttons menu tab field checkbox icon link key file folder directory script program application app tool utility"
        " statement macro setting property attribute mode method entry item category"
    ),
    link_words=words("here"),
    link_reasons=words("for see read view learn find know"),
    holding_verbs=words("hold press push keep leave"),
    infinitive="to",
    gerund_ending="ing",
    means_word="by",
    then_word="then",
    tool_verb="use",
    owner_endings=("'s", "’s", "s'", "s’"),
    inflections=("ing", "ed", "es", "s", "d"),
    base_forms=base_forms,
    certain_openers=words("because"),
    explaining_openers=words("since because"),
    placed_pronouns=words("one ones"),
    joined_operations=frozenset((("drag", "drop"),)),
    typing_verbs=words("type enter input key write paste"),
    entering_marks=words("in into"),
    adverbial_openers=words("before after until till once"),
    coordinators=words("and or &"),
    clause_joiners=words("and or & then but so"),
    check_openers={
        "make sure": "make sure",
        "making sure": "make sure",
        "be sure": "be sure",
        "ensure": "ensure",
        "ensuring": "ensure",
        "make certain": "make certain",
        "making certain": "make certain",
        "be certain": "be certain",
    },
    reminders=frozenset(("don't forget to", "don’t forget to", "do not forget to", "remember to")),
    obliging_readers=words("you'll you’ll"),
    perfect_words=words("have has 've"),
    numbered_words=words("step figure table note page level stage part phase group task type mode"),
    attempt_verbs=words("try consider"),
    belonging_verbs=words("supply provide include use give deliver ship show list describe"),
    state_opener="with",
    state_words=words("on off open closed down up shut"),
    state_endings=("ed", "ing"),
    vague_verbs=words("use want have employ utilize utilise"),
    passive_modals=words("should must needs need has have"),
    unchanged_participles=words("set put cut shut read"),
    auxiliaries=words("is are has have was were can will do does"),
    split_verbs=words("turn switch power plug pull push take put fill shut log"),
    modal_fillers=words("to want wish now then also first either"),
    main_modals=words("will can should must"),
    copula="be",
    owner_word="of",
    pair_only=words("long double right left top"),
    enter_verbs=words("enter type input key write paste specify set fill put"),
    field_marks=words("in into for to on"),
    control_verbs=words(
        "click double-click right-click press tap push select choose touch hold swipe toggle check uncheck hit open drag"
    ),
    experience_verbs=words(
        "receive see notice get find encounter experience hear feel have want expect observe obtain wish know"
    ),
    articles=words("the a an your all each both any its"),
    no_verbs=words(PREPOSITIONS)
    | words(DETERMINERS)
    | words(LEADING)
    | words(ADVERBS)
    | words(
        "you we they he she it there here what how why both not even only such many most several if when once unless although though because whereas while whether regardless despite given per plus minus versus"
    )
    | frozenset(OPENERS),
    no_base_endings=("ing", "ed", "ly", "tion", "ness", "ment", "s"),
    joining_words=words("and or then , ; but & :"),
    adverb_ending="ly",
    quantity_words=words(
        "thin thick small large light generous little fresh layer layers coat coating film bead dab strip cup cups teaspoon tablespoon drop bottle sheet sheets couple pair number set piece pieces few bit lot drop drops all each one some both any none two three four half rest remainder majority amount quantity"
    ),
    no_instructions=frozenset(
        (
            "note that",
            "say that",
            "mind that",
            "remember that",
            "keep in mind",
            "bear in mind",
            "note :",
            "please note",
            "see also",
            "thank you",
            "copyright c",
        )
    ),
    prepositional_verbs=phrases(GOAL_VERBS),
    vague_words=words(
        "aforementioned both either just only appropriate following corresponding desired relevant necessary required existing correct specified given respective suitable proper above same entire whole more enough sufficient adequate little few several"
    ),
    time_words=words("second seconds sec secs s minute minutes min mins hour hours h day days moment while"),
    weak_nouns=words("pin screw bolt clip clamp plug switch cable light label valve plate button key step point"),
    number_words=words("one two three four five six seven eight nine ten twelve 2 3 4 5 6 7 8 9 10 12"),
    approximators=words("about approximately roughly around"),
    ly_nouns=words(
        "imply comply rely multiply ally bully rally tally early daily weekly monthly yearly hourly only likely friendly lonely supply assembly subassembly family fly reply anomaly jelly belly apply multiply"
    ),
    left_as=words(
        "clean dry clear tight loose free flat straight shut upright full smooth apart blank empty unchanged open closed on off parallel perpendicular flush vertical horizontal taut sharp safe tidy steady still quiet hot wet damp moist"
    ),
    aspect_verbs=words("begin start continue keep finish try"),
    closing_nouns=words(
        "link node file list order request store note stop start return date label time type size set wear record access support contact report plan log map test scan image print light"
        " switch power signal plug pin screw bolt clip latch cable water oil grease glue paint charge discharge index wind"
    ),
    command_words=words("command commands line"),
    check_joints=words("that whether if"),
    check_verbs=words("verify confirm check see"),
    press_qualifiers=words("a an the long short double single quick rapid second another one triple"),
    nominal_operations=words("press click tap push swipe double-click"),
    defining_words=words("means implies denotes signifies indicates"),
    consequence_words=words(
        "will opens brings displays shows takes starts causes selects toggles changes moves turns enters switches returns closes gives allows lets makes navigates scrolls stops saves cancels confirms activates deactivates enables disables resets deletes clears adds removes launches locks unlocks increases decreases sends exits puts zooms sets"
    ),
    suffix_types=SUFFIX_TYPES,
    head_types=HEAD_TYPES,
    patterns=PATTERNS,
)
