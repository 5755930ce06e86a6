"""Which manuals a question names."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.retrieval.manuals import ManualIndex

INDEX = ManualIndex.from_payloads(
    [
        {"manual_id": "es200", "manual_title": "ES-200 取扱説明書", "model_numbers": ["ES-200"]},
        {"manual_id": "es300", "manual_title": "ES-300 取扱説明書", "model_numbers": ["ES-300K"]},
        {"manual_id": "gate", "manual_title": "入退室管理システム 操作マニュアル", "model_numbers": []},
        {"manual_id": "plum-v2", "manual_title": "Plum Compact v2 Build Guide", "model_numbers": ["Plum Compact v2"]},
        {"manual_id": "plum-v3", "manual_title": "Plum Compact v3 Build Guide", "model_numbers": ["Plum Compact v3"]},
        {"manual_id": "plum-wide", "manual_title": "Plum Wide v2 Build Guide", "model_numbers": ["Plum Wide v2"]},
        {"manual_id": "flow", "manual_title": "Flowtool 2.2 User's Manual", "model_numbers": []},
        {"manual_id": "flow-faq", "manual_title": "Flowtool FAQ", "model_numbers": []},
    ],
    aliases={"ES-200": ["青い機種"]},
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("ES-200の給紙方法は？", {"es200"}),
        ("ＥＳ－２００で紙を入れるには", {"es200"}),
        ("es200 の電源", {"es200"}),
        ("ES 200の電源", {"es200"}),
        ("ES-2000の電源", set()),
        ("ES-300の電源", {"es300"}),  # the K is left out
        ("ES-300Kの電源", {"es300"}),
        ("青い機種の電源", {"es200"}),
        ("入退室管理システムのログイン", {"gate"}),
        ("操作マニュアルはどこ？", set()),
        ("Which screws does the Plum Compact v3 need?", {"plum-v3"}),
        ("Which screws does a Plum Compact need?", {"plum-v2", "plum-v3"}),
        ("Which screws do all Plum boards need?", {"plum-v2", "plum-v3", "plum-wide"}),
        ("How do I run Flowtool?", {"flow", "flow-faq"}),
        ("a compact way to write it", set()),  # no proper name
        ("電源の入れ方", set()),
        ("", set()),
        ("？！", set()),
    ],
)
def test_names_in_every_writing(question: str, expected: set[str]) -> None:
    assert set(INDEX.match(question).manual_ids) == expected


COMMON_WORDS = ManualIndex.from_payloads(
    [
        {"manual_id": "inputs", "manual_title": "Inputs"},
        {"manual_id": "reset", "manual_title": "Reset"},
        {"manual_id": "power", "manual_title": "電源"},
        {"manual_id": "heater", "manual_title": "給湯器 GX-10 取扱説明書", "model_numbers": ["GX-10"]},
        {"manual_id": "grinder", "manual_title": "Grinder"},
    ]
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which screws hold the inputs?", set()),
        ("How do I reset the timers?", set()),
        ("E-042が出たら電源をどうしますか", set()),
        ("GX-10の電源", {"heater"}),
        ("How do I clean the Grinder?", {"grinder"}),
    ],
)
def test_a_title_that_is_a_common_word_names_nothing(question: str, expected: set[str]) -> None:
    assert set(COMMON_WORDS.match(question).manual_ids) == expected


def test_places_survive_letters_that_grow_in_lower_case() -> None:
    (mention,) = INDEX.match("İİİİ ES-200 setup").mentions
    assert mention.text == "ES-200"


def test_an_alias_that_is_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="give a list of names"):
        ManualIndex.from_payloads([{"manual_id": "a", "manual_title": "A"}], aliases={"a": "zz top"})


def test_several_models_are_several_groups_in_the_order_of_the_question() -> None:
    match = INDEX.match("ES-300KとES-200の違い", compared=True)
    assert match.groups == (frozenset({"es300"}), frozenset({"es200"}))


@pytest.mark.parametrize(
    "question", ["ES-200/300Kの違い", "ES-200/300の違い", "ES200・300の違い", "Does the ES-200/300 have a fan?"]
)
def test_numbers_behind_a_slash_are_models_of_the_same_series(question: str) -> None:
    assert INDEX.match(question, compared=True).manual_ids == {"es200", "es300"}


def test_dates_and_ratios_name_nothing() -> None:
    assert INDEX.match("5/200 と 12/300 の比率").manual_ids == frozenset()


def test_a_later_model_may_leave_out_what_it_shares() -> None:
    match = INDEX.match("Plum Compact v2 and v3, which is wider?")
    assert match.groups == (frozenset({"plum-v2"}), frozenset({"plum-v3"}))


def test_a_member_beside_its_family_means_the_member() -> None:
    assert INDEX.match("Plum Wide v2 (a Plum board)").manual_ids == {"plum-wide"}


def test_a_member_compared_with_its_family_means_the_others_too() -> None:
    groups = INDEX.match("How does Plum Wide v2 differ from other Plum boards?", compared=True).groups
    assert frozenset().union(*groups) == {"plum-v2", "plum-v3", "plum-wide"}
    assert len(groups) == 3


def test_the_members_of_a_family_are_compared_one_by_one() -> None:
    groups = INDEX.match("How do the models of the Plum series differ?", compared=True).groups
    assert groups == (frozenset({"plum-v2"}), frozenset({"plum-v3"}), frozenset({"plum-wide"}))
    assert len(INDEX.match("Which screws do the Plum models need?").groups) == 1
    assert len(INDEX.match("How do saving and exporting differ in Flowtool?", compared=True).groups) == 1


def test_a_generation_beside_several_families_narrows_them() -> None:
    index = ManualIndex.from_payloads(
        [
            {"manual_id": f"{name}-{version}", "manual_title": f"Plum {name} {version}", "model_numbers": []}
            for name in ("Compact", "Wide")
            for version in ("v2", "v3")
        ]
    )
    match = index.match("Plum v3で、CompactとWideの違いは？", compared=True)
    assert match.groups == (frozenset({"Compact-v3"}), frozenset({"Wide-v3"}))


def test_two_products_that_share_a_manual_stay_two() -> None:
    payloads = [
        {"manual_id": "gate", "manual_title": "Gateway", "model_numbers": ["GW-100"]},
        {"manual_id": "sensor", "manual_title": "Sensor", "model_numbers": ["SN-100"]},
        {"manual_id": "both", "manual_title": "Radio", "model_numbers": ["GW-100", "SN-100"]},
    ]
    match = ManualIndex.from_payloads(payloads).match("GW-100とSN-100は同じ電波を使う？", compared=True)
    assert match.manual_ids == {"gate", "sensor", "both"}


def test_a_model_of_the_series_that_does_not_exist_is_reported() -> None:
    match = INDEX.match("ES-400の電源")
    assert match.manual_ids == frozenset()
    assert match.unknown == ("es-400",)


def test_empty_index_names_nothing() -> None:
    assert ManualIndex([]).match("ES-200").manual_ids == frozenset()


REVISIONS = ManualIndex.from_payloads(
    [
        {
            "manual_id": "old",
            "manual_title": "ES-200 取扱説明書",
            "model_numbers": ["ES-200"],
            "manual_version": "第2版",
        },
        {
            "manual_id": "new",
            "manual_title": "ES-200 取扱説明書",
            "model_numbers": ["ES-200"],
            "manual_version": "第10版",
        },
        {
            "manual_id": "other",
            "manual_title": "ES-300 取扱説明書",
            "model_numbers": ["ES-300"],
            "manual_version": "第1版",
        },
        {"manual_id": "none", "manual_title": "ES-200 取扱説明書", "model_numbers": ["ES-200"]},
    ]
)


def test_the_newest_revision_answers_and_the_older_ones_are_named() -> None:
    match = REVISIONS.match("ES-200の電源")
    assert match.manual_ids == {"new", "none"}
    assert match.superseded == {"old": "new"}


def test_a_revision_that_the_question_names_answers() -> None:
    assert "old" in REVISIONS.match("ES-200 第2版の電源").manual_ids
    assert REVISIONS.match("ES-200 第2版の電源").superseded == {}


def test_products_that_number_themselves_are_no_revisions() -> None:
    assert INDEX.match("電源").superseded == {}


def index(*titles: str, models: dict[str, list[str]] | None = None) -> ManualIndex:
    return ManualIndex.from_payloads(
        {"manual_id": title, "manual_title": f"{title} User Manual", "model_numbers": (models or {}).get(title, [])}
        for title in titles
    )


PHONES = ("Galaxy S10", "Galaxy S10 Lite", "Galaxy S10+", "Galaxy S10e", "Galaxy S10 5G")
PRINTERS = ("ES-200", "ES-200W", "ES-200 Mk II", "ES-200-EU", "ES-200 Type A")


@pytest.mark.parametrize(
    ("titles", "question", "named"),
    [
        (PHONES, "How do I charge the S10?", "Galaxy S10"),
        (PHONES, "Ｇａｌａｘｙ　Ｓ１０の充電", "Galaxy S10"),
        (PHONES, "How do I charge the Galaxy S10-Lite?", "Galaxy S10 Lite"),
        (PHONES, "S10ライトの充電方法", "Galaxy S10 Lite"),
        (PHONES, "Does the S10+ charge without a cable?", "Galaxy S10+"),
        (PHONES, "Does the S10 Plus charge without a cable?", "Galaxy S10+"),
        (PHONES, "s10e battery", "Galaxy S10e"),
        (PHONES, "S10 5Gのアンテナ", "Galaxy S10 5G"),
        (PRINTERS, "ES200の給紙", "ES-200"),
        (PRINTERS, "ES-200 W の給紙", "ES-200W"),
        (PRINTERS, "ES-200 IIの給紙", "ES-200 Mk II"),
        (PRINTERS, "es-200 mk2 paper", "ES-200 Mk II"),
        (PRINTERS, "ES200-EU voltage", "ES-200-EU"),
        (PRINTERS, "ES-200 タイプAの給紙", "ES-200 Type A"),
        (("N3xx", "E3x0"), "Which port does the N320 use?", "N3xx"),
        (("ミラディナ 加湿器", "ミラディナ 第2世代 加湿器"), "第2世代のミラディナの水", "ミラディナ 第2世代 加湿器"),
    ],
)
def test_a_whole_name_beats_one_that_merely_contains_it(titles: tuple[str, ...], question: str, named: str) -> None:
    match = index(*titles).match(question)
    assert match.manual_ids == {named}
    assert match.excludes


def test_brands_and_unknown_variants_prefer_and_exclude_nothing() -> None:
    assert not index(*PHONES, "Note 9").match("How do I charge the Galaxy?").excludes
    match = index("ES-200", "ES-300").match("ES-200Wの給紙")
    assert (match.manual_ids, match.excludes, match.unknown) == ({"ES-200"}, False, ("es-200w",))


def test_a_list_with_an_unknown_name_excludes_nothing() -> None:
    match = index("X3x0", "N3xx").match("How do the X300, the N310 and the Q320 differ?", compared=True)
    assert match.groups == (frozenset({"X3x0"}), frozenset({"N3xx"}))
    assert not match.excludes


def test_products_that_a_name_fits_equally_are_tied() -> None:
    models = {name: ["Tides", name] for name in ("Tides 2014", "Tides 2018")}
    match = index(*models, models=models).match("How do I calibrate Tides?")
    assert match.tied == (frozenset({"Tides 2014"}), frozenset({"Tides 2018"}))


def test_a_comparison_opens_the_family() -> None:
    assert index("Lily58", "Lily58 Lite").match("Lily58の新旧の違い", compared=True).siblings == {"Lily58 Lite"}
