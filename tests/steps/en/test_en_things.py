"""English items that open with a verb and a noun in one word: the rule that takes one for the name of a thing, or not."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.en.english import EN
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.thing_names import ThingDecision, ThingJudge
from llama_index_layout_rag.steps.marking import mark_text

DECISIONS = [
    ("Test the lamp", False, "instructs"),
    ("Load", False, "instructs"),
    ("Unscrew caps", False, "instructs"),
    ("Pump test result: 3 bar", True, "long_label"),
    ("Access to the cellar", True, "compound_with_place"),
    ("Oil level of the rear axle", True, "compound"),
    ("Release Handle (RH)", True, "abbreviated"),
    ("Contact wear index (CWI)", True, "abbreviated"),
    ("cut and sewn edges", True, "joined"),
    ("Load balancing", True, "process"),
    ("Set [Mode] 2", False, "acts_on_names"),
    ("Charge: 3 bar", True, "label"),
    ("Spin Cycle:", True, "headed"),
    ("Record totals.", False, "sentence"),
    ("Filter Change Interval 2", True, "in_capitals"),
    ("Sample jars", True, "short"),
    ("Sample jars that nobody has seen", False, "long"),
]


@pytest.fixture(scope="module")
def judge() -> ThingJudge:
    return ThingJudge(EN, ImperativeFinder(EN))


@pytest.mark.parametrize(("text", "is_thing", "rule"), DECISIONS)
def test_the_first_rule_that_knows_tells_a_thing(judge: ThingJudge, text: str, is_thing: bool, rule: str) -> None:
    words = text.split()

    decision = judge.decide(mark_text(text), words, words[0].lower().rstrip(":"), alone=True)

    assert decision == ThingDecision(is_thing, rule)


def test_every_rule_has_a_row(judge: ThingJudge) -> None:
    rules = {rule.__name__.removeprefix("_") for rule in judge.table}

    assert rules | {"long"} == {rule for _, _, rule in DECISIONS}
