"""Reads one Japanese sentence from left to right.

Each predicate has a clause type and an agent; from these follow actions, conditions, results and cautions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.agents import WRITING_VERBS
from llama_index_layout_rag.steps.ja.cautions import CautionReader
from llama_index_layout_rag.steps.ja.clauses import (
    CONDITIONS,
    COORDINATED,
    REQUESTS,
    ClauseType,
    Predicate,
    skip_particles,
)
from llama_index_layout_rag.steps.ja.conditions import COMPLETED, ConditionReader
from llama_index_layout_rag.steps.ja.lexicon import NON_OPERATIONS, PROCESSING_VERBS, SUMMARY_VERBS, Lexicon
from llama_index_layout_rag.steps.ja.objects import ObjectFinder
from llama_index_layout_rag.steps.ja.operations import OperationReader, causes_damage, rest_of_sentence
from llama_index_layout_rag.steps.ja.predicates import PredicateFinder
from llama_index_layout_rag.steps.ja.recording import ItemFindings, Sentence, trim
from llama_index_layout_rag.steps.marking import MarkedText, strip_range

CAPTION = re.compile(
    r"\s*(?:図|表|写真|Fig(?:ure)?\.?|Table)\s*\d[\d\-‐‑–−ー.．]*(?!\s*[をのにがはとで]|[^。]*(?:ます|下さい|ください|。))",
    re.IGNORECASE,
)
_SELF_REFERENCE = re.compile(
    r"(?:説明|記載|紹介|解説|例示|掲載|記述)(?:し(?:て(?:い|お))?(?:ま(?:す|した)|ます)?|する)$|述べ(?:ます|る)$|ありがとうござ|お礼(?:を)?申し"
)
"""What the manual itself does."""
_OPINION = re.compile(
    r"(?:と思い?ま?す|と思って(?:い|お)り?ま?する?|と考えて(?:い|お)り?ま?する?|と(?:思わ|考え(?:ら)?)れ(?:ます|る)|でしょう|だろう|かもしれ(?:ません|ない)|はずです|ようです)(?:が)?$"
)
_PAST = re.compile(r"(?:まし)?た(?:が|ので)?$|だ$")
_QUESTION = re.compile(r"(?:でしょう|です|ます)か$")
_COURTESY = re.compile(r"ご(?:了承|容赦|理解|承知おき)[^。、]{0,12}(?:願|いただ|頂|くださ|下さ|賜)[^。、]{0,12}$")
_STATEMENT_END = re.compile(r"(?:です|である|だ|でした|となります|となる)$")


class SentenceReader:
    """Reads sentences with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon, finder: PredicateFinder) -> None:
        self.finder = finder
        self.objects = ObjectFinder(lexicon)
        self.cautions = CautionReader(lexicon, finder.noun_line, self.read)
        self.conditions = ConditionReader(lexicon)
        self.operations = OperationReader(lexicon)

    def read(
        self, marked: MarkedText, start: int, end: int, found: ItemFindings, label: tuple[str, int] | None
    ) -> None:
        """Add what the sentence [start, end) says to the findings of its item."""
        if start > 0 and CAPTION.match(marked.masked, start, end):
            return
        predicates = [p for p in self.finder.find(marked, start, end) if p.clause is not ClauseType.ADNOMINAL]
        if self.cautions.read(marked, predicates, start, end, found) or _is_no_instruction(
            marked, predicates, start, end
        ):
            return
        sentence = Sentence(marked, found, self.objects, label, start, end)
        counts = len(found.actions), len(found.results), len(found.conditions)
        for index, predicate in enumerate(predicates):
            self._read_predicate(predicate, predicates[index:], sentence)
            sentence.previous = predicate
            if sentence.closed:
                return
        pending = sentence.pending
        if pending and all(p.clause in COORDINATED for p in pending):
            closing = marked.masked[slice(*strip_range(marked.masked, pending[-1].end, end))]
            if _STATEMENT_END.search(closing) and not COMPLETED.search(closing):
                sentence.pending = []
        sentence.record_operations()
        if sentence.result_start >= 0:
            sentence.add_result(sentence.result_start, end, "after the operation")
        found.conditioned += len(found.actions) > counts[0] and len(found.conditions) > counts[2]
        last = predicates[-1] if predicates else None
        able = last is not None and (last.potential or last.clause in (ClauseType.ABILITY, ClauseType.CAPABILITY))
        if able and not found.actions and len(found.results) == counts[1]:
            del found.conditions[counts[2] :]  # 「Aした状態で出力できます」 says what is possible

    def _read_predicate(self, predicate: Predicate, rest: Sequence[Predicate], sentence: Sentence) -> None:
        clause, later = predicate.clause, rest[1:]
        if clause is ClauseType.CAUTION:
            return
        answers = predicate.by_user and bool(later) and not any(p.by_user for p in later)
        if clause in CONDITIONS and not (clause is ClauseType.EACH_TIME and answers):
            self.conditions.read(predicate, later, sentence)
        elif clause in (ClauseType.TO, ClauseType.EACH_TIME) or (clause is ClauseType.MEANS and predicate.by_user):
            self._read_trigger(predicate, sentence)
        elif sentence.result_start >= 0:
            _read_in_result(predicate, rest, sentence)
        else:
            self.operations.read(predicate, later, sentence)

    def _read_trigger(self, predicate: Predicate, sentence: Sentence) -> None:
        """「AするとB」, 「AすることでB」: what the user does is the operation, what follows its result."""
        text, marked = sentence.text, sentence.marked
        if sentence.result_start >= 0:
            until = predicate.clause_start
            if until == skip_particles(text, sentence.result_start, until):
                # 「Aを押すとBがON、Cを押すと…」: the first result ends at the comma.
                until = text.rfind("、", sentence.result_start, predicate.start)
                predicate.clause_start = max(until, predicate.clause_start)
            sentence.add_result(sentence.result_start, until, "before the next operation")
        chain_start = sentence.pending[0].clause_start if sentence.pending else -1
        if predicate.by_user and self.operations.is_no_operation(marked, predicate, chain_start):
            sentence.pending = []
            sentence.closed = True
        elif causes_damage(text, predicate):
            sentence.closed = True
        if sentence.closed:
            if causes_damage(text, predicate):
                stop = predicate.end + len(rest_of_sentence(text, predicate))
                first, last = trim(marked, predicate.clause_start, stop, connective=False)
                sentence.found.add_caution(marked, first, last, rule="damage")
            return
        if predicate.by_user:
            sentence.pending.append(predicate)
            sentence.found.operations += 1
            sentence.record_operations()
        else:
            sentence.record_operations()
            if predicate.lemma in NON_OPERATIONS or predicate.lemma in SUMMARY_VERBS:
                return
            if sentence.before(predicate).strip() or not text[: predicate.start].strip():
                sentence.add_condition(predicate.clause_start, predicate.end, predicate.clause.value)
        sentence.result_start = predicate.end
        sentence.resumes = predicate.clause is ClauseType.MEANS or not predicate.by_user


