"""English wordings of software and hardware manuals: identifiers, offered names, places, explanations, joined verbs."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Set the app.timeout property to 30.", ["app.timeout"]),
        ("In the settings file, change the cache.size and cache.ttl properties.", ["cache.size", "cache.ttl"]),
        ("Edit the maxRetries attribute of the element.", ["maxRetries"]),
        ("Delete the printer's default_tray property.", ["default_tray"]),
        ("Check the mechanical properties of the sample.", ["mechanical properties"]),
        ("Open the Printer Properties.", ["Printer Properties"]),
        ("Open the PDF properties.", ["PDF properties"]),
        ("Click the popup menu item that appears.", ["popup menu item"]),
        ("Click the Print menu item.", ["Print"]),
        ("Remove the aforementioned clips.", ["clips"]),
    ],
)
def test_the_kind_behind_an_identifier_is_no_part_of_its_name(text: str, targets: list[str]) -> None:
    assert analyze_step(text, language="en").targets == targets


@pytest.mark.parametrize(
    ("text", "actions", "targets"),
    [
        ("Click Yes to confirm or No to go back.", ["click"], ["Yes", "No"]),
        ('Press "A" to start, "B" to pause, or "C" to stop.', ["press"], ["A", "B", "C"]),
        ("Press F2 to save or F3 to discard the entry.", ["press"], ["F2", "F3"]),
        ("Press START to begin the cycle or STOP to abort it.", ["press"], ["START", "STOP"]),
        (
            "Press the UP key to raise the table or the DOWN key to lower it.",
            ["press"],
            ["UP", "DOWN"],
        ),
        ("Click No.", ["click"], ["No"]),
        ("Click OK to save the record and close the window.", ["click", "close"], ["OK", "window"]),
        ("Press the button to start or hold the lever to stop.", ["press", "hold"], ["lever"]),
        ("Set DIP1 to ON or OFF to choose the mode.", ["set"], ["DIP1"]),
    ],
)
def test_a_name_offered_behind_a_purpose_is_a_further_object(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert (step.actions, [t for t in step.targets if t != "button"]) == (actions, targets)


@pytest.mark.parametrize(
    ("text", "actions", "targets"),
    [
        ("In the Wizard's Width field type in the value 20.", ["type"], ["Width"]),
        ("In the Name field type your name.", ["type"], ["Name"]),
        ("In the Address box enter the street.", ["enter"], ["Address"]),
        ("In the last row write the date.", ["write"], ["date"]),
        ("To quickly fill the tank, open the valve.", ["open"], ["valve"]),
        ("Type in your password.", ["type"], ["password"]),
        ("Type in the Code field.", ["type"], ["Code"]),
        ('Write "Fragile" on the box.', ["write"], ["Fragile"]),
        ("Right-click over the Zoom section of the status bar.", ["right-click"], ["Zoom"]),
        ("Click in the Preview area.", ["click"], ["Preview"]),
        ("Click inside the drawing area.", ["click"], ["drawing area"]),
        ("Drag and drop the photo onto the window.", ["drag and drop"], ["photo"]),
        ("Open the list and drag & drop a song into it.", ["open", "drag and drop"], ["list", "song"]),
        ("Drag the handle and drop it on the target.", ["drag", "drop"], ["handle"]),
    ],
)
def test_fields_places_and_joined_verbs(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert (step.actions, step.targets) == (actions, targets)


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("Check the fuse or the one before it.", []),
        ("Clean the heads one by one before starting the pump.", ["before starting the pump"]),
        ("Wash your hands before the meal.", ["before the meal"]),
        ("Stir the broth after it cools.", ["after it cools"]),
    ],
)
def test_what_lies_before_or_after_a_thing_is_no_condition(text: str, conditions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="en").conditions] == conditions


@pytest.mark.parametrize(
    ("text", "actions", "results"),
    [
        ("Close the lid. Because it is locked, the lamp turns green.", ["close"], ["the lamp turns green"]),
        ("Press OK. Since it is cold, a notice will be displayed.", ["press"], ["a notice will be displayed"]),
        ("As you turn the knob, the value changes.", ["turn"], ["the value changes"]),
        ("As you type in the Name field, matching names are shown.", ["type"], ["matching names are shown"]),
        ("As you tighten the screw, hold the nut.", ["hold"], []),
        ("As you can see, the lamp is shown.", [], []),
        (
            "Selecting a row and pressing [Enter] will open the editor.",
            ["select", "press"],
            ["will open the editor"],
        ),
    ],
)
def test_explanations_and_operations_told_with_their_effect(text: str, actions: list[str], results: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert (step.actions, [span.text for span in step.results]) == (actions, results)


@pytest.mark.parametrize(
    ("text", "actions", "targets"),
    [
        ("Use the dial to shrink or enlarge the picture.", ["use", "shrink", "enlarge"], ["dial", "picture"]),
        ("Use the stylus to turn & tilt the model.", ["use", "turn", "tilt"], ["stylus", "model"]),
        ("Rinse & dry the sieve.", ["rinse", "dry"], ["sieve"]),
        ("Turn the dial to pick or skip.", ["turn"], ["dial"]),
    ],
)
def test_what_a_tool_is_used_for_and_what_an_ampersand_joins(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert (step.actions, step.targets) == (actions, targets)


def test_what_an_operation_means_is_no_effect_of_it() -> None:
    assert not analyze_step("Setting the mode to 2 means that the tank drains every night.", language="en").is_step
    assert analyze_step("Setting the mode to 2 drains the tank.", language="en").actions == ["set"]
