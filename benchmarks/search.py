"""Speed of hybrid search in an embedded collection: our engine beside the stock QdrantVectorStore query, in one run.

Twenty manuals of made-up Japanese and English chunks (600 characters, about 2 KB of text in UTF-8), children with
dense and lexical vectors, sections with dense ones. The question's embedding is not part of what is timed.

    python benchmarks/search.py --sizes 1000 10000 50000

With llama-index-retrievers-bm25 installed, QueryFusionRetriever over a vector index and BM25Retriever is timed as
well.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
import tracemalloc
import uuid
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np
from llama_index.core import VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters, VectorStoreQuery, VectorStoreQueryMode
from llama_index.vector_stores.qdrant import QdrantVectorStore
from pydantic import PrivateAttr
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.lexical import sparse_document_vectors, sparse_query_vectors
from llama_index_layout_rag.retrieval.engines import ListQuery, engine_for
from llama_index_layout_rag.storage import LayoutVectorStore, layout_vector_store

DIMENSIONS = 384
MANUALS = 20
CHUNKS_PER_SECTION = 5
CHARACTERS = 600
TOP_K = 20
CANDIDATES = 50
VOCABULARY = 3_000
ENDINGS = [
    "ボタンを押します。",
    "ランプが点灯します。",
    "カバーを開けます。",
    "画面が表示されます。",
    "を選択してください。",
    "の場合は、",
    "と、",
    "を確認し",
]
ENGLISH = [
    "Press the power button.",
    "Open the cover and remove the paper.",
    "Error E-042 is shown.",
    "Turn the switch off.",
]


def vocabulary() -> tuple[list[str], list[float]]:
    """Made-up words of two kanji or four katakana, with cumulated frequencies after Zipf.

    A chunk has about 350 distinct tokens.
    """
    rng = random.Random(5)
    kanji = [chr(0x4E00 + rng.randrange(0x5000)) for _ in range(900)]
    katakana = [chr(0x30A2 + number) for number in range(0x50)]
    words = [
        "".join(rng.choices(kanji, k=2)) if rng.random() < 0.7 else "".join(rng.choices(katakana, k=4))
        for _ in range(VOCABULARY)
    ]
    return words, list(accumulate(1 / (rank + 10) for rank in range(VOCABULARY)))


WORDS, CUMULATED = vocabulary()


def sentence(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(ENGLISH)
    code = f"E-{rng.randint(0, 400):03d}" if rng.random() < 0.1 else ""
    return "の".join(rng.choices(WORDS, cum_weights=CUMULATED, k=rng.randint(2, 5))) + code + rng.choice(ENDINGS)


def text(rng: random.Random) -> str:
    parts: list[str] = []
    while sum(map(len, parts)) < CHARACTERS:
        parts.append(sentence(rng))
    return "\n".join(parts)


def nodes(count: int, rng: random.Random) -> list[TextNode]:
    """Children of twenty manuals, one after the other, and a section for every five children."""
    vectors = np.random.default_rng(7).normal(size=(count * 2, DIMENSIONS)).astype(np.float32)
    made: list[TextNode] = []
    for number in range(count):
        manual = f"manual-{number * MANUALS // count}"
        section = str(uuid.UUID(int=number // CHUNKS_PER_SECTION))
        common = {
            "schema_version": 1,
            "manual_id": manual,
            "manual_title": f"取扱説明書 {manual}",
            "model_numbers": [f"ES-{number * MANUALS // count}00"],
            "section_id": section,
            "section_path": ["3. 操作", f"3.{number // CHUNKS_PER_SECTION} 手順"],
            "pages": [number // 3 + 1],
        }
        child = common | {
            "chunk_level": "child",
            "content_type": rng.choice(["procedure", "table", "reference"]),
            "codes": [f"e{rng.randint(0, 400):03d}"],
            "order": number,
            "procedure_steps": [{"step_id": f"s{i}", "step_number": str(i), "action": "押す"} for i in range(2)],
            "source_record_refs": [
                {"record_id": f"r{number}", "page": number // 3 + 1, "bbox": [72.0, 90.5, 480.2, 118]}
            ],
        }
        levels = [child]
        if number % CHUNKS_PER_SECTION == 0:
            levels.append(common | {"chunk_level": "section"})
        for metadata in levels:
            node_id = section if metadata["chunk_level"] == "section" else str(uuid.UUID(int=2**64 + number))
            node = TextNode(id_=node_id, text=text(rng), metadata=metadata, embedding=vectors[len(made)].tolist())
            node.excluded_embed_metadata_keys = list(metadata)
            made.append(node)
    return made


def fill(count: int) -> tuple[LayoutVectorStore, int]:
    """Return a store with that many children, and the size of a payload in bytes."""
    store = layout_vector_store(batch_size=1_000)
    made = nodes(count, random.Random(3))
    store.add(made)
    payload = store.client.retrieve(store.collection_name, [made[0].node_id])[0].payload
    return store, len(json.dumps(payload, ensure_ascii=False).encode())


def stock_store(store: LayoutVectorStore) -> QdrantVectorStore:
    return QdrantVectorStore(
        store.collection_name,
        client=store.client,
        enable_hybrid=True,
        sparse_doc_fn=sparse_document_vectors,
        sparse_query_fn=sparse_query_vectors,
    )


def stock_query(stock: QdrantVectorStore, question: str, vector: list[float], manual: str | None) -> Any:
    filters = None if manual is None else MetadataFilters(filters=[MetadataFilter(key="manual_id", value=manual)])
    return stock.query(
        VectorStoreQuery(
            query_embedding=vector,
            query_str=question,
            similarity_top_k=TOP_K,
            mode=VectorStoreQueryMode.HYBRID,
            filters=filters,
        )
    )


def our_query(engine: Any, question: str, vector: list[float], manual: str | None) -> Any:
    """Three queries (children by meaning and by words, sections by meaning), and the nodes of as many results."""
    condition = models.FieldCondition(key="manual_id", match=models.MatchValue(value=manual)) if manual else None
    filter = models.Filter(must=[condition]) if condition else None
    indices, values = sparse_query_vectors([question])
    sparse = models.SparseVector(indices=indices[0], values=values[0])
    lists = engine.search(
        [
            ListQuery("dense", ChunkLevel.CHILD, CANDIDATES, filter, dense=vector),
            ListQuery("lexical", ChunkLevel.CHILD, CANDIDATES, filter, sparse=sparse),
            ListQuery("dense", ChunkLevel.SECTION, CANDIDATES, filter, dense=vector),
        ]
    )
    return [hit.node() for hit in lists[0][: TOP_K // 2] + lists[1][: TOP_K // 2]]


def fusion_query(store: LayoutVectorStore, manual: str | None) -> Callable[[str, list[float]], Any] | None:
    """LlamaIndex's QueryFusionRetriever over a vector index and BM25Retriever, or None where that is not installed.

    BM25Retriever keeps the nodes in memory and is given those of the manual only, which is the best that it can be
    given.
    """
    try:
        from llama_index.retrievers.bm25 import BM25Retriever
    except ImportError:
        return None
    filters = None if manual is None else MetadataFilters(filters=[MetadataFilter(key="manual_id", value=manual)])
    question_vector = GivenEmbedding()
    index = VectorStoreIndex.from_vector_store(stock_store(store), embed_model=question_vector)
    words = BM25Retriever.from_defaults(nodes=store.get_nodes(filters=filters), similarity_top_k=TOP_K)
    fusion = QueryFusionRetriever(
        [index.as_retriever(similarity_top_k=TOP_K, filters=filters), words],
        llm=MockLLM(),
        mode=FUSION_MODES.RECIPROCAL_RANK,
        similarity_top_k=TOP_K,
        num_queries=1,
        use_async=False,
    )

    def query(question: str, vector: list[float]) -> Any:
        question_vector._given = vector
        return fusion.retrieve(question)

    return query


class GivenEmbedding(BaseEmbedding):
    """Gives the vector that it was told to: the question's embedding is not part of what is timed."""

    _given: list[float] = PrivateAttr(default_factory=list)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._given

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._given

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._given


