"""Closed word classes of English: determiners, prepositions, pronouns, auxiliaries, adverbs, subordinators."""

from __future__ import annotations

from llama_index_layout_rag.steps.word_lists import words

ARTICLES = words("the a an your all each both any its")
"""Determiners that make even an unlisted word before them a verb: "Knurl the knob"."""

DETERMINERS = ARTICLES | words("this that these those their his her our my some every another such no own")
"""Words that open a noun phrase."""

PREPOSITIONS = words(
    """
about above according across after against along around as at based before behind being below beside between by concerning
depending during except for from if in including inside instead into like near of off on once onto outside over past per regarding
since through throughout to toward towards under underneath unless until up upon using via when where while with within without
    """
)
"""Prepositions, with the subordinators that end a noun phrase as they do."""

OBJECT_ENDS = PREPOSITIONS | words(
    """
appears are because been can called containing could depending described displayed followed had has have how is listed located may
might must named next opens out provided rather shown should so such than that was were what whether which who whom whose why will
would
    """
)
"""Words that end an object."""

PLACES = words("along around at from in into on over through to toward towards under with")
"""Prepositions that open a place or goal."""

COORDINATORS = frozenset(("and", "or", "&"))
JOINERS = COORDINATORS | frozenset(("then", "but", "so"))
"""Words that may join clauses."""

JOINING = JOINERS | frozenset((",", ";", ":", "—", "–"))
"""Words and signs after which the next clause may open with its verb."""

CALLING = words("so then please therefore ; : - – —")
"""Words and signs after which a base form is a verb, even after a statement: "It is hot, so wear gloves"."""

BARE_PRONOUNS = words("it them him her they these those")
"""Pronouns that stand for a name alone: "Lift it by the rim"."""

PRONOUNS = BARE_PRONOUNS | words(
    """
same this that one ones there here you itself themselves everything anything nothing everybody somebody anybody someone anyone
    """
)

READERS = words(
    """
you you're you’re you'll you’ll you've you’ve users user operator operators we one technician technicians personnel staff
    """
)
"""Words for the reader of a manual: "You must rinse the bowl", "The user can click OK"."""

MODALS = words("must should would shall need needs have has ought will ll 'll")
"""Words of obligation: "You must wear a helmet"."""

ABILITY = words("can may could might able")
"""Words of ability, an instruction only with a control named: "You can press [MUTE]"."""

AUXILIARIES = words("is are has have was were can will do does")

FINITE = AUXILIARIES - {"do", "have"} | words(
    """
appears becomes blinks cannot can't can’t changes closes displays flashes had lights may moves must opens should shows starts
turns
    """
)
"""Words that show that what precedes them is a subject."""

MAIN_MODALS = words("will can should must")
"""Modals that begin a main clause after a condition without comma: "If you press the bar the gate will open"."""

PROMISES = words("will would can could may might")
"""Modals of what the system does: "The gate will close and then lock"."""

RELATIVES = words("that which who whose whom")
QUESTIONS = words("how what why which where whether")
NEGATIONS = words("not never don't don’t")

ADVERBS = words(
    """
again ahead already annually daily hourly monthly weekly yearly also always apart ashore away back beforehand carefully clockwise
down downward either forward further here just level well now off once only open out overhead sideways still straight then there
together too twice up upright upside upward yet first next finally counterclockwise afterwards afterward midway right left fast
hard
    """
)
"""Words of how, where and when that are no object; words in -ly need no listing."""

LEADING = ADVERBS - words("only left right open well out off") | words(
    """
additionally afterwards alternately alternatively and basically but furthermore hence however instead kindly last later likewise
meanwhile moreover optionally or otherwise please second so third thereafter therefore thus simply
    """
)
"""Words that may precede the verb of an instruction: "Then gently press it"."""

NO_ADVERBS = words(
    """
ally anomaly apply assembly belly bully comply daily early family fly friendly imply jelly likely lonely monthly multiply only
rally rely reply subassembly supply tally weekly
    """
)
"""Words in -ly that are no adverbs."""

NUMBERS = words("one two three four five six seven eight nine ten twelve")

TIME_UNITS = words(
    """
second seconds sec secs s minute minutes min mins hour hours h day days moment while time times
    """
)

SUBORDINATORS = {
    **dict.fromkeys(
        ("if", "unless", "in case", "in the event", "in case of", "in the event of", "as long as", "provided that"),
        "if",
    ),
    **dict.fromkeys(("even if", "only if", "assuming that"), "if"),
    **dict.fromkeys(("when", "whenever", "each time", "every time", "only when", "any time", "anytime"), "when"),
    **dict.fromkeys(("once", "as soon as"), "once"),
    **dict.fromkeys(
        ("once a", "once an", "once per", "once every", "once again", "once more", "once daily", "once weekly"), ""
    ),
    **dict.fromkeys(("after", "upon", "immediately after", "right after", "shortly after"), "after"),
    **dict.fromkeys(("before", "prior to", "by the time", "immediately before"), "before"),
    **dict.fromkeys(("until", "till"), "until"),
    **dict.fromkeys(("while", "during"), "while"),
    **dict.fromkeys(("where", "whether"), "where"),
    **dict.fromkeys(("because", "since", "as", "although", "though", "so that"), "reason"),
    **dict.fromkeys(("as needed", "as necessary", "as required", "as appropriate", "as desired"), "phrase"),
    **dict.fromkeys(
        ("if necessary", "if needed", "if required", "if desired", "if possible", "if applicable", "if available"),
        "phrase",
    ),
    **dict.fromkeys(
        ("when necessary", "when needed", "when required", "where applicable", "where necessary"), "phrase"
    ),
    "as you": "as",
}
"""Words that open a subordinate clause, with the kind of the clause; "" for none."""

SUBORDINATOR_STARTS = frozenset(words.partition(" ")[0] for words in SUBORDINATORS)

CONDITION_KINDS = words("if when once after before until while phrase")
"""Kinds of clause that limit when or whether the reader acts."""


def is_adverb(word: str) -> bool:
    """Return whether a printed word has the form of an adverb ("gradually")."""
    return word.endswith("ly") and len(word) > 4 and word.islower() and word not in NO_ADVERBS


def leads(word: str) -> bool:
    """Return whether a printed word may precede the verb of an instruction ("then", "gradually", "Carefully")."""
    return word.lower() in LEADING or (word[1:].islower() and is_adverb(word.lower()))
