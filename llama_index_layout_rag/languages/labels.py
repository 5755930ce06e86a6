"""Words that the package itself writes into chunks, by language of the manual."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict


class Labels(BaseModel):
    """Label words of one language."""

    model_config = ConfigDict(frozen=True)

    step_number: str
    action: str
    target: str
    body: str
    condition: str
    result: str
    caution: str
    continued: str
    row: str
    contents: str
    plain_operation: str
    """An operation to complete a sentence that leaves it to the list behind it ("If the lamp is red:")."""
    separator: str
    """Stands between several values of one labelled line."""


_PRINTED_CAUTION = re.compile(
    r"\W{0,2}(?:ご?注意(?:事項)?|警告|危険|caution|warning|danger)\s*[:：】］\])）>＞」]", re.IGNORECASE
)
"""A warning that carries its label as printed: "注意：…", "【警告】…", "Caution: …"."""

LABELS: dict[str, Labels] = {
    "ja": Labels(
        step_number="手順番号",
        action="操作",
        target="対象",
        body="本文",
        condition="条件",
        result="結果",
        caution="注意",
        continued="（続き）",
        row="行",
        contents="目次",
        plain_operation="、実行ボタンを押します。",
        separator="、",
    ),
    "en": Labels(
        step_number="Step number",
        action="Action",
        target="Target",
        body="Text",
        condition="Condition",
        result="Result",
        caution="Caution",
        continued="(continued)",
        row="Row",
        contents="Contents",
        plain_operation=", press the key.",
        separator=", ",
    ),
}


def labelled_caution(caution: str, labels: Labels) -> str:
    """A warning under its label, or as printed where it carries one itself."""
    return caution if _PRINTED_CAUTION.match(caution) else f"{labels.caution}: {caution}"


def labels_for(language: str) -> Labels:
    """Labels of a language; English where the package has none for it."""
    return LABELS.get(language, LABELS["en"])
