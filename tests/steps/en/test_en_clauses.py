"""English sentences that tell more than an instruction: what is the case beside it, its limits, what its words point
at. One row a sentence: (text, actions, targets, conditions, results)."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

STEPS = [
    # an instruction behind a statement, where a condition or "so" calls for it
    ("The lamp is normally green, but if it is red, press RESET.", ["press"], ["RESET"], ["if it is red"], []),
    (
        "If the level is low, oil is added, and if it is high, open the drain and close it again.",
        ["open", "close"],
        ["drain"],
        ["If the level is low", "if it is high"],
        [],
    ),
    ("The lid is heavy, so always lift it with two people.", ["lift"], ["lid"], [], []),
    ("The disk may fail, therefore always back up the data.", ["back up"], ["data"], [], []),
    # remarks that limit the instruction
    ("Install the driver (if not yet installed).", ["install"], ["driver"], ["if not yet installed"], []),
    ("Replace the seal (only if it is worn).", ["replace"], ["seal"], ["only if it is worn"], []),
    ("Save the file (it takes long if the disk is full).", ["save"], ["file"], [], []),
    # what should be done to what the sentence points at
    ("As a rule, this heater should be unplugged over summer.", ["unplug"], ["heater"], [], []),
    # names behind their kind, paths with words around them, ranges of numbers
    ("Use the command LIST ALL to print results.", ["use", "print"], ["LIST ALL", "results"], [], []),
    ("Set the parameter MAX_RATE to 80.", ["set"], ["MAX_RATE"], [], []),
    ("Edit the generated conf/app.ini file.", ["edit"], ["conf/app.ini"], [], []),
    ("Unpack the downloaded setup-1.2.zip archive.", ["unpack"], ["setup-1.2.zip"], [], []),
    ("Turn the on/off switch.", ["turn"], ["on/off switch"], [], []),
    ("Fit 3 to 8 in the lower row.", ["fit"], ["3 to 8"], [], []),
    ("Place 3 to 4 drops on the slide.", ["place"], ["drops"], [], []),
    ("Wait 5 to 10 minutes.", ["wait"], [], [], []),
    ("Include a copy of the receipt.", ["include"], ["copy"], [], []),
    # "it" is the subject of the condition, "them" the plural thing
    (
        "If the hose connected to the pump is worn, replace it.",
        ["replace"],
        ["hose"],
        ["If the hose connected to the pump is worn"],
        [],
    ),
    # what an operation brings about, told behind it
    ("Open the valve, which is behind the panel.", ["open"], ["valve"], [], []),
    ("Select the type, which determines the price.", ["select"], ["type"], [], []),
    # remarks inside conditions
    ("When baking rye (sourdough), lower the rack.", ["lower"], ["rack"], ["When baking rye (sourdough)"], []),
    ("Turn it on before you test (see the section above).", ["turn on"], [], ["before you test"], []),
    # purposes and conditions without a comma
    ("To hang a second lamp you should first wire it.", ["wire"], ["second lamp"], [], []),
    ("To have any loaves sliced you must tick the option THIN.", ["tick"], ["THIN"], [], []),
    (
        "If you wish to join please fill in the form and send it to us.",
        ["fill in", "send"],
        ["form"],
        ["If you wish to join"],
        [],
    ),
    ("If it does not start check the fuse.", ["check"], ["fuse"], ["If it does not start"], []),
    ("When the pump is off remove the lid.", ["remove"], ["lid"], ["When the pump is off"], []),
    ("To reset the router locate the small hole on the rear.", ["locate"], ["small hole"], [], []),
    ("Tap it on a table to dislodge and remove the dust.", ["tap"], [], [], []),
    ("Refit the guard after completing the cut.", ["refit"], ["guard"], ["after completing the cut"], []),
    ("-Hold the [MENU] button.", ["hold"], ["MENU"], [], []),
    ("Set pins 1 - 6 to OFF.", ["set"], ["pins 1 - 6"], [], []),
    # sentences run together
]

NO_STEPS = [
    "The robot will stop, turn and then resume.",
    "If the lid lifts, the mixer will slow the hook and then stop the bowl.",
    "The valve opens when the pressure rises, drops or stops.",
    "If the request is approved a notification is sent to the clerk.",
    "When users edit the file the log grows.",
    "If you let users edit the file the log grows.",
]


@pytest.mark.parametrize(
    ("text", "actions", "targets", "conditions", "results"), STEPS, ids=[row[0][:60] for row in STEPS]
)
def test_step_fields(
    text: str, actions: list[str], targets: list[str] | None, conditions: list[str], results: list[str]
) -> None:
    step = analyze_step(text, language="en")
    assert step.is_step
    assert step.actions == actions
    assert targets is None or step.targets == targets
    assert [span.text for span in step.conditions] == conditions
    assert [span.text for span in step.results] == results


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_the_system_goes_on_to_do_is_no_step(text: str) -> None:
    assert not analyze_step(text, language="en").is_step


def test_a_condition_ends_where_the_main_clause_begins() -> None:
    step = analyze_step("If the lid is closed the unit must be restarted.", language="en")
    assert [span.text for span in step.conditions] == ["If the lid is closed"]
    assert step.actions == ["restart"]
