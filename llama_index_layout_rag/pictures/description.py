"""Description of a picture by a vision model: what is asked, in which form the answer comes, and how a broken one is mended.

What was understood (the description) stays apart from what was read (OCR text): the model sees both, but its answer only ever
fills the fields of `PictureDescription`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import json_repair
from llama_index.core.base.llms.types import ChatMessage, ContentBlock, ImageBlock, MessageRole, TextBlock
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.pictures.asking import Request
from llama_index_layout_rag.pictures.ocr import OCR_LABEL_WORDS, without_labels

PROMPT_VERSION = "1"
"""Part of the cache key; grows when a prompt or the schema changes, so that pictures are described anew."""

LONGEST_FIELD, LONGEST_LIST = 2_000, 40
"""Characters of one field and entries of one list that are kept of an answer."""

LONGEST_CONTEXT = 1_500
"""Characters of OCR text and of neighbouring text that go into the prompt."""


_M = TypeVar("_M", bound=BaseModel)


class ConditionResult(BaseModel):
    """What happens under which condition."""

    model_config = ConfigDict(extra="ignore")

    condition: str = ""
    result: str = ""


class PictureDescription(BaseModel):
    """What a picture of a manual shows, for search and answers. Every field may be empty; keys that are not here are dropped."""

    model_config = ConfigDict(extra="ignore")

    summary: str = Field(default="", description="One or two sentences: what the framed picture shows.")
    surrounding_context: str = Field(default="", description="What the text around the picture uses it for.")
    correction_notes: list[str] = Field(
        default_factory=list, description="Where the OCR text is wrong, and what is right."
    )
    main_topic: str = Field(default="", description="The subject in a few words.")
    menu_route: list[str] = Field(default_factory=list, description="Menu path to this screen, from the top.")
    visible_screens: list[str] = Field(default_factory=list, description="Names of visible screens and dialogs.")
    buttons: list[str] = Field(default_factory=list, description="Visible buttons, icons and links.")
    fields: list[str] = Field(default_factory=list, description="Visible input fields, columns and labels.")
    values: list[str] = Field(default_factory=list, description="Visible values that matter, as 'field: value'.")
    operation_steps: list[str] = Field(default_factory=list, description="Operations that the picture shows, in order.")
    condition_results: list[ConditionResult] = Field(default_factory=list, description="Conditions and their results.")
    cautions: list[str] = Field(default_factory=list, description="Warnings shown in the picture.")
    answerable_questions: list[str] = Field(default_factory=list, description="Questions that this picture answers.")
    query_rewrites: list[str] = Field(default_factory=list, description="Other words in which people ask for it.")
    keywords: list[str] = Field(default_factory=list, description="Search words.")
    where_to_look: str = Field(default="", description="Where in the picture the answer is found.")
    retrieval_text: str = Field(default="", description="Two to four sentences that a search should find.")

    @field_validator("*", mode="before")
    @classmethod
    def _mend(cls, value: Any, info: Any) -> Any:
        """Models give a string for a list, a list for a string, null for nothing."""
        is_list = info.field_name in _LIST_FIELDS
        if value is None:
            return [] if is_list else ""
        if is_list:
            entries = value if isinstance(value, list) else [value]
            if info.field_name == "condition_results":
                return [entry for entry in entries if isinstance(entry, Mapping | ConditionResult)][:LONGEST_LIST]
            return [text for entry in entries if (text := _plain(entry))][:LONGEST_LIST]
        return "、".join(map(_plain, value)) if isinstance(value, list) else _plain(value)

    def is_empty(self) -> bool:
        """Whether the model said nothing."""
        return not any(self.model_dump().values())


_LIST_FIELDS = frozenset(
    name for name, field in PictureDescription.model_fields.items() if str(field.annotation).startswith("list")
)


_OCR_LABEL = re.compile(rf"(?:Docling\s+OCR|OCR\s*{OCR_LABEL_WORDS})\s*[:：]", re.IGNORECASE)


def _plain(value: Any) -> str:
    """One field as text. Labels of OCR text are taken out: a description must not pass for what was read."""
    if isinstance(value, Mapping):
        value = ": ".join(str(part) for part in value.values() if part)
    return _OCR_LABEL.sub("", without_labels(str(value)))[:LONGEST_FIELD].strip()


class PictureContext(BaseModel):
    """What the model is told beside the images; all of it is quoted as data."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    manual: str = ""
    page: int | None = None
    section_path: list[str] = Field(default_factory=list)
    caption: str = ""
    before: str = ""
    after: str = ""
    ocr_text: str = ""


