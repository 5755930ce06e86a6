"""A German manual: a language that is data alone. It is read by its words, chunked by its markers, and found."""

from __future__ import annotations

from pathlib import Path

import pytest
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import BaseNode
from pdf_builder import PdfBuilder
from qdrant_client import QdrantClient
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.evaluation.polarity import is_negative
from llama_index_layout_rag.layout import ElementKind, LayoutDocument
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.furniture import is_contents_title, is_page_number
from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.layout.numbering import split_label
from llama_index_layout_rag.lexical import find_codes, query_weights
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.retrieval.question import analyze_question
from llama_index_layout_rag.storage import layout_vector_store

MANUAL = """# Bedienungsanleitung FP-200

## Kapitel 1 Inbetriebnahme

Die Pumpe wird an das Stromnetz angeschlossen und ist danach für den Betrieb bereit.

### 1.1 Filter wechseln

WARNUNG: Heiße Oberfläche. Lassen Sie das Gerät vor dem Öffnen abkühlen.

1. Schalten Sie die Pumpe aus.
2. Öffnen Sie die Abdeckung (siehe Abb. 2).
3. Setzen Sie den neuen Filter ein.

   HINWEIS: Der Pfeil auf dem Filter zeigt nach oben.

### 1.2 Störungen

Tabelle 1: Störungen und Abhilfe

| Störung | Ursache | Abhilfe |
|---|---|---|
| E-042 | Filter verstopft | Wechseln Sie den Filter. |
| E-043 | Kein Wasser | Öffnen Sie das Ventil. |
"""


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> list[BaseNode]:
    path = tmp_path_factory.mktemp("de") / "pumpe.md"
    path.write_text(MANUAL, encoding="utf-8")
    parser = ProcedureNodeParser(step_text="labelled")
    return parser.get_nodes_from_documents(LayoutReader().load_data(path))


def _procedure(nodes: list[BaseNode]) -> BaseNode:
    found = [n for n in nodes if n.metadata["chunk_level"] == "child" and n.metadata["content_type"] == "procedure"]
    assert len(found) == 1
    return found[0]


def test_language_is_detected_and_named_in_any_form(nodes: list[BaseNode]) -> None:
    assert {node.metadata["language"] for node in nodes} == {"de"}
    assert detect_language("Wie wechsle ich den Filter?") == "de"
    assert detect_language("How do I change the filter of the Müller pump?") == "en"
    assert {language_code(tag) for tag in ("de-AT", "Deutsch", "German")} == {"de"}


def test_steps_keep_number_text_and_caution_without_fields_of_a_grammar(nodes: list[BaseNode]) -> None:
    steps = _procedure(nodes).metadata["procedure_steps"]
    assert [step["step_number"] for step in steps] == ["1.", "2.", "3."]
    assert all(not step.get(field) for step in steps for field in ("action", "target", "condition", "result"))
    assert steps[1]["refs"] == ["Abb. 2"]


def test_labels_and_signal_words_are_german(nodes: list[BaseNode]) -> None:
    text = _procedure(nodes).get_content()
    assert "Schrittnummer: 2." in text
    assert "Öffnen Sie die Abdeckung" in text
    assert "WARNUNG: Heiße Oberfläche." in text
    assert "HINWEIS: Der Pfeil" in text
    assert "Schritt 1.–3." in str(Citation.from_node(_procedure(nodes)))


def test_rows_of_a_table_carry_their_columns(nodes: list[BaseNode]) -> None:
    (row,) = [n for n in nodes if n.metadata.get("content_type") == "table" and "E-042" in n.get_content()][:1]
    assert "Abhilfe: Wechseln Sie den Filter." in row.get_content()


def test_manuals_are_found_by_german_questions(tmp_path: Path) -> None:
    for model in ("FP-200", "FP-300"):
        (tmp_path / f"{model}.md").write_text(MANUAL.replace("FP-200", model), encoding="utf-8")
    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    documents = [LayoutReader().load_data(path)[0] for path in sorted(tmp_path.iterdir())]
    IngestionPipeline(transformations=[ProcedureNodeParser(), WordEmbedding()], vector_store=store).run(
        documents=documents
    )
    retriever = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=3)
    steps = retriever.retrieve("Wie wechsle ich den Filter am FP-300?")[0]
    assert steps.metadata["manual_title"] == "Bedienungsanleitung FP-300"
    assert steps.metadata["section_path"][-1] == "1.1 Filter wechseln"
    fault = retriever.retrieve("Was ist bei E-043 am FP-200 zu tun?")[0]
    assert fault.metadata["manual_title"] == "Bedienungsanleitung FP-200"
    assert "Öffnen Sie das Ventil." in fault.get_content()


