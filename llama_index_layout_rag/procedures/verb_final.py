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
_LONGEST_VERB = 8
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
    nominal_end: bool = False


@dataclass
class Target:
    text: str
    kind: str


class VerbFinalAnalyzer:
    """A language's rules compiled once: stem table, ending patterns, names of controls."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.stems = _stem_table(rules)
        self.first_characters = frozenset(stem[0] for stem in self.stems)
        self.nominal = {noun: lemma for noun, lemma in _nominal_lemmas(rules, self.stems)}
        self.endings = re.compile("|".join(f"(?P<{role}_{i}>{p})" for i, (role, p) in enumerate(rules.endings)))
        self.auxiliaries = [(name, re.compile(pattern)) for name, pattern in rules.auxiliaries]
        nouns = sorted(rules.verbal_nouns, key=len, reverse=True)
        self.sahen = re.compile(
            rf"(?P<noun>{'|'.join(map(re.escape, nouns))}|[一-龯々ァ-ヴーA-Za-z&＆・]{{2,24}}|(?<=[にでをは、])[一-龯](?=し[てまた]))"
            r"(?P<kana>し|する|すれ|せ(?=ず)|さ(?=れ|せ)|でき(?=る|ま|な|れ|た))"
        )
        self.state_change = re.compile(rf"(?P<noun>[一-龯々ァ-ヴーA-Za-z]{{1,12}}|[{NAME}]+)に(?P<kana>し(?=[てまな、])|する(?!に)|すれ(?=ば))")
        self.nominal_end = re.compile(
            rf"(?:{'|'.join(map(re.escape, sorted(self.nominal, key=len, reverse=True)))})(?=\s*[。、]?\s*$)"
        )
        self.unknown = re.compile(
            r"(?<=[をにがでと、はも])(?P<stem>[一-龯々]{1,3}(?:[ぁ-ん]{1,2}[一-龯々]{1,2})?(?P<okuri>[ぁ-ん]{0,2}?))"
            r"(?=ます|ましょう|ません|(?P<te>[てで](?:から|下さい|ください|、|おき|い)))|"
            r"(?<=を)(?P<kana>[ぁ-ん]{1,4}?)(?=ます(?:[。、]|$)|[てで](?:下さい|ください))"
        )
        p = {name: re.compile(pattern) for name, pattern in rules.patterns.items()}
        self.sentence_end = p["sentence_end"]
        self.caution, self.caution_label = p["caution"], p["caution_label"]
        self.refs, self.section_number, self.section_cue = p["refs"], p["section_number"], p["section_cue"]
        self.leading = re.compile(f"(?:{rules.patterns['leading']})+")
        self.subject, self.topic, self.subject_topic = p["subject"], p["topic"], p["subject_topic"]
        self.pronouns = re.compile(f"(?:{rules.patterns['pronouns']})$")
        self.locating = re.compile(f"(?:{rules.patterns['locating']})$")
        self.adverbs = re.compile(f"(?:{rules.patterns['adverbs']})$")
        self.unit = re.compile(
            f"(?:{'|'.join(_reversed_words(rules.patterns['hiragana_nouns']))}|[{_NOUN_CHARACTERS}]|(?<=[!-~]) (?=[!-~一-龯ァ-ヴ{NAME}])|(?<=[一-龯ァ-ヴ]) (?=[!-~{NAME}]))+"
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
            if self.caution.search(marked.masked, start, end):
                found.append(self._trim(marked, start, end, leading=False))
        return _spans(text, found)

    def find_refs(self, text: str) -> list[str]:
        folded = text
        found: list[tuple[int, str]] = []
        taken: list[tuple[int, int]] = []
        for match in self.refs.finditer(folded):
            found.append((match.start(), re.sub(r"\s+", "", match.group()) if not match.group().isascii() else match.group()))
            taken.append(match.span())
        if self.section_cue.search(folded):
            for match in self.section_number.finditer(folded):
                if not any(a < match.end(1) and match.start(1) < b for a, b in taken):
                    found.append((match.start(1), match.group(1)))
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
        if match is None:
            return None
        return marked.text[match.start(1) : match.end(1)], match.end()

    def _trim(self, marked: MarkedText, start: int, end: int, leading: bool = True) -> tuple[int, int]:
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
            lemma = noun.rpartition(" ")[2] + "する"
            whole = noun + "し"
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
        for match in self.unknown.finditer(window, start):
            stem = match.group("stem") or match.group("kana")
            lemma = _guess_lemma(stem, match.group("te") or window[match.end() : match.end() + 1])
            if lemma is None:
                continue
            predicate = self._finish(window, match.start(), match.end(), lemma)
            if predicate is not None:
                candidates.append(predicate)
        predicates = _without_overlaps(candidates)
        ending = self.nominal_end.search(window, start)
        if ending is not None and not (predicates and predicates[-1].end > ending.start()):
            predicates.append(
                Predicate(ending.start(), ending.end(), self.nominal[ending.group()], "nominal", noun_start=ending.start())
            )
        self._find_clauses(marked, predicates, start)
        return predicates

    def _known_verbs(self, window: str, start: int) -> Iterable[Predicate]:
        position = start
        stems, firsts = self.stems, self.first_characters
        length = len(window)
        while position < length:
            if window[position] not in firsts:
                position += 1
                continue
            for size in range(min(_LONGEST_VERB, length - position), 0, -1):
                entry = stems.get(window[position : position + size])
                if entry is None:
                    continue
                lemma, dictionary_form = entry
                if not self._may_start(window, position, start):
                    continue
                predicate = self._finish(window, position, position + size - dictionary_form, lemma)
                if predicate is not None:
                    yield predicate
                    position = predicate.end - 1 if predicate.end > position + 1 else position
                    break
            position += 1

    def _may_start(self, window: str, position: int, start: int) -> bool:
        if position <= start:
            return True
        before, here = window[position - 1], window[position]
        if "ぁ" <= here <= "ん":
            return before in "をにがではもと、, へり" + NAME + ASIDE or before == "の"
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
            elif name == "causative" and lemma.endswith("する"):
                predicate.lemma = lemma[:-2] + "させる"
        ending = self.endings.match(window, position)
        if ending is None:
            return None
        role = (ending.lastgroup or "").rpartition("_")[0]
        predicate.role = role
        predicate.end = max(ending.end(), tail)
        predicate.polite = "ます" in ending.group() or role in REQUEST_ROLES
        return predicate

    def _find_clauses(self, marked: MarkedText, predicates: list[Predicate], start: int) -> None:
        clause_start = start
        for predicate in predicates:
            predicate.clause_start = clause_start
            if predicate.lemma in self.rules.light_verbs:
                self._fold_light_verb(marked.masked, predicate)
            predicate.reader = self._reader_acts(marked.masked, predicate)
            if predicate.role != "adnominal":
                clause_start = predicate.end

    def _fold_light_verb(self, masked: str, predicate: Predicate) -> None:
        """「設定を行う」 is 設定する: the noun carries the meaning."""
        before = masked[predicate.clause_start : predicate.start]
        match = re.search(r"([一-龯々ァ-ヴーA-Za-z]+(?:[ぁ-ん]{1,2}[一-龯]{0,2}[ぁ-ん]?)?)(?:の(?:み|作業|操作))?を\s*$", before)
        if match is None:
            return
        noun = match.group(1)
        predicate.noun_start = predicate.clause_start + match.start(1)
        for size in range(len(noun)):
            known = self.nominal.get(noun[size:])
            if known is not None and not known.endswith("する"):
                predicate.lemma = known
                predicate.noun_start += size
                break
        else:
            predicate.lemma = noun + "する"
        predicate.light = True

    def _reader_acts(self, masked: str, predicate: Predicate) -> bool:
        if predicate.role in REQUEST_ROLES:
            return not predicate.passive
        if predicate.passive or predicate.potential or predicate.role in ("capability", "standing"):
            return False
        if predicate.lemma in self.rules.ignored_verbs:
            return False
        before = masked[predicate.clause_start : predicate.start]
        has_object = "を" in before
        if self.subject_topic.search(before):
            return False
        if predicate.lemma in self.rules.event_verbs and not has_object:
            return False
        subject = self.subject.search(before)
        return not (subject is not None and "を" not in before[subject.end() :])

    # ---------------------------------------------------------------- sentence

    def _read_sentence(
        self, marked: MarkedText, start: int, end: int, found: Findings, label: tuple[str, int] | None
    ) -> None:
        masked = marked.masked
        predicates = [p for p in self._predicates(marked, start, end)]
        caution_from = self._caution_start(marked, predicates, start, end, found)
        mode = "operation"
        result_start = -1
        pending: list[Predicate] = []
        clauses = [p for p in predicates if p.role != "adnominal"]
        for index, predicate in enumerate(clauses):
            if caution_from is not None and predicate.end > caution_from:
                break
            role = predicate.role
            if role in CONDITION_ROLES and not (role == "state" and predicate.reader and False):
                if mode == "result" and result_start >= 0:
                    self._add_result(marked, result_start, predicate.clause_start, found)
                first = pending[0].clause_start if pending else predicate.clause_start
                self._add_condition(marked, first, predicate.end, found)
                pending = []
                if mode == "result":
                    result_start = predicate.end
                continue
            if role == "to":
                if predicate.reader:
                    if mode == "result" and result_start >= 0:
                        self._add_result(marked, result_start, predicate.clause_start, found)
                    self._add_actions(marked, [*pending, predicate], found, label, start)
                    found.operations += 1
                else:
                    self._add_condition(marked, predicate.clause_start, predicate.end - 1 + 1, found)
                pending = []
                mode, result_start = "result", predicate.end
                continue
            if role == "means" and predicate.reader:
                self._add_actions(marked, [*pending, predicate], found, label, start)
                found.operations += 1
                pending = []
                mode, result_start = "result", predicate.end
                continue
            if mode == "result":
                request_ahead = predicate.role in REQUEST_ROLES
                if request_ahead and predicate.reader:
                    if predicate.clause_start > result_start:
                        self._add_result(marked, result_start, predicate.clause_start, found)
                    self._add_actions(marked, [predicate], found, label, start)
                    mode, result_start = "operation", -1
                continue
            if role in ("purpose", "reason", "contrast", "ability", "together", "negative", "unneeded", "prohibit"):
                if role in ("reason", "contrast"):
                    pending = []
                continue
            if role == "standing" and index + 1 < len(clauses):
                continue
            if predicate.reader and (role in CHAIN_ROLES or role in ("final", "nominal", "good") or role in REQUEST_ROLES):
                if role in REQUEST_ROLES or role == "nominal" or role == "good":
                    found.requests += role in REQUEST_ROLES
                    found.nominal_end = role == "nominal"
                if role == "final":
                    found.plain_end = not predicate.polite
                pending.append(predicate)
                continue
            if role == "final" or (role in CHAIN_ROLES and index + 1 == len(clauses)):
                if self._is_shown(masked, predicate, found):
                    first = predicate.clause_start
                    earlier = clauses[index - 1] if index else None
                    if earlier is not None and not earlier.reader and earlier.role in CHAIN_ROLES:
                        first = earlier.clause_start
                    self._add_result(marked, first, end, found)
        if pending:
            self._add_actions(marked, pending, found, label, start)
        if mode == "result" and result_start >= 0 and caution_from is None:
            self._add_result(marked, result_start, end, found)

    def _caution_start(
        self, marked: MarkedText, predicates: list[Predicate], start: int, end: int, found: Findings
    ) -> int | None:
        match = self.caution.search(marked.masked, start, end)
        if match is None:
            return None
        first = start
        for predicate in predicates:
            if predicate.role in ("condition", "tara", "ba") and predicate.end <= match.start():
                self._add_condition(marked, first, predicate.end, found)
        found.cautions.append(self._trim(marked, first, end, leading=False))
        return first

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

    def _is_shown(self, masked: str, predicate: Predicate, found: Findings) -> bool:
        if predicate.role == "standing" or predicate.lemma not in self.rules.shown_verbs:
            return False
        before = masked[predicate.clause_start : predicate.start]
        return predicate.passive or predicate.lemma in self.rules.event_verbs or bool(self.subject.search(before))

    def _add_condition(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        first, last = self._trim(marked, start, end)
        while last > first and marked.masked[last - 1] in "はにもで" and marked.masked[last - 2 : last] not in ("まで", "態で"):
            last -= 1
        if last > first:
            found.conditions.append((first, last))

    def _add_result(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        first, last = self._trim(marked, start, end)
        if last - first >= 2:
            found.results.append((first, last))

    # ----------------------------------------------------------------- targets

    def _add_actions(
        self, marked: MarkedText, predicates: list[Predicate], found: Findings, label: tuple[str, int] | None, start: int
    ) -> None:
        for predicate in predicates:
            if predicate.lemma in self.rules.ignored_verbs:
                continue
            targets, path = self._targets(marked, predicate)
            if label is not None and not found.actions:
                targets, path = [Target(label[0], "field")], False
            found.actions.append(predicate.lemma)
            found.lemmas.append(predicate.lemma)
            named = [t for t in targets if t.text]
            if found.first_target is None:
                chosen = (named[-1] if path else named[0]) if named else (targets[0] if targets else Target("", "other"))
                found.first_target, found.first_type = chosen.text, chosen.kind
            found.targets.extend(t.text for t in named)

    def _targets(self, marked: MarkedText, predicate: Predicate) -> tuple[list[Target], bool]:
        masked = marked.masked
        start = predicate.clause_start
        limit = predicate.noun_start if predicate.noun_start >= 0 else predicate.start
        segment_start = max(start, limit - _LONGEST_OBJECT * 2)
        segment = masked[segment_start:limit]
        if predicate.light or predicate.role == "nominal":
            bare = segment.rstrip()
            if bare.endswith("の"):
                return self._phrase(marked, segment_start, segment_start + len(bare) - 1)
            if predicate.role == "nominal" and bare and not bare.endswith("を"):
                if predicate.start and bare[-1:] not in "にでとへ、":
                    return self._phrase(marked, segment_start, segment_start + len(bare))
        position = segment.rfind("を")
        field_target = None
        if predicate.lemma in self.rules.enter_verbs or predicate.lemma in self.rules.goal_as_target:
            for match in re.finditer(r"[にへ](?!つい|より|よっ|対|関|お)", segment):
                targets, path = self._phrase(marked, segment_start, segment_start + match.start())
                if position < 0 and predicate.lemma in self.rules.goal_as_target and targets:
                    return targets, path
                if targets and targets[0].kind in ("field", "checkbox"):
                    field_target = targets
        if field_target is not None:
            return field_target, False
        if position >= 0:
            targets, path = self._phrase(marked, segment_start, segment_start + position)
            source = self._source_control(marked, segment_start, segment_start + position)
            if source is not None and not path:
                targets = [source, *targets]
            return targets, path
        source = self._source_control(marked, segment_start, limit)
        if source is not None:
            return [source], False
        match = None
        for match in self.topic.finditer(segment):
            pass
        if match is not None:
            return self._phrase(marked, segment_start, segment_start + match.start())
        return [], False

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
            while following < len(reversed_text) and reversed_text[following] == "の":
                before = self.unit.match(reversed_text, following + 1)
                if before is None:
                    break
                owner_start, owner_end = end - before.end(), end - following - 1
                owner = marked.masked[owner_start:owner_end]
                own_suffix_only = not self._bare(marked, unit_start, unit_end)
                if own_suffix_only and self.pronouns.match(owner) is None:
                    kind = self._suffix_kind(marked.masked[unit_start:unit_end])
                    unit_start, unit_end = owner_start, owner_end
                    following = before.end()
                    forced = kind
                    names, is_path = self._names(marked, unit_start, unit_end)
                    names = [Target(t.text, forced or t.kind) for t in names]
                    found = [*names, *found]
                    path = path or is_path
                    unit_start = unit_end
                    break
                if NAME in marked.masked[unit_start:unit_end] or NAME in owner or self.locating.match(owner):
                    following = len(reversed_text)
                    break
                unit_start = owner_start
                following = before.end()
            if unit_start < unit_end:
                names, is_path = self._names(marked, unit_start, unit_end)
                found = [*names, *found]
                path = path or is_path
            if following >= len(reversed_text):
                break
            joint = self.conjunction.match(reversed_text, following)
            if joint is None:
                break
            if reversed_text[joint.end() : joint.end() + 1] == "、":
                position = joint.end() + 1
            else:
                position = joint.end()
            upcoming = self.unit.match(reversed_text, position)
            if upcoming is None or self.adverbs.match(upcoming.group()[::-1].strip()):
                break
        return found, path

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
        if ASIDE in masked:
            first = masked.index(ASIDE)
            return marked.text[start : start + first] if first else marked.text[start:end]
        return marked.text[start:end]

    def _typed(self, text: str) -> Target:
        text = re.sub(r"^[①-⑳\s・]+", "", text.strip()).strip()
        for suffix, kind in self.suffixes:
            if text.endswith(suffix):
                return Target(text[: -len(suffix)].strip(), kind)
        if self.pronouns.match(text):
            return Target("", "other")
        kind = next((kind for word, kind in self.heads if text.endswith(word)), "other")
        return Target(text, kind)

    # ----------------------------------------------------------------- is it?

    def _is_step(self, marked: MarkedText, found: Findings, marker: str | None) -> bool:
        if not found.actions:
            return False
        if found.requests or found.operations or found.conditions:
            return True
        text = marked.text.strip()
        named = bool(marked.names)
        if found.plain_end and not text.endswith(("。", ".")) and not named:
            return not all(lemma in self.rules.goal_verbs for lemma in found.lemmas)
        return True


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
    for noun in rules.nominal_actions:
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
