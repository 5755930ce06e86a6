"""Japanese step rules: words (`verbs`, `names`), patterns (`endings`, `patterns`) and inflection (`predicates`)."""

from __future__ import annotations

from llama_index_layout_rag.procedures.languages.ja.endings import (
    AUXILIARIES,
    ENDINGS,
    FIVE_STEM_ROWS,
)
from llama_index_layout_rag.procedures.languages.ja.inflection import with_verbs
from llama_index_layout_rag.procedures.languages.ja.names import (
    HEAD_TYPES,
    SUFFIX_TYPES,
)
from llama_index_layout_rag.procedures.languages.ja.objects import STEM_ENDS
from llama_index_layout_rag.procedures.languages.ja.patterns import (
    JOINING_BLANK,
    NOUN_CHARACTERS,
    PATTERNS,
)
from llama_index_layout_rag.procedures.languages.ja.predicates import JapanesePredicates
from llama_index_layout_rag.procedures.languages.ja.verb_patterns import VERB_PATTERNS
from llama_index_layout_rag.procedures.languages.ja.verbs import (
    ACTION_NOUNS,
    AMBITRANSITIVE_VERBS,
    ANNOUNCED_VERBS,
    COMMAND_VERBS,
    DATA_VERBS,
    ENTER_VERBS,
    EVENT_VERBS,
    FEATURE_VERBS,
    GOAL_AS_TARGET,
    GOAL_VERBS,
    GODAN,
    HAND_VERBS,
    HOLDING_VERBS,
    ICHIDAN,
    IGNORED_VERBS,
    NOMINAL,
    OVERVIEW_VERBS,
    POINTING_VERBS,
    PROCESSING_VERBS,
    SAHEN,
    SECOND_VERBS,
    SHORT_SAHEN,
    SHOWN_VERBS,
    SIDES,
    TELLING_VERBS,
)
from llama_index_layout_rag.procedures.rules import VerbFinalRules

JA = VerbFinalRules(
    code="ja",
    five_stem_verbs=tuple(GODAN.split()),
    one_stem_verbs=tuple(ICHIDAN.split()),
    verbal_nouns=tuple(SAHEN.split()),
    nominal_actions=tuple(NOMINAL.split()),
    action_nouns=tuple(dict.fromkeys(ACTION_NOUNS.split())),
    goal_verbs=frozenset(GOAL_VERBS.split()),
    event_verbs=frozenset(EVENT_VERBS.split()),
    shown_verbs=frozenset(SHOWN_VERBS.split()),
    goal_as_target=frozenset(GOAL_AS_TARGET.split()),
    enter_verbs=frozenset(ENTER_VERBS.split()),
    typing_verbs=frozenset((*ENTER_VERBS.split(), "検索する", "タイプする", "打鍵する", "打つ", "たどる", "辿る")),
    second_verbs=frozenset(SECOND_VERBS.split()),
    short_verbal_nouns=frozenset(SHORT_SAHEN.split()),
    ambitransitive_verbs=frozenset(AMBITRANSITIVE_VERBS.split()),
    feature_verbs=frozenset(FEATURE_VERBS.split()),
    overview_verbs=frozenset(OVERVIEW_VERBS.split()),
    data_verbs=frozenset(DATA_VERBS.split()),
    command_verbs=frozenset(COMMAND_VERBS.split()),
    telling_verbs=frozenset(TELLING_VERBS.split()),
    announced_verbs=frozenset((*OVERVIEW_VERBS.split(), *ANNOUNCED_VERBS.split())),
    hand_verbs=frozenset(HAND_VERBS.split()),
    pointing_verbs=frozenset(POINTING_VERBS.split()),
    processing_verbs=frozenset(PROCESSING_VERBS.split()),
    light_verbs=frozenset(("行う", "行なう", "おこなう")),
    ignored_verbs=frozenset(IGNORED_VERBS.split()),
    endings=ENDINGS,
    auxiliaries=AUXILIARIES,
    repeating_verbs=frozenset(("重ねる", "続ける", "繰り返す", "合わせる", "併せる", "分ける", "まとめる", "先立つ")),
    omitting_verbs=frozenset(("省略する", "省く", "略す")),
    writing_verbs=frozenset(("記載する", "記述する", "掲載する")),
    naming_verbs=frozenset(("呼ぶ", "言う")),
    holding_verbs=frozenset(HOLDING_VERBS.split()),
    manner_verbs=frozenset(
        (
            *HOLDING_VERBS.split(),
            "見る",
            "確認する",
            "注意する",
            "続ける",
            "保つ",
            "維持する",
            "考える",
            "比べる",
            "参照する",
        )
    ),
    looking_verbs=frozenset(
        ("見る", "比べる", "考える", "兼ねる", "合わせる", *(f"{side}にする" for side in SIDES.split()))
    ),
    having_verbs=frozenset(("持つ", "もつ", "備える", "負う", "担う", "持ち合わせる", "兼ね備える", "併せ持つ")),
    fitting_verbs=frozenset(("入る",)),
    becoming=frozenset(("なる", "成る")),
    motion_verbs=frozenset(("戻る", "移る", "飛ぶ", "進む")),
    obtaining_verbs=frozenset(
        ("入手する", "ダウンロードする", "取得する", "受け取る", "購入する", "印刷する", "出力する")
    ),
    helping_verbs=frozenset(("もらう", "あげる", "みせる", "やる", "ある", "おく", "みる", "できる")),
    choosing_verbs=frozenset(("選択する", "選ぶ", "指定する", "設定する")),
    only_requested=frozenset(("従う", "用いる", "除く", "記す")),
    joining_particles=frozenset("をにへでと"),
    subject_marks=frozenset("が"),
    polite_prefixes=frozenset("おご"),
    obeying_verbs=frozenset(("従う", "沿う", "参照する", "注意する", "気をつける", "気を付ける")),
    continuative_end=STEM_ENDS,
    continuative_kana="いきしちみりびぎえけせてねめれべげじ",
    left_over="、, はにもで",
    list_mark="、",
    list_marks="、, ",
    do_verb="する",
    state_mark="に",
    work_nouns=frozenset(("作業", "操作", "処理", "動作", "処置", "手続", "手続き")),
    causative_ending="させる",
    demand="必要",
    noun_characters=NOUN_CHARACTERS,
    joining_blank=JOINING_BLANK,
    predicate_finder=JapanesePredicates,
    add_verbs=with_verbs,
    no_verb_nouns="無印",
    object_mark="を",
    topic_mark="は",
    owner_mark="の",
    five_stem_rows=FIVE_STEM_ROWS,
    suffix_types=SUFFIX_TYPES,
    head_types=HEAD_TYPES,
    patterns={**PATTERNS, **VERB_PATTERNS},
)
