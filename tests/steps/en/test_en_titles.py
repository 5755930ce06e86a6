"""English items that open with a word that is a verb and a noun: headings, terms and statements beside instructions."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

NO_STEPS = [
    # a term and its abbreviation
    "Throttle Valve (TV)",
    "Trigger Delay (ms)",
    # compounds, whatever their number
    "*Soil Moisture (mean of all beds)",
    "Exhaust gas temperature",
    "Brake fluid reservoir",
    # things without article and full stop
    "Contact resistance of the relay",
    "Hook and loop tape",
    "Section name in the file for width settings",
    "Sample volume in litres",
    "Initial dough weight, oz (g)",
    # statements: a verb of a third person behind bare words
    "Filter housing contains two cartridges.",
    "Charge current equals capacity divided by hours.",
    "Report format follows ISO 8601.",
    "Lead time means the days from order to delivery.",
    # names of settings and commands with what they do
    "Steam -The jet is adjustable. Raising the steam will make the iron wetter.",
    "Mute [source]- Mutes the selected source.",
    "Open... Opens an existing drawing.",
    "Save As saves the drawing under another name.",
    "Toggle mode - the output changes with every press.",
    # links and remarks
    "Click here for the data sheet of the resin.",
    "Tap here to read more about filters.",
    "Please remember that the pump runs on.",
    "Keep in mind that the belt stretches.",
]

STEPS = [
    ("Throttle the valve until it hums.", ["throttle"], ["valve"]),
    ("Water the seedlings daily.", ["water"], ["seedlings"]),
    ("Plug cables into ports 3 and 4", ["plug"], ["cables"]),
    ("Flush the line and plug the drain.", ["flush", "plug"], ["line", "drain"]),
    ("Select File - Open", ["select"], ["File - Open"]),
    ("Check tank contents daily.", ["check"], ["tank contents"]),
    ("Fit the grille and reset switches in the panel.", ["fit"], ["grille", "reset switches"]),
    ("Please deglove only the right hand.", ["deglove"], ["right hand"]),
    ("Remember to lock the door.", ["lock"], ["door"]),
    ("Turn off the gas: This step ensures your safety.", ["turn off"], ["gas"]),
    ("Tile shower wall from the floor upwards.", ["tile"], ["shower wall"]),
    ("Filter solution through paper", ["filter"], ["solution"]),
    ("Use gloves in the lab", ["use"], ["gloves"]),
    ('Say "Stop" to end the call.', ["say"], ["Stop"]),
]


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_names_or_describes_is_no_step(text: str) -> None:
    assert not analyze_step(text, language="en").is_step


@pytest.mark.parametrize(("text", "actions", "targets"), STEPS, ids=[row[0] for row in STEPS])
def test_the_same_words_instruct_with_an_object(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert step.is_step
    assert step.actions == actions
    assert step.targets == targets
