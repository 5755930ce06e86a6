# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""Words that hold a sentence together: determiners, prepositions, openers of clauses, adverbs."""

from __future__ import annotations

LEADING = """
additionally afterward afterwards again also alternately alternatively always and basically briefly but carefully
completely concurrently correctly directly finally firmly first firstly fully furthermore generally gently hence here
however immediately initially instead just kindly last lastly later likewise manually meanwhile moreover next normally
now once optionally or otherwise periodically please properly quickly regularly second secondly securely similarly
simply simultaneously slowly so still subsequently temporarily then thereafter therefore third thirdly thoroughly thus
typically usually visually
"""

ADVERBS = """
aboard actually afterward afterwards again ahead all alongside already also always anticlockwise anywhere apart as
ashore astern automatically away back backward beforehand both briefly carefully clearly clockwise closer completely
correctly counterclockwise crosswise daily deeper diagonally directly down downward downwards easily either evenly
everywhere farther fast finally firmly first forward fully further gently halfway hard here hourly immediately inboard
indoors inward just lengthwise lightly loosely manually midway monthly nearby never next normally now only optionally
outboard outdoors outward overhead overnight partially partway physically properly quarterly quickly repeatedly
securely sideways simply slightly slowly somewhere still straight subsequently temporarily then there thoroughly
tightly together too twice underneath up upright upward upwards usually weekly well yearly yet yourself
"""

DETERMINERS = "the a an your this that these those its their his her our my any some each every all both another such no own one's"

PREPOSITIONS = """
about above according across after against along and/or appears are around as at based be because been before behind
being below beside between by called can concerning containing corresponding could depending described despite
displayed down during except followed for from had has have how if in including instead into is labeled labelled like
listed located marked may might must named near next not of off on once onto opens out over past per provided rather
regarding should shown since so starting such than that through throughout to toward towards under unless until up
upon using via was were what when where whether which while who whom whose why will with within without would
"""

OPENERS = {
    # word that opens a subordinate clause -> what the clause is
    "if": "if", "when": "when", "whenever": "when", "unless": "if", "once": "once", "after": "after", "before": "before", "until": "until", "till": "until", "while": "while", "during": "while", "as soon as": "once", "once more": "", "once a second": "", "once a minute": "", "once a day": "", "once a week": "", "once a month": "", "once a year": "", "once a shift": "", "once a quarter": "", "once a season": "", "once an hour": "", "once each day": "", "once each week": "", "once again": "", "once per": "", "once every": "", "once daily": "", "once only": "", "once weekly": "", "in case": "if", "in the event": "if", "provided that": "if", "as long as": "if",
    "prior to": "before", "each time": "when", "every time": "when", "by the time": "before", "immediately after": "after", "right after": "after", "shortly after": "after", "immediately before": "before", "even if": "if", "only if": "if", "only when": "when", "assuming that": "if", "in case of": "if", "in the event of": "if", "in the event that": "if",
    "upon": "after", "where": "where", "should": "should", "whether": "where", "because": "reason", "since": "reason", "as": "reason", "as you": "as", "although": "reason", "though": "reason", "so that": "reason",
    "as needed": "phrase", "if necessary": "phrase", "if needed": "phrase", "before and after": "before", "as necessary": "phrase", "as required": "phrase", "if required": "phrase", "when necessary": "phrase", "when needed": "phrase", "if desired": "phrase", "if possible": "phrase", "where applicable": "phrase", "if applicable": "phrase", "as appropriate": "phrase",
}  # fmt: skip
