"""Kinds of items of English manuals: (text, actions, targets, conditions, results, cautions); None is not checked."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import (
    analyze_step,
    condition_results,
    explain_step,
    find_cautions,
    find_refs,
)

ITEMS = [
    # A capital or a unit before a full stop ends a sentence.
    ("Open tap K. Wait until it drips.", ["open", "wait"], ["tap K"], ["until it drips"], [], []),
    ("Press C. If the bell rings, press D.", ["press", "press"], ["C", "D"], ["If the bell rings"], [], []),
    ("Set the pump to 12 V. Do not exceed it.", ["set"], ["pump"], [], [], ["Do not exceed it"]),
    ("Fit nut C. The fan turns off.", ["fit"], ["nut C"], [], ["The fan turns off"], []),
    ("Ask Jane B. Miller for the key.", ["ask"], None, [], [], []),
    # Coordinated operations have their own objects; a code after a colon is an object.
    ("Shut tap K2 and lift lever K1.", ["shut", "lift"], ["tap K2", "lever K1"], [], [], []),
    ("If the disk is full, run: df -h", ["run"], ["df -h"], ["If the disk is full"], [], []),
    ("Go to Tools>Erase Everything", ["go to"], ["Tools", "Erase Everything"], [], [], []),
    ('Open "Edit -> Settings".', ["open"], ["Edit", "Settings"], [], [], []),
    # Captions, page numbers and arrows.
    ("Turn the crank. Figure 7. The crank turns.", ["turn"], ["crank"], [], ["The crank turns"], []),
    ("Press PLAY. → The disc spins.", ["press"], ["PLAY"], [], ["The disc spins"], []),
    # Implicit instructions.
    ("When OK is pressed the Results window opens.", ["press"], ["OK"], [], ["the Results window opens"], []),
    ("You can free space by deleting logs.", ["free", "delete"], ["space", "logs"], [], [], []),
    ("The user is required to sign the form.", ["sign"], ["form"], [], [], []),
    ("It's a good idea to label the jar.", ["label"], ["jar"], [], [], []),
    # Warnings beside operations.
    ("If it leaks please make sure the cap is shut as it may damage the desk.", ["make sure"], ["cap"], ["If it leaks"], [], None),
    ("WARNING: Hot surface. Wear gloves when it glows.", [], [], [], [], ["WARNING: Hot surface. Wear gloves when it glows"]),
]  # fmt: skip
NO_STEPS = [
    ("Speed", ""),
    ("Edit", "•"),
    ("Reset button", ""),
    ("Text or image files", ""),
    ("Paste Text\nThe clipboard is sent to the host.", ""),
    ("Show Only Errors − The log holds errors alone", ""),
    ("The prices do not change.", ""),
    ("Initial water level", "•"),
]


@pytest.mark.parametrize("row", ITEMS, ids=[row[0] for row in ITEMS])
def test_item_fields(row: tuple[str, list[str], list[str] | None, list[str], list[str], list[str] | None]) -> None:
    text, actions, targets, conditions, results, cautions = row
    step = analyze_step(text, language="en", marker="1.")
    assert step.actions == actions
    assert step.is_step == bool(actions)
    assert targets is None or step.targets == targets
    assert [span.text for span in step.conditions] == conditions
    assert [span.text for span in step.results] == results
    assert cautions is None or [span.text for span in step.cautions] == cautions


@pytest.mark.parametrize(("text", "marker"), NO_STEPS)
def test_titles_settings_and_statements_are_no_steps(text: str, marker: str) -> None:
    assert not analyze_step(text, language="en", marker=marker).is_step


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("To drain it, see 4.2.", ["4.2"]),
        ("Replace the seal (5.1.3).", ["5.1.3"]),
        ("Flow follows Eq. (5.2).", []),
        ("Fit it as in Fig. 3-1 and Appendix B.", ["Fig. 3-1", "Appendix B"]),
    ],
)
def test_references(text: str, refs: list[str]) -> None:
    assert find_refs(text, "en") == refs


def test_sentence_that_warns_gives_no_pair_of_condition_and_result() -> None:
    for text in (
        "Note: Never open it while it spins.",
        "WARNING\nDo not lift it while it is hot.",
        "Caution: hot if used.",
    ):
        assert find_cautions(text, "en")
        assert condition_results(text, "en") == []
    assert [span.text for span in find_cautions("Note: Never open it while it spins.", "en")] == [
        "Never open it while it spins"
    ]


def test_explanation_names_the_rule_of_each_field() -> None:
    told = explain_step("If it beeps, press OK. The lid opens. Do not touch it.", language="en")
    assert told == {
        "is_step": "imperative",
        "actions": "imperative",
        "targets": "object",
        "conditions": "subordinator_if",
        "results": "statement",
        "cautions": "prohibition",
    }
    assert explain_step("Reset button", language="en") == {"is_step": "control"}
    assert explain_step("The lid is blue.", language="en") == {"is_step": "no_instruction"}
