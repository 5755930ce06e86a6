"""Headings, labels and openings that tell what kind of content a section or paragraph is, by language.

All patterns run over folded text (`layout.normalize.fold_text`: half-width, NFKC), case ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ContentRules:
    """What tells the content types of one language apart."""

    headings: Mapping[str, str] = field(default_factory=dict)
    """Content type -> pattern that a heading, without its number, must hold."""
    exception: str = ""
    """How a sentence begins that takes something out of the rule before it."""
    condition: str = ""
    """A condition somewhere in a sentence of a rule."""
    case_openers: str = ""
    """Label that opens a case: what happened."""
    case_labels: str = ""
    """Labels that go on with a case: what was judged, on what evidence, with what result."""
    policy_openers: str = ""
    """Label that opens a rule: its condition."""
    policy_labels: str = ""
    """Labels that go on with a rule: measure, exception."""


CONTENT_RULES: dict[str, ContentRules] = {
    "ja": ContentRules(
        headings={
            "checklist": r"(?:チェック(?:リスト|シート|項目|表)|点検(?:表|項目|リスト)|確認(?:項目|表|リスト))$",
            "policy": r"(?:規程|規則|ポリシー|方針|遵守事項|禁止事項|取扱(?:い)?基準|判断基準|運用ルール)$",
            "case": r"(?:事例|ヒヤリ・?ハット(?:報告)?|事故報告|インシデント(?:報告|記録)?)$",
        },
        exception=r"(?:ただし|但し|例外として|この限りで|(?:上記|前[項号条]|本[項号条]|これ)(?:の規定)?に(?:かか|関|拘)わらず)",
        condition=r"場合|ときは|時は|に限り|限って",
        case_openers=r"(?:事象|発生事象|現象|出来事|発生状況|状況|症状|相談内容|質問|経緯)",
        case_labels=r"(?:判断|判定|評価|根拠|理由|証拠|確認事項|原因|推定原因|対応|対処|処置|対策|再発防止(?:策)?|結果|教訓|結論|回答)",
        policy_openers=r"(?:条件|適用条件|対象|適用範囲)",
        policy_labels=r"(?:措置|対応|処置|取扱い?|ルール|規則|例外|除外|ただし書き?)",
    ),
    "en": ContentRules(
        headings={
            "checklist": r"\b(?:check ?-?lists?|inspection (?:items|list)|items to check)$",
            "policy": r"\b(?:polic(?:y|ies)|regulations|code of conduct|prohibited (?:acts|items|use))$",
            "case": r"\b(?:case stud(?:y|ies)|case examples?|incident reports?|near[- ]miss(?:es)?|lessons learned)$",
        },
        exception=r"(?:except(?:ion|ions)?\b|unless\b|notwithstanding\b|this does not apply\b)",
        condition=r"\b(?:if|when|where|unless|only)\b",
        case_openers=r"(?:event|incident|what happened|situation|symptom|observation|problem|issue|question)",
        case_labels=(
            r"(?:judg(?:e)?ment|decision|assessment|evidence|proof|basis|grounds|reason|cause|root cause|action(?: taken)?"
            r"|countermeasure|corrective action|remedy|result|outcome|lesson(?: learned)?|answer|conclusion)"
        ),
        policy_openers=r"(?:condition|applies to|applicability|scope)",
        policy_labels=r"(?:measure|rule|action|requirement|exceptions?|exemptions?)",
    ),
}


def content_rules_for(language: str) -> ContentRules:
    """The rules of a language; English where there are none for it."""
    return CONTENT_RULES.get(language, CONTENT_RULES["en"])