def prompt_language(language: str | None) -> str:
    """Return the language in which the model is asked: the manual's where there are prompts in it, else English."""
    return words_of(language).code


def description_request(context: PictureContext, images: list[bytes]) -> Request[PictureDescription]:
    """What is asked about one content picture; images are target, context and, if wanted, the whole page, as PNG."""
    return Request(
        form=PictureDescription,
        guided=description_messages(context, images, with_form=False),
        written=description_messages(context, images, with_form=True),
        parse=parse_description,
        repair=lambda answer: repair_messages(answer, context.language, _form()),
        images=len(images),
    )


def description_messages(context: PictureContext, images: list[bytes], with_form: bool) -> list[ChatMessage]:
    """What the model is asked about one picture.

    Args:
        context: What is known of the picture.
        images: Target, context and, if wanted, the whole page, as PNG.
        with_form: Whether the fields are listed in the prompt, for models without structured output of their own.
    """
    prompts = words_of(context.language).prompts
    rules = prompts.picture.format(page_note=prompts.page_note if len(images) > 2 else "")
    material = {key: value for key, value in _material(context).items() if value}
    parts = [rules]
    if with_form:
        parts.append(f"{prompts.form}:\n{_form()}")
    # As JSON, the material cannot close its own quotation and pass for a rule.
    parts.append(f"{prompts.material}: {json.dumps(material, ensure_ascii=False)}")
    return message_with_images("\n\n".join(parts), images)


def message_with_images(text: str, images: list[bytes]) -> list[ChatMessage]:
    """One message of the user with images (PNG) behind its text."""
    blocks: list[ContentBlock] = [TextBlock(text=text)]
    blocks += [ImageBlock(image=image, image_mimetype="image/png") for image in images]
    return [ChatMessage(role=MessageRole.USER, blocks=blocks)]


def repair_messages(answer: str, language: str, form: str) -> list[ChatMessage]:
    """Asks a model to bring an answer that is no JSON into form; `form` lists the fields."""
    text = f"{words_of(language).prompts.repair}\n\n{form}\n\n{json.dumps(answer[: 4 * LONGEST_FIELD], ensure_ascii=False)}"
    return [ChatMessage(role=MessageRole.USER, content=text)]


def _material(context: PictureContext) -> dict[str, Any]:
    return {
        "manual": context.manual,
        "page": context.page,
        "section_path": context.section_path,
        "caption": context.caption,
        "text_before": context.before[-LONGEST_CONTEXT:],
        "text_after": context.after[:LONGEST_CONTEXT],
        "ocr_text": context.ocr_text[:LONGEST_CONTEXT],
    }


def _form() -> str:
    lines = []
    for name, field in PictureDescription.model_fields.items():
        kind = "list of strings" if name in _LIST_FIELDS else "string"
        kind = 'list of {"condition", "result"}' if name == "condition_results" else kind
        lines.append(f'"{name}" ({kind}): {field.description}')
    return "\n".join(lines)


_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


def parse_description(answer: str) -> PictureDescription:
    """The description in a model's answer: JSON, JSON in a fence or in prose, JSON that breaks off or has small faults.

    Raises:
        ValueError: When no JSON object with any known field can be made out.
    """
    for description in filled_forms(answer, PictureDescription):
        if not description.is_empty():
            return description
    raise ValueError("the answer holds no JSON object with the fields of a picture description")


def filled_forms(answer: str, form: type[_M]) -> Iterator[_M]:
    """Every reading of an answer as a JSON object with fields of a form, the most literal first."""
    for found in _parsed(answer):
        if isinstance(found, list) and found and isinstance(found[0], dict):
            found = found[0]
        if not isinstance(found, dict):
            continue
        if not set(found) & set(form.model_fields):
            # Some models wrap the object: {"picture": {...}}.
            found = next((v for v in found.values() if isinstance(v, dict)), {})
        if not set(found) & set(form.model_fields):
            continue
        try:
            yield form.model_validate(found)
        except ValidationError:
            continue


def _parsed(answer: str) -> Iterator[Any]:
    """Yield the JSON values that an answer may mean: itself, its fences, and what can be repaired from its first brace on."""
    start, end = answer.find("{"), answer.rfind("}")
    for text in (answer, *_FENCE.findall(answer), answer[start : end + 1] if start >= 0 else ""):
        try:
            yield json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    if start >= 0:
        try:
            yield json_repair.loads(answer[start:].split("```")[0])
        except (ValueError, RecursionError):
            return
