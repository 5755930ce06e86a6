"""English reference sections: options, functions, terms and statements that open like instructions, and headings that say
that nothing below is one."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.procedures.extraction import analyze_step, find_cautions
from llama_index_layout_rag.procedures.vocabulary import StepVocabulary

NO_STEPS = [
    # options and functions with what they do
    "maxSize: Set to a number of bytes.",
    "-v - Use verbose output.",
    "0x7F : Set to half of the speed.",
    "open(path) Return a handle of the file.",
    "stop? (number) The last index.",
    # a term, and its meaning run on behind it
    "comment True if the line is a comment.",
    "center Display image in the middle of the window.",
    "Mark If set, marks the entry.",
    "see also: Transfer a file through a server",
    "Pause if no paper: - When enabled, pauses the printer.",
    # statements whose subject is a verb too, whose verb is one of a state, or whose doer is a function
    "Override values may be changed at any time.",
    "Trim wheel functionality can be inverted.",
    "Check valves cannot be reversed.",
    "merge combines the two lists.",
    "Validating function returns a number.",
    "Analysing a Circuit shows how to find faults.",
    "At least one pump must be contained in the file.",
    "By employing these features, the program can study decay.",
    "John A. Miller, Dept. of Physics",
    "Please note circular references cause an overflow.",
    "If you want to disable it you can do so with -x.",
    "When mixing AND and OR terms, the OR operator has higher rank.",
    "Link attributes available for viewing include:",
    "Supplement to the [PUMPS] section for several units.",
    "START TIME is the time of day.",
    "Start and end nodes",
    "Count Down:",
    "Chapter 8: Explore the toolbox",
    "Bug reports and stars are always welcome.",
    "Pull requests and stars are always welcome.",
    "Jog commands behave like other commands.",
    "! : Feed Hold",
    "Please mind that the pump runs on.",
    "Clear screen Clear screen.",
    "Note on negative constants",
    "Mapping Names to Codes A name is converted, displays with the font.",
    "In practice, most machines will operate with a delay when traveling at full speed.",
]

STEPS = [
    ("Turning clockwise increases the volume.", ["turn"], [], ["increases the volume"]),
    ("Pressing F5 refreshes the list.", ["press"], ["F5"], ["refreshes the list"]),
    ("Note the serial number on the plate.", ["note"], ["serial number"], []),
    ("Please note which lamp is lit.", ["note"], [], []),
    ("Remember to always test the alarm.", ["test"], ["alarm"], []),
    ("Fasten the hood by using tape.", ["fasten"], ["hood"], []),
    ("Use a tank whose area equals 5.", ["use"], ["tank"], []),
    ("Populate the configuration key cache.filePath.", ["populate"], ["cache.filePath"], []),
    ("The size must be defined so that lines can be drawn.", ["define"], ["size"], []),
    ("Click Stop (red).", ["click"], ["Stop"], []),
    ("Long press [MENU] opens the list.", ["press"], ["MENU"], ["opens the list"]),
    ("Short press [MENU] toggles the mode.", ["press"], ["MENU"], ["toggles the mode"]),
    ("Press [A] keys twice.", ["press"], ["A"], []),
    ("Hold [A] or long tap on the label.", ["hold", "long tap"], ["A"], []),
    ("Check the log and note what is missing.", ["check", "note"], ["log"], []),
    ("Verify that the backup folder exists.", ["verify"], ["backup folder"], []),
    ("Set DIP switches 1 to 4.", ["set"], ["DIP switches 1 to 4"], []),
    ("Tip for soldering on small parts: First put solder on one pad.", ["put"], ["solder"], []),
    ("Turn the dial to select or enter.", ["turn"], ["dial"], []),
    ("You must specify one or more types - it passes anything.", ["specify"], ["types"], []),
    ("Note on the label when it was opened.", ["note"], [], []),
    ("Pressing the button that is lit opens the lid.", ["press"], [], ["opens the lid"]),
    ("Insert the card, label side up, until it clicks.", ["insert"], ["card"], []),
]

STATEMENTS = [
    "The upper limits do not change.",
    "Most models do not need oil.",
    "Startup lines do not run after a reset.",
    "Settings that don't apply are grey.",
    "The counter is never reset.",
    "Entries never expire.",
    "The file may not be available.",
    "You should not see any echo.",
    "Warning -when selected, the radio beeps.",
    "A warning is shown when the tank is empty.",
    "Check that all warning lamps go out.",
]

WARNINGS = [
    "Do not change the limits.",
    "When hot do not touch the lid.",
    "To avoid burns do not touch the lid.",
    "In the tanks do not smoke.",
    "The counter must never be reset.",
    "Never use damaged cables.",
    "The plates are sharp, so do not touch them.",
    "It may not be used outdoors.",
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
        "maxItems",
    ],
)
def test_base_forms_below_a_heading_that_describes_are_no_steps(heading: str) -> None:
    assert not analyze_step("Return the list of entries.", language="en", section_path=["Manual", heading]).is_step


@pytest.mark.parametrize("heading", ["Installation", "macOS", "node.js", "Removing the screw(s)", "Save (optional)"])
def test_base_forms_below_other_headings_are_steps(heading: str) -> None:
    assert analyze_step("Return the tray to the rack.", language="en", section_path=["Manual", heading]).is_step


def test_conditions_of_what_is_only_said_are_left_out() -> None:
    step = analyze_step("Select this entry. It is only enabled when the mode is JIS.", language="en")
    assert step.actions == ["select"]
    assert not step.conditions
    event = analyze_step("Once paired, the lamp turns green. Press NEXT.", language="en")
    assert [span.text for span in event.conditions] == ["Once paired"]


def test_words_of_warning_may_be_the_users_own() -> None:
    vocabulary = StepVocabulary(caution_words=["Mind the"])
    assert not find_cautions("Mind the step.", "en")
    assert find_cautions("Mind the step.", "en", vocabulary)


@pytest.mark.parametrize(
    "text",
    ["Solder quickly, as too much heat may damage the diode.", "Keep the lid shut, or the sample may be destroyed."],
)
def test_a_reason_that_warns_stands_behind_its_instruction(text: str) -> None:
    step = analyze_step(text, language="en")
    assert step.is_step
    assert [span.text for span in step.cautions] == [text.rstrip(".").partition(", ")[2].partition(" ")[2]]
