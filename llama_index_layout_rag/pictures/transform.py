"""`PictureEvidenceTransform`: layout Documents in, the same Documents with picture evidence in their elements out.

The class only adapts to LlamaIndex; roles, crops, text and descriptions are made by the plain functions of this package.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, Document, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import Field, PrivateAttr, model_validator

from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, VisualRole, is_layout_document
from llama_index_layout_rag.layout.arguments import known_fields
from llama_index_layout_rag.pictures.asking import AskOptions
from llama_index_layout_rag.pictures.batch import Budget, VisionRun
from llama_index_layout_rag.pictures.cache import PictureCache
from llama_index_layout_rag.pictures.crops import CropOptions
from llama_index_layout_rag.pictures.describing import describe_pictures
from llama_index_layout_rag.pictures.description import PROMPT_VERSION, PictureContext
from llama_index_layout_rag.pictures.evidence import PictureEvidence, with_state
from llama_index_layout_rag.pictures.gathering import Gathered, GatherOptions, gather
from llama_index_layout_rag.pictures.icons import icons_by_host, with_icon_names
from llama_index_layout_rag.pictures.naming import ICON_PROMPT_VERSION, IconContext, name_icons
from llama_index_layout_rag.pictures.pairing import pictures_of_texts
from llama_index_layout_rag.pictures.report import PictureFailuresError, PictureReport

logger = logging.getLogger(__name__)

_ONLY_IN_KEY = ("model_class", "model", "prompt_version", "icon_prompt_version", "package_version")
"""What `to_dict` writes beside the fields."""

_NOT_IN_KEY = frozenset({"num_workers", "max_retries", "retry_backoff", "timeout", "show_progress", "cache_dir"})
"""Fields that decide how a run goes and not what comes out; a pipeline's cache does not depend on them."""


class PictureEvidenceTransform(TransformComponent):
    """Makes the pictures of manuals usable in search, answers and citations. Stands between `LayoutReader` and
    `ProcedureNodeParser`.

    Every picture gets a role before any model is asked: decorative ones are kept in the layout with the reason and reach no
    chunk; inline icons join the step they stand in, with their name where it is known; content pictures get two crops
    (the picture, and its surroundings with the picture framed in red), their text verbatim, and, with an `llm`, a
    `PictureDescription`. Documents keep their ids, other nodes pass unchanged, and a second run changes nothing.

    A picture that cannot be described never stops the others. After the last one the run raises `PictureFailuresError` with the
    list, because a pipeline's cache would keep a failure for good; what was described is kept, and the next run asks only
    for the rest.

    Args:
        llm: Any LlamaIndex model that takes images. Without one, caption, section, neighbouring text and OCR are the
            evidence.
        crop_dir: Folder for the crops. Without one they live in memory only and are rendered again when an answer needs
            them.
        cache_dir: Folder for descriptions and read texts, by hash of the crop, prompt version and model; by default
            `.cache` in `crop_dir`, or this object's memory where there is none.
        crops: Resolution and sizes.
        ocr: "auto" reads text off pictures where the extra `ocr` is installed, "never" does not.
        name_icons: Whether the model names inline icons that neither their alternative text nor OCR names; one call for
            each bitmap, however often it stands in the manual.
        max_pictures: At most so many pictures are asked for in one run; descriptions from the cache do not count.
        max_tokens: No picture is asked for once so many tokens were used in a run.
        on_error: "raise" after the last picture, or "mark" failures in the evidence and go on.
        num_workers: How many pictures are asked for at once.
        max_retries: How often a request is repeated on rate limits, server errors, timeouts and broken connections.
        retry_backoff: Seconds before the first repeat, doubled each time; a server's Retry-After wins.
        timeout: Seconds for one request.
        show_progress: Whether to show progress bars.
    """

    llm: LLM | None = Field(default=None, exclude=True, repr=False)
    crop_dir: str | None = None
    cache_dir: str | None = None
    crops: CropOptions = Field(default_factory=CropOptions)
    ocr: Literal["auto", "never"] = "auto"
    name_icons: bool = False
    max_pictures: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)
    on_error: Literal["raise", "mark"] = "raise"
    num_workers: int = Field(default=4, ge=1)
    max_retries: int = Field(default=3, ge=0)
    retry_backoff: float = Field(default=2.0, ge=0)
    timeout: float = Field(default=120.0, gt=0)
    show_progress: bool = False

    _report: PictureReport = PrivateAttr(default_factory=PictureReport)
    _memory: PictureCache = PrivateAttr(default_factory=PictureCache)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, values: Any) -> Any:
        return known_fields(values, cls, also=_ONLY_IN_KEY)

    @classmethod
    def class_name(cls) -> str:
        return "PictureEvidenceTransform"

    @property
    def report(self) -> PictureReport:
        """What the last run in this process did."""
        return self._report

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """What decides the outcome, for the pipeline's cache key. The model stands there by class and name: a model of its
        own would print its API key, and none at all would leave the cache blind to another model."""
        data = self.model_dump(mode="json", exclude=set(_NOT_IN_KEY))
        data.pop("class_name", None)
        return {
            "class_name": self.class_name(),
            "model_class": self.llm.class_name() if self.llm is not None else "",
            "model": self.llm.metadata.model_name if self.llm is not None else "",
            "prompt_version": PROMPT_VERSION,
            "icon_prompt_version": ICON_PROMPT_VERSION if self.name_icons else "",
            "package_version": importlib.metadata.version("llama-index-layout-rag"),
            **data,
        }

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """The nodes, layout Documents among them with picture evidence.

        Raises:
            PictureFailuresError: When pictures could not be described and `on_error` is "raise".
            CropError: When a crop cannot be written.
        """
        self._report = PictureReport()
        budget = Budget(self.max_pictures, self.max_tokens)
        show = bool(kwargs.get("show_progress")) or self.show_progress
        done = [
            self._with_evidence(node, budget, show) if _carries_layout(node) else node
            for node in get_tqdm_iterable(list(nodes), show, "Looking at pictures")
        ]
        for note in self._report.left_out:
            logger.warning("%s; raise max_pictures or max_tokens to have it described.", note)
        for note in self._report.failures:
            logger.warning("%s", note)
        logger.info("Pictures: %s.", self._report)
        if self._report.failures and self.on_error == "raise":
            raise PictureFailuresError(self._report.failures)
        return done

    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """As `__call__`, in a thread: rendering, OCR and requests do not block the loop."""
        return await asyncio.to_thread(self.__call__, nodes, **kwargs)

    def _with_evidence(self, document: BaseNode, budget: Budget, show: bool) -> BaseNode:
        layout = LayoutDocument.from_document(_as_document(document))
        cache = self._cache()
        options = GatherOptions(
            crops=self.crops,
            crop_dir=Path(self.crop_dir) if self.crop_dir else None,
            keep_images=self.llm is not None,
            keep_icons=self.llm is not None and self.name_icons,
            read_text=self.ocr == "auto",
        )
        gathered = gather(layout, cache, options)
        if self.llm is not None:
            ask_options = AskOptions(self.max_retries, self.retry_backoff, self.timeout)
            run = VisionRun(self.llm, budget, ask_options, self.num_workers, show)
            self._ask(run, gathered, cache)
        _count(gathered.evidence, self._report)
        result = document.model_copy()
        # Assigned as a whole, since `set_content` would drop the media type.
        result.text_resource = assembled(gathered).to_document(doc_id=document.node_id).text_resource  # type: ignore[attr-defined]
        return result

    def _ask(self, run: VisionRun, gathered: Gathered, cache: PictureCache) -> None:
        """Names of icons first: they are short, and a budget that runs out leaves pictures that have captions and OCR."""
        document = gathered.layout.source.name
        if gathered.icons:
            contexts = _icon_contexts(gathered)
            icons = {name: (contexts[name], crops) for name, crops in gathered.icons.items()}
            name_icons(run, icons, gathered.evidence, cache, document=document, report=self._report)
        pictures = {name: (_context(gathered, name), crops) for name, crops in gathered.images.items()}
        describe_pictures(run, pictures, gathered.evidence, cache, document=document, report=self._report)

    def _cache(self) -> PictureCache:
        folder = self.cache_dir or (str(Path(self.crop_dir) / ".cache") if self.crop_dir else None)
        return PictureCache(Path(folder)) if folder else self._memory


