"""The Japanese step reader: one item or sentence to a `StepAnalysis`."""

from __future__ import annotations

import re
import unicodedata

from llama_index_layout_rag.steps.ja.cautions import CAUTION_LABEL, labelled_sentences
from llama_index_layout_rag.steps.ja.classification import classify
from llama_index_layout_rag.steps.ja.clauses import CONDITIONS, ClauseType, Predicate, skip_particles
from llama_index_layout_rag.steps.ja.lexicon import Lexicon
from llama_index_layout_rag.steps.ja.predicates import PredicateFinder
from llama_index_layout_rag.steps.ja.recording import ItemFindings, trim
from llama_index_layout_rag.steps.ja.references import find_references
from llama_index_layout_rag.steps.ja.sentences import SentenceReader
from llama_index_layout_rag.steps.marking import STOPS, MarkedText, mark_text, strip_range
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem
from llama_index_layout_rag.steps.spans import span, spans
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

_MAX_COMMAND = 40
"""A numbered item up to this length commands even where its verb is one of data processing."""
_MIN_ASIDE = 6
"""Characters of a remark in parentheses that is read as a sentence."""
SENTENCE_END = re.compile(
    r"""[。\n]+
      | (?:(?<=クリック)|(?<=タップ)|(?<=選択)|(?<=入力)|(?<=確認)|(?<=押下)|(?<=ます)|(?<=する)|(?<=[をに].[すくむぶる])
          |(?<=[下だ]さい))\s*[→⇒⇨➡>＞]\s*(?=\S)  # を選択 → …
      | (?:(?<=ます)|(?<=した)|(?<=さい))\s+(?=(?:図|表|写真)\s*\d[\d\-.．‐–−]*\s[^。]*$)  # …ます 図3 表示部
      | [!?！？]+(?!\s*と) | (?<=[ぁ-ん])[．.](?=\s|$)""",
    re.VERBOSE,
)
_HALF_WIDTH = re.compile("[ｦ-ﾝ]")
_LABEL = re.compile(r"\s{0,3}([^\s。、:：を][^。、:：を]{0,23}?)\s{0,3}[:：](?!//|\\)\s{0,3}(?=\S)")
_NO_LABEL = re.compile(
    r""".*(?:場合|ときは?|際|時)$
      | (?:手順|ステップ|STEP|[Ss]tep|注記?|補足|備考|例|ポイント|ヒント|TIPS?|メモ|参考|NOTE|Note|操作|方法|対処(?:方法)?
          |処置|対策|回答|[AQ])?
        \s*[0-9①-⑳.\-()（）]*$""",
    re.VERBOSE,
)

_CONDITION_HINT = re.compile(
    r"場合|とき|時|際|[ただ]ら|ば|後|あと|前|まで|応じ|状態|限り|ごと|たび|度に|中[には]|ケース|最中|次第|[うくぐすつぬぶむる]と|間|なら|ないと"
)