def timed(run: Callable[[str, list[float]], Any], repetitions: int) -> list[float]:
    rng = random.Random(17)
    questions = ["".join(sentence(rng) for _ in range(2)) for _ in range(repetitions)]
    vectors = np.random.default_rng(1).normal(size=(repetitions, DIMENSIONS)).tolist()
    seconds = []
    for question, vector in zip(questions, vectors, strict=True):
        begin = time.perf_counter()
        run(question, vector)
        seconds.append(time.perf_counter() - begin)
    return seconds


def percentiles(seconds: list[float]) -> tuple[float, float]:
    return float(np.percentile(seconds, 50)) * 1e3, float(np.percentile(seconds, 95)) * 1e3


def check_freshness(store: LayoutVectorStore, engine: Any) -> None:
    """Check that the next search sees changed, added and deleted chunks, whichever store object wrote them."""
    vector = [1.0] + [0.0] * (DIMENSIONS - 1)
    query = [ListQuery("dense", ChunkLevel.CHILD, 1, None, dense=vector)]
    other = LayoutVectorStore(store.collection_name, client=store.client)
    node = TextNode(id_=str(uuid.UUID(int=2**64)), text="差し替え", embedding=vector, metadata={"chunk_level": "child"})
    begin = time.perf_counter()
    other.add([node])
    assert engine.search(query)[0][0].id == node.node_id, "an upsert that leaves the count is seen"
    assert engine.search(query)[0][0].node().get_content() == "差し替え"
    other.delete_nodes([node.node_id])
    assert engine.search(query)[0][0].id != node.node_id, "a deletion is seen"
    print(
        f"  freshness: upsert and deletion by another store seen at once ({(time.perf_counter() - begin) * 1e3:.0f} ms)"
    )


