"""What can be done of ingestion without the store: files to Documents, Documents to signed nodes.

It runs in this process or in worker processes, so everything here takes and gives what can be pickled.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from llama_index.core.node_parser import NodeParser
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document

from llama_index_layout_rag.chunking.parser import group_by_manual
from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.storage.indexes import CHUNK_LEVEL_KEY, MANUAL_ID_KEY
from llama_index_layout_rag.storage.records import SOURCE_HASH_KEY, ManualRecord

logger = logging.getLogger(__name__)

PathLike = str | PurePath


@dataclass(frozen=True)
class Source:
    """What manuals are made from: Documents of one manual, or paths that are read together.

    Attributes:
        name: What the source goes by in reports: the manual's id, or the path.
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
        record: What it is made from and by.
        document_ids: Ids of its Documents.
        file_hashes: Hashes of its files, where the reader tells.
        nodes: Its signed nodes, the manual's own node last; None where the store has the manual as it is.
        error: Why it cannot be stored; "" where it can.
    """

    manual_id: str
    record: ManualRecord
    document_ids: Sequence[str]
    file_hashes: frozenset[str]
    nodes: list[BaseNode] | None = None
    error: str = ""


@dataclass
class Prepared:
    """What became of a source: its manuals, those that failed, the files that cannot be read, the reader's warnings."""

    manuals: list[PreparedManual] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Preparation:
    """Prepares sources; can be sent to another process.

    Attributes:
        reader: Reads paths.
        parser: Makes the nodes.
        embedding: Fingerprint of the embedding model.
        stored: Records of the manuals that the store has whole.
    """

    reader: BaseReader
    parser: NodeParser
    embedding: str
    stored: Mapping[str, ManualRecord]

    def __call__(self, source: Source) -> Prepared:
        """Read and parse a source; what goes wrong stands in the answer."""
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
            # A reader of someone else's raises whatever it likes.
            prepared.unreadable[str(paths[0])] = f"{type(error).__name__}: {error}"
            return []
        report = getattr(self.reader, "last_report", None)
        if report is not None:
            prepared.warnings += report.warnings
            prepared.unreadable.update((failure.uri, failure.reason) for failure in report.failed)
        return documents

    def _manual(self, manual_id: str, documents: Sequence[Document]) -> PreparedManual:
        record = ManualRecord.of(documents, self.parser, self.embedding)
        ids = [document.node_id for document in documents]
        hashes = frozenset(str(hash_) for document in documents if (hash_ := document.metadata.get(SOURCE_HASH_KEY)))
        if self.stored.get(manual_id) == record:
            return PreparedManual(manual_id, record, ids, hashes)
        try:
            nodes = signed_nodes(manual_id, documents, self.parser, record)
        except MemoryError:
            raise
        except Exception as error:
            return PreparedManual(manual_id, record, ids, hashes, error=f"{type(error).__name__}: {error}")
        return PreparedManual(manual_id, record, ids, hashes, nodes)


def signed_nodes(
    manual_id: str, documents: Sequence[Document], parser: NodeParser, record: ManualRecord
) -> list[BaseNode]:
    """The manual's nodes, checked and signed; its own node, the record, comes last.

    Raises:
        ValueError: When the parser's nodes are not those of one manual.
    """
    nodes = parser.get_nodes_from_documents(list(documents))
    _check_nodes(manual_id, nodes, parser)
    nodes.sort(key=_is_manual_node)
    record.sign(nodes, nodes[-1])
    return nodes


def _is_manual_node(node: BaseNode) -> bool:
    return node.metadata.get(CHUNK_LEVEL_KEY) == ChunkLevel.MANUAL


def _check_nodes(manual_id: str, nodes: Sequence[BaseNode], parser: NodeParser) -> None:
    name = type(parser).__name__
    if any(CHUNK_LEVEL_KEY not in node.metadata or MANUAL_ID_KEY not in node.metadata for node in nodes):
        raise ValueError(
            f"{name} gives nodes without {CHUNK_LEVEL_KEY} and {MANUAL_ID_KEY}, which searches go by: "
            "use ProcedureNodeParser."
        )
    if any(node.metadata[MANUAL_ID_KEY] != manual_id for node in nodes):
        raise ValueError(f"{name} gives nodes of another manual than {manual_id!r}.")
    manual_nodes = sum(map(_is_manual_node, nodes))
    if manual_nodes != 1:
        raise ValueError(
            f"{name} gives {manual_nodes} manual nodes for {manual_id!r}; there must be one, which is its record."
        )
    if len({node.node_id for node in nodes}) != len(nodes):
        raise ValueError(f"{name} gives several nodes of {manual_id!r} the same id; one would replace the other.")
