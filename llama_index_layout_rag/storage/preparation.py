"""The part of ingestion that needs no store: files to Documents, Documents to nodes with a manifest.

It runs in this process or in worker processes, so everything here can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from llama_index.core.node_parser import NodeParser
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document

from llama_index_layout_rag.chunking import ChunkLevel, group_by_manual
from llama_index_layout_rag.layout import LayoutReadError
from llama_index_layout_rag.storage.manifest import SOURCE_HASH_KEY, IngestionManifest
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY, MANUAL_ID_KEY

PathLike = str | PurePath


@dataclass(frozen=True)
class Source:
    """Documents of one manual, or paths that are read together.

    Attributes:
        name: The manual's id or the path, for reports.
        documents: The Documents of one manual.
        paths: Files and folders; one, or several that make one manual.
    """

    name: str
    documents: Sequence[Document] = ()
    paths: Sequence[PathLike] = ()


@dataclass(frozen=True)
class PreparedManual:
    """A manual ready to be stored.

    Attributes:
        manual_id: Its id.
        manifest: What its nodes are made from and by.
        document_ids: Ids of its Documents.
        file_hashes: Hashes of its files, if the reader gives them.
        nodes: Its nodes, the manual's own node last; None if the store has the manual as it is.
        error: Why it cannot be stored; "" if it can.
    """

    manual_id: str
    manifest: IngestionManifest
    document_ids: Sequence[str]
    file_hashes: frozenset[str]
    nodes: list[BaseNode] | None = None
    error: str = ""


@dataclass
class Prepared:
    """Result of a source: its manuals, failed manuals, unreadable files with reasons, and the reader's warnings."""

    manuals: list[PreparedManual] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Preparation:
    """A function that prepares sources; can be sent to another process.

    Attributes:
        reader: Reads paths.
        parser: Makes the nodes.
        embedding: Fingerprint of the embedding model.
        stored: Manifests of the manuals that are stored completely.
    """

    reader: BaseReader
    parser: NodeParser
    embedding: str
    stored: Mapping[str, IngestionManifest]

    def __call__(self, source: Source) -> Prepared:
        """Read and parse a source; failures are part of the result."""
        prepared = Prepared()
        documents = list(source.documents) or self._read(source.paths, prepared)
        for manual_id, parts in group_by_manual(documents).items():
            prepared.manuals.append(self._manual(manual_id, parts))
        return prepared

    def _read(self, paths: Sequence[PathLike], prepared: Prepared) -> list[Document]:
        try:
            documents = self.reader.load_data(paths[0] if len(paths) == 1 else list(paths))
        except LayoutReadError as error:
            prepared.unreadable[error.source] = error.reason
            return []
        except MemoryError:
            raise
        except Exception as error:
            # A third-party reader may raise any error.
            prepared.unreadable[str(paths[0])] = f"{type(error).__name__}: {error}"
            return []
        report = getattr(self.reader, "last_report", None)
        if report is not None:
            prepared.warnings += report.warnings
            prepared.unreadable.update((failure.uri, failure.reason) for failure in report.failed)
        return documents

    def _manual(self, manual_id: str, documents: Sequence[Document]) -> PreparedManual:
        manifest = IngestionManifest.of(documents, self.parser, self.embedding)
        ids = [document.node_id for document in documents]
        hashes = frozenset(str(hash_) for document in documents if (hash_ := document.metadata.get(SOURCE_HASH_KEY)))
        if self.stored.get(manual_id) == manifest:
            return PreparedManual(manual_id, manifest, ids, hashes)
        try:
            nodes = parsed_nodes(manual_id, documents, self.parser, manifest)
        except MemoryError:
            raise
        except Exception as error:
            return PreparedManual(manual_id, manifest, ids, hashes, error=f"{type(error).__name__}: {error}")
        return PreparedManual(manual_id, manifest, ids, hashes, nodes)


def parsed_nodes(
    manual_id: str, documents: Sequence[Document], parser: NodeParser, manifest: IngestionManifest
) -> list[BaseNode]:
    """Return the manual's nodes, checked; its own node, which carries the manifest, comes last.

    Raises:
        ValueError: If the parser's nodes are not those of one manual.
    """
    nodes = parser.get_nodes_from_documents(list(documents))
    _check_nodes(manual_id, nodes, parser)
    nodes.sort(key=_is_manual_node)
    manifest.write_to(nodes, nodes[-1])
    return nodes


def _is_manual_node(node: BaseNode) -> bool:
    return node.metadata.get(CHUNK_LEVEL_KEY) == ChunkLevel.MANUAL


def _check_nodes(manual_id: str, nodes: Sequence[BaseNode], parser: NodeParser) -> None:
    name = type(parser).__name__
    if any(CHUNK_LEVEL_KEY not in node.metadata or MANUAL_ID_KEY not in node.metadata for node in nodes):
        raise ValueError(
            f"{name} gives nodes without {CHUNK_LEVEL_KEY} and {MANUAL_ID_KEY}, which searches need: "
            "use ProcedureNodeParser."
        )
    if any(node.metadata[MANUAL_ID_KEY] != manual_id for node in nodes):
        raise ValueError(f"{name} gives nodes of another manual than {manual_id!r}.")
    manual_nodes = sum(map(_is_manual_node, nodes))
    if manual_nodes != 1:
        raise ValueError(
            f"{name} gives {manual_nodes} manual nodes for {manual_id!r}; there must be one, which carries the manifest."
        )
    if len({node.node_id for node in nodes}) != len(nodes):
        raise ValueError(f"{name} gives several nodes of {manual_id!r} the same id; one would replace the other.")