def measure(size: int, repetitions: int, slow_repetitions: int) -> None:
    begin = time.perf_counter()
    store, payload_bytes = fill(size)
    seconds = time.perf_counter() - begin
    print(f"{size:,} children, {MANUALS} manuals, payload {payload_bytes:,} bytes, filled in {seconds:.0f} s")
    engine = engine_for(store)
    gc.collect()
    tracemalloc.start()
    begin = time.perf_counter()
    our_query(engine, sentence(random.Random(1)), [1.0] * DIMENSIONS, "manual-3")
    traced = time.perf_counter() - begin
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"  index: {held / 2**20:.0f} MB held, {peak / 2**20:.0f} MB at the peak ({traced:.2f} s while traced)")
    journal = store.journal()
    assert journal is not None
    journal.derived.clear()
    begin = time.perf_counter()
    our_query(engine, sentence(random.Random(1)), [1.0] * DIMENSIONS, "manual-3")
    print(f"  index ready with the first answer in {time.perf_counter() - begin:.2f} s")
    stock = stock_store(store)
    for label, manual in (("one manual of twenty", "manual-3"), ("no filter", None)):
        ours = percentiles(timed(partial(our_query, engine, manual=manual), repetitions))
        theirs = percentiles(timed(partial(stock_query, stock, manual=manual), slow_repetitions))
        print(
            f"  {label:21s} ours p50 {ours[0]:7.2f} ms p95 {ours[1]:7.2f} ms | "
            f"stock p50 {theirs[0]:8.1f} ms p95 {theirs[1]:8.1f} ms | {theirs[0] / ours[0]:6.0f} times"
        )
        fusion = fusion_query(store, manual)
        if fusion is not None:
            fused = percentiles(timed(fusion, slow_repetitions))
            print(f"  {'':21s} QueryFusionRetriever with BM25Retriever p50 {fused[0]:.1f} ms p95 {fused[1]:.1f} ms")
    check_freshness(store, engine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 50_000], help="numbers of children")
    parser.add_argument("--repetitions", type=int, default=200, help="questions for our engine")
    parser.add_argument("--slow-repetitions", type=int, default=5, help="questions for the stock query")
    arguments = parser.parse_args()
    for size in arguments.sizes:
        measure(size, arguments.repetitions, arguments.slow_repetitions)


if __name__ == "__main__":
    main()
