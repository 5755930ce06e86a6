"""A docstore view of the vector store, for LlamaIndex components that look nodes up by id.

`AutoMergingRetriever`, `PrevNextNodePostprocessor` and `RecursiveRetriever` follow parents and neighbours through a
docstore. All nodes are in Qdrant already; this class fetches them from there and keeps no copy.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, cast

from llama_index.core.schema import BaseNode, NodeRelationship, TextNode
from llama_index.core.storage.docstore.types import BaseDocumentStore, RefDocInfo
from llama_index.core.vector_stores.types import FilterCondition, MetadataFilter, MetadataFilters

from llama_index_layout_rag.chunking import ChunkLevel
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY
from llama_index_layout_rag.storage.vector_store import LayoutVectorStore

SECTION_ID_KEY = "section_id"
REF_DOC_KEY = "ref_doc_id"
"""LlamaIndex's payload key for the Document of a node."""


class VectorStoreDocstore(BaseDocumentStore):
    """The nodes of a vector store as a read-only docstore, sync and async.

    Usage::

        docstore = VectorStoreDocstore(store)
        context = StorageContext.from_defaults(docstore=docstore, vector_store=store)
        AutoMergingRetriever(index.as_retriever(filters=only_children), context)
        PrevNextNodePostprocessor(docstore=docstore)
        RecursiveRetriever("root", retriever_dict={"root": retriever}, node_dict=docstore.docs)

    A stored section contains only its headings and opening, for search. `AutoMergingRetriever` replaces children by their
    parent, so a section is returned with the text of all its chunks, and without a parent, as whole chapters would
    replace what was found. `whole_sections=False` returns sections as they are stored.

    `ingest` and `delete_manual` write to the vector store. Writes by LlamaIndex are accepted if they change nothing
    (nodes that are stored already, Document hashes), and refused otherwise.

    Args:
        vector_store: What `layout_vector_store` returns.
        filters: Restricts the docstore to these nodes (a tenant, a manual).
        whole_sections: Whether a section has the text of its chunks.
    """

    def __init__(
        self, vector_store: LayoutVectorStore, filters: MetadataFilters | None = None, whole_sections: bool = True
    ) -> None:
        """View a vector store."""
        self._store = vector_store
        self._filters = filters
        self._whole_sections = whole_sections

    # --- reading ---

    @property
    def docs(self) -> dict[str, BaseNode]:
        """All nodes by id, fetched on access."""
        return cast("dict[str, BaseNode]", _StoredNodes(self))

    def get_document(self, doc_id: str, raise_error: bool = True) -> BaseNode | None:
        """Return the node with that id.

        Raises:
            ValueError: If it is not stored, unless `raise_error` is False.
        """
        return _found(self.get_nodes([doc_id], raise_error=False), doc_id, raise_error)

    async def aget_document(self, doc_id: str, raise_error: bool = True) -> BaseNode | None:
        """Return the node with that id, asynchronously."""
        return _found(await self.aget_nodes([doc_id], raise_error=False), doc_id, raise_error)

    def get_nodes(self, node_ids: list[str], raise_error: bool = True) -> list[BaseNode]:
        """Return the nodes with these ids, in their order, in one request.

        Raises:
            ValueError: If one is not stored, unless `raise_error` is False.
        """
        nodes = self._store.get_nodes(_valid_ids(node_ids), filters=self._filters)
        _check_all_found(nodes, node_ids, raise_error)
        chunks = [
            self._store.get_nodes(filters=self._chunks_of(node)) if self._is_partial(node) else None for node in nodes
        ]
        return [node if own is None else _whole_section(node, own) for node, own in zip(nodes, chunks, strict=True)]

    async def aget_nodes(self, node_ids: list[str], raise_error: bool = True) -> list[BaseNode]:
        """Return the nodes with these ids, in their order, asynchronously."""
        nodes = await self._store.aget_nodes(_valid_ids(node_ids), filters=self._filters)
        _check_all_found(nodes, node_ids, raise_error)
        chunks = [
            await self._store.aget_nodes(filters=self._chunks_of(node)) if self._is_partial(node) else None
            for node in nodes
        ]
        return [node if own is None else _whole_section(node, own) for node, own in zip(nodes, chunks, strict=True)]

    def document_exists(self, doc_id: str) -> bool:
        """Return whether a node with that id is stored."""
        return bool(self._store.get_nodes(_valid_ids([doc_id]), filters=self._filters))

    async def adocument_exists(self, doc_id: str) -> bool:
        """Return whether a node with that id is stored, asynchronously."""
        return bool(await self._store.aget_nodes(_valid_ids([doc_id]), filters=self._filters))

    def get_ref_doc_info(self, ref_doc_id: str) -> RefDocInfo | None:
        """Return the ids of the nodes of a Document; None if there are none."""
        return _ref_doc_infos(self._store.get_nodes(filters=self._with(REF_DOC_KEY, ref_doc_id))).get(ref_doc_id)

    async def aget_ref_doc_info(self, ref_doc_id: str) -> RefDocInfo | None:
        """Return the ids of the nodes of a Document, asynchronously."""
        return _ref_doc_infos(await self._store.aget_nodes(filters=self._with(REF_DOC_KEY, ref_doc_id))).get(ref_doc_id)

    def get_all_ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Return the ids of the nodes of every Document, reading the whole collection."""
        return _ref_doc_infos(self._store.get_nodes(filters=self._filters))

    async def aget_all_ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Return the ids of the nodes of every Document, asynchronously."""
        return _ref_doc_infos(await self._store.aget_nodes(filters=self._filters))

    def _is_partial(self, node: BaseNode) -> bool:
        return self._whole_sections and node.metadata.get(CHUNK_LEVEL_KEY) == ChunkLevel.SECTION.value

    def _chunks_of(self, section: BaseNode) -> MetadataFilters:
        return self._with(SECTION_ID_KEY, section.node_id, **{CHUNK_LEVEL_KEY: ChunkLevel.CHILD.value})

    def _with(self, key: str, value: str, **more: str) -> MetadataFilters:
        """Return the docstore's filters, combined with values of keys."""
        wanted = [MetadataFilter(key=name, value=held) for name, held in {key: value, **more}.items()]
        outer = [self._filters] if self._filters is not None and self._filters.filters else []
        return MetadataFilters(filters=[*outer, *wanted], condition=FilterCondition.AND)

    # --- hashes: `ingest` uses the manifests in manual nodes, so this docstore keeps none ---

    def set_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Ignore the hash, which `VectorStoreIndex.from_documents` reports for every Document."""

    async def aset_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Ignore the hash."""

    def set_document_hashes(self, doc_hashes: dict[str, str]) -> None:
        """Ignore the hashes."""

    async def aset_document_hashes(self, doc_hashes: dict[str, str]) -> None:
        """Ignore the hashes."""

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return None: there are no hashes."""
        return None

    async def aget_document_hash(self, doc_id: str) -> str | None:
        """Return None: there are no hashes."""
        return None

    def get_all_document_hashes(self) -> dict[str, str]:
        """Return nothing: there are no hashes."""
        return {}

    async def aget_all_document_hashes(self) -> dict[str, str]:
        """Return nothing: there are no hashes."""
        return {}

    # --- writing: accepted if it changes nothing, refused otherwise ---

    def add_documents(
        self, docs: Sequence[BaseNode], allow_update: bool = True, batch_size: int = 1, store_text: bool = True
    ) -> None:
        """Accept nodes that are stored already.

        Raises:
            ValueError: If there are others.
        """
        ids = [node.node_id for node in docs]
        _check_stored(ids, self._store.get_nodes(_valid_ids(ids)))

    async def async_add_documents(
        self, docs: Sequence[BaseNode], allow_update: bool = True, batch_size: int = 1, store_text: bool = True
    ) -> None:
        """Accept nodes that are stored already, asynchronously."""
        ids = [node.node_id for node in docs]
        _check_stored(ids, await self._store.aget_nodes(_valid_ids(ids)))

    def delete_document(self, doc_id: str, raise_error: bool = True) -> None:
        """Accept a node that is not stored, if `raise_error` is False.

        Raises:
            ValueError: In all other cases.
        """
        if self.get_document(doc_id, raise_error) is not None:
            _refuse_deletion(f"node {doc_id}")

    async def adelete_document(self, doc_id: str, raise_error: bool = True) -> None:
        """Accept a node that is not stored, asynchronously."""
        if await self.aget_document(doc_id, raise_error) is not None:
            _refuse_deletion(f"node {doc_id}")

    def delete_ref_doc(self, ref_doc_id: str, raise_error: bool = True) -> None:
        """Accept a Document without stored nodes: `VectorStoreIndex.delete_ref_doc` deletes them first.

        Raises:
            ValueError: If nodes of it are stored.
        """
        if self.get_ref_doc_info(ref_doc_id) is not None:
            _refuse_deletion(f"Document {ref_doc_id}")

    async def adelete_ref_doc(self, ref_doc_id: str, raise_error: bool = True) -> None:
        """Accept a Document without stored nodes, asynchronously."""
        if await self.aget_ref_doc_info(ref_doc_id) is not None:
            _refuse_deletion(f"Document {ref_doc_id}")


class _StoredNodes(Mapping[str, BaseNode]):
    """`VectorStoreDocstore.docs`."""

    def __init__(self, docstore: VectorStoreDocstore) -> None:
        self._docstore = docstore

    def __getitem__(self, node_id: str) -> BaseNode:
        """Return the node with that id."""
        node = self._docstore.get_document(node_id, raise_error=False)
        if node is None:
            raise KeyError(node_id)
        return node

    def __iter__(self) -> Iterator[str]:
        """Yield all ids."""
        return (node.node_id for node in self._stored())

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._stored())

    def __bool__(self) -> bool:
        """Return True without reading everything, as RecursiveRetriever takes `node_dict or {}`."""
        return True

    def _stored(self) -> list[BaseNode]:
        return self._docstore._store.get_nodes(filters=self._docstore._filters)


def _valid_ids(node_ids: Sequence[str]) -> list[str]:
    """Return the ids that a Qdrant point can have; RecursiveRetriever also asks for names of retrievers."""
    return [node_id for node_id in node_ids if _is_uuid(node_id)]


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def _found(nodes: Sequence[BaseNode], node_id: str, raise_error: bool) -> BaseNode | None:
    if not nodes and raise_error:
        raise _not_found([node_id])
    return nodes[0] if nodes else None


def _check_all_found(nodes: Sequence[BaseNode], node_ids: Sequence[str], raise_error: bool) -> None:
    missing = sorted(set(node_ids) - {node.node_id for node in nodes})
    if missing and raise_error:
        raise _not_found(missing)


def _not_found(node_ids: Sequence[str]) -> ValueError:
    return ValueError(
        f"The vector store has no node {', '.join(node_ids)}: the manual was replaced or deleted since the "
        "question was asked, or the docstore's filters exclude it."
    )


def _check_stored(node_ids: Sequence[str], stored: Sequence[BaseNode]) -> None:
    missing = set(node_ids) - {node.node_id for node in stored}
    if missing:
        raise ValueError(
            f"VectorStoreDocstore only reads, and {len(missing)} of these nodes are not in the vector store (such as "
            f"{min(missing)}): store manuals with ingest(), or use a SimpleDocumentStore for other documents."
        )


def _refuse_deletion(what: str) -> NoReturn:
    raise ValueError(
        f"VectorStoreDocstore only reads, and {what} is still in the vector store: delete it there, with "
        "delete_manual() or vector_store.delete()."
    )


def _ref_doc_infos(nodes: Sequence[BaseNode]) -> dict[str, RefDocInfo]:
    infos: dict[str, RefDocInfo] = {}
    for node in nodes:
        if node.ref_doc_id is not None:
            infos.setdefault(node.ref_doc_id, RefDocInfo()).node_ids.append(node.node_id)
    return infos


def _whole_section(section: BaseNode, chunks: Sequence[BaseNode]) -> BaseNode:
    """Return the section with the text and boxes of its chunks, and without a parent."""
    relationships = {
        kind: related for kind, related in section.relationships.items() if kind != NodeRelationship.PARENT
    }
    if not chunks:
        return section.model_copy(update={"relationships": relationships})
    ordered = sorted(chunks, key=lambda chunk: int(chunk.metadata.get("order", 0)))
    heading = section.get_content().split("\n", 1)[0]
    bodies = [chunk.get_content().removeprefix(heading).lstrip("\n") for chunk in ordered]
    metadata: dict[str, Any] = dict(section.metadata)
    for key in ("regions", "procedure_steps"):
        values = [value for node in [section, *ordered] for value in node.metadata.get(key, ())]
        if values:
            metadata[key] = values
    return TextNode(
        id_=section.node_id,
        text="\n\n".join([heading, *bodies]),
        metadata=metadata,
        relationships=relationships,
        excluded_embed_metadata_keys=list(dict.fromkeys([*section.excluded_embed_metadata_keys, *metadata])),
        excluded_llm_metadata_keys=list(
            dict.fromkeys([*section.excluded_llm_metadata_keys, "regions", "procedure_steps"])
        ),
    )