def _pdf() -> LayoutDocument:
    pdf = PdfBuilder(font="Helvetica", title="Unbenannt")
    pdf.text(150, 200, "Bedienungsanleitung FP-200", 24, bold=True).text(250, 240, "Version 1.2", 12)
    pages = [
        ("Kapitel 1 Betrieb", "1.1 Einschalten", "Schritt 1", "Schritt 2", "Abb. 1 Schalter"),
        ("Kapitel 2 Wartung", "2.1 Filter wechseln", "Schritt 1", "Schritt 2", "Abbildung 2 Filter"),
        ("Anhang A Technische Daten", "A.1 Maße", "Schritt 1", "Schritt 2", "Bild 3 Maße"),
    ]
    for number, (chapter, section, first, second, caption) in enumerate(pages, start=1):
        pdf.page().running(header="FP-200", footer=f"Seite {number} von 3")
        pdf.heading(chapter, 18).heading(section, 14)
        pdf.paragraph("Die Pumpe wird mit dem Schalter bedient.").paragraph("Sie ist danach bereit.")
        pdf.item(first, "Drücken Sie den Schalter.", hang=50).item(second, "Warten Sie eine Minute.", hang=50)
        pdf.image(200, 100).caption(caption)
        pdf.paragraph("ACHTUNG: Nicht im Freien verwenden.")
    return pdf.read()


def test_pdf_is_read_by_german_words() -> None:
    layout = _pdf()
    by_kind = {kind: [e.text for e in layout.elements if e.kind is kind] for kind in ElementKind}
    assert layout.language == "de"
    assert layout.title == "Bedienungsanleitung FP-200"
    assert by_kind[ElementKind.SECTION_HEADER][::2] == [
        "Kapitel 1 Betrieb",
        "Kapitel 2 Wartung",
        "Anhang A Technische Daten",
    ]
    assert by_kind[ElementKind.CAPTION] == ["Abb. 1 Schalter", "Abbildung 2 Filter", "Bild 3 Maße"]
    assert by_kind[ElementKind.PAGE_FOOTER] == [f"Seite {number} von 3" for number in (1, 2, 3)]
    steps = [e for e in layout.elements if e.kind is ElementKind.LIST_ITEM]
    assert [step.marker for step in steps] == ["Schritt 1", "Schritt 2"] * 3
    assert steps[2].section_path == ["Kapitel 2 Wartung", "2.1 Filter wechseln"]


@pytest.mark.parametrize(
    "text", ["Abb. 3-1 Bedienfeld", "Abbildung 4: Filter", "Tabelle 2 Maße", "Tab. 1", "Beispiel 1"]
)
def test_captions(text: str) -> None:
    assert is_caption(text)


@pytest.mark.parametrize("text", ["Abbildung 3 zeigt das Bedienfeld.", "Tabelle 2 enthält die Maße.", "Abfall 3"])
def test_sentences_about_pictures_are_no_captions(text: str) -> None:
    assert not is_caption(text)


def test_headings_contents_and_page_numbers() -> None:
    assert [split_label(text).values for text in ("Kapitel 3", "Abschnitt 2.1", "Teil II", "Anhang B")] == [  # type: ignore[union-attr]
        (3,),
        (2, 1),
        (2,),
        (2,),
    ]
    assert all(map(is_contents_title, ("Inhaltsverzeichnis", "INHALT", "Abbildungsverzeichnis")))
    assert all(map(is_page_number, ("Seite 3", "Seite 3 von 20", "S. 4")))
    assert split_marker("Schritt 2: Öffnen").marker == "Schritt 2:"  # type: ignore[union-attr]
    assert split_marker("Schritt 2 von Abschnitt 3 entfällt.") is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Wie wechsle ich den Filter?", "operation"),
        ("Wie kann ich die Pumpe ausschalten?", "operation"),
        ("Warum blinkt die Lampe?", "condition"),
        ("Was ist der Unterschied zwischen FP-200 und FP-300?", "comparison"),
        ("Vergleich der beiden Modelle", "comparison"),
        ("Worauf ist beim Öffnen zu achten?", "caution"),
        ("Wo finde ich die Seriennummer?", "place"),
        ("Welche Bedeutung hat Fehler 7?", "code"),
    ],
)
def test_question_kinds(question: str, kind: str) -> None:
    assert kind in {found.value for found in analyze_question(question).kinds}


def test_codes_and_tokens() -> None:
    assert find_codes("Fehler 7 und Störung 12") == find_codes("error 7 fault 12") == ["error7", "fault12"]
    assert find_codes("in 200 Fällen, bis 300") == ["200", "300"]
    assert "der" not in query_weights("der Filter")


@pytest.mark.parametrize(
    ("sentence", "negative"),
    [
        ("Öffnen Sie die Abdeckung nicht.", True),
        ("Verwenden Sie keine Gewalt.", True),
        ("Wenn die Lampe nicht leuchtet, drücken Sie Reset.", False),
        ("Drücken Sie nicht nur kurz.", False),
    ],
)
def test_negation(sentence: str, negative: bool) -> None:
    assert is_negative(sentence) is negative
