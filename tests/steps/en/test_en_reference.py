"""English reference sections: options, functions, terms and statements that open like instructions, and headings that say
that nothing below is one."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step, find_cautions
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

NO_STEPS = [
    # options and functions with what they do
    "maxSize: Set to a number of bytes.",
    "-v - Use verbose output.",
    "0x7F : Set to half of the speed.",
    "open(path) Return a handle of the file.",
    "stop? (number) The last index.",
    # a term, and its meaning run on behind it
    "Fold If chosen, folds the leaflet.",
    "see also: Book a table for a party",
    "Pause if no paper: - When enabled, pauses the printer.",
    # statements whose subject is a verb too, whose verb is one of a state, or whose doer is a function
    "Deposit amounts may be paid in two parts.",
    "Brake pedal travel can be shortened.",
    "Sorting machine rejects torn notes.",
    "Analysing a Circuit shows how to find faults.",
    "At least one witness must be named in the deed.",
    "By using these vouchers, the family can save fuel.",
    "John A. Miller, Dept. of Physics",
    "If you want to disable it you can do so with -x.",
    "When mixing OAK and ASH boards, the ASH board has higher gloss.",
    "Cut and sewn edges",
    "Spin Cycle:",
    "Chapter 8: Explore the toolbox",
    "Visit requests and questions are always answered.",
    "Cook books and spices are never lent.",
    "? : Open the help page.",
    "++ : Add a sheet of paper.",
    "Matching Guests to Tables A guest is seated, eats with the hosts.",
    "In practice, cheap clocks will lose a minute when standing near a stove.",
]

STEPS = [
    ("Pressing F5 refreshes the list.", ["press"], ["F5"], ["refreshes the list"]),
    ("Note the serial number on the plate.", ["note"], ["serial number"], []),
    ("Please note which lamp is lit.", ["note"], [], []),
    ("Remember to always rinse the sieve.", ["rinse"], ["sieve"], []),
    ("Fasten the hood by using tape.", ["fasten"], ["hood"], []),
    ("Use a tin whose rim equals 9.", ["use"], ["tin"], []),
    ("The size must be defined so that lines can be drawn.", ["define"], ["size"], []),
    ("Click Stop (red).", ["click"], ["Stop"], []),
    ("Long press [MENU] opens the list.", ["press"], ["MENU"], ["opens the list"]),
    ("Short press [MENU] toggles the mode.", ["press"], ["MENU"], ["toggles the mode"]),
    ("Press [A] keys twice.", ["press"], ["A"], []),
    ("Hold [A] or long tap on the label.", ["hold", "long tap"], ["A"], []),
    ("Check the log and note what is missing.", ["check", "note"], ["log"], []),
    ("Verify that the backup folder exists.", ["verify"], ["backup folder"], []),
    ("Set DIP switches 1 to 4.", ["set"], ["DIP switches 1 to 4"], []),
    ("Tip for planting in small pots: First add gravel to each one.", ["add"], ["gravel"], []),
    ("Turn the dial to select or enter.", ["turn"], ["dial"], []),
    ("You must order one or more trays - it ships nothing less.", ["order"], ["trays"], []),
    ("Note on the label when it was opened.", ["note"], [], []),
    ("Pressing the button that is lit opens the lid.", ["press"], [], ["opens the lid"]),
]

STATEMENTS = [
    "The winter prices do not apply.",
    "Most models do not need oil.",
    "Garden lamps do not glow by day.",
    "Settings that don't apply are grey.",
    "The counter is never reset.",
    "Entries never expire.",
    "The file may not be available.",
    "You should not hear a rattle.",
    "A warning is shown when the tank is empty.",
    "Check that all warning lamps go out.",
]

WARNINGS = [
    "Do not bend the blades.",
    "The counter must never be reset.",
    "Never use damaged cables.",
    "The plates are sharp, so do not touch them.",
    "Caution is required near the blades.",
    "WARNING! Hot surface.",
]


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_describes_is_no_step(text: str) -> None:
    assert not analyze_step(text, language="en").is_step


@pytest.mark.parametrize(("text", "actions", "targets", "results"), STEPS, ids=[row[0] for row in STEPS])
def test_what_instructs_beside_it_is_one(text: str, actions: list[str], targets: list[str], results: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert step.is_step
    assert (step.actions, step.targets, [span.text for span in step.results]) == (actions, targets, results)


@pytest.mark.parametrize("text", STATEMENTS)
def test_what_is_not_so_is_no_warning(text: str) -> None:
    assert not find_cautions(text, "en")


@pytest.mark.parametrize("text", WARNINGS)
def test_what_must_not_be_done_is_a_warning(text: str) -> None:
    assert find_cautions(text, "en")


@pytest.mark.parametrize(
    "heading",
    [
        "Change Log",
        "7. Release notes",
        "Known issues",
        "Features",
        "reader.open(path, mode?)",
        "options.trim",
    ],
)
def test_base_forms_below_a_heading_that_describes_are_no_steps(heading: str) -> None:
    assert not analyze_step("Return the basket of towels.", language="en", section_path=["Manual", heading]).is_step


@pytest.mark.parametrize("heading", ["Installation", "macOS", "node.js", "Removing the screw(s)", "Save (optional)"])
def test_base_forms_below_other_headings_are_steps(heading: str) -> None:
    assert analyze_step("Return the tray to the rack.", language="en", section_path=["Manual", heading]).is_step


def test_conditions_of_what_is_only_said_are_left_out() -> None:
    step = analyze_step("Select this wash. It is only offered when the drum is empty.", language="en")
    assert step.actions == ["select"]
    assert not step.conditions
    event = analyze_step("Once paired, the lamp turns green. Press NEXT.", language="en")
    assert [span.text for span in event.conditions] == ["Once paired"]


def test_words_of_warning_may_be_the_users_own() -> None:
    vocabulary = StepVocabulary(caution_words=["Mind the"])
    assert not find_cautions("Mind the step.", "en")
    assert find_cautions("Mind the step.", "en", vocabulary)
