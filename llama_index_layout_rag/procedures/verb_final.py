"""Reads steps of languages whose verb closes the clause: predicates are found by their stems and endings, then the text in front
of each is its clause. The engine holds no word of any language; `VerbFinalRules` bring them.

A sentence is read from left to right. Each predicate gets a role from its ending (chain, condition, "and then this happens",
request, …) and a doer (reader or system); from these follow actions, conditions, results and cautions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText, Name, mark_text, strip_range
from llama_index_layout_rag.procedures.rules import VerbFinalRules
from llama_index_layout_rag.procedures.steps import Span, StepAnalysis

_CONTENT = rf"一-龯々〆ァ-ヴーｦ-ﾟA-Za-z0-9&＆・_{NAME}"
_NOUN_CHARACTERS = rf"一-龯々〆ヶァ-ヴーｦ-ﾟA-Za-zＡ-Ｚａ-ｚ0-9０-９①-⑳À-ÿα-ωΑ-Ω_./\\:%#$&＆*+~'’@{NAME}{ASIDE}・\-‐–－>＞→⇒□△○◯☆◎●▲▼▶◀×℃°"
_BULLETS = "※＊*>・ " + ASIDE
_SHORTEST_STATEMENT = 14
"""A lone unmarked 「解析条件を設定します。」 up to this length announces a section; with more detail it is an instruction."""
_SHORT_ITEM = 40
_LONGEST_OBJECT = 80
"""Characters looked at in front of a particle for the object it marks."""

CONDITION_ROLES = frozenset({"condition", "tara", "ba", "aftercond", "state", "until", "before", "negcond"})
CHAIN_ROLES = frozenset({"chain", "stem", "then", "after", "nagara", "either"})
REQUEST_ROLES = frozenset({"request", "obligation"})


@dataclass
class Predicate:
    """One inflected verb: where it stands, its dictionary form, and what its ending says."""

    start: int
    end: int
    lemma: str
    role: str
    noun: str = ""
    noun_start: int = -1
    passive: bool = False
    potential: bool = False
    polite: bool = False
    light: bool = False
    standing: bool = False
    floor: int = 0
    clause_start: int = 0
    reader: bool = False


@dataclass
class Findings:
    """What has been found so far in one item, in printed order."""

    actions: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    first_target: str | None = None
    first_type: str = "other"
    conditions: list[tuple[int, int]] = field(default_factory=list)
    results: list[tuple[int, int]] = field(default_factory=list)
    cautions: list[tuple[int, int]] = field(default_factory=list)
    requests: int = 0
    operations: int = 0
    last_name: str = ""
    named_target: bool = False
    lemmas: list[str] = field(default_factory=list)
    plain_end: bool = False
    polite_ends: int = 0
    nominal_end: bool = False
    told_noun: bool = False


@dataclass
class _Reading:
    """Where the reading of one sentence stands."""

    start: int
    pending: list[Predicate] = field(default_factory=list)
    result_start: int = -1
    system_start: int = -1
    closed: bool = False
    by_means: bool = False
    said_until: int = -1


@dataclass
class Target:
    text: str
    kind: str


class VerbFinalAnalyzer:
    """A language's rules compiled once: stem table, ending patterns, names of controls."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.stems = _stem_table(rules)
        self.longest_from: dict[str, int] = {}
        for stem in self.stems:
            self.longest_from[stem[0]] = max(len(stem), self.longest_from.get(stem[0], 0))
        self.first_characters = re.compile("[" + re.escape("".join(sorted(self.longest_from))) + "]")
        self.nominal = {noun: lemma for noun, lemma in _nominal_lemmas(rules, self.stems)}
        self.endings = re.compile("|".join(f"(?P<{role}_{i}>{p})" for i, (role, p) in enumerate(rules.endings)))
        self.auxiliaries = [(name, re.compile(pattern)) for name, pattern in rules.auxiliaries]
        nouns = sorted(rules.verbal_nouns, key=len, reverse=True)
        self.verbal_nouns = "|".join(map(re.escape, nouns))
        self.sahen = re.compile(
            rf"(?P<noun>{'|'.join(map(re.escape, nouns))}|[一-龯々ァ-ヴーA-Za-z&＆・]{{2,24}}|[一-龯]{{1,2}}[りいけめれき][一-龯]{{0,2}}[りいけめれし]?(?=し[てま]|する)|(?<=[にでをは、])[一-龯](?=し[てまた]))"
            r"(?P<kana>し|する|すれ|せ(?=ず)|さ(?=れ|せ)|でき(?=る|ま|な|れ|た))"
        )
        self.state_change = re.compile(rf"(?P<noun>[一-龯々ァ-ヴーA-Za-z]{{1,12}}|[{NAME}]+)に(?P<kana>し(?=[てまな、])|する(?!に)|すれ(?=ば))")
        self.nominal_end = re.compile(
            rf"(?:{'|'.join(map(re.escape, sorted(self.nominal, key=len, reverse=True)))})(?=\s*[。、]?\s*$)"
        )
        self.first_half = re.compile(r"(?:^|(?<=[をにでへ、LmgA-Za-z]))([一-龯]{1,2}[いきしちみりびぎえけせねめれべげじ])$")
        self.nominal_chain = re.compile(
            rf"(?:{'|'.join(map(re.escape, sorted(self.nominal, key=len, reverse=True)))})(?=、)"
        )
        self.unknown = re.compile(
            r"(?<=[をにがでと、はも])(?P<stem>[一-龯々]{1,3}(?:[ぁ-ん]{1,2}[一-龯々]{1,2})?(?P<okuri>[ぁ-ん]{0,2}?))"
            r"(?=ます|ましょう|ません|(?P<te>[てで](?:から|下さい|ください|、|おき|い)))|"
            r"(?<=[をにへで])(?P<kana>[ぁ-ん]{2,5}?)(?=ます(?:[。、]|$)|[てで](?:下さい|ください))|"
            r"(?<=を)(?P<plain>[一-龯々]{1,2}[ぁ-ん]{0,2}?)(?:(?P<dictionary>[うくぐすつぬぶむる])(?=。|$)|(?=[えけげせてねべめれりきしみいぎびち]、)(?P<chain>.))"
        )
        self.processing = tuple(rules.processing_verbs)
        self.check_verbs = re.compile(f"(?:{rules.patterns['check_verbs']})$")
        p = {name: re.compile(pattern) for name, pattern in rules.patterns.items()}
        self.sentence_end = p["sentence_end"]
        self.free_condition, self.free_reason = p["free_condition"], p["free_reason"]
        self.ability_end = p["ability_end"]
        self.outcome_end = p["outcome_end"]
        self.adverse, self.caption = p["adverse"], p["caption"]
        self.statement_end, self.completion = p["statement_end"], p["completion"]
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$")
        self.check_outcome, self.request_noun, self.done_noun = p["check_outcome"], p["request_noun"], p["done_noun"]
        self.told_noun = p["told_noun"]
        self.tick, self.adverb_prefix, self.state_words = p["tick"], p["adverb_prefix"], p["state_words"]
        self.set_to, self.counter, self.free_until = p["set_to"], p["counter"], p["free_until"]
        self.quoted_input = p["quoted_input"]
        self.object_pattern, self.past, self.noun_end, self.reason_tail = p["object"], p["past"], p["noun_end"], p["reason_tail"]
        self.procedure_goal, self.in_order = p["procedure_goal"], p["in_order"]
        self.attentive, self.noun_after = p["attentive"], p["noun_after"]
        self.goal_mark, self.source_mark, self.checked_mark = p["goal_mark"], p["source_mark"], p["checked_mark"]
        self.existing = p["existing"]
        self.pronoun_end = re.compile(f"(?:{rules.patterns['pronouns']})$")
        self.opinion = p["opinion"]
        self.object_mark, self.topic_mark = rules.object_mark, rules.topic_mark
        self.caution, self.caution_label = p["caution"], p["caution_label"]
        self.chapter_number = p["chapter_number"]
        self.refs, self.section_number, self.section_cue = p["refs"], p["section_number"], p["section_cue"]
        self.leading = re.compile(f"(?:{rules.patterns['leading']})+")
        self.subject, self.topic, self.subject_topic = p["subject"], p["topic"], p["subject_topic"]
        self.pronouns = re.compile(f"(?:{rules.patterns['pronouns']})$")
        self.locating = re.compile(f"(?:{rules.patterns['locating']})$")
        self.adverbs = re.compile(f"(?:{rules.patterns['adverbs']})$")
        self.unit = re.compile(
            f"(?:{'|'.join(_reversed_words(rules.patterns['hiragana_nouns']))}|[{_NOUN_CHARACTERS}]|(?<=[!-~{NAME}＞→⇒]) (?=[!-~一-龯ァ-ヴ＞→⇒{NAME}])|(?<=[一-龯ァ-ヴ]) (?=[!-~{NAME}]))+"
        )
        self.conjunction = re.compile("|".join(f"(?:{word})" for word in _reversed_words(rules.patterns["and"])))
        self.suffixes = sorted(
            ((word, kind) for kind, words in rules.suffix_types.items() for word in words), key=lambda pair: -len(pair[0])
        )
        self.heads = sorted(
            ((word, kind) for kind, words in rules.head_types.items() for word in words), key=lambda pair: -len(pair[0])
        )

    # ------------------------------------------------------------------ public

    def analyze(self, text: str, marker: str | None, emphasis: Sequence[tuple[int, int]]) -> StepAnalysis:
        marked = mark_text(text, emphasis)
        marked.commands = bool(marker) and any(c.isalnum() for c in marker or "") and len(text) <= _SHORT_ITEM
        found = Findings()
        label = self._label(marked)
        for start, end in self._sentences(marked.masked, label[1] if label else 0):
            self._read_sentence(marked, start, end, found, label)
            label = None
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        refs = self.find_refs(text)
        is_step = self._is_step(marked, found, marker)
        cautions = _spans(text, found.cautions)
        if not is_step:
            return StepAnalysis(is_step=False, cautions=cautions, refs=refs)
        conditions, results = sorted(set(found.conditions)), sorted(set(found.results))
        return StepAnalysis(
            is_step=True,
            actions=found.actions,
            targets=found.targets,
            target=found.first_target or "",
            target_type=found.first_type,
            conditions=_spans(text, conditions),
            results=_spans(text, results),
            cautions=cautions,
            refs=refs,
            condition_results=_pairs(marked.masked, conditions, results, self.sentence_end),
        )

    def condition_results(self, text: str) -> list[tuple[Span, Span]]:
        """Condition and consequence of each sentence that says what the system does under which condition."""
        marked = mark_text(text)
        pairs: list[tuple[Span, Span]] = []
        for start, end in self._sentences(marked.masked, 0):
            predicates = self._predicates(marked, start, end)
            opened: tuple[int, int] | None = None
            for predicate in predicates:
                if predicate.role in CONDITION_ROLES or predicate.role == "to":
                    if opened is not None and predicate.start > opened[1]:
                        _append_pair(pairs, text, opened, (opened[1], predicate.clause_start))
                    first = predicate.clause_start if opened is None or predicate.clause_start >= opened[1] else opened[0]
                    opened = self._trim(marked, first, predicate.end)
            if opened is not None:
                _append_pair(pairs, text, opened, (opened[1], end))
        return pairs

    def is_system_sentence(self, text: str) -> bool:
        marked = mark_text(text)
        sentences = self._sentences(marked.masked, 0)
        seen = False
        for start, end in sentences:
            predicates = [p for p in self._predicates(marked, start, end) if p.role != "adnominal"]
            if any(p.reader and p.role not in CONDITION_ROLES and p.role != "to" for p in predicates):
                return False
            seen = seen or bool(predicates)
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        marked = mark_text(text)
        found: list[tuple[int, int]] = []
        for start, end in self._sentences(marked.masked, 0):
            if self.caution.search(marked.masked, start, end) or self.caution_label.match(marked.folded, start, end):
                found.append(self._trim(marked, start, end, leading=False))
        return _spans(text, found)

    def find_refs(self, text: str) -> list[str]:
        folded = text
        found: list[tuple[int, str]] = []
        taken: list[tuple[int, int]] = []
        for match in self.refs.finditer(folded):
            found.append((match.start(), re.sub(r"\s+", "", match.group()) if not match.group().isascii() else match.group()))
            taken.append(match.span())
        for match in self.section_number.finditer(folded):
            free = not any(a < match.end(1) and match.start(1) < b for a, b in taken)
            if free and self.section_cue.match(folded, match.end(1)) and not _is_date(match.group(1)):
                found.append((match.start(1), match.group(1)))
        found.extend((match.start(1), match.group(1)) for match in self.chapter_number.finditer(folded))
        return list(dict.fromkeys(text for _, text in sorted(found)))

    # --------------------------------------------------------------- sentences

    def _sentences(self, masked: str, start: int) -> list[tuple[int, int]]:
        bounds: list[tuple[int, int]] = []
        position = start
        for match in self.sentence_end.finditer(masked, start):
            if match.start() > position:
                bounds.append((position, match.start()))
            position = match.end()
        if position < len(masked):
            bounds.append((position, len(masked)))
        return bounds

    def _label(self, marked: MarkedText) -> tuple[str, int] | None:
        match = re.match(rf"\s*([^。、:：を]{{1,24}}?)\s*[:：](?!//|\\)\s*(?=\S)", marked.masked)
        if match is None or self.caution_label.match(marked.folded) is not None:
            return None
        if re.search("[:：]", marked.masked[match.end() : match.end() + _LONGEST_OBJECT]):
            return None
        return marked.text[match.start(1) : match.end(1)], match.end()

    def _trim(self, marked: MarkedText, start: int, end: int, leading: bool = True) -> tuple[int, int]:
        start, end = strip_range(marked.masked, start, end)
        while start < end and marked.masked[start] in _BULLETS:
            start += 1
        start, end = strip_range(marked.masked, start, end)
        if leading:
            match = self.leading.match(marked.masked, start, end)
            if match is not None and match.end() < end:
                start, end = strip_range(marked.masked, match.end(), end)
        return start, end

    # -------------------------------------------------------------- predicates

    def _predicates(self, marked: MarkedText, start: int, end: int) -> list[Predicate]:
        masked = marked.masked
        candidates: list[Predicate] = []
        window = masked[:end]
        for match in self.sahen.finditer(window, start):
            kana, noun = match.group("kana"), match.group("noun")
            prefix = self.adverb_prefix.match(noun)
            if prefix is None and match.start("noun") and window[match.start("noun") - 1].isdigit():
                prefix = self.counter.match(noun)
            lemma = (noun[prefix.end() :] if prefix else noun) + "する"
            if len(noun) == 1 and noun not in self.rules.short_verbal_nouns:
                lemma = noun + "す"
            whole = noun + "し"
            if kana == "し" and noun[-1] in self.rules.no_verb_nouns:
                continue
            if kana == "し" and (whole in self.stems or noun[-2:] + "し" in self.stems):
                continue
            tail = match.end() - (1 if kana in ("する", "すれ") else 0)
            if kana == "すれ":
                tail = match.end()
            if kana == "でき":
                tail = match.end()
            predicate = self._finish(window, match.start("noun"), tail, lemma)
            if predicate is not None:
                predicate.potential = kana == "でき"
                candidates.append(predicate)
        for match in self.state_change.finditer(window, start):
            noun = marked.text[match.start("noun") : match.end("noun")]
            if noun.endswith("よう"):
                continue
            kana = match.group("kana")
            predicate = self._finish(window, match.start("noun"), match.end() - (kana == "する"), noun.strip("「」『』［］[]【】\"'“”") + "にする")
            if predicate is not None:
                candidates.append(predicate)
        candidates.extend(self._known_verbs(window, start))
        candidates.extend(self._polite_nouns(window, start))
        for match in self.free_condition.finditer(window, start):
            candidates.append(Predicate(match.start(), match.end(), "", "condition"))
        for match in self.free_until.finditer(window, start):
            candidates.append(Predicate(match.start(), match.end(), "", "until"))
        for match in self.free_reason.finditer(window, start):
            candidates.append(Predicate(match.start(), match.end(), "", "reason"))
        taken = sorted((c.start, c.end) for c in candidates)
        for match in self.unknown.finditer(window, start):
            if any(a < match.end() and match.start() < b for a, b in taken):
                continue
            if match.group("plain"):
                candidates.extend(self._unknown_plain(window, match))
                continue
            stem = match.group("stem") or match.group("kana")
            lemma = _guess_lemma(stem, match.group("te") or window[match.end() : match.end() + 1])
            if lemma is None or re.search("[をにはがとのも]", (match.group("okuri") or "")[:-1]):
                continue
            predicate = self._finish(window, match.start(), match.end(), lemma)
            if predicate is not None:
                candidates.append(predicate)
        predicates = _without_overlaps(candidates)
        ending = self.nominal_end.search(window, start)
        if ending is not None and predicates and predicates[-1].role == "stem" and predicates[-1].start > ending.start():
            predicates.pop()
        if ending is not None and not (predicates and predicates[-1].end > ending.start()):
            predicates.append(
                Predicate(ending.start(), ending.end(), self.nominal[ending.group()], "nominal", noun_start=ending.start())
            )
        for ending in self.nominal_chain.finditer(window, start):
            if any(p.end == ending.start() or window[ending.start() - 1] == self.object_mark for p in predicates):
                lemma = self.nominal[ending.group()]
                predicates = _without_overlaps([*predicates, Predicate(ending.start(), ending.end(), lemma, "stem", noun_start=ending.start())])
        if any(p.role in CONDITION_ROLES for p in predicates):
            for match in self.set_to.finditer(window, start):
                setting = self._finish(window, match.start("kana"), match.end() - (match.group("kana") == "する"), "する")
                if setting is not None and not any(p.start < match.end() <= p.end for p in predicates):
                    setting.noun_start = match.end("value") if self.object_mark not in window[predicates[-1].end : match.start()] else match.start("value")
                    predicates = _without_overlaps([*predicates, setting])
        noun = self.noun_end.search(window, start)
        if noun is not None and not (predicates and predicates[-1].end > noun.start("noun")):
            at = noun.start("noun")
            ending = "にする" if self.state_words.match(noun.group("noun")) else "する"
            lemma = self.nominal.get(noun.group("noun"), noun.group("noun") + ending)
            predicates.append(Predicate(at, noun.end("noun"), lemma, "nominal", noun_start=at))
        self._find_clauses(marked, predicates, start)
        return predicates

    def _unknown_plain(self, window: str, match: re.Match[str]) -> Iterable[Predicate]:
        """A verb that no list holds, in plain form (「玉ねぎを炒める。」) or as a chain (「炒め、」)."""
        stem, ending = match.group("plain"), match.group("dictionary") or match.group("chain")
        lemma = stem + ending if match.group("dictionary") else _guess_lemma(stem + ending, "")
        if lemma is not None:
            role = "final" if match.group("dictionary") else "stem"
            yield Predicate(match.start(), match.end(), lemma, role)

    def _polite_nouns(self, window: str, start: int) -> Iterable[Predicate]:
        """「ご確認ください」 and 「確認をします」: the noun is the verb."""
        for match in self.request_noun.finditer(window, start):
            noun = match.group("noun") or match.group("bare")
            end = match.end() + len("ください")
            yield Predicate(match.start(), min(end, len(window)), noun + "する", "request", polite=True)
        for match in self.noun_after.finditer(window, start):
            noun = match.group("noun")
            yield Predicate(match.start(), match.end(), noun + "する", "after", noun_start=match.start())
        for match in self.done_noun.finditer(window, start):
            tail = match.end() - (match.group("kana") == "する")
            noun = match.group("noun")
            predicate = self._finish(window, match.start("noun"), tail, self.nominal.get(noun) or noun + "する")
            if predicate is not None:
                predicate.noun_start, predicate.light = match.start("noun"), True
                yield predicate

    def _known_verbs(self, window: str, start: int) -> Iterable[Predicate]:
        position = start
        stems = self.stems
        length = len(window)
        while True:
            found = self.first_characters.search(window, position)
            if found is None:
                return
            position = found.start()
            rejected = 0
            for size in range(min(self.longest_from[found.group()], length - position), 0, -1):
                entry = stems.get(window[position : position + size])
                if entry is None:
                    continue
                lemma, dictionary_form = entry
                if not self._may_start(window, position, start):
                    continue
                predicate = self._finish(window, position, position + size - dictionary_form, lemma)
                if predicate is not None and lemma in self.rules.second_verbs:
                    self._join_compound(window, predicate)
                if predicate is not None:
                    yield predicate
                    position = predicate.end - 1 if predicate.end > position + 1 else position
                    rejected = 0
                    break
                rejected = max(rejected, size)
            # A longer verb that stands here as a noun (組み立て) hides the shorter ones in it (立てる).
            position += max(1, rejected - 1)

    def _join_compound(self, window: str, predicate: Predicate) -> None:
        """「量り取る」: the first half of a compound verb that no list holds."""
        first = self.first_half.search(window, max(0, predicate.start - 4), predicate.start)
        if first is not None:
            predicate.start, predicate.lemma = first.start(1), first.group(1) + predicate.lemma
            return
        for size in (3, 2):
            half = window[max(0, predicate.start - size) : predicate.start]
            if len(half) == size and half[-1] in self.rules.continuative_kana and half in self.stems:
                predicate.start, predicate.lemma = predicate.start - size, half + predicate.lemma
                return

    def _may_start(self, window: str, position: int, start: int) -> bool:
        if position <= start:
            return True
        before, here = window[position - 1], window[position]
        if here == "あ" and before in "でて":
            return False
        if "ぁ" <= here <= "ん":
            return before in "をにがではもと、, へりく" + NAME + ASIDE or before == "の"
        return not ("一" <= before <= "龯") or window[position - 2 : position] in ("再度",)

    def _finish(self, window: str, start: int, tail: int, lemma: str) -> Predicate | None:
        predicate = Predicate(start, tail, lemma, "")
        position = tail
        for name, pattern in self.auxiliaries:
            match = pattern.match(window, position)
            if match is None:
                continue
            position = match.end()
            if name == "passive":
                predicate.passive = True
            elif name == "standing":
                predicate.standing = True
            elif name == "causative" and lemma.endswith("する"):
                predicate.lemma = lemma[:-2] + "させる"
        ending = self.endings.match(window, position)
        if ending is None:
            return None
        role = (ending.lastgroup or "").rpartition("_")[0]
        if role == "stem" and start > 0 and window[start - 1] in self.rules.owner_mark and not lemma.endswith("する"):
            return None
        predicate.role = role
        predicate.end = max(ending.end(), tail)
        predicate.polite = "ます" in ending.group() or role in REQUEST_ROLES
        return predicate

    def _find_clauses(self, marked: MarkedText, predicates: list[Predicate], start: int) -> None:
        clause_start = floor = start
        for predicate in predicates:
            predicate.clause_start, predicate.floor = clause_start, max(floor, clause_start)
            if predicate.lemma in self.rules.light_verbs:
                self._fold_light_verb(marked.masked, predicate)
            predicate.reader = self._reader_acts(marked, predicate)
            if predicate.role == "either" and not predicate.reader:
                predicate.role = "adnominal"
            if predicate.role != "adnominal":
                clause_start = predicate.end
                if predicate.role in CONDITION_ROLES:
                    clause_start = _skip(marked.masked, clause_start, len(marked.masked))
            floor = predicate.end

    def _fold_light_verb(self, masked: str, predicate: Predicate) -> None:
        """「設定を行う」 is 設定する: the noun carries the meaning."""
        before = masked[predicate.clause_start : predicate.start]
        match = re.search(rf"({self.verbal_nouns}|[一-龯々ァ-ヴーA-Za-z]+(?:[りけてきちみしえいげめせれべび][一-龯]{{0,2}}[りけきちみしえいげめせれべび]?)?)(?:の(?:み|作業|操作))?を\s*$", before)
        if match is None:
            return
        noun = match.group(1)
        predicate.noun_start = predicate.clause_start + match.start(1)
        for size in range(len(noun)):
            known, _ = self.stems.get(noun[size:], ("", 0))
            inside = size > 0 and "一" <= noun[size - 1] <= "龯"
            if known and not inside and "ぁ" <= noun[-1] <= "ん" and known != noun[size:]:
                predicate.lemma = known
                predicate.noun_start += size
                break
        else:
            predicate.lemma = noun + "する"
        predicate.light = True

    def _reader_acts(self, marked: MarkedText, predicate: Predicate) -> bool:
        masked = marked.masked
        if predicate.lemma in self.rules.ignored_verbs:
            return False
        if predicate.role in REQUEST_ROLES:
            return not predicate.passive
        if predicate.passive or predicate.potential or predicate.standing or predicate.role == "capability":
            return False
        if not predicate.lemma:
            return False
        if predicate.lemma.endswith(self.processing) and not marked.commands and predicate.role in ("final", "chain", "stem"):
            if NAME not in masked[predicate.clause_start : predicate.start] and predicate.role == "final":
                return False
        before = masked[predicate.clause_start : predicate.start]
        has_object = self.object_mark in masked[max(predicate.floor, predicate.clause_start) : predicate.start]
        if self.subject_topic.search(before):
            return False
        told_to_go = predicate.lemma in self.rules.motion_verbs and self.procedure_goal.search(before) is not None
        if predicate.role == "to" and not has_object and predicate.lemma in self.rules.ambitransitive_verbs and NAME not in before:
            return self.goal_mark.search(before) is not None
        if predicate.lemma in self.rules.event_verbs and not has_object and not told_to_go:
            return False
        subject = self.subject.search(masked[max(predicate.floor, predicate.clause_start) : predicate.start])
        return subject is None

    # ---------------------------------------------------------------- sentence

    def _read_sentence(
        self, marked: MarkedText, start: int, end: int, found: Findings, label: tuple[str, int] | None
    ) -> None:
        clauses = [p for p in self._predicates(marked, start, end) if p.role != "adnominal"]
        if self._read_cautions(marked, clauses, start, end, found):
            return
        if self.opinion.search(marked.masked, start, end) and not any(p.role in REQUEST_ROLES for p in clauses):
            return
        narrated = clauses and clauses[-1].role == "final" and self.past.search(marked.masked[: clauses[-1].end])
        if narrated and not any(p.role in REQUEST_ROLES for p in clauses):
            return
        reading = _Reading(start=start)
        for index, predicate in enumerate(clauses):
            if predicate.role == "caution":
                continue
            if predicate.role in CONDITION_ROLES:
                self._read_condition(marked, predicate, clauses[index + 1 :], reading, found, label, end)
            elif predicate.role in ("to", "means") and (predicate.reader or predicate.role == "to"):
                self._read_trigger(marked, predicate, reading, found, label)
            elif reading.result_start >= 0:
                self._read_in_result(marked, predicate, clauses[index:], reading, found)
            else:
                self._read_operation(marked, predicate, clauses[index + 1 :], reading, found, label)
            if reading.closed:
                return
        if reading.pending and all(p.role in CHAIN_ROLES for p in reading.pending):
            closing = strip_range(marked.masked, reading.pending[-1].end, end)
            if self.statement_end.search(marked.masked[slice(*closing)]) and not self.completion.search(marked.masked[slice(*closing)]):
                reading.pending = []
        self._flush(marked, reading, found, label)
        if reading.result_start >= 0:
            self._add_result(marked, reading.result_start, end, found)

    def _read_condition(
        self,
        marked: MarkedText,
        predicate: Predicate,
        later: list[Predicate],
        reading: _Reading,
        found: Findings,
        label: tuple[str, int] | None,
        end: int,
    ) -> None:
        """A condition; the chain in front of it belongs to it when the reader goes on acting (「AしてBする場合」)."""
        if reading.result_start >= 0:
            self._add_result(marked, reading.result_start, predicate.clause_start, found)
            reading.result_start = predicate.end
        if predicate.role == "ba" and predicate.reader and self._becomes(marked.masked, predicate, end):
            reading.pending.append(predicate)
            found.operations += 1
            self._flush(marked, reading, found, label)
            reading.result_start = predicate.end if self.completion.match(marked.masked[_skip(marked.masked, predicate.end, end) : end]) is None else -1
            return
        outcome = self.check_outcome.match(marked.masked, _skip(marked.masked, predicate.end, end))
        if outcome is not None and predicate.role in ("ba", "tara", "condition", "negcond"):
            reading.pending = [p for p in reading.pending if p.lemma not in self.rules.manner_verbs]
            self._flush(marked, reading, found, label)
            self._add_result(marked, predicate.clause_start, end, found)
            reading.closed = True
            return
        joined = reading.pending and all(p.role in ("chain", "stem") for p in reading.pending)
        if joined and (predicate.reader or predicate.role == "condition") and predicate.role not in ("tara", "until"):
            first = reading.pending[0].clause_start
            reading.pending = []
        else:
            self._flush(marked, reading, found, label)
            first = predicate.clause_start
        if predicate.role == "until" and later:
            first = self._until_start(marked.masked, predicate, later[0])
        self._add_condition(marked, first, predicate.end, found)

    def _until_start(self, masked: str, predicate: Predicate, heir: Predicate) -> int:
        """「ドアを音がするまで押す」: the object in front belongs to the verb behind, the condition begins after it."""
        segment = masked[predicate.clause_start : predicate.start]
        position = segment.find(self.object_mark)
        subject = max((segment.rfind(mark) for mark in self.rules.subject_marks), default=-1)
        if 0 <= position < subject:
            start = predicate.clause_start + position + 1
            heir.clause_start = predicate.clause_start
            heir.floor = heir.clause_start
            heir.reader = heir.reader or heir.role in ("final", "chain", "stem") and not heir.passive
            return start
        return predicate.clause_start

    def _becomes(self, masked: str, predicate: Predicate, end: int) -> bool:
        """「再度熱すればきれいになります」, 「取り付ければ完成です」: told as a condition, meant as an operation."""
        rest = masked[_skip(masked, predicate.end, end) : end]
        acts = self.object_mark in masked[predicate.clause_start : predicate.start]
        if self.completion.match(rest) is not None:
            return acts or predicate.lemma not in self.rules.event_verbs
        return acts and self.outcome_end.search(rest) is not None

    def _read_trigger(
        self, marked: MarkedText, predicate: Predicate, reading: _Reading, found: Findings, label: tuple[str, int] | None
    ) -> None:
        """「AするとB」, 「AすることでB」: what the reader does is the operation, what follows its result."""
        if reading.result_start >= 0:
            until = predicate.clause_start
            if until == _skip(marked.masked, reading.result_start, until):
                # 「Aを押すとBがON、Cを押すと…」: the first result ends at the comma.
                until = marked.masked.rfind("、", reading.result_start, predicate.start)
                predicate.clause_start = max(until, predicate.clause_start)
            self._add_result(marked, reading.result_start, until, found)
        if predicate.reader and self._is_no_operation(marked.masked, predicate):
            reading.pending = []
            return
        if predicate.reader:
            reading.pending.append(predicate)
            found.operations += 1
            self._flush(marked, reading, found, label)
        else:
            self._flush(marked, reading, found, label)
            if predicate.lemma not in self.rules.ignored_verbs:
                self._add_condition(marked, predicate.clause_start, predicate.end, found)
        reading.result_start = predicate.end
        reading.by_means = predicate.role == "means"

    def _is_no_operation(self, masked: str, predicate: Predicate) -> bool:
        """「先に付けると修正が難しくなる」 gives a reason, 「この機能を使うと…できます」 praises a feature."""
        stop = self.sentence_end.search(masked, predicate.end)
        rest = masked[predicate.end : stop.start() if stop else len(masked)]
        if predicate.role == "to" and self.adverse.search(rest):
            return True
        praised = predicate.lemma in self.rules.feature_verbs and NAME not in masked[predicate.clause_start : predicate.start]
        return praised and self.ability_end.search(rest) is not None

    def _read_in_result(
        self, marked: MarkedText, predicate: Predicate, rest: list[Predicate], reading: _Reading, found: Findings
    ) -> None:
        """Inside a result: only a request, or a new operation before one, takes the reader back to acting."""
        requested = any(p.role in REQUEST_ROLES and p.reader for p in rest)
        if reading.by_means and rest[-1].reader and rest[-1].role == "final" and rest[-1].lemma not in self.rules.processing_verbs:
            requested = True
        if not requested or not predicate.reader or predicate.role in ("purpose", "ability"):
            if predicate.role != "purpose":
                reading.said_until = predicate.end
            return
        if reading.said_until > reading.result_start:
            self._add_result(marked, reading.result_start, reading.said_until, found)
        reading.result_start = -1
        found.requests += predicate.role in REQUEST_ROLES
        reading.pending.append(predicate)

    def _read_operation(
        self,
        marked: MarkedText,
        predicate: Predicate,
        later: list[Predicate],
        reading: _Reading,
        found: Findings,
        label: tuple[str, int] | None,
    ) -> None:
        role = predicate.role
        if role == "ability" or role == "capability" or predicate.potential:
            named = [p for p in reading.pending if NAME in marked.masked[p.clause_start : p.start]]
            if named and predicate.role != "adnominal":
                reading.result_start = reading.pending[-1].end
                found.operations += 1
                self._flush(marked, reading, found, label)
            reading.pending = []
        elif role in ("unneeded", "prohibit", "reason", "contrast"):
            if role == "reason" and not predicate.reader and self._is_shown(marked.masked, predicate):
                self._flush(marked, reading, found, label)
                self._add_result(marked, predicate.clause_start, predicate.end, found)
            reading.pending = []
        elif role in ("purpose", "together", "negative"):
            return
        elif role in CHAIN_ROLES and predicate.lemma in self.rules.feature_verbs and later and role != "either":
            self._hand_on_object(marked.masked, predicate, later[0])
        elif predicate.reader and (role in CHAIN_ROLES or role in ("final", "nominal", "good") or role in REQUEST_ROLES):
            if role == "nagara" and predicate.lemma in self.rules.manner_verbs:
                return
            if role == "chain" and predicate.lemma in self.rules.looking_verbs and later:
                self._hand_on_object(marked.masked, predicate, later[0])
                return
            found.requests += role in REQUEST_ROLES
            found.nominal_end = role == "nominal"
            found.told_noun = role == "nominal" and self.told_noun.search(marked.masked[: predicate.start]) is not None
            found.plain_end = role == "final" and not predicate.polite
            found.polite_ends += role == "final" and predicate.polite
            reading.pending.append(predicate)
        elif not predicate.reader and (role == "final" or (role in CHAIN_ROLES and not later)):
            chained = all(p.role in ("chain", "stem") for p in reading.pending)
            if chained:
                reading.pending = []
            if self._is_shown(marked.masked, predicate):
                first = predicate.clause_start if reading.system_start < 0 else reading.system_start
                self._add_result(marked, first, predicate.end, found)
            reading.system_start = -1
        elif not predicate.reader and role in CHAIN_ROLES and reading.system_start < 0:
            reading.system_start = predicate.clause_start

    def _hand_on_object(self, masked: str, predicate: Predicate, heir: Predicate) -> None:
        """「値を環境に合わせて書き換える」: the object of a chain that is no action belongs to the next verb."""
        segment = masked[predicate.clause_start : predicate.start]
        position = self._object_position(segment, 0)
        if position >= 0 and self.goal_mark.search(segment, position) is not None:
            heir.clause_start = predicate.clause_start

    def _flush(self, marked: MarkedText, reading: _Reading, found: Findings, label: tuple[str, int] | None) -> None:
        if reading.pending:
            self._add_actions(marked, reading.pending, found, label, reading.start)
        reading.pending = []

    def _read_cautions(
        self, marked: MarkedText, clauses: list[Predicate], start: int, end: int, found: Findings
    ) -> bool:
        """Records the warnings of a sentence; True when nothing but a warning stands in it.

        「注意して組み立てます」 warns only with its adverbial clause; otherwise the whole sentence is the warning.
        """
        if self.caution_label.match(marked.folded, start, end) is not None:
            found.cautions.append(self._trim(marked, start, end, leading=False))
            return self.caution.search(marked.masked, start, end) is not None
        match = self.caution.search(marked.masked, start, end)
        if match is None:
            return False
        attentive = self.attentive.match(marked.masked, match.start())
        if attentive is not None and any(p.reader and p.start >= attentive.end() for p in clauses):
            clause_start = max([start, *(p.end for p in clauses if p.end <= match.start() and p.role != "adnominal")])
            found.cautions.append(self._trim(marked, clause_start, attentive.end()))
            for predicate in clauses:
                if predicate.clause_start < attentive.end() <= predicate.end:
                    predicate.clause_start = attentive.end()
                if predicate.start < attentive.end() and predicate.end > match.start():
                    predicate.role = "caution"
            return False
        for predicate in clauses:
            if predicate.role in ("condition", "tara", "ba") and predicate.end <= match.start():
                self._add_condition(marked, predicate.clause_start, predicate.end, found)
        found.cautions.append(self._trim(marked, start, end, leading=False))
        return True

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        inner = marked.text[start + 1 : end - 1]
        if len(inner) < 6 or not re.search("[ぁ-ん]", inner):
            return
        inside = mark_text(inner)
        aside = Findings()
        for first, last in self._sentences(inside.masked, 0):
            self._read_sentence(inside, first, last, aside, None)
        offset = start + 1
        found.cautions.extend((a + offset, b + offset) for a, b in aside.cautions)
        if aside.requests:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)
            found.lemmas.extend(aside.lemmas)
            found.conditions.extend((a + offset, b + offset) for a, b in aside.conditions)

    def _is_shown(self, masked: str, predicate: Predicate) -> bool:
        if predicate.standing or predicate.lemma not in self.rules.shown_verbs:
            return False
        before = masked[predicate.clause_start : predicate.start]
        if self.topic.search(before) and not self.leading.match(before.lstrip()):
            return False
        if predicate.lemma in self.rules.becoming and self.subject.search(before) is None:
            return False
        return predicate.passive or predicate.lemma in self.rules.event_verbs or bool(self.subject.search(before))

    def _add_condition(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        first, last = self._trim(marked, start, end)
        while last > first and marked.masked[last - 1] in "はにもで" and marked.masked[last - 2 : last] not in ("まで", "態で"):
            last -= 1
        if last > first and self.bare_condition.match(marked.masked, first, last) is None:
            found.conditions.append((first, last))

    def _add_result(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        first, last = self._trim(marked, start, end)
        while last > first and marked.masked[last - 1] == ASIDE:
            last -= 1
        tail = self.reason_tail.search(marked.masked[first:last])
        if tail is not None:
            last = first + tail.start()
        if last - first >= 2:
            found.results.append((first, last))

    # ----------------------------------------------------------------- targets

    def _add_actions(
        self, marked: MarkedText, predicates: list[Predicate], found: Findings, label: tuple[str, int] | None, start: int
    ) -> None:
        shared: list[Target] = []
        for predicate in predicates:
            if predicate.lemma in self.rules.ignored_verbs or predicate.lemma in self.rules.light_verbs:
                continue
            targets, path = self._targets(marked, predicate)
            if label is not None and not found.actions:
                targets, path = [Target(label[0], "field")], False
            if not targets and shared:
                targets, shared = shared, []
            if predicate.role == "nagara":
                shared = self._shared_object(marked, predicate)
            found.actions.append(predicate.lemma)
            found.lemmas.append(predicate.lemma)
            named = [t for t in targets if t.text]
            if found.first_target is None:
                chosen = (named[-1] if path else named[0]) if named else (targets[0] if targets else Target("", "other"))
                found.first_target, found.first_type = chosen.text, chosen.kind
            found.targets.extend(t.text for t in named)

    def _shared_object(self, marked: MarkedText, predicate: Predicate) -> list[Target]:
        """「AをBを押しながら接続する」: A belongs to the verb after the 〜ながら clause."""
        segment = marked.masked[predicate.clause_start : predicate.start]
        first = segment.find(self.object_mark)
        if first < 0 or segment.rfind(self.object_mark) == first:
            return []
        return self._phrase(marked, predicate.clause_start, predicate.clause_start + first)[0]

    def _targets(self, marked: MarkedText, predicate: Predicate) -> tuple[list[Target], bool]:
        """Objects of a predicate in printed order, and whether they form a menu path."""
        masked = marked.masked
        limit = predicate.noun_start if predicate.noun_start >= 0 else predicate.start
        start = max(predicate.clause_start, limit - _LONGEST_OBJECT * 2)
        segment = masked[start:limit]
        bare = segment.rstrip()
        if predicate.light or predicate.role in ("nominal", "stem"):
            if bare.endswith("の"):
                return self._phrase(marked, start, start + len(bare) - 1)
            if bare and self.object_mark not in bare and self.unit.match(bare[-1]):
                return self._phrase(marked, start, start + len(bare))
        floor = max(0, predicate.floor - start)
        position = self._object_position(segment, floor)
        if position < 0 and floor and predicate.lemma not in self.rules.goal_as_target | self.rules.event_verbs:
            # 「ファイルを指定した場所に保存する」: the object stands in front of the relative clause.
            position = self._object_position(segment, 0)
        ordered = self.in_order.search(segment)
        if ordered is not None and position < 0:
            return self._phrase(marked, start, start + ordered.start())
        named_field = self._goal(marked, predicate, segment, start, position, floor)
        if named_field is not None:
            return named_field, False
        if position >= 0:
            targets, path = self._phrase(marked, start, start + position)
            if targets and self.tick.match(targets[-1].text):
                return self._ticked(marked, segment, start, position) or targets, False
            source = self._source_control(marked, start, start + position)
            if source is not None and not path:
                targets = [source, *targets]
            if not targets:
                targets = self._checked_subject(marked, predicate, segment, start)
            if targets and targets[0].kind == "pronoun" or not targets and self.pronoun_end.search(segment[:position]):
                targets = self._antecedent(marked, predicate.clause_start)
            return targets, path
        source = self._source_control(marked, start, limit)
        if source is not None:
            return [source], False
        typed = self.quoted_input.search(segment) if predicate.lemma in self.rules.enter_verbs else None
        if typed is not None:
            return self._phrase(marked, start, start + typed.start())
        return self._without_object(marked, predicate, segment, start), False

    def _ticked(self, marked: MarkedText, segment: str, start: int, position: int) -> list[Target]:
        """「Xにチェックを入れる」: X is the target."""
        goal = None
        for goal in self.goal_mark.finditer(segment, 0, position):
            pass
        targets = self._phrase(marked, start, start + goal.start())[0] if goal is not None else []
        return [Target(t.text, "checkbox") for t in targets if t.text]

    def _object_position(self, segment: str, floor: int) -> int:
        position = -1
        for match in self.object_pattern.finditer(segment, floor):
            position = match.start()
        return position

    def _goal(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int, floor: int
    ) -> list[Target] | None:
        """A に/へ phrase that is what the verb acts on: a named field, or the goal of a verb without object."""
        goal_verb = predicate.lemma in self.rules.goal_as_target and position < 0
        if not goal_verb and predicate.lemma not in self.rules.enter_verbs:
            return None
        chosen = None
        for match in self.goal_mark.finditer(segment):
            if goal_verb and match.start() < floor:
                continue
            targets, _ = self._phrase(marked, start, start + match.start())
            if targets and (goal_verb or targets[0].kind in ("field", "checkbox") and targets[0].text):
                chosen = targets
        return chosen

    def _without_object(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """What stands in for a missing object: a topic, a source, what was said to be there just before."""
        checked = self._checked_subject(marked, predicate, segment, start)
        if checked:
            return checked
        topics = list(self.topic.finditer(segment))
        for match in reversed(topics):
            if segment[match.start()] == self.topic_mark or predicate.light:
                targets, _ = self._phrase(marked, start, start + match.start())
                if targets and targets[0].text:
                    return targets
        if topics or predicate.lemma in self.rules.goal_as_target:
            return []
        source = None
        for source in self.source_mark.finditer(segment):
            pass
        if source is not None and source.end() >= len(segment.rstrip()):
            return self._phrase(marked, start, start + source.start())[0]
        if predicate.role in REQUEST_ROLES and self.goal_mark.search(segment) is None:
            return self._existing(marked, predicate.clause_start)
        return []

    def _checked_subject(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """「ランプが点灯していることを確認する」: what is looked at is the subject of the clause."""
        if self.check_verbs.match(predicate.lemma) is None:
            return []
        match = self.checked_mark.search(segment)
        return self._phrase(marked, start, start + match.start())[0][:1] if match is not None else []

    def _antecedent(self, marked: MarkedText, before: int) -> list[Target]:
        """What 「こちら」 points at: the last file or quoted name printed before it."""
        files = list(re.finditer(r"[\w/\\.-]*\w\.[A-Za-z]\w{0,4}(?!\w)", marked.masked[:before], re.ASCII))
        if files:
            return [Target(files[-1].group(), "file")]
        names = [name for at, name in sorted(marked.names.items()) if at < before]
        if names:
            return [Target(marked.inner(names[-1]), "other")]
        return self._existing(marked, before)

    def _existing(self, marked: MarkedText, before: int) -> list[Target]:
        """The thing that the text in front says to be there (「設定値があります。必要に応じ変更してください。」)."""
        match = None
        for match in self.existing.finditer(marked.masked[:before]):
            pass
        if match is None:
            return []
        topic = None
        for topic in self.topic.finditer(marked.masked, max(0, match.start() - 12), match.start()):
            pass
        end = topic.start() if topic is not None else match.start()
        return self._phrase(marked, max(0, end - _LONGEST_OBJECT), end)[0][:1]

    def _source_control(self, marked: MarkedText, start: int, end: int) -> Target | None:
        """「『実行』ボタンから処理を実行する」: the control that is used."""
        match = re.search(rf"([{NAME}]+)([一-龯ァ-ヴー]*)(?:から|より)", marked.masked[start:end])
        if match is None:
            return None
        kind = next((kind for word, kind in self.suffixes if match.group(2) == word), "")
        if match.group(2) and kind not in ("button", "icon", "link", "menu", "tab"):
            return None
        name = marked.names.get(start + match.start(1))
        return Target(marked.inner(name), kind or "button") if name is not None else None

    def _phrase(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """The coordinated names in front of a particle at `end`, in printed order, and whether they form a menu path."""
        while end > start and marked.masked[end - 1] == " ":
            end -= 1
        reversed_text = marked.masked[start:end][::-1]
        found: list[Target] = []
        path = False
        position = 0
        for _ in range(8):
            match = self.unit.match(reversed_text, position)
            if match is None:
                break
            unit_start, unit_end = end - match.end(), end - position
            following = match.end()
            while reversed_text[following : following + 1] == " ":
                following += 1
            if reversed_text[following : following + 1] == self.rules.owner_mark:
                before = self.unit.match(reversed_text, following + 1)
                owner_start, owner_end = (end - before.end(), end - following - 1) if before else (unit_start, unit_start)
                owner = marked.masked[owner_start:owner_end].strip()
                if not self._bare(marked, unit_start, unit_end):
                    kind = self._suffix_kind(marked.masked[unit_start:unit_end])
                    names, is_path = self._names(marked, owner_start, owner_end) if owner else ([], False)
                    if self.pronouns.match(owner):
                        names = [Target("", kind)]
                    found = [*(Target(t.text, kind or t.kind) for t in names), *found]
                    path = path or is_path
                    unit_start = unit_end
                    following = before.end() if before else len(reversed_text)
                elif NAME in marked.masked[unit_start:unit_end] or NAME in owner or not owner or self.locating.match(owner):
                    following = len(reversed_text)
                else:
                    unit_start, following = owner_start, before.end() if before else following
                    unit_start, following = self._outer_owner(marked, reversed_text, unit_start, following, end)
            if unit_start < unit_end:
                names, is_path = self._names(marked, unit_start, unit_end)
                found = [*names, *found]
                path = path or is_path
            if following >= len(reversed_text):
                break
            while reversed_text[following : following + 1] == " ":
                following += 1
            joint = self.conjunction.match(reversed_text, following)
            if joint is None:
                break
            if reversed_text[joint.end() : joint.end() + 1] == "、":
                position = joint.end() + 1
            else:
                position = joint.end()
            while reversed_text[position : position + 1] == " ":
                position += 1
            upcoming = self.unit.match(reversed_text, position)
            if upcoming is not None and reversed_text[upcoming.end() : upcoming.end() + 1] in self.rules.subject_marks:
                break
            if upcoming is None or self.adverbs.match(upcoming.group()[::-1].strip()):
                break
        return found, path

    def _outer_owner(
        self, marked: MarkedText, reversed_text: str, unit_start: int, following: int, end: int
    ) -> tuple[int, int]:
        """A second 「AのBのC」 level, when A says whose and not where."""
        if reversed_text[following : following + 1] != self.rules.owner_mark:
            return unit_start, following
        before = self.unit.match(reversed_text, following + 1)
        owner = before.group()[::-1].strip() if before else ""
        if before is None or NAME in owner or self.locating.match(owner) or self.pronouns.match(owner):
            return unit_start, len(reversed_text)
        return end - before.end(), before.end()

    def _bare(self, marked: MarkedText, start: int, end: int) -> str:
        text = marked.masked[start:end].strip()
        for suffix, _ in self.suffixes:
            if text == suffix:
                return ""
        return text

    def _suffix_kind(self, text: str) -> str:
        return next((kind for word, kind in self.suffixes if text.strip() == word), "")

    def _names(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        unit = marked.masked[start:end]
        plain = unit.replace(ASIDE, "")
        kind = next((kind for word, kind in self.suffixes if plain.strip().endswith(word)), "")
        if NAME in unit:
            names = [n for n in _names_in(marked, start, end)]
            targets = [Target(marked.inner(n), kind or "other") for n in names]
            between = re.search(r"[→⇒>＞\-–]", unit) is not None or len(names) > 1
            return targets, between and len(names) > 1
        if ASIDE in unit:
            inner = marked.text[start:end][unit.index(ASIDE) + 1 : unit.rindex(ASIDE)]
            if re.fullmatch(r"[\w.:\\/~$%-]+[\\/.][\w.\\/-]+", inner):
                return [Target(inner, "file")], False
        parts = re.split(r"\s*(?:→|⇒|>|＞|»)\s*", unit)
        targets = []
        offset = start
        for part in parts:
            at = marked.masked.find(part, offset, end) if part else -1
            if at < 0:
                continue
            text = self._without_aside(marked, at, at + len(part))
            targets.append(self._typed(text))
            offset = at + len(part)
        return targets, len(targets) > 1

    def _without_aside(self, marked: MarkedText, start: int, end: int) -> str:
        masked = marked.masked[start:end]
        if ASIDE not in masked:
            return marked.text[start:end]
        rests = [m for m in re.finditer(f"[^{ASIDE}]+", masked) if m.group().strip()]
        if not rests:
            return marked.text[start:end]
        owned = masked[rests[-1].start()] == self.rules.owner_mark
        rest = rests[-1] if owned else max(rests, key=lambda m: m.end() - m.start())
        return marked.text[start + rest.start() + owned : start + rest.end()]

    def _typed(self, text: str) -> Target:
        text = re.sub(r"^[①-⑳\s・]+", "", text.strip()).strip()
        prefix = self.adverb_prefix.match(text)
        text = text[prefix.end() :] if prefix else text
        for suffix, kind in self.suffixes:
            if text.endswith(suffix):
                bare = text[: -len(suffix)].strip()
                # 入力欄, テキストボックス: without a name in front the kind of field is the name.
                whole = kind in ("field", "checkbox") and len(text) > 2 and bare in ("", "入力", "テキスト", "チェック")
                return Target(text if whole else bare, kind)
        if self.pronouns.match(text):
            return Target("", "pronoun")
        kind = next((kind for word, kind in self.heads if text.endswith(word)), "other")
        return Target(text, kind)

    # ----------------------------------------------------------------- is it?

    def _by_hand(self, lemma: str) -> bool:
        if lemma.endswith("する"):
            return lemma in self.rules.hand_verbs
        return lemma not in self.rules.goal_verbs

    def _is_step(self, marked: MarkedText, found: Findings, marker: str | None) -> bool:
        if not found.actions:
            return False
        if self.caption.match(marked.masked):
            return False
        if found.requests or found.operations or found.conditions or marked.names:
            return True
        text = marked.text.strip()
        goals_only = all(lemma in self.rules.goal_verbs for lemma in found.lemmas)
        if found.plain_end and not text.endswith(("。", ".")):
            return any(self._by_hand(lemma) for lemma in found.lemmas)
        if found.nominal_end and not text.endswith(("。", ".")) and not any(map(self._by_hand, found.lemmas)):
            return self.object_mark in text or found.told_noun
        goals_only = all(lemma in self.rules.overview_verbs for lemma in found.lemmas)
        overview = not marker and len(found.actions) == 1 and found.polite_ends == 1 and len(text) <= _SHORTEST_STATEMENT
        return not (overview and goals_only)


def _stem_table(rules: VerbFinalRules) -> dict[str, tuple[str, int]]:
    """Every stem of every verb, with its dictionary form and 1 where the stem is the dictionary form itself (its last
    character then belongs to the ending)."""
    stems: dict[str, tuple[str, int]] = {}
    for verb in rules.one_stem_verbs:
        if not verb.endswith("る") or len(verb) < 2:
            continue
        stems.setdefault(verb[:-1], (verb, 0))
    for verb in rules.five_stem_verbs:
        row = rules.five_stem_rows.get(verb[-1])
        if row is None or len(verb) < 2:
            continue
        for kana in dict.fromkeys(row):
            stems.setdefault(verb[:-1] + kana, (verb, 0))
        stems[verb] = (verb, 1)
    return stems


def _nominal_lemmas(rules: VerbFinalRules, stems: dict[str, tuple[str, int]]) -> Iterable[tuple[str, str]]:
    for noun in (*rules.nominal_actions, *rules.verbal_nouns):
        known = stems.get(noun)
        if known is None and noun[-1] not in "りけてきちみしめい":
            inner = {stem: lemma for stem, (lemma, _) in ()}
            known = inner.get(noun)
        yield noun, known[0] if known else noun + "する"


def _guess_lemma(stem: str, te: str) -> str | None:
    """Dictionary form of an unknown verb from its last kana in front of ます or て."""
    last = stem[-1]
    rows = {"し": "す", "き": "く", "ぎ": "ぐ", "ち": "つ", "び": "ぶ", "み": "む", "り": "る", "い": "う", "っ": "る", "ん": "む"}
    if te[:1] in "てで" and te:
        rows = {**rows, "い": "ぐ" if te[0] == "で" else "く"}
    if last in rows and len(stem) > 1:
        return stem[:-1] + rows[last]
    if last in "えけげせてでねへべめれじ":
        return stem + "る"
    return None


def _without_overlaps(candidates: list[Predicate]) -> list[Predicate]:
    candidates.sort(key=lambda p: (p.start, -p.end))
    kept: list[Predicate] = []
    for predicate in candidates:
        if kept and predicate.start < kept[-1].end:
            continue
        kept.append(predicate)
    return kept


def _skip(text: str, position: int, end: int) -> int:
    while position < end and text[position] in "、, はに":
        position += 1
    return position


def _is_date(number: str) -> bool:
    return len(number) > 7 and number[:2] in ("19", "20")


def _reversed_words(pattern: str) -> list[str]:
    return sorted((re.escape(word[::-1]) for word in pattern.split("|")), key=len, reverse=True)


def _names_in(marked: MarkedText, start: int, end: int) -> list[Name]:
    return [name for at, name in sorted(marked.names.items()) if start <= at < end]


def _spans(text: str, ranges: Iterable[tuple[int, int]]) -> list[Span]:
    return [Span(text=text[a:b], start=a, end=b) for a, b in sorted(set(ranges)) if b > a]


def _pairs(
    masked: str, conditions: list[tuple[int, int]], results: list[tuple[int, int]], sentence_end: re.Pattern[str]
) -> list[tuple[int, int]]:
    """Each result goes to the nearest condition in front of it in its own sentence."""
    pairs = []
    for r, (start, _) in enumerate(results):
        before = [c for c, (_, end) in enumerate(conditions) if end <= start]
        if before and sentence_end.search(masked, conditions[before[-1]][1], start) is None:
            pairs.append((before[-1], r))
    return pairs


def _append_pair(pairs: list[tuple[Span, Span]], text: str, condition: tuple[int, int], result: tuple[int, int]) -> None:
    start, end = strip_range(text, *result, characters=" \u3000、,。.;；はにもで")
    if end > start:
        pairs.append((
            Span(text=text[condition[0] : condition[1]], start=condition[0], end=condition[1]),
            Span(text=text[start:end], start=start, end=end),
        ))
