"""LayoutReader: files as layout Documents for LlamaIndex, or as LayoutDocuments for use without it.

Which reader a file gets is recognised by what is in it, then by its suffix. A folder is one manual; a list of files is
many, or one with `as_manual=True`.
"""

from __future__ import annotations

import asyncio
import logging
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Annotated, Any, Literal

from llama_index.core.bridge.pydantic import BeforeValidator, Field, PrivateAttr, model_validator
from llama_index.core.readers.base import BasePydanticReader
from llama_index.core.schema import Document
from llama_index.core.utils import get_tqdm_iterable

from llama_index_layout_rag.layout.arguments import known_fields
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource, document_id
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.markdown import layout_to_markdown
from llama_index_layout_rag.readers.files import SourceFile, join_manual, navigation_order, products_apart, sources
from llama_index_layout_rag.readers.parsers import docling_value, is_docling_object

logger = logging.getLogger(__name__)

PathLike = str | PurePath

_Addressed = tuple[str, LayoutDocument]
"""A layout with the address of the file or folder that was read for it."""


@dataclass(frozen=True)
class ReadFailure:
    """A file that could not be read, and why."""

    uri: str
    reason: str


@dataclass
class LayoutReadReport:
    """What became of a batch of files.

    Attributes:
        read: Files that were read.
        failed: Files that were not, with the reason.
        ignored: Files of a folder that no reader is for (pictures, style sheets, programs).
        warnings: What the readers had to say about the files that were read.
    """

    read: list[str] = field(default_factory=list)
    failed: list[ReadFailure] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{len(self.read)} files read, {len(self.failed)} not, {len(self.ignored)} ignored."]
        lines.extend(f"not read: {failure.uri}: {failure.reason}" for failure in self.failed)
        return "\n".join(lines)