class JapaneseStepReader:
    """Reads the steps of Japanese manuals with the built-in words and those of a user.

    Args:
        vocabulary: Words added to the built-in ones.
    """

    def __init__(self, vocabulary: StepVocabulary | None = None) -> None:
        self._lexicon = Lexicon(vocabulary)
        self._finder = PredicateFinder(self._lexicon)
        self._sentences = SentenceReader(self._lexicon, self._finder)
        self._last: tuple[str, MarkedText, list[tuple[int, int, list[Predicate]]]] | None = None

    def read(self, item: StepItem) -> StepAnalysis:
        """Return what an item tells its reader to do; see `StepReader`."""
        if _HALF_WIDTH.search(item.text) is not None:
            return self._read_half_width(item)
        marked, found = self._read(item)
        is_step, _ = classify(marked, found, item, self._lexicon)
        return found.analysis(item.text, marked.masked, self.find_refs(item.text), SENTENCE_END, is_step)

    def explain(self, item: StepItem) -> dict[str, str]:
        """Return the name of the rule that decided each field of `read(item)`; of several values all their rules."""
        marked, found = self._read(item)
        is_step, rule = classify(marked, found, item, self._lexicon)
        rules = {"is_step": [rule]}
        for decision in found.decisions:
            if is_step or decision.field == "cautions":
                rules.setdefault(decision.field, []).append(decision.rule)
        if self.find_refs(item.text):
            rules["refs"] = ["numbered reference"]
        return {name: "; ".join(dict.fromkeys(names)) for name, names in rules.items()}

    def has_condition(self, text: str) -> bool:
        """Return whether a text may hold a condition; see `StepReader`."""
        return _CONDITION_HINT.search(text) is not None

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Return condition and consequence of each sentence that says what the system does under which condition."""
        marked, sentences = self._predicates(text)
        pairs: list[ConditionResult] = []
        if CAUTION_LABEL.match(marked.folded):
            return pairs
        for _, end, predicates in sentences:
            opened: tuple[int, int] | None = None
            for predicate in predicates:
                if predicate.clause not in CONDITIONS and predicate.clause is not ClauseType.TO:
                    continue
                begin = predicate.clause_start
                if opened is not None and predicate.start > opened[1]:
                    begin = _after_noun_result(marked.masked, opened[1], predicate)
                    _add_pair(pairs, text, opened, (opened[1], begin))
                continues = opened is not None and begin < opened[1]
                opened = trim(marked, opened[0] if opened is not None and continues else begin, predicate.end)
            if opened is not None:
                _add_pair(pairs, text, opened, (opened[1], end))
        return pairs

    def is_system_sentence(self, text: str) -> bool:
        """Return whether the text only says what the system does: it holds no operation of the user."""
        seen = False
        for _, _, predicates in self._predicates(text)[1]:
            clauses = [p for p in predicates if p.clause is not ClauseType.ADNOMINAL]
            if any(p.by_user and p.clause not in CONDITIONS and p.clause is not ClauseType.TO for p in clauses):
                return False
            seen = seen or bool(clauses)
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        """Return the sentences that forbid or warn."""
        marked = mark_text(text)
        return spans(text, self._sentences.cautions.find(marked, _sentences(marked.masked)))

    def find_refs(self, text: str) -> list[str]:
        """Return numbered references, as printed, each once."""
        return find_references(text)

    def _read(self, item: StepItem) -> tuple[MarkedText, ItemFindings]:
        marked = mark_text(item.text, item.emphasis, self._lexicon.names)
        marked.commands = any(c.isalnum() for c in item.marker or "") and len(item.text) <= _MAX_COMMAND
        found = ItemFindings()
        sentences = _sentences(marked.masked)
        for start, end in labelled_sentences(marked, sentences):
            found.add_caution(marked, *trim(marked, start, end, connective=False), rule="signal word")
        if found.cautions:
            return marked, found
        label = _label(marked)
        for start, end in _sentences(marked.masked, label[1] if label else 0):
            self._sentences.read(marked, start, end, found, label)
            label = None
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        return marked, found

    def _read_half_width(self, item: StepItem) -> StepAnalysis:
        """Read an item with half-width kana (「ﾎﾞﾀﾝを押す」) in full width; the spans are those of the item as printed."""
        pieces, offsets = [], [0]
        for match in re.finditer(r".[ﾞﾟ]?", item.text, re.DOTALL):
            half_width = _HALF_WIDTH.match(match.group())
            piece = unicodedata.normalize("NFKC", match.group()) if half_width else match.group()
            pieces.append(piece)
            offsets.extend([match.end()] * len(piece) if half_width else range(match.start() + 1, match.end() + 1))
        read = self.read(item._replace(text="".join(pieces), emphasis=()))
        printed = {
            name: [span(item.text, offsets[part.start], offsets[part.end]) for part in getattr(read, name)]
            for name in ("conditions", "results", "cautions")
        }
        return read.model_copy(update=printed)

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """Add the warnings and requests of a remark in parentheses."""
        inner = marked.text[start + 1 : end - 1]
        if len(inner) < _MIN_ASIDE and not self._sentences.cautions.warns(inner):
            return
        inside, aside = mark_text(inner), ItemFindings()
        for first, last in _sentences(inside.masked):
            self._sentences.read(inside, first, last, aside, None)
        offset = start + 1
        found.cautions.extend((a + offset, b + offset) for a, b in aside.cautions)
        if aside.requests:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)
            found.conditions.extend((a + offset, b + offset) for a, b in aside.conditions)
        found.decisions.extend(d for d in aside.decisions if aside.requests or d.field == "cautions")

    def _predicates(self, text: str) -> tuple[MarkedText, list[tuple[int, int, list[Predicate]]]]:
        """Return the sentences of a text with their predicates; remembered for the next question about the same text."""
        last = self._last
        if last is not None and last[0] == text:
            return last[1], last[2]
        marked = mark_text(text)
        found = [(start, end, self._finder.find(marked, start, end)) for start, end in _sentences(marked.masked)]
        self._last = (text, marked, found)  # One assignment: safe where threads share the reader.
        return marked, found


def _sentences(text: str, start: int = 0) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    for match in SENTENCE_END.finditer(text, start):
        if match.start() > start:
            bounds.append((start, match.start()))
        start = match.end()
    return [*bounds, (start, len(text))] if start < len(text) else bounds


def _label(marked: MarkedText) -> tuple[str, int] | None:
    """Return the label before an item (「電源ボタン：長押しする」) and where it ends."""
    match = _LABEL.match(marked.masked)
    if match is None or CAUTION_LABEL.match(marked.folded) is not None:
        return None
    if _NO_LABEL.match(marked.folded, *match.span(1)) is not None:
        return None
    return marked.text[slice(*match.span(1))], match.end()


def _after_noun_result(text: str, end: int, predicate: Predicate) -> int:
    """Return where a condition begins after one that ends at `end`; a noun is its result: 「Aの場合はB、Cの場合は…」."""
    comma = text.find("、", end + 2, predicate.start)
    return comma + 1 if predicate.clause_start <= end + 1 and comma >= 0 else predicate.clause_start


def _add_pair(pairs: list[ConditionResult], text: str, condition: tuple[int, int], result: tuple[int, int]) -> None:
    start, end = strip_range(text, skip_particles(text, *result), result[1], characters=STOPS)
    if end > start:
        pairs.append(ConditionResult(span(text, *condition), span(text, start, end)))