def _carries_layout(node: BaseNode) -> bool:
    return isinstance(node, Document) and is_layout_document(node)


def _as_document(node: BaseNode) -> Document:
    assert isinstance(node, Document)
    return node


def _context(gathered: Gathered, name: str) -> PictureContext:
    record, layout = gathered.evidence[name], gathered.layout
    return PictureContext(
        language=layout.language or "en",
        manual=layout.title or layout.source.name,
        page=record.page,
        section_path=record.section_path,
        caption=record.caption,
        before=record.before,
        after=record.after,
        ocr_text=record.ocr.text,
    )


def _icon_contexts(gathered: Gathered) -> dict[str, IconContext]:
    places, layout = gathered.places, gathered.layout
    return {
        element.element_id: IconContext(
            language=layout.language or "en",
            section_path=list(element.section_path),
            line=places[element.element_id].text if element.element_id in places else "",
            bitmap=str(
                (element.image.key if element.image is not None else None) or gathered.icons[element.element_id].sha256
            ),
        )
        for element in layout.elements
        if element.element_id in gathered.icons
    }


def _count(evidence: dict[str, PictureEvidence], report: PictureReport) -> None:
    roles = [record.visual_role for record in evidence.values()]
    report.content += roles.count(VisualRole.CONTENT)
    report.inline_icons += roles.count(VisualRole.INLINE_ICON)
    report.decorative += roles.count(VisualRole.DECORATIVE)


def assembled(gathered: Gathered) -> LayoutDocument:
    """The layout with evidence in its picture elements and the names of icons in the texts they stand in."""
    language = gathered.layout.language or "en"
    by_id = {element.element_id: element for element in gathered.layout.elements}
    owners = pictures_of_texts(gathered.layout.elements)
    hosts = icons_by_host(gathered.evidence)
    content = {n for n, record in gathered.evidence.items() if record.visual_role is VisualRole.CONTENT}

    def finished(element: LayoutElement) -> LayoutElement:
        record = gathered.evidence.get(element.element_id)
        if record is not None:
            kept = record.model_dump(mode="json", exclude_defaults=True)
            kept |= {"image_id": record.image_id, "visual_role": str(record.visual_role)}
            return with_state(element, evidence=kept)
        owner = owners.get(element.element_id)
        if owner in content:
            return with_state(element, carried_by=owner)
        icons = [(by_id[n], gathered.evidence[n], gathered.places.get(n)) for n in hosts.get(element.element_id, [])]
        return with_icon_names(element, icons, language) if icons else element

    return gathered.layout.model_copy(update={"elements": [finished(element) for element in gathered.layout.elements]})
