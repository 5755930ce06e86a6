"""Qdrant's own engine behind Qdrant's own address scheme, for tests on machines without a server.

`qdrant-edge-py` is the engine of the server (segments, filters, sparse vectors with IDF, quantisation, all in Rust) as a
library. This module serves the part of the HTTP interface that the package uses, one shard a collection, so that the
real clients talk to real Qdrant code over a socket. It has no cluster, no access control and no transactions over
requests, and its filters take a truth value for a number: what depends on these needs a real server (`QDRANT_URL`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import qdrant_edge as edge

VERSION = "1.20.0"
MEMORY = "/dev/shm"
Json = dict[str, Any]


class Collection:
    """One collection: a shard and the parameters that it was made with."""

    def __init__(self, folder: Path, parameters: Json) -> None:
        self.parameters = parameters
        self.lock = threading.RLock()
        vectors = {
            name: edge.EdgeVectorParams(size=one["size"], distance=getattr(edge.Distance, one["distance"]))
            for name, one in parameters["vectors"].items()
        }
        sparse = {
            name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf if one.get("modifier") == "idf" else None)
            for name, one in (parameters.get("sparse_vectors") or {}).items()
        }
        folder.mkdir(parents=True)
        self.shard = edge.EdgeShard.create(str(folder), edge.EdgeConfig(vectors=vectors, sparse_vectors=sparse))

    def info(self) -> Json:
        count = self.shard.count(edge.CountRequest(exact=True))
        return {
            "status": "green",
            "optimizer_status": "ok",
            "points_count": count,
            "segments_count": 1,
            "config": {
                "params": {**self.parameters, "shard_number": 1, "replication_factor": 1},
                "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000},
                "optimizer_config": {
                    "deleted_threshold": 0.2,
                    "vacuum_min_vector_number": 1000,
                    "default_segment_number": 0,
                    "flush_interval_sec": 5,
                },
            },
            "payload_schema": {},
        }

    def update(self, operation: Any) -> Json:
        self.shard.update(operation)
        return {"operation_id": 0, "status": "completed"}

    def upsert(self, body: Json) -> Json:
        points = [edge.Point(one["id"], _vectors(one["vector"]), one.get("payload")) for one in body["points"]]
        return self.update(edge.UpdateOperation.upsert_points(points))

    def delete(self, body: Json) -> Json:
        if "points" in body:
            return self.update(edge.UpdateOperation.delete_points(body["points"]))
        return self.update(edge.UpdateOperation.delete_points_by_filter(_filter(body["filter"])))

    def set_payload(self, body: Json) -> Json:
        if body.get("points"):
            return self.update(edge.UpdateOperation.set_payload(body["points"], body["payload"]))
        return self.update(edge.UpdateOperation.set_payload_by_filter(_filter(body["filter"]), body["payload"]))

    def retrieve(self, body: Json) -> list[Json]:
        found = self.shard.retrieve(body["ids"], _payload(body, True), body.get("with_vector", False))
        return [_record(one) for one in found]

    def scroll(self, body: Json) -> Json:
        request = edge.ScrollRequest(
            offset=body.get("offset"),
            limit=body.get("limit", 10),
            filter=_filter(body.get("filter")),
            with_payload=_payload(body, True),
            with_vector=body.get("with_vector", False),
        )
        found, following = self.shard.scroll(request)
        return {"points": [_record(one) for one in found], "next_page_offset": following and _id(following)}

    def count(self, body: Json) -> Json:
        return {"count": self.shard.count(edge.CountRequest(exact=True, filter=_filter(body.get("filter"))))}

    def facet(self, body: Json) -> Json:
        request = edge.FacetRequest(body["key"], body.get("limit", 10), True, _filter(body.get("filter")))
        return {"hits": [{"value": hit.value, "count": hit.count} for hit in self.shard.facet(request).hits]}

    def query(self, body: Json) -> Json:
        query = body["query"]
        vector = query.get("nearest", query) if isinstance(query, dict) else query
        request = edge.QueryRequest(
            limit=body.get("limit", 10),
            query=edge.Query.Nearest(_vector(vector), body.get("using")),
            filter=_filter(body.get("filter")),
            with_payload=_payload(body, False),
            with_vector=body.get("with_vector", False),
            params=edge.SearchParams(exact=bool((body.get("params") or {}).get("exact"))),
        )
        return {"points": [_record(one) for one in self.shard.query(request)]}

    def query_batch(self, body: Json) -> list[Json]:
        return [self.query(one) for one in body["searches"]]


def _vector(value: Any) -> Any:
    return edge.SparseVector(value["indices"], value["values"]) if isinstance(value, dict) else value


def _vectors(value: Json) -> Json:
    return {name: _vector(one) for name, one in value.items()}


def _id(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)


def _record(one: Any) -> Json:
    record: Json = {"id": _id(one.id), "payload": one.payload}
    if hasattr(one, "score"):
        record |= {"score": one.score, "version": one.version}
    if one.vector is not None:
        record["vector"] = {
            name: {"indices": list(v.indices), "values": list(v.values)}
            if isinstance(v, edge.SparseVector)
            else list(v)
            for name, v in one.vector.items()
        }
    return record


def _payload(body: Json, default: bool) -> Any:
    wanted = body.get("with_payload", default)
    if isinstance(wanted, list):
        return edge.PayloadSelector.Include(wanted)
    if isinstance(wanted, dict):
        kind = edge.PayloadSelector.Exclude if "exclude" in wanted else edge.PayloadSelector.Include
        return kind(wanted.get("exclude") or wanted.get("include"))
    return wanted


def _conditions(value: Any) -> list[Any] | None:
    if value is None:
        return None
    return [_condition(one) for one in (value if isinstance(value, list) else [value])]


def _filter(value: Json | None) -> Any:
    if value is None:
        return None
    min_should = value.get("min_should")
    return edge.Filter(
        *(_conditions(value.get(name)) for name in ("must", "should", "must_not")),
        min_should and edge.MinShould(_conditions(min_should["conditions"]), min_should["min_count"]),
    )


def _condition(value: Json) -> Any:
    if "has_id" in value:
        return edge.HasIdCondition(set(value["has_id"]))
    if "is_empty" in value:
        return edge.IsEmptyCondition(value["is_empty"]["key"])
    if "is_null" in value:
        return edge.IsNullCondition(value["is_null"]["key"])
    if "has_vector" in value:
        return edge.HasVectorCondition(value["has_vector"])
    if "nested" in value:
        return edge.NestedCondition(value["nested"]["key"], _filter(value["nested"]["filter"]))
    if "key" not in value:
        return _filter(value)
    if value.get("match") is not None:
        return edge.FieldCondition(value["key"], match=_match(value["match"]))
    if value.get("values_count") is not None:
        return edge.FieldCondition(value["key"], values_count=edge.ValuesCount(**_given(value["values_count"])))
    return edge.FieldCondition(value["key"], range=edge.RangeFloat(**_given(value["range"])))


def _given(limits: Json) -> Json:
    return {name: limit for name, limit in limits.items() if limit is not None}


def _match(value: Json) -> Any:
    kinds = {"value": edge.MatchValue, "any": edge.MatchAny, "except": edge.MatchExcept, "text": edge.MatchText}
    [name] = value
    return kinds[name](value[name])


_POINTS: dict[tuple[str, str], Callable[[Collection, Json], Any]] = {
    ("PUT", "/points"): Collection.upsert,
    ("POST", "/points"): Collection.retrieve,
    ("POST", "/points/scroll"): Collection.scroll,
    ("POST", "/points/count"): Collection.count,
    ("POST", "/points/delete"): Collection.delete,
    ("POST", "/points/payload"): Collection.set_payload,
    ("POST", "/points/query"): Collection.query,
    ("POST", "/points/query/batch"): Collection.query_batch,
    ("POST", "/facet"): Collection.facet,
}


class NotFoundError(Exception):
    pass


class Service:
    """The collections, and what each address does with them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._collections: dict[str, Collection] = {}
        self._made = 0
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, body: Json) -> Any:
        if path == "/collections":
            return {"collections": [{"name": name} for name in self._collections]}
        name, rest = re.fullmatch(r"/collections/([^/]+)(/.*)?", path).groups()  # type: ignore[union-attr]
        if rest == "/exists":
            return {"exists": name in self._collections}
        if rest is None and method == "PUT":
            return self._make(name, body)
        if rest is None and method == "DELETE":
            return self._collections.pop(name, None) is not None
        if name not in self._collections:
            raise NotFoundError(f"Not found: Collection `{name}` doesn't exist!")
        collection = self._collections[name]
        if rest is None:
            return collection.info()
        if rest == "/index":
            return self._index(collection, body)
        with collection.lock:
            return _POINTS[method, rest](collection, body)

    def _make(self, name: str, body: Json) -> bool:
        with self._lock:
            if name in self._collections:
                raise ValueError(f"Collection `{name}` already exists!")
            self._made += 1
            self._collections[name] = Collection(self._folder / str(self._made), body)
        return True

    def _index(self, collection: Collection, body: Json) -> Json:
        schema = body["field_schema"]
        kind = schema["type"] if isinstance(schema, dict) else schema
        wanted = getattr(edge.PayloadSchemaType, kind.capitalize())
        with collection.lock:
            return collection.update(edge.UpdateOperation.create_field_index(body["field_name"], wanted))


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet an answer; two would wait for each other

        def _serve(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(length)) if length else {}
            path = self.path.partition("?")[0]
            if path == "/":
                self._send(200, {"title": "qdrant - vector search engine", "version": VERSION})
                return
            try:
                self._send(200, {"result": service.answer(self.command, path, body), "status": "ok", "time": 0.0})
            except NotFoundError as error:
                self._send(404, {"status": {"error": str(error)}, "time": 0.0})
            except Exception as error:
                self._send(400, {"status": {"error": f"{type(error).__name__}: {error}"}, "time": 0.0})

        do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = _serve  # noqa: N815

        def _send(self, status: int, value: Any) -> None:
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            self.wfile.flush()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


@contextmanager
def edge_server() -> Iterator[str]:
    """The URL of a server that lives as long as the block."""
    # In memory where there is such a place: every payload index would wait for the disk several times.
    folder = Path(tempfile.mkdtemp(prefix="edge-server-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(Service(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    with edge_server() as url:
        print(url, flush=True)
        threading.Event().wait()
