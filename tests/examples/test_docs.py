"""The documentation: its code runs, or at least fits the code it speaks of; its commands, messages and figures exist; it builds."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from docling_sample import NAME, write_docling_sample
from llama_index.core.bridge.pydantic import BaseModel
from llama_index.vector_stores.qdrant import QdrantVectorStore
from stand_in_vision_model import stand_in_vision_model

import llama_index_layout_rag as package
from llama_index_layout_rag import evaluation
from llama_index_layout_rag.cli import _parser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "examples" / "docs"
PAGES = sorted(path for path in (DOCS / "pages").rglob("*.md") if path.parent.name != "api")
READMES = [ROOT / "README.md", ROOT / "README.ja.md"]
SOURCE = Path(package.__file__).parent
NOT_RUN = "<!-- compiled only -->"
CHECKED_PACKAGES = ("llama_index", "llama_index_layout_rag", "qdrant_client")
"""Packages whose names and arguments are checked where a block is not run; those of layout parsers need not be installed."""

_FENCE = re.compile(r"(?P<before>[^\n]*)\n```(?P<kind>\w+)\n(?P<text>.*?)\n```", re.DOTALL)
_HOLE = "…"
SHORTEST_MESSAGE = 20


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    kind: str
    text: str
    runs: bool


def blocks(path: Path, kind: str) -> list[Block]:
    found = _FENCE.finditer("\n" + path.read_text(encoding="utf-8"))
    return [
        Block(path.name, one["kind"], one["text"], NOT_RUN not in one["before"]) for one in found if one["kind"] == kind
    ]


def named(paths: list[Path]) -> Any:
    return pytest.mark.parametrize("page", paths, ids=lambda path: path.name)


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    pdf, parsed = write_docling_sample(tmp_path)
    (tmp_path / "manual.pdf").write_bytes(pdf.read_bytes())
    (tmp_path / "manual_folder").mkdir()
    (tmp_path / "manual_folder" / "start.md").write_text("# Start\n\n1. Press [On].\n", encoding="utf-8")
    assert parsed.name == f"{NAME}.json"
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@named([page for page in PAGES if any(block.runs for block in blocks(page, "python"))])
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, workplace: Path) -> None:
    names: dict[str, Any] = {}
    for block in blocks(page, "python"):
        if block.runs:
            exec(compile(block.text, page.name, "exec"), names)


@named([*PAGES, *READMES])
def test_code_compiles_and_its_names_and_arguments_exist(page: Path) -> None:
    known: dict[str, Any] = {}
    for block in blocks(page, "python"):
        tree = ast.parse(block.text, page.name)
        known |= imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
                given = {keyword.arg for keyword in node.keywords if keyword.arg}
                unknown = given - (arguments(known[node.func.id]) or given)
                assert not unknown, f"{page.name}: {node.func.id} takes no {sorted(unknown)}"


def imported(tree: ast.AST) -> dict[str, Any]:
    """The names that a block imports from packages that are checked; a name that is not there is an error."""
    names: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in CHECKED_PACKAGES:
            module = importlib.import_module(node.module or "")
            names |= {alias.asname or alias.name: getattr(module, alias.name) for alias in node.names}
    return names


def arguments(called: Any) -> set[str]:
    """Names of the arguments that something takes; none where it takes any name and does not say which it knows."""
    if called is package.layout_vector_store:
        return {*inspect.signature(called).parameters, *inspect.signature(QdrantVectorStore.__init__).parameters}
    taken = inspect.signature(called).parameters
    is_own = called.__module__.startswith(package.__name__)
    is_model = inspect.isclass(called) and issubclass(called, BaseModel)
    if is_own and is_model:
        return {*called.model_fields, *taken}
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values())
    return set() if not is_own and (takes_any or is_model) else set(taken)


def test_a_wrong_argument_or_name_would_be_noticed() -> None:
    assert "model_numbers" in arguments(package.LayoutReader)
    assert "modelnumbers" not in arguments(package.LayoutReader)
    assert "replication_factor" in arguments(package.layout_vector_store)
    assert "no_such_option" not in arguments(package.SectionFirstRetriever)
    with pytest.raises(AttributeError):
        imported(ast.parse("from llama_index_layout_rag import NoSuchThing"))


@named([*PAGES, *READMES, ROOT / "examples" / "README.md"])
def test_commands_fit_the_command_line_and_extras_exist(page: Path) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project.optional-dependencies]")[1]
    extras = set(re.findall(r"^(\w+) = \[", project.split("\n[")[0], re.MULTILINE))
    lines = [line for kind in ("bash", "console") for block in blocks(page, kind) for line in block.text.splitlines()]
    for line in lines:
        for words in commands(line):
            if words[:1] == ["layout-rag"]:
                _parser().parse_args(words[1:])  # exits where an option is not known
        for extra in re.findall(r"\[([a-z,]+)\]", line):
            assert set(extra.split(",")) <= extras, line
        for script in re.findall(r"(?:examples|benchmarks)/[\w/]+\.py", line):
            assert (ROOT / script).is_file(), line


def commands(line: str) -> Iterator[list[str]]:
    """The commands of a line, which a semicolon divides, as words."""
    words: list[str] = []
    for word in shlex.split(line, comments=True):
        words.append(word.rstrip(";"))
        if word.endswith(";"):
            yield words
            words = []
    yield words


def test_the_japanese_readme_is_in_step_with_the_english_one() -> None:
    english, japanese = (path.read_text(encoding="utf-8") for path in READMES)
    for start in ("## ", "| ", "- ", "```"):
        assert count_of_lines(english, start) == count_of_lines(japanese, start), start
    code = [[without_comments(block.text) for block in blocks(path, "python")] for path in READMES]
    assert code[0] == code[1]


def count_of_lines(text: str, start: str) -> int:
    return sum(line.startswith(start) for line in text.splitlines())


def without_comments(code: str) -> list[str]:
    lines = (line.split("#")[0].rstrip() for line in code.splitlines())
    return [line for line in lines if line]


@named([page for page in PAGES if blocks(page, "json")])
def test_json_of_a_page_is_json(page: Path) -> None:
    for block in blocks(page, "json"):
        assert json.loads(block.text)


def test_quoted_messages_are_those_of_the_code() -> None:
    page = DOCS / "pages" / "troubleshooting.md"
    rows = [line.split("|") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    symptoms = [cells[1] for cells in rows if "(from " not in cells[1]]
    quoted = [message for symptom in symptoms for message in re.findall(r"`([^`]{25,})`", symptom)]
    assert len(quoted) > 20
    missing = [message for message in quoted if not any(says(template, message) for template in messages())]
    assert not missing


def says(template: str, message: str) -> bool:
    """Whether a message with holes for names and values is one of the code's, or a part of one."""
    at = 0
    for piece in filter(None, (part.strip() for part in message.split(_HOLE))):
        found = template.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