def _is_no_instruction(marked: MarkedText, predicates: Sequence[Predicate], start: int, end: int) -> bool:
    """Return whether a sentence without a request is an opinion, a question, a courtesy, a report or about the manual."""
    if not predicates:
        return False
    text, last = marked.masked[start:end].rstrip(), predicates[-1]
    if _QUESTION.search(text) or _COURTESY.search(text):
        return True
    if _SELF_REFERENCE.search(marked.masked, last.start, end) and not (last.by_user and last.lemma in WRITING_VERBS):
        return True
    if any(p.clause in REQUESTS for p in predicates):
        return False
    reported = last.clause is ClauseType.FINAL and _PAST.search(marked.masked[: last.end]) is not None
    return _OPINION.search(text) is not None or _PAST.search(text) is not None or reported


def _read_in_result(predicate: Predicate, rest: Sequence[Predicate], sentence: Sentence) -> None:
    """Read a predicate after a trigger: a request returns to what the user does.

    A plain last verb does so where it follows only an event or a reason (「…が表示されますので、［OK］を押します」).
    """
    requested = any(p.clause in REQUESTS and p.by_user for p in rest)
    if predicate.clause is ClauseType.REASON and not requested and any(p.clause in REQUESTS for p in rest):
        sentence.add_result(sentence.result_start, predicate.end, "before a reference")
        sentence.closed = True  # 「…が届くので、そちらを参照してください」
        return
    last = rest[-1]
    resumes = (
        sentence.resumes and last.by_user and last.clause is ClauseType.FINAL and last.lemma not in PROCESSING_VERBS
    )
    aside = predicate.clause in (ClauseType.PURPOSE, ClauseType.ABILITY)
    if not (requested or resumes) or not predicate.by_user or aside:
        if predicate.clause is not ClauseType.PURPOSE:
            sentence.stated_until = predicate.end
        sentence.resumes = sentence.resumes or predicate.clause is ClauseType.REASON
        return
    if sentence.stated_until > sentence.result_start:
        sentence.add_result(sentence.result_start, sentence.stated_until, "before the next operation")
    sentence.result_start = -1
    sentence.found.requests += predicate.clause in REQUESTS
    sentence.pending.append(predicate)