class LayoutReader(BasePydanticReader):
    """Reads manuals as layout: PDF, Word, Markdown, HTML, text formats, the JSON of layout parsers, and the rest.

    The rest (slides, e-books) goes through llama-index-readers-file and becomes plain sectioned text.

    By default a Document's text is the layout as JSON, for `ProcedureNodeParser`. Other node parsers would cut that
    JSON into junk: give them `output="markdown"`.

    While a PDF is read, Python's garbage collector runs rarely and its threads switch quickly, in the whole process; both are put
    back afterwards.

    Examples:
        >>> documents = LayoutReader().load_data("manual.pdf")
        >>> layout = LayoutReader(title="ES-200 取扱説明書", model_numbers=["ES-200"]).read("manual_folder")
        >>> SimpleDirectoryReader("manuals", file_extractor={".pdf": LayoutReader()}).load_data()
    """

    output: Literal["layout", "markdown"] = Field(
        default="layout",
        description="'layout': JSON for ProcedureNodeParser. 'markdown': clean Markdown for other parsers.",
    )
    manual_id: str | None = Field(default=None, description="Id of the manual that everything read belongs to.")
    title: str | None = Field(default=None, description="Title of the manual; by default what the file says.")
    product_names: list[str] = Field(default_factory=list, description="Products that the manual is for.")
    model_numbers: list[str] = Field(default_factory=list, description="Models that the manual is for.")
    version: str | None = Field(default=None, description="Version of the manual; by default what the file says.")
    language: Annotated[str | None, BeforeValidator(language_code)] = Field(
        default=None, description="ISO 639-1 code ('ja', 'en'); by default inferred from the text."
    )
    encoding: str | None = Field(
        default=None, description="Encoding of text files; by default inferred from their content."
    )
    include: list[str] = Field(
        default_factory=list,
        description="Patterns of a folder's files ('menu/*.html', '**/*.md'); by default all readable ones.",
    )
    source_pdf: str | None = Field(
        default=None,
        description="PDF that a parser's JSON was made from; by default the one of the same name in the same folder.",
    )
    ocr: Literal["auto", "off", "force"] = Field(
        default="auto",
        description="'auto': pages of a PDF without readable text are read by OCR where the extra is installed; "
        "'force': all pages are; 'off': none.",
    )
    as_manual: bool = Field(default=False, description="Whether a list of files is one manual. A folder always is.")
    on_error: Literal["raise", "skip"] = Field(
        default="raise",
        description="What an unreadable file does to a batch: 'raise' stops it, 'skip' reads the rest and reports it.",
    )
    max_file_bytes: int = Field(
        default=sources.MAX_FILE_BYTES, gt=0, description="A larger file is refused before it is read."
    )
    show_progress: bool = Field(default=False, description="Whether to show a progress bar over the files.")

    _last_report: LayoutReadReport = PrivateAttr(default_factory=LayoutReadReport)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, values: Any) -> Any:
        return known_fields(values, cls)

    @classmethod
    def class_name(cls) -> str:
        """Name that LlamaIndex serialises the reader under."""
        return "LayoutReader"

    @property
    def last_report(self) -> LayoutReadReport:
        """What became of the files of the latest call on this object."""
        return self._last_report

    def lazy_load_data(
        self,
        file_path: PathLike | Iterable[PathLike],
        extra_info: dict[str, Any] | None = None,
        fs: Any = None,
        **load_kwargs: Any,
    ) -> Iterator[Document]:
        """Read files as Documents, one after the other.

        Args:
            file_path: A file, a folder (one manual), a DoclingDocument of docling_core, or several of them. The pages
                of a DoclingDocument are shown from `source_pdf`.
            extra_info: Metadata for every Document; it is copied, never changed.
            fs: fsspec file system of the paths; by default the local disk, or that of a URL.
            **load_kwargs: `doc_id`: id of the Document, where there is only one; by default it is made of the path.
                `as_manual`: as the field, for this call. Anything else is ignored.

        Raises:
            LayoutReadError: When a file cannot be read; in a batch with `on_error="skip"` only when none can.
        """
        doc_id = load_kwargs.get("doc_id")
        layouts = self._layouts(file_path, fs, bool(load_kwargs.get("as_manual", self.as_manual)))
        for number, (uri, layout) in enumerate(layouts):
            yield self._document(layout, uri, extra_info, doc_id if number == 0 else None)

    async def aload_data(self, *args: Any, **load_kwargs: Any) -> list[Document]:
        """Like `load_data`, in a thread."""
        return await asyncio.to_thread(self.load_data, *args, **load_kwargs)

    async def alazy_load_data(self, *args: Any, **load_kwargs: Any) -> Iterable[Document]:
        """Like `lazy_load_data`; the files are read in a thread before this returns."""
        return await self.aload_data(*args, **load_kwargs)

    def read(self, path: PathLike | Iterable[PathLike], fs: Any = None) -> LayoutDocument:
        """Read a file, or a folder or a list of files as one manual, without LlamaIndex.

        Raises:
            LayoutReadError: When it cannot be read, or is a manual in several volumes (`read_all` gives those).
        """
        layouts = self.read_all(path, fs, as_manual=True)
        if len(layouts) != 1:
            raise LayoutReadError(
                layouts[0].source.uri if layouts else str(path),
                f"it is a manual of {len(layouts)} documents (files with pages stay apart); "
                "read them one by one, or with read_all().",
            )
        return layouts[0]

    def read_all(
        self, path: PathLike | Iterable[PathLike], fs: Any = None, as_manual: bool | None = None
    ) -> list[LayoutDocument]:
        """Read files and folders without LlamaIndex, one LayoutDocument per file or manual.

        Files with pages (PDF) are LayoutDocuments of their own even in a folder, since page numbers belong to one
        file; all volumes of one folder carry the same `manual_id`.

        Raises:
            LayoutReadError: As `lazy_load_data`.
        """
        layouts = self._layouts(path, fs, self.as_manual if as_manual is None else as_manual)
        return [layout for _, layout in layouts]

    def _layouts(self, path: PathLike | Iterable[PathLike], fs: Any, as_manual: bool) -> Iterator[_Addressed]:
        report = LayoutReadReport()
        self._last_report = report
        paths = _paths(path)
        if not paths:
            raise LayoutReadError("(no file)", "the list of files is empty; give at least one path.")
        for value in (value for value in paths if is_docling_object(value)):
            yield self._docling_object(value, fs, report)
        paths = [path for path in paths if not is_docling_object(path)]
        if not paths:
            return
        resolved = list(self._resolved(paths, fs, report))
        if as_manual and len(resolved) > 1 and not any(sources.is_folder(*entry) for entry in resolved):
            yield from self._manual([entry[0] for entry in resolved], resolved[0][1], _common_folder(resolved), report)
        else:
            alone = len(paths) == 1
            for where, file_system in get_tqdm_iterable(resolved, self.show_progress and not alone, "Reading files"):
                yield from self._file_or_folder(where, file_system, report, alone)
        self._conclude(report)

    def _resolved(self, paths: Sequence[PathLike], fs: Any, report: LayoutReadReport) -> Iterator[tuple[str, Any]]:
        for path in paths:
            try:
                yield sources.resolve(path, fs)
            except LayoutReadError as error:
                self._fail(error, report, alone=len(paths) == 1)

    def _file_or_folder(self, where: str, fs: Any, report: LayoutReadReport, alone: bool) -> Iterator[_Addressed]:
        if sources.is_folder(where, fs):
            try:
                names, ignored = sources.list_folder(where, fs, self.include)
                base = where.rstrip("/")
                report.ignored.extend(sources.address(f"{base}/{name}", fs) for name in ignored)
                if not names:
                    raise LayoutReadError(sources.address(where, fs), _empty_folder_reason(self.include))
                names, lost = sources.without_lost(names, where, fs)
                report.ignored.extend(sources.address(f"{base}/{name}", fs) for name in lost)
                if not names:
                    raise LayoutReadError(sources.address(where, fs), "all of its files are links that lead nowhere.")
                names = navigation_order(names, base, fs)
            except LayoutReadError as error:
                self._fail(error, report, alone)
                return
            missing = [
                f"{base}/{name}: it is a link that leads nowhere, or no regular file; left out." for name in lost
            ]
            for warning in missing:
                logger.warning("%s", warning)
            report.warnings.extend(missing)
            yield from self._manual([f"{base}/{name}" for name in names], fs, base, report, missing)
            return
        try:
            layout = self._read_file(where, fs)
        except LayoutReadError as error:
            self._fail(error, report, alone)
            return
        self._note(where, fs, layout, report)
        yield sources.address(where, fs), self._named(layout)

    def _manual(
        self, files: Sequence[str], fs: Any, folder: str, report: LayoutReadReport, lost: Sequence[str] = ()
    ) -> Iterator[_Addressed]:
        """Read files as one manual: those without pages joined, those with pages as volumes.

        `lost` are warnings about files that are left out.
        """
        parts: list[LayoutDocument] = []
        uris: dict[int, str] = {}
        missing = list(lost)
        for where in get_tqdm_iterable(files, self.show_progress, "Reading files"):
            try:
                layout = self._read_file(where, fs)
            except LayoutReadError as error:
                self._fail(error, report, alone=False)
                missing.append(f"This manual lacks a file that cannot be read: {error}")
                continue
            self._note(where, fs, layout, report)
            parts.append(layout)
            uris[id(layout)] = sources.address(where, fs)
        if not parts:
            raise LayoutReadError(
                sources.address(folder, fs), "none of its files can be read; see the log for the reasons."
            )
        uri = sources.address(folder, fs)
        if not (self.as_manual or self.manual_id or self.title or self.model_numbers):
            self._warn_of_several_products(uri, parts, report)
        volumes = [part for part in parts if part.pages]
        flowing = [part for part in parts if not part.pages]
        manual_id = self.manual_id or document_id(uri)
        layouts = [*([join_manual(flowing, uri)] if flowing else []), *volumes]
        if not self.title and flowing and len(parts) > 1:
            layouts[0].title = layouts[0].title or self._navigation_title(folder, fs)
        layouts[0].warnings.extend(missing)
        for layout in layouts:
            layout.manual_id = layout.manual_id or manual_id
            yield uris.get(id(layout), uri), self._named(layout)

    def _warn_of_several_products(self, uri: str, parts: Sequence[LayoutDocument], report: LayoutReadReport) -> None:
        products = products_apart(parts)
        if products:
            warning = (
                f"{uri}: a folder is read as one manual, but its files look like manuals of several products "
                f"({', '.join(products)}); give the files instead of the folder, or a manual_id if they are one manual."
            )
            logger.warning("%s", warning)
            report.warnings.append(warning)

    def _navigation_title(self, folder: str, fs: Any) -> str | None:
        """Title of the folder's opening page, where that page itself is not part of what is read."""
        for name in ("index.html", "index.htm", "README.md", "index.md"):
            try:
                return self._read_file(f"{folder}/{name}", fs).title
            except LayoutReadError:
                continue
        return None

    def _read_file(self, where: str, fs: Any) -> LayoutDocument:
        file = sources.open_source(where, fs, self.max_file_bytes)
        layout = self._reader_for(file, where, fs)
        layout.warnings[:0] = file.warnings
        for warning in layout.warnings if file.source.media_type != sources.PDF else file.warnings:
            # The PDF reader logs its own.
            logger.warning("%s", warning)
        return layout

    def _reader_for(self, file: SourceFile, where: str, fs: Any) -> LayoutDocument:
        """Hands the file to the reader for its media type."""
        media_type = file.source.media_type
        if media_type == sources.PDF:
            from llama_index_layout_rag.readers.pdf import read_pdf

            on_page = _page_bar(file.source.name) if self.show_progress else None
            return read_pdf(file.data, file.source, on_page, self.ocr)
        if media_type == sources.JSON:
            return self._read_json(file, where, fs)
        read_text_file = _text_readers().get(media_type)
        if read_text_file is not None:
            return read_text_file(file.data, file.source, self.encoding)
        from llama_index_layout_rag.readers.markup import read_with_llama_index

        return read_with_llama_index(file.data, file.source, where, fs, self.encoding)

    def _read_json(self, file: SourceFile, where: str, fs: Any) -> LayoutDocument:
        """Read a layout parser's JSON; the layout points to the PDF it was made from, where that is at hand."""
        from llama_index_layout_rag.readers.parsers import read_parser_json
        from llama_index_layout_rag.readers.pdf import pages_of_pdf

        try:
            pdf = self._source_pdf(where, fs)
            pages = pages_of_pdf(pdf.data, pdf.source.uri) if pdf is not None else []
        except LayoutReadError as error:
            if self.source_pdf is not None:
                raise
            # Nobody named this PDF: it only lies beside the JSON, which can be read without it.
            layout = read_parser_json(file.data, file.source)
            layout.warnings.append(f"{error} The JSON is read alone.")
            logger.warning("%s", layout.warnings[-1])
            return layout
        if pdf is None:
            return read_parser_json(file.data, file.source)
        return _merged(read_parser_json(file.data, pdf.source, pages, file.source.uri), pdf)

    def _docling_object(self, value: Any, fs: Any, report: LayoutReadReport) -> _Addressed:
        """Read a DoclingDocument that is at hand as an object."""
        from llama_index_layout_rag.readers.parsers import read_parser_value
        from llama_index_layout_rag.readers.pdf import pages_of_pdf

        exported, uri = docling_value(value)
        uri = uri or "DoclingDocument"
        source = LayoutSource(uri=uri, name=PurePath(uri.replace("\\", "/")).name, media_type=sources.JSON)
        if self.source_pdf is None:
            layout = read_parser_value(exported, source, (), uri)
        else:
            pdf = sources.open_source(self.source_pdf, fs, self.max_file_bytes)
            pages = pages_of_pdf(pdf.data, pdf.source.uri)
            layout = _merged(read_parser_value(exported, pdf.source, pages, uri), pdf)
        report.read.append(uri)
        report.warnings.extend(layout.warnings)
        return uri, self._named(layout)

    def _source_pdf(self, where: str, fs: Any) -> SourceFile | None:
        if self.source_pdf is not None:
            return sources.open_source(self.source_pdf, fs, self.max_file_bytes)
        found = (name for name in sources.names_of_source_pdf(where) if sources.is_file(name, fs))
        candidate = next(found, None)
        return sources.open_source(candidate, fs, self.max_file_bytes) if candidate is not None else None

    def _named(self, layout: LayoutDocument) -> LayoutDocument:
        """Return the layout with what the user says of the manual, which wins over what the file says."""
        layout.manual_id = self.manual_id or layout.manual_id
        layout.title = self.title or layout.title or _title_of_name(layout.source.name)
        layout.product_names = list(self.product_names) or layout.product_names
        layout.model_numbers = list(self.model_numbers) or layout.model_numbers
        layout.version = self.version or layout.version
        layout.language = self.language or layout.language
        return layout

    def _document(
        self, layout: LayoutDocument, uri: str, extra_info: dict[str, Any] | None, doc_id: str | None
    ) -> Document:
        """Return the layout as a Document whose id is that of the file read, not of a PDF that lies beside it."""
        doc_id = doc_id or document_id(uri)
        metadata = {"file_path": uri, "file_name": PurePath(uri.rstrip("/")).name, **dict(extra_info or {})}
        if self.output == "layout":
            return layout.to_document(doc_id=doc_id, metadata=metadata)
        metadata.setdefault("title", layout.title)
        if layout.manual_id:
            metadata.setdefault("manual_id", layout.manual_id)
        hidden = [key for key in metadata if key != "title"]
        return Document(
            id_=doc_id,
            text=layout_to_markdown(layout),
            metadata=metadata,
            excluded_embed_metadata_keys=hidden,
            excluded_llm_metadata_keys=[key for key in hidden if key != "file_name"],
        )

    def _fail(self, error: LayoutReadError, report: LayoutReadReport, alone: bool) -> None:
        if alone or self.on_error == "raise":
            raise error
        logger.warning("Not read: %s", error)
        report.failed.append(ReadFailure(error.source, error.reason))

    def _note(self, where: str, fs: Any, layout: LayoutDocument, report: LayoutReadReport) -> None:
        report.read.append(sources.address(where, fs))
        report.warnings.extend(layout.warnings)

    def _conclude(self, report: LayoutReadReport) -> None:
        if report.failed:
            logger.warning(
                "%d of %d files could not be read.", len(report.failed), len(report.failed) + len(report.read)
            )
            if not report.read:
                raise LayoutReadError(
                    report.failed[0].uri, f"none of {len(report.failed)} files can be read: {report.failed[0].reason}"
                )
        if report.ignored:
            logger.info("%d files are no text to read and were left out.", len(report.ignored))