@cache
def messages() -> tuple[str, ...]:
    """Every text of the package's source, with holes for what is put in."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))]
    return tuple(text for tree in trees for text in texts(tree) if len(text) >= SHORTEST_MESSAGE)


def texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else _HOLE for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.sub(r"%[sdrg]|%\.\d[fg]", _HOLE, node.value)


@named([*PAGES, *sorted((DOCS / "pages" / "api").glob("*.md"))])
def test_every_page_is_in_the_navigation(page: Path) -> None:
    assert page.relative_to(DOCS / "pages").as_posix() in (DOCS / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [package, evaluation], ids=lambda module: module.__name__)
def test_the_reference_names_every_public_thing(module: ModuleType) -> None:
    named_things = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "pages" / "api").glob("*.md"))
    missing = [name for name in module.__all__ if f".{name}\n" not in named_things + "\n"]
    assert not missing


@pytest.mark.slow
def test_the_site_builds_strictly_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(DOCS / "mkdocs.yml"),
        "-d",
        str(tmp_path / "site"),
    ]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    loaded = re.compile(r"""<(?:script|link|img)[^>]*(?:src|href)=["']?(?:https?:)?//""")
    for page in (tmp_path / "site").rglob("*.html"):
        assert not loaded.search(page.read_text(encoding="utf-8")), page.name


def test_the_stand_in_for_a_vision_model_says_what_was_written_for_the_caption() -> None:
    from llama_index.core.llms import ChatMessage
    from llama_index.llms.openai_like import OpenAILike

    with stand_in_vision_model({"Figure 1": {"summary": "A menu."}}) as url:
        llm = OpenAILike(model="stand-in", api_base=url, api_key="none", is_chat_model=True)
        known = llm.chat([ChatMessage('{"caption": "Figure 1 Menu"}')])
        unknown = llm.chat([ChatMessage('{"caption": "Figure 9 \\"Else\\""}')])
    assert json.loads(known.message.content or "") == {"summary": "A menu."}
    assert json.loads(unknown.message.content or "") == {"summary": 'Figure 9 "Else"'}
