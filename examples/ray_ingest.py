"""Put a folder of manuals into one Qdrant collection with several workers, on Ray Data.

    pip install -e ".[local,examples,ray]"
    python examples/ray_ingest.py manuals/ --store qdrant-data --workers 4            # an embedded store
    python examples/ray_ingest.py manuals/ --store http://localhost:6333 --workers 16 # a server

Every file of the folder is a manual, and so is every folder in it. Workers read, parse and embed, which is where the time goes;
this process alone writes, so that an embedded store will do. It writes with `ingest`: nothing is embedded twice, and a run that is
stopped loses nothing. `ray.init()` finds a cluster where there is one (then every machine needs the manuals at the same path).
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import ray
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import Document, MetadataMode
from llama_index.core.storage.kvstore import SimpleKVStore

from llama_index_layout_rag import (
    IngestReport,
    LayoutReader,
    LayoutReadError,
    LayoutVectorStore,
    ProcedureNodeParser,
    ingest,
    layout_vector_store,
)

LOCAL_EMBEDDING = "llama_index_layout_rag:LocalEmbedding"


class Preparer:
    """A worker: reads one manual, parses it, and embeds the chunks that the store does not have.

    Args:
        embedding: The embedding model as "module:Class"; each worker loads it once.
        stored: Ids of the chunks that are stored; equal ids have equal texts.
    """

    def __init__(self, embedding: str, stored: Any) -> None:
        self.embed_model = made(embedding)
        self.parser = ProcedureNodeParser()
        self.stored: frozenset[str] = ray.get(stored)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        try:
            documents = LayoutReader().load_data(row["path"])
            nodes = self.parser.get_nodes_from_documents(documents)
        except LayoutReadError as error:
            return prepared(row["path"], error=str(error))
        missing = [
            node.get_content(metadata_mode=MetadataMode.EMBED) for node in nodes if node.node_id not in self.stored
        ]
        texts = list(dict.fromkeys(missing))
        return prepared(row["path"], documents, texts, self.embed_model.get_text_embedding_batch(texts))


def prepared(
    path: str,
    documents: Iterable[Document] = (),
    texts: list[str] | None = None,
    vectors: list[list[float]] | None = None,
    error: str = "",
) -> dict[str, Any]:
    """What a worker gives back, as columns that travel between processes. JSON keeps half surrogate pairs of broken PDFs."""
    return {
        "path": path,
        "documents": json.dumps([document.to_dict() for document in documents]),
        "texts": json.dumps(texts or []),
        "vectors": np.asarray(vectors or [], dtype=np.float32).tobytes(),
        "error": error,
    }


def made(name: str) -> BaseEmbedding:
    """The embedding model of "module:Class"."""
    module, _, class_name = name.partition(":")
    model: BaseEmbedding = getattr(importlib.import_module(module), class_name)()
    return model


def manuals_in(folder: Path) -> list[dict[str, str]]:
    """One row a manual."""
    return [{"path": str(path.resolve())} for path in sorted(folder.iterdir()) if not path.name.startswith(".")]


def stored_ids(store: LayoutVectorStore, embed_model: BaseEmbedding) -> frozenset[str]:
    """Ids of the chunks that are stored with an embedding of this model."""
    from llama_index_layout_rag.storage import EMBEDDING_KEY, embedding_fingerprint

    if not store.exists():
        return frozenset()
    fingerprint, found, offset = embedding_fingerprint(embed_model), [], None
    while True:
        points, offset = store.client.scroll(
            store.collection_name, limit=10_000, offset=offset, with_payload=[EMBEDDING_KEY]
        )
        found += [str(point.id) for point in points if (point.payload or {}).get(EMBEDDING_KEY) == fingerprint]
        if offset is None:
            return frozenset(found)


def with_vectors(embed_model: BaseEmbedding, row: dict[str, Any]) -> BaseEmbedding:
    """The model, knowing what a worker embedded already: LlamaIndex asks its cache first."""
    texts, vectors = json.loads(row["texts"]), np.frombuffer(row["vectors"], dtype=np.float32)
    cache = SimpleKVStore()
    for text, vector in zip(texts, vectors.reshape(len(texts), -1) if texts else [], strict=True):
        cache.put(text, {"worker": vector.tolist()}, collection="embeddings")
    return embed_model.model_copy(update={"embeddings_cache": cache})


def ingest_folder(
    folder: Path, store: LayoutVectorStore, embedding: str = LOCAL_EMBEDDING, workers: int = 2
) -> Iterator[tuple[str, IngestReport | str]]:
    """Store every manual of a folder.

    Yields:
        For each file or folder, as they get ready: its path, and what `ingest` did, or why it could not be read.
    """
    embed_model = made(embedding)
    stored = ray.put(stored_ids(store, embed_model))
    rows = manuals_in(folder)
    work = ray.data.from_items(rows, override_num_blocks=max(1, len(rows))).map(
        Preparer,
        fn_constructor_kwargs={"embedding": embedding, "stored": stored},
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=max(1, min(workers, len(rows)))),
        num_cpus=1,
    )
    for row in work.iter_rows():
        if row["error"]:
            yield row["path"], row["error"]
            continue
        documents = [Document.from_dict(one) for one in json.loads(row["documents"])]
        yield row["path"], ingest(documents, vector_store=store, embed_model=with_vectors(embed_model, row))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of manuals")
    parser.add_argument("--store", default="qdrant-data", help="folder of an embedded Qdrant, or a server's URL")
    parser.add_argument("--collection", default="manuals")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--embedding", default=LOCAL_EMBEDDING, metavar="MODULE:CLASS")
    args = parser.parse_args()

    # One core a worker: the threads of several models in one machine would only wait for each other.
    environment = {
        name: os.environ.get(name, value) for name, value in (("OMP_NUM_THREADS", "1"), ("OMP_WAIT_POLICY", "PASSIVE"))
    }
    here = str(Path(__file__).parent)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    ray.init(
        runtime_env={"env_vars": environment}, include_dashboard=False, log_to_driver=False, logging_level="warning"
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    where = (
        {"url": args.store, "api_key": os.environ.get("QDRANT_API_KEY")}
        if "://" in args.store
        else {"path": args.store}
    )
    store = layout_vector_store(args.collection, **where)
    failed = 0
    try:
        for path, outcome in ingest_folder(args.folder, store, args.embedding, args.workers):
            is_failure = isinstance(outcome, str) or bool(outcome.failed)
            failed += is_failure
            print(f"{Path(path).name}: {outcome}", file=sys.stderr if is_failure else sys.stdout)
    finally:
        store.client.close()
        ray.shutdown()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
