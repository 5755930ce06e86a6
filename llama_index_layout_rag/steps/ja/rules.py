"""The shape of the Japanese step rules: plain frozen data that the reader is made with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from llama_index_layout_rag.steps.ja.predicate import PredicateFinder
from llama_index_layout_rag.steps.word_lists import longest_first


class Ending(NamedTuple):
    """What may stand behind a verb's stem: the role it gives to the clause, and the pattern that recognises it."""

    role: str
    pattern: str


@dataclass(frozen=True, kw_only=True)
class VerbFinalRules:
    """Rules of a language whose verb closes the clause and whose objects carry particles (Japanese)."""

    # The language
    code: str
    """ISO 639-1 code under which the rules are registered ("ja")."""
    predicate_finder: Callable[[VerbFinalRules], PredicateFinder]
    """Makes the part of the language that finds the verbs of a sentence with their roles; called once with these rules."""
    add_verbs: Callable[[VerbFinalRules, Sequence[str]], VerbFinalRules]
    """Gives the rules with a user's verbs added, each in its inflection class (`StepVocabulary(verbs=["朱肉押しする"])`)."""

    # Verbs and their inflection
    five_stem_verbs: tuple[str, ...]
    """Verbs with five stems, in dictionary form; others are found behind some particles only: 「扉は押す」."""
    five_stem_rows: Mapping[str, str] = field(default_factory=dict)
    """Last kana of such a verb to those of its other four stems: く to かきけい, so that 「縄をほどき板を切る」 holds ほどく."""
    one_stem_verbs: tuple[str, ...]
    """Verbs with one stem, whose last kana drops: 開ける is found in 「扉を開け水を注ぐ」."""
    verbal_nouns: tuple[str, ...]
    """Nouns written with kana that 「する」 makes a verb: 「基板を仮止めする」; nouns without kana need no list."""
    short_verbal_nouns: frozenset[str]
    """Single characters that 「する」 makes a verb: 「鍋を熱する」; behind others し is the stem of a verb in す (濾し)."""
    no_verb_nouns: str = ""
    """Last characters of nouns in front of し that make no verb: 「傷無し」, 「目印し」."""
    do_verb: str = ""
    """The verb that makes a verb of a noun: 「接続する」 is 接続 with it."""
    endings: tuple[Ending, ...]
    """What may stand behind a stem, with the role it gives the clause; the first that fits counts: 「水が減ったら、注ぎ足す」."""
    auxiliaries: tuple[tuple[str, str], ...]
    """(name, pattern) of what stands between stem and ending, in that order: ておき in 「窓を閉めておきます」 is an aspect."""
    causative_ending: str = "\0"
    """How a verb ends that has a thing do something, which products do as well as people: 「羽根を回転させる」."""
    second_verbs: frozenset[str]
    """Verbs that may be the second half of a compound that no list holds: 混ぜる in 「粉を挽き混ぜます」."""
    continuative_kana: str = ""
    """Last kana of a stem that may be the first half of a compound: 「箔をはがし集めます」."""
    continuative_end: str = ""
    """Last kana of a stem that stands as a noun in front of 「する」: 「部品を取り付けします」 is 取り付ける."""
    helping_verbs: frozenset[str] = frozenset()
    """Verbs behind 〜て that only say for whom or what for, and are no operation of their own: 「係に見てもらう」."""
    polite_prefixes: frozenset[str] = frozenset()
    """Kana in front of a polite verb, which is read without them: 「札をお渡しします」 is 渡す."""
    beforehand: str = ""
    """First characters behind 〜て that say that something is done in advance: 「平均を算出しておきます」, 「開けて置きます」."""
    put: str = ""
    """The one of them that, behind a verb of placing, is a verb of its own: 「板を重ねて置く」 is no 「重ねておく」."""

    # Particles and commas
    object_mark: str = ""
    """The particle behind what is acted on: 「弦を音がするまで巻く」."""
    topic_mark: str = ""
    """The particle behind what a sentence is about: 「荷は倉庫に移動する」."""
    owner_mark: str = ""
    """The particle between an owner and what it owns: 「鍋の蓋を拭く」."""
    subject_marks: frozenset[str] = frozenset()
    """The particles behind who or what does something: 「腫れがないか確認する」."""
    joining_particles: frozenset[str] = frozenset()
    """Particles that bind what stands in front of a verb to it: 「窓を開けて水を入れた桶を置く」."""
    state_mark: str = ""
    """The particle between a state and the verb that brings it about: 「蓋を開けたままにしてください」."""
    list_mark: str = ""
    """The comma, which parts clauses and the members of a list: 「栓を外し、管に触れないでください」."""
    list_marks: str = ""
    """Commas and blanks behind what a condition leaves over: 「雨の場合は、はさみに触らないよう注意して紙を置きます」."""
    left_over: str = ""
    """Particles and commas that a condition leaves in front of the next clause: 「灯りを確認し、緑の場合は正常です」."""

    # Nouns that tell an action
    nominal_actions: tuple[str, ...]
    """Nouns that may end an instruction without a verb: 「緑のボタン押下」."""
    action_nouns: tuple[str, ...] = ()
    """Nouns that tell an action as a link of a chain or in front of 後: 「台帳に起票後、箱に戻す」."""
    work_nouns: frozenset[str] = frozenset()
    """Nouns that only say that something is done, so that the verb in front of them counts: 「砂を運ぶ作業を行う」 is 運ぶ."""
    light_verbs: frozenset[str]
    """Verbs whose meaning is in the noun in front of them: 「点検を行う」 is 点検する."""
    demand: str = ""
    """The noun that asks for the action in front of it when a condition holds: 「針を替えた場合は、調整が必要です」."""

    # Verbs that are an operation in some clauses only, or in none
    ignored_verbs: frozenset[str]
    """Verbs of relations, references and what the manual does itself: 「本書を参照します」."""
    only_requested: frozenset[str] = frozenset()
    """Ignored verbs that are operations where they are asked for or told plainly: 「蒸留水を用いること」."""
    obeying_verbs: frozenset[str] = frozenset()
    """Verbs that send the reader to a rule; what stands in front of them stays an operation: 「窓を開け、掲示に従います」."""
    telling_verbs: frozenset[str]
    """Verbs that with 〜と or 〜ば only lead on to what the manual says: 「以上をまとめると、次のとおりです」."""
    naming_verbs: frozenset[str] = frozenset()
    """Verbs that give a name: 「この部屋を前室と呼びます」."""
    writing_verbs: frozenset[str] = frozenset()
    """Verbs that are an operation only where it is said into what: 「氏名を名札に記載する」, not 「寸法を記載しています」."""
    repeating_verbs: frozenset[str] = frozenset()
    """Verbs that say how often or in what order the next thing is done: 「塗りを重ねて行う」."""
    omitting_verbs: frozenset[str] = frozenset()
    """Verbs of leaving out that without an object tell a condition: 「省略すると、今日の日付になります」."""

    # Verbs that tell how the next thing is done
    manner_verbs: frozenset[str] = frozenset()
    """Verbs that with 〜ながら are no operation: 「目盛りを見ながら注ぐ」."""
    holding_verbs: frozenset[str] = frozenset()
    """Those of them whose object the next verb acts on: 「軸を押さえながら回す」."""
    looking_verbs: frozenset[str] = frozenset()
    """Verbs that with 〜て only tell how or compared with what: 「裏面を上にして並べる」."""
    placing_verbs: frozenset[str] = frozenset()
    """Verbs that with 〜ように tell where a thing goes, and whose object the next verb acts on: 「布を筒にかぶせるように縛る」."""

    # Who acts: the reader, the system or a thing
    event_verbs: frozenset[str]
    """Verbs whose doer is a thing unless an object stands in front: 「次第に曲がります」, but 「角を曲がります」."""
    ambitransitive_verbs: frozenset[str]
    """Verbs that things do as well as people; 〜と without an object tells what a thing does: 「起動すると、音が鳴る」."""
    motion_verbs: frozenset[str] = frozenset()
    """Verbs of going that tell the reader to go where a step or page is named: 「手順2に戻る」."""
    processing_verbs: frozenset[str]
    """What software does to data; plainly told it is the system's, with a request the reader's: 「平均を算出します」."""
    program_verbs: frozenset[str] = frozenset()
    """What a program does by itself where its name is the topic: 「Backup Tool は古い版を保存します」."""
    feature_verbs: frozenset[str]
    """Verbs of using; a sentence of what something is good for tells no operation: 「在庫の把握に利用します」."""
    having_verbs: frozenset[str] = frozenset()
    """Verbs of what a thing has: 「温度を測る機能を持つ」."""
    fitting_verbs: frozenset[str] = frozenset()
    """Verbs of where something of a thing stands: 「合計は末尾の欄に入る」."""
    defining_verbs: frozenset[str] = frozenset()
    """Verbs that with a thing as topic say what it lays down: 「この節は略号を定義する」."""

    # Results
    shown_verbs: frozenset[str]
    """Verbs of what the reader sees the system do: 「釦を押します。灯りが点灯します」."""
    becoming: frozenset[str] = frozenset()
    """Those of them that tell a result only with a subject: 「色が緑になります」, not 「釦を押します。便利になります」."""

    # Objects and names
    goal_as_target: frozenset[str]
    """Verbs whose 〜に or 〜へ is what is acted on where no object stands: 「受付に連絡する」."""
    enter_verbs: frozenset[str]
    """Verbs of entering: a field named with 〜に is acted on, not the value: 「品名欄に茶を入力する」."""
    typing_verbs: frozenset[str]
    """Verbs that take what is typed with 〜と: 「『ねじ』と検索する」."""
    choosing_verbs: frozenset[str] = frozenset()
    """Verbs of choosing: what a value is chosen for is acted on, not the value: 「用紙に［A4］を選ぶ」."""
    obtaining_verbs: frozenset[str] = frozenset()
    """Verbs behind whose 〜から stands a source that is not acted on: 「売店から購入する」."""
    noun_characters: str
    """The characters of which an object may consist, as the inside of a class of a regular expression: 「A4用紙を入れる」."""
    joining_blank: str
    """A pattern of the blank that belongs to an object, read from right to left: 「LAN ケーブルを挿す」."""
    suffix_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Target type to the words that only name a kind of control and are no part of a name: ボタン in 「開始ボタンを押す」."""
    head_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Target type to last words that are part of a name and tell its type: ケーブル in 「延長ケーブルを巻く」 is a connector."""

    # Steps, titles and statements
    hand_verbs: frozenset[str]
    """Noun and 「する」 that name a movement of hand or tool, a step even without full stop: 「軸に注油する」."""
    pointing_verbs: frozenset[str] = frozenset()
    """Verbs that work a control, operations even where no name says so: 「右端をタップして、確認できます」."""
    goal_verbs: frozenset[str]
    """Verbs that name a goal, a title without full stop: 「帯を作る」; others without 「する」 are work of hands."""
    overview_verbs: frozenset[str]
    """Verbs of a lone statement that opens a section: 「棚番号を設定します。」."""
    announced_verbs: frozenset[str]
    """Verbs of a statement that announces its section by repeating the heading: 「見出しを追加します」 below 「見出しの追加」."""
    data_verbs: frozenset[str]
    """Verbs without 「する」 of what software does to data; below a heading that describes they are no step: 「列を並べ替える」."""
    sensing_verbs: frozenset[str] = frozenset()
    """What instruments do as well as people, no step where a product is presented: 「室温を測る計器です。室温を計測します」."""
    command_verbs: frozenset[str]
    """Verbs that name a command; behind such a label they explain it: 「複写：表を複写します」."""
    information_verbs: frozenset[str] = frozenset()
    """What a command does to data, no step where the version it came with follows: 「行を削除する。（第3版以降）」."""
    copulas: tuple[str, ...] = ()
    """Ends of a sentence that says what a thing is, which presents it: 「室温を測る計器です。室温を計測します」."""

    # Patterns
    patterns: Mapping[str, str] = field(default_factory=dict)
    """Regular expressions by name, over text whose quoted names and asides are masked ("sentence_end", "caution", "refs")."""

    def compiled(self, name: str) -> re.Pattern[str]:
        """One of the patterns, compiled."""
        return re.compile(self.patterns[name])

    def suffixes_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the words that only name a kind of control."""
        return longest_first(self.suffix_types)

    def heads_longest_first(self) -> list[tuple[str, str]]:
        """(word, target type) of the last words that tell an object's type and belong to its name."""
        return longest_first(self.head_types)
