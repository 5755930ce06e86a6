# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""Irregular forms, and what regular ones come from."""

from __future__ import annotations

IRREGULAR = {
    "chose": "choose", "chosen": "choose", "held": "hold", "ran": "run", "running": "run", "setting": "set", "putting": "put", "made": "make", "making": "make", "plugging": "plug", "plugged": "plug", "tapping": "tap", "tapped": "tap",
    "swiping": "swipe", "typing": "type", "choosing": "choose", "using": "use", "took": "take", "taken": "take", "taking": "take", "wrote": "write", "written": "write", "writing": "write", "went": "go", "gone": "go", "left": "leave", "leaving": "leave",
    "kept": "keep", "gave": "give", "given": "give", "drew": "draw", "drawn": "draw", "done": "do", "did": "do", "does": "do", "found": "find", "sent": "send", "built": "build", "bent": "bend", "shut": "shut", "shutting": "shut", "cut": "cut",
    "cutting": "cut", "put": "put", "set": "set", "read": "read", "hit": "hit", "hitting": "hit", "let": "let", "began": "begin", "begun": "begin", "dragging": "drag", "dragged": "drag", "dropping": "drop", "dropped": "drop", "stopping": "stop",
    "stopped": "stop", "logging": "log", "logged": "log", "clipping": "clip", "fitting": "fit", "fitted": "fit", "getting": "get", "got": "get", "mapping": "map", "mapped": "map", "scanning": "scan", "scanned": "scan", "zipping": "zip",
    "planned": "plan", "trimming": "trim", "trimmed": "trim", "submitting": "submit", "submitted": "submit", "sitting": "sit", "spinning": "spin", "swapping": "swap", "swapped": "swap", "unplugging": "unplug", "unplugged": "unplug", "programming": "program",
    "wrapping": "wrap", "wrapped": "wrap", "winding": "wind", "wound": "wind", "stuck": "stick", "hung": "hang", "laid": "lay", "lit": "light", "broke": "break", "broken": "break", "tore": "tear", "worn": "wear", "wore": "wear", "brought": "bring",
    "bought": "buy", "caught": "catch", "dealt": "deal", "fed": "feed", "met": "meet", "paid": "pay", "said": "say", "saw": "see", "seen": "see", "shown": "show", "slid": "slide", "sliding": "slide", "stood": "stand", "told": "tell", "thrown": "throw",
    "rebooting": "reboot", "pinning": "pin", "pinned": "pin", "stripping": "strip", "snapping": "snap", "quitting": "quit", "transferring": "transfer", "transferred": "transfer", "tying": "tie", "tied": "tie", "closing": "close", "appears": "appear",
    "controlling": "control", "cancelling": "cancel", "cancelled": "cancel", "labelled": "label", "labelling": "label", "referring": "refer", "beginning": "begin", "editing": "edit", "exiting": "exit", "entering": "enter",
}  # fmt: skip


def singular_and_plurals(pair: str) -> tuple[str, ...]:
    """A compound as listed, in its singular and in its plurals ("reset switches")."""
    singular = pair.removesuffix("s")
    return pair, singular, singular + "s", singular + "es"


def base_forms(stem: str) -> tuple[str, ...]:
    """What an inflected word may come from once its ending is cut: press-, typ(e)-, plug(g)-, appl(i)-."""
    doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else ""
    return stem, stem + "e", doubled, stem[:-1] + "y" if stem.endswith("i") else ""
