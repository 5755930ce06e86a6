"""Forms that a vision model fills, descriptions of pictures and names of icons: fields, prompts and parsing of answers.

The model's description is kept apart from OCR text: the prompt quotes OCR text, but an answer only fills the fields of
`PictureDescription`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import json_repair
from llama_index.core.base.llms.types import ChatMessage, ContentBlock, ImageBlock, MessageRole, TextBlock
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.pictures.ocr import OCR_LABEL_WORDS, without_labels
from llama_index_layout_rag.pictures.vision import Request

PROMPT_VERSION, ICON_PROMPT_VERSION = "1", "1"
"""Parts of the cache keys; increased with every change of a prompt or a form."""

MAX_FIELD_CHARS, MAX_LIST = 2_000, 40
"""Characters of a field and entries of a list that are kept of an answer."""

MAX_CONTEXT_CHARS = 1_500
"""Characters of OCR text and of neighbouring text in the prompt."""


_M = TypeVar("_M", bound=BaseModel)


class ConditionResult(BaseModel):
    """A condition and its result."""

    model_config = ConfigDict(extra="ignore")

    condition: str = ""
    result: str = ""


class PictureDescription(BaseModel):
    """Description of a picture for search and answers. Every field may be empty; unknown keys are ignored."""

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
    def _coerced(cls, value: Any, info: Any) -> Any:
        """Accept a string for a list, a list for a string, and null for nothing."""
        is_list = info.field_name in _LIST_FIELDS
        if value is None:
            return [] if is_list else ""
        if is_list:
            entries = value if isinstance(value, list) else [value]
            if info.field_name == "condition_results":
                return [entry for entry in entries if isinstance(entry, Mapping | ConditionResult)][:MAX_LIST]
            return [text for entry in entries if (text := _plain(entry))][:MAX_LIST]
        return "、".join(map(_plain, value)) if isinstance(value, list) else _plain(value)

    def is_empty(self) -> bool:
        """Return whether all fields are empty."""
        return not any(self.model_dump().values())


_LIST_FIELDS = frozenset(
    name for name, field in PictureDescription.model_fields.items() if str(field.annotation).startswith("list")
)


_OCR_LABEL = re.compile(rf"(?:Docling\s+OCR|OCR\s*{OCR_LABEL_WORDS})\s*[:：]", re.IGNORECASE)


def _plain(value: Any) -> str:
    """Return a field as text without OCR labels, since a description must not look like recognised text."""
    if isinstance(value, Mapping):
        value = ": ".join(str(part) for part in value.values() if part)
    return _OCR_LABEL.sub("", without_labels(str(value)))[:MAX_FIELD_CHARS].strip()


class IconName(BaseModel):
    """Name of an icon. An empty name means that the model could not name it."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(default="", description="The short name by which a reader finds the sign; empty if unclear.")
    shows: str = Field(default="", description="What is drawn on it, in a few words.")

    @field_validator("*", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> str:
        return "" if value is None else str(value)


class PictureContext(BaseModel):
    """What the prompt quotes about a content picture."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    manual: str = ""
    page: int | None = None
    section_path: list[str] = Field(default_factory=list)
    caption: str = ""
    before: str = ""
    after: str = ""
    ocr_text: str = ""

    @property
    def material(self) -> dict[str, Any]:
        """The quoted fields by their names in the prompt."""
        return {
            "manual": self.manual,
            "page": self.page,
            "section_path": self.section_path,
            "caption": self.caption,
            "text_before": self.before[-MAX_CONTEXT_CHARS:],
            "text_after": self.after[:MAX_CONTEXT_CHARS],
            "ocr_text": self.ocr_text[:MAX_CONTEXT_CHARS],
        }


class IconContext(BaseModel):
    """What the prompt quotes about an icon."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    section_path: list[str] = Field(default_factory=list)
    line: str = Field(default="", description="The line of text that contains the icon.")
    bitmap: str = Field(default="", description="Key of the bitmap.")


def prompt_language(language: str | None) -> str:
    """Return the language of the prompt: the manual's if it has prompts, else English."""
    return words_of(language).code


def description_request(context: PictureContext, images: list[bytes]) -> Request[PictureDescription]:
    """Return the request for a description; the images are target, context and, optionally, the whole page, as PNG."""
    prompts = words_of(context.language).prompts
    rules = prompts.picture.format(page_note=prompts.page_note if len(images) > 2 else "")
    material = {key: value for key, value in context.material.items() if value}
    fields = f"{prompts.form}:\n{_fields(PictureDescription)}"
    return _request(PictureDescription, context.language, rules, fields, material, images, parse_description)


def icon_request(context: IconContext, images: list[bytes]) -> Request[IconName]:
    """Return the request for an icon's name; the images are the enlarged icon and its line, as PNG."""
    rules = words_of(context.language).prompts.icon
    material = {"section_path": context.section_path, "line": context.line}
    return _request(IconName, context.language, rules, _fields(IconName), material, images, parse_icon_name)


def _request(
    form: type[_M],
    language: str,
    rules: str,
    fields: str,
    material: dict[str, Any],
    images: list[bytes],
    parse: Callable[[str], _M],
) -> Request[_M]:
    prompts = words_of(language).prompts
    # As JSON, quoted text cannot end its quotation and pass for a rule.
    quoted = f"{prompts.material}: {json.dumps(material, ensure_ascii=False)}"

    def repair(answer: str) -> list[ChatMessage]:
        malformed = json.dumps(answer[: 4 * MAX_FIELD_CHARS], ensure_ascii=False)
        text = f"{prompts.repair}\n\n{_fields(form)}\n\n{malformed}"
        return [ChatMessage(role=MessageRole.USER, content=text)]

    return Request(
        form=form,
        guided=_message(f"{rules}\n\n{quoted}", images),
        written=_message(f"{rules}\n\n{fields}\n\n{quoted}", images),
        parse=parse,
        repair=repair,
        images=len(images),
    )


def _message(text: str, images: list[bytes]) -> list[ChatMessage]:
    """Return one message of the user: a text followed by PNG images."""
    blocks: list[ContentBlock] = [TextBlock(text=text)]
    blocks += [ImageBlock(image=image, image_mimetype="image/png") for image in images]
    return [ChatMessage(role=MessageRole.USER, blocks=blocks)]


def _fields(form: type[BaseModel]) -> str:
    """Return the fields of a form, one a line, for models without structured output."""
    kinds = dict.fromkeys(_LIST_FIELDS, "list of strings") | {"condition_results": 'list of {"condition", "result"}'}
    return "\n".join(
        f'"{name}" ({kinds.get(name, "string")}): {field.description}' for name, field in form.model_fields.items()
    )


_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


def parse_description(answer: str) -> PictureDescription:
    """Return the description in a model's answer: JSON, also in a fence or prose, truncated or malformed.

    Raises:
        ValueError: If it contains no JSON object with a known field.
    """
    for description in filled_forms(answer, PictureDescription):
        if not description.is_empty():
            return description
    raise ValueError("the answer holds no JSON object with the fields of a picture description")


def parse_icon_name(answer: str) -> IconName:
    """Return the name in a model's answer.

    Raises:
        ValueError: If it contains no JSON object with a known field.
    """
    for found in filled_forms(answer, IconName):
        return found
    raise ValueError("the answer holds no JSON object with the name of an icon")


def filled_forms(answer: str, form: type[_M]) -> Iterator[_M]:
    """Yield the readings of an answer as a JSON object with fields of a form, the most literal first."""
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
    """Yield JSON values of an answer: all of it, its fences, from the first to the last brace, and the repaired rest."""
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
