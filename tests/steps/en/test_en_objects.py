"""English objects and conditions: places behind each of two objects, light verbs, subjects behind a place, antecedents."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

# text, actions, targets, conditions
STEPS: list[tuple[str, list[str], list[str], list[str]]] = [
    (
        "If you use the old driver you have to remove it before the update.",
        ["remove"],
        ["old driver"],
        ["If you use the old driver", "before the update"],
    ),
    ("Make a backup of the database.", ["make"], ["backup"], []),
    ("Make a hole in the lid.", ["make"], ["hole"], []),
    ("In this case the filter must be replaced.", ["replace"], ["filter"], []),
    ("On older models the belt must be tightened by hand.", ["tighten"], ["belt"], []),
    ('Put "0" before "-".', ["put"], ["0"], []),
    ('Insert a blank after ":".', ["insert"], ["blank"], []),
    ("Press [A] after the beep.", ["press"], ["A"], ["after the beep"]),
    ("When sewing thick felt, overlock as pictured overleaf.", ["overlock"], [], ["When sewing thick felt"]),
    ("If the LEDs are mounted, make sure all of them are lit.", ["make sure"], ["LEDs"], ["If the LEDs are mounted"]),
    ("If you use a cable, check it for cracks.", ["check"], ["cable"], ["If you use a cable"]),
    (
        "If you have installed an old driver, remove it first.",
        ["remove"],
        ["old driver"],
        ["If you have installed an old driver"],
    ),
    ("When you receive the sample, store it in the fridge.", ["store"], ["sample"], ["When you receive the sample"]),
    ("Before you open the lid, clean it.", ["clean"], ["lid"], ["Before you open the lid"]),
    ("If the unit overheats, let it cool.", ["let"], ["unit"], ["If the unit overheats"]),
    (
        "If you grind the flour yourself, it will take an hour to clean the stones. It is recommended to sift the grain first.",
        ["sift"],
        ["grain"],
        [],
    ),
    (
        "If the battery is low, the lamp turns red. Charge the battery.",
        ["charge"],
        ["battery"],
        ["If the battery is low"],
    ),
    ("Once paired, the lamp turns green. Press NEXT.", ["press"], ["NEXT"], ["Once paired"]),
    ("If the file exists, a warning appears. Click Yes.", ["click"], ["Yes"], ["If the file exists"]),
    ("If you have old lamps, replace them.", ["replace"], ["old lamps"], ["If you have old lamps"]),
    ("If you want to leave, close it.", ["close"], [], ["If you want to leave"]),
    ("If you smell gas, report it.", ["report"], ["gas"], ["If you smell gas"]),
]


@pytest.mark.parametrize(("text", "actions", "targets", "conditions"), STEPS, ids=[row[0] for row in STEPS])
def test_objects_and_conditions(text: str, actions: list[str], targets: list[str], conditions: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert step.actions == actions
    assert step.targets == targets
    assert [span.text for span in step.conditions] == conditions


def test_what_a_named_command_does_is_no_step() -> None:
    assert not analyze_step("Laundry command Print the tickets for all rooms.", language="en").is_step
    assert not analyze_step(
        "If the fruit comes from abroad there are some pests you need to exclude:", language="en"
    ).is_step


def test_an_explained_setting_with_a_press_on_a_named_button_is_a_step() -> None:
    step = analyze_step(
        'Dimming - The dimming in steps. It can be tied to a scene by pressing the "SC" button and then choosing the scene.',
        language="en",
    )
    assert step.actions == ["press", "choose"]
    assert step.targets == ["SC", "scene"]


@pytest.mark.parametrize(
    ("marker", "text", "actions"),
    [
        ("3.", "Removing the cover", []),
        ("3.", "Mounting bracket for the wall.", []),
        ("3.", "Operating temperature: 0 to 40 degrees.", []),
        ("•", "Placing the file in the folder.", []),
        ("", "Operating the pump is easy.", []),
    ],
)
def test_numbered_items_may_tell_operations_by_gerunds(marker: str, text: str, actions: list[str]) -> None:
    assert analyze_step(text, language="en", marker=marker).actions == actions


@pytest.mark.parametrize(
    ("text", "cautions"),
    [
        ("Click Format. All data on the card will be erased.", ["All data on the card will be erased"]),
        ("If you cancel, all changes will be lost.", ["If you cancel, all changes will be lost"]),
    ],
)
def test_lost_data_and_the_words_in_front_of_a_warning(text: str, cautions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="en").cautions] == cautions


def test_a_setting_has_no_verb_in_its_name() -> None:
    step = analyze_step("Drying is slow - if you have thick towels you must wring them.", language="en")
    assert step.actions == ["wring"]
    assert [span.text for span in step.conditions] == ["if you have thick towels"]


@pytest.mark.parametrize(
    ("text", "actions", "targets"),
    [
        ("fold(sheet, corner) is the oldest trick in the book.", [], []),
        ("Take a look at the examples in the appendix.", [], []),
        ("Fully open the valve.", ["open"], ["valve"]),
        ("printing delays in lists before mailing", [], []),
        ("Pressing SET changes the mode.", ["press"], ["SET"]),
        ("If you are sewing your curtain from silk, press it with a cloth.", ["press"], ["curtain"]),
        ("You can also drag the photo from the Guest List onto the seat plan.", ["drag"], ["photo"]),
        ("Press (briefly) the SET button.", ["press"], ["SET"]),
        ("Load (loads a drawing)", [], []),
        ("Initial dough weight per loaf", [], []),
        ("Direct current source", [], []),
        ("Display settings (LOBBY)", [], []),
        ("Initial the form.", ["initial"], ["form"]),
        ("Direct patients to the desk.", ["direct"], ["patients"]),
    ],
)
def test_states_calls_and_names_are_told_from_operations(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="en")
    assert (step.actions, step.targets) == (actions, targets)


@pytest.mark.parametrize(
    ("text", "warns"),
    [
        ("Earlier prints of the map do not show the ferry.", False),
        ("As agreed in spring, night trains do not stop.", False),
        ("You usually don't need an umbrella.", False),
        ("X-Warning - Once chosen, the oven will announce it.", False),
        ("They sleep by day so they don't bark.", False),
        ("Hold the two ends of the cable and do not twist them.", True),
        ("Remove covers from the pump but don't lose screws.", True),
    ],
)
def test_what_does_not_happen_is_told_from_what_must_not_be_done(text: str, warns: bool) -> None:
    assert bool(analyze_step(text, language="en").cautions) is warns
