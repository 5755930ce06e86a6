"""Results as services hand them over: in lists, in fields of an answer, as JSON in text; and JSON that is made to do harm."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llama_index_layout_rag import LayoutReader
from llama_index_layout_rag.layout import LayoutDocument, LayoutReadError, LayoutSource
from llama_index_layout_rag.readers.parsers.formats import read_parser_json, read_parser_value

SOURCE = LayoutSource(uri="/m/manual.json", name="manual.json")

LLAMAPARSE_PAGES = [{"page": 1, "md": "", "items": [{"type": "text", "value": "Press START.", "md": "Press START."}]}]
LLAMAPARSE = {"pages": LLAMAPARSE_PAGES, "job_metadata": {}, "job_id": "1", "file_path": "manual.pdf"}
DOCLING = {
    "schema_name": "DoclingDocument",
    "body": {"self_ref": "#/body", "children": [{"$ref": "#/texts/0"}]},
    "texts": [{"self_ref": "#/texts/0", "label": "text", "text": "Press START.", "children": []}],
}
AZURE = {
    "apiVersion": "2024-11-30",
    "modelId": "prebuilt-layout",
    "pages": [{"pageNumber": 1, "width": 8, "height": 11, "unit": "inch"}],
    "paragraphs": [{"content": "Press START.", "spans": [{"offset": 0, "length": 12}]}],
}
MINERU = [{"type": "text", "text": "Press START.", "page_idx": 0}]
MARKER = {
    "block_type": "Document",
    "children": [{"id": "/page/0/Page/0", "children": [{"block_type": "Text", "html": "<p>Press START.</p>"}]}],
}


def textract(text: str, **more: Any) -> dict[str, Any]:
    box = {"Left": 0.1, "Top": 0.1, "Width": 0.5, "Height": 0.05}
    line = {"BlockType": "LINE", "Id": text, "Text": text, "Geometry": {"BoundingBox": box}}
    return {"DocumentMetadata": {"Pages": 1}, "Blocks": [line], **more}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param([LLAMAPARSE], id="LlamaParse.get_json_result"),
        pytest.param(LLAMAPARSE_PAGES, id="LlamaParse pages"),
        pytest.param(
            {"status": "success", "document": {"filename": "m.pdf", "json_content": DOCLING}}, id="docling-serve"
        ),
        pytest.param({"status": "succeeded", "analyzeResult": AZURE}, id="Azure REST"),
        pytest.param({"results": {"manual": {"content_list": json.dumps(MINERU)}}, "version": "2"}, id="MinerU server"),
        pytest.param({"success": True, "status": "complete", "json": MARKER}, id="Datalab"),
        pytest.param([textract("Press START.")], id="Textract list of one"),
        pytest.param({"result": [DOCLING]}, id="result"),
    ],
)
def test_envelopes_of_services_are_opened(value: Any) -> None:
    assert [element.text for element in read_parser_value(value, SOURCE, (), "m").elements] == ["Press START."]


@pytest.mark.parametrize(("more", "pages"), [({}, [1, 2]), ({"JobStatus": "SUCCEEDED"}, [1, 1])])
def test_textract_answers_are_pages_of_single_calls_or_parts_of_a_job(more: dict[str, Any], pages: list[int]) -> None:
    layout = read_parser_value([textract("1. Open.", **more), textract("2. Press.", **more)], SOURCE, (), "m")
    assert [element.page for element in layout.elements] == pages


def test_results_of_several_files_are_refused_with_what_to_do() -> None:
    with pytest.raises(LayoutReadError, match=r"results of 2 files; save each in a file of its own"):
        read_parser_value([LLAMAPARSE, LLAMAPARSE], SOURCE, (), "m")


def nested(depth: int, key: str | None) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value] if key is None else {key: value}
    return value


@pytest.mark.parametrize(
    "value",
    [
        *(pytest.param(nested(900, key), id=str(key)) for key in (None, "res", "result", "document", "children", "x")),
        pytest.param({"pages": [{"md": "", "items": [{"type": "list", "items": nested(300, None)}]}]}, id="items"),
        pytest.param(
            {"number of pages": 1, "kids": [{"type": "list", "list items": [{"kids": nested(900, "x")}]}]}, id="kids"
        ),
    ],
)
def test_deep_json_ends_in_a_read_error(value: Any) -> None:
    with pytest.raises(LayoutReadError):
        read_parser_value(value, SOURCE, (), "m")


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000])
def test_json_text_that_is_nested_too_deeply_is_refused(data: bytes) -> None:
    with pytest.raises(LayoutReadError, match="nested too deeply"):
        read_parser_json(data, SOURCE)


def test_deep_metadata_is_left_out_so_that_the_layout_can_be_stored(tmp_path: Any) -> None:
    picture = {"self_ref": "#/pictures/0", "label": "picture", "children": [], "annotations": [nested(400, "a")]}
    body = {"self_ref": "#/body", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/pictures/0"}]}
    path = tmp_path / "manual.json"
    path.write_text(json.dumps({**DOCLING, "body": body, "pictures": [picture]}), encoding="utf-8")
    (document,) = LayoutReader().load_data(path)
    assert len(LayoutDocument.from_document(document).elements) == 2
