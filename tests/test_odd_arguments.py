"""Arguments that make no sense are refused with one sentence that says what to give."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import Document
from qdrant_client import QdrantClient
from word_embedding import WordEmbedding

from llama_index_layout_rag import (
    Citation,
    LayoutReader,
    LocalEmbedding,
    PictureEvidencePostprocessor,
    PictureEvidenceTransform,
    ProcedureNodeParser,
    SectionFirstRetriever,
    highlight,
    ingest,
    layout_vector_store,
)


@pytest.fixture(scope="module")
def retriever() -> SectionFirstRetriever:
    store = layout_vector_store()
    ingest([Document(text="電源を入れます。", id_="a")], vector_store=store, embed_model=WordEmbedding())
    return SectionFirstRetriever(store, WordEmbedding())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LayoutReader(titel="x"), "LayoutReader has no argument 'titel'; did you mean 'title'?"),
        (lambda: LayoutReader(xyzzy=1), "LayoutReader has no argument 'xyzzy'; it has "),
        (lambda: LocalEmbedding(embed_batchsize=3), "did you mean 'embed_batch_size'?"),
        (lambda: ProcedureNodeParser(target_char=500), "did you mean 'target_chars'?"),
        (lambda: PictureEvidenceTransform(crop_dirr="x"), "did you mean 'crop_dir'?"),
        (lambda: PictureEvidencePostprocessor(crop_dirr="x"), "did you mean 'crop_dir'?"),
        (lambda: layout_vector_store(colection_name="x"), "did you mean 'collection_name'?"),
        (lambda: layout_vector_store(batchsize=3), "did you mean 'batch_size'?"),
        (lambda: layout_vector_store(None), "collection_name is None"),
        (lambda: Citation.from_node(None), "node is a NoneType; give a node"),
        (lambda: highlight("x"), "node is a str; give a node"),
        (lambda: ProcedureNodeParser().parse_manual([]), "no Document"),
    ],
)
def test_the_sentence_names_the_argument(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as error:
        make()
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "component",
    [
        LayoutReader(title="x"),
        LocalEmbedding(),
        ProcedureNodeParser(target_chars=90),
        PictureEvidenceTransform(max_pictures=3),
        PictureEvidencePostprocessor(crop_dir="x"),
    ],
)
def test_what_is_written_as_a_dict_is_read_back(component: Any) -> None:
    assert type(component).from_dict(component.to_dict()).to_dict() == component.to_dict()
    assert pickle.loads(pickle.dumps(component)).to_dict() == component.to_dict()


@pytest.mark.parametrize("top_k", [-1, None, 2.5, True, "3"])
def test_a_number_of_results_that_is_none_is_refused(retriever: SectionFirstRetriever, top_k: Any) -> None:
    with pytest.raises(ValueError, match=r"similarity_top_k is .*; give the number of results"):
        SectionFirstRetriever(retriever._engine._store, WordEmbedding(), similarity_top_k=top_k)


async def test_no_results_are_given_when_none_are_asked_for(retriever: SectionFirstRetriever) -> None:
    none = SectionFirstRetriever(retriever._engine._store, WordEmbedding(), similarity_top_k=0)
    assert none.retrieve("電源") == await none.aretrieve("電源") == []


@pytest.mark.parametrize("dpi", [0, -1, None, "high"])
def test_a_resolution_that_is_none_is_refused(retriever: SectionFirstRetriever, dpi: Any) -> None:
    [result] = retriever.retrieve("電源")
    with pytest.raises(ValueError, match="dpi is"):
        highlight(result, dpi=dpi)


def test_a_store_is_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    for path in (file, file / "below", str(file)):
        with pytest.raises(ValueError, match="is a file; give the folder"):
            layout_vector_store(path=path)
    with pytest.raises(ValueError, match="path is ''"):
        layout_vector_store(path="")
    store = layout_vector_store(path=tmp_path / "new" / "store")
    store.client.close()


def test_a_retriever_is_copied_over_the_same_store_and_not_pickled(retriever: SectionFirstRetriever) -> None:
    copied = copy.deepcopy(retriever)
    assert [one.node_id for one in copied.retrieve("電源")] == [one.node_id for one in retriever.retrieve("電源")]
    store = layout_vector_store("c", client=QdrantClient(":memory:"))
    assert copy.deepcopy(store).client is store.client
    for unpicklable in (retriever, store):
        with pytest.raises(TypeError, match=r"cannot be pickled.*layout_vector_store\(url="):
            pickle.dumps(unpicklable)