def _merged(layout: LayoutDocument, pdf: SourceFile) -> LayoutDocument:
    """Return a parser's layout with what its PDF says beyond the JSON; alone where the PDF cannot be read."""
    from llama_index_layout_rag.readers.parsers import merge_with_pdf
    from llama_index_layout_rag.readers.pdf import has_text_layer, read_pdf

    if not has_text_layer(pdf.data):
        return layout
    try:
        printed = read_pdf(pdf.data, pdf.source)
    except LayoutReadError as error:
        layout.warnings.append(f"{error} The JSON is read alone.")
        return layout
    return merge_with_pdf(layout, printed)


def _paths(path: Any) -> list[Any]:
    """Return what the caller gave as a list of paths and documents.

    Raises:
        LayoutReadError: When it is something else.
    """
    given = [path] if isinstance(path, (str, PurePath)) or is_docling_object(path) else path
    if isinstance(given, (bytes, dict)) or not isinstance(given, Iterable):
        raise LayoutReadError(
            "(no file)", f"{type(path).__name__} is no path; give a path, a folder, or a list of them."
        )
    paths = list(given)
    wrong = next((p for p in paths if not isinstance(p, (str, PurePath)) and not is_docling_object(p)), None)
    if wrong is not None or None in paths:
        raise LayoutReadError("(no file)", f"the list holds {type(wrong).__name__}, which is no path; give paths.")
    if any(isinstance(p, str) and not p.strip() for p in paths):
        raise LayoutReadError("(no file)", "an empty text is no path; give a path ('.' is the current folder).")
    return paths


