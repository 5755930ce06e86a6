"""What users add to the built-in step rules: their verbs, the words for their controls, their names, another language.

vocabulary = StepVocabulary(
    verbs=["ねじ込む", "朱肉押しする", "torque"],
    suffixes={"button": ["ソフトキー", "softkey"]},
    names=["FlexLine Pro"],
)
ProcedureNodeParser(vocabulary=vocabulary)
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class StepVocabulary(BaseModel):
    """Words added to the rules of a language. All of them are optional."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verbs: tuple[str, ...] = Field(
        default=(),
        description="Operation verbs in dictionary form (torque, clamp); inflected forms are made by rule.",
    )
    suffixes: dict[str, tuple[str, ...]] = Field(
        default_factory=dict,
        description="Words that name a kind of control, by target type: button, menu, tab, field, screen, checkbox, "
        "icon, link, key or one of your own.",
    )
    names: tuple[str, ...] = Field(
        default=(), description="Product words that are one name wherever they stand, without quotation marks."
    )
    caution_words: tuple[str, ...] = Field(default=(), description="Words that make a sentence a caution.")
    any_doer: bool = Field(
        default=False,
        description="English: whether what anybody does is an action, as in process descriptions in the third person "
        '("the clerk checks the form"). Otherwise only what the reader, user, operator or technician does.',
    )
    language: str | None = Field(default=None, description="Language code to use where the text does not tell.")