def _page_bar(name: str) -> Callable[[int, int], None]:
    """Return a progress bar over the pages of one file, as a callback."""
    from tqdm.auto import tqdm

    bar = tqdm(desc=name, unit="page", leave=False)

    def advance(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return advance


def _title_of_name(name: str) -> str:
    path = PurePath(name)
    return path.stem if path.suffix.lower() in sources.SUFFIX_TYPES else name


TextReader = Callable[[bytes, LayoutSource, str | None], LayoutDocument]


def _text_readers() -> dict[str, TextReader]:
    """Readers by media type; imported on use, since they bring parsers along."""
    from llama_index_layout_rag.readers.docx import read_docx
    from llama_index_layout_rag.readers.markup import (
        read_csv,
        read_html,
        read_markdown,
        read_plain_text,
        read_restructured_text,
    )

    return {
        sources.HTML: read_html,
        sources.MARKDOWN: read_markdown,
        sources.TEXT: read_plain_text,
        sources.CSV: read_csv,
        sources.ASCIIDOC: read_plain_text,
        sources.RST: read_restructured_text,
        sources.DOCX: read_docx,
    }


def _common_folder(resolved: Sequence[tuple[str, Any]]) -> str:
    folders = {posixpath.dirname(where.replace("\\", "/")) for where, _ in resolved}
    return posixpath.commonpath(sorted(folders)) if len(folders) > 1 else folders.pop()


def _empty_folder_reason(include: Sequence[str]) -> str:
    if include:
        return f"no file in this folder matches include={list(include)!r}; patterns are relative to the folder."
    return "the folder holds no file that can be read; give include= patterns, or another folder."
