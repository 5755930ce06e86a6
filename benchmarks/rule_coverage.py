"""Measures what each rule of a step grammar is worth: how many predictions change without it.

    python benchmarks/rule_coverage.py --package llama_index_layout_rag.steps.en --language en \
        --items items.jsonl --labels labelled.jsonl --out coverage.tsv

A *rule* is a module constant (word list, mapping, pattern), a field of a module-level dataclass instance, or a function or
method that answers "yes or no", "where" or "none". It is emptied (an empty list, a pattern that never matches, the answer
"no"), all items are read again and the predictions are compared with those of the whole grammar. Rules that change nothing
on real documents are candidates for deletion. The items are JSON lines with `text`, `lang`, `marker`, `section_path`,
`emphasis` and `doc`; labelled items carry the gold fields of `is_step`, `actions`, `targets` and so on as well.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import importlib
import inspect
import json
import multiprocessing
import pkgutil
import re
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from llama_index_layout_rag.steps import extraction
from llama_index_layout_rag.steps.extraction import analyze_step

NEVER = re.compile(r"(?!)")
MAX_SECONDS = 120
"""Time for one rule; where a loop waits for the answer of another rule it would not end without it."""
SPAN_FIELDS = ("conditions", "results", "cautions")
FIELDS = ("is_step", "actions", "targets", *SPAN_FIELDS, "refs")
ABSENT = {"bool": False, "int": 0, "str": ""}
"""Neutral answer of a function by its return annotation; annotations that allow None answer None."""


class Rule(NamedTuple):
    """One rule, and how to take it away and put it back."""

    name: str
    disable: Callable[[], None]
    restore: Callable[[], None]


class Coverage(NamedTuple):
    """What changes without a rule: items, documents they are of, fields of labelled items that become right or wrong."""

    rule: str
    changed: int
    documents: int
    repaired: int
    broken: int


def emptied(value: Any) -> Any:
    """Return a value of the same type without content, or None where there is no such value."""
    if isinstance(value, re.Pattern):
        return NEVER if value.pattern != NEVER.pattern else None
    if isinstance(value, (frozenset, tuple, dict)) and value:
        return type(value)() if type(value) in (frozenset, tuple, dict) else None
    return None


def modules_of(package: str) -> list[ModuleType]:
    """Import and return a package with all its modules."""
    root = importlib.import_module(package)
    names = [found.name for found in pkgutil.walk_packages(getattr(root, "__path__", []), package + ".")]
    return [root, *map(importlib.import_module, names)]


def rules_of(package: str) -> Iterator[Rule]:
    """Yield the rules of a package, each once."""
    modules = modules_of(package)
    seen: set[int] = set()
    for module in modules:
        for name, value in list(vars(module).items()):
            label = f"{module.__name__.removeprefix(package).lstrip('.')}.{name}"
            if id(value) in seen or name.startswith("__"):
                continue
            if dataclasses.is_dataclass(value) and not isinstance(value, type):
                seen.add(id(value))
                yield from _fields_of(value, label)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                yield from _methods_of(value, label)
            elif isinstance(value, FunctionType) and value.__module__ == module.__name__:
                seen.add(id(value))
                yield from _function(modules, name, value, label)
            elif name.strip("_").isupper() and emptied(value) is not None:
                seen.add(id(value))
                yield _constant(modules, name, value, emptied(value), label)


def _constant(modules: list[ModuleType], name: str, value: Any, empty: Any, label: str) -> Rule:
    holders = [module for module in modules if vars(module).get(name) is value]

    def bind(to: Any) -> None:
        for module in holders:
            setattr(module, name, to)

    return Rule(label, lambda: bind(empty), lambda: bind(value))


def _fields_of(instance: Any, label: str) -> Iterator[Rule]:
    for field in dataclasses.fields(instance):
        value = getattr(instance, field.name)
        if field.name == "patterns":
            for key in value:
                yield _attribute(instance, field.name, {**value, key: NEVER.pattern}, f"{label}.patterns[{key}]")
        elif emptied(value) is not None:
            yield _attribute(instance, field.name, emptied(value), f"{label}.{field.name}")


def _methods_of(owner: type, label: str) -> Iterator[Rule]:
    for name, value in list(vars(owner).items()):
        neutral = _neutral_function(value) if isinstance(value, FunctionType) else None
        if neutral is not None and not name.startswith("__"):
            yield _attribute(owner, name, neutral, f"{label}.{name}()")


def _function(modules: list[ModuleType], name: str, value: FunctionType, label: str) -> Iterator[Rule]:
    neutral = _neutral_function(value)
    if neutral is not None:
        yield _constant(modules, name, value, neutral, f"{label}()")


def _neutral_function(function: FunctionType) -> Callable[..., Any] | None:
    """Return a function that answers "no" or "none", where the return annotation has such an answer."""
    annotation = str(inspect.get_annotations(function).get("return", ""))
    if annotation.endswith("| None"):
        return lambda *_, **__: None
    if annotation in ABSENT:
        return lambda *_, answer=ABSENT[annotation], **__: answer
    return (lambda *_, **__: []) if annotation.startswith("list[") else None


def _attribute(owner: Any, name: str, empty: Any, label: str) -> Rule:
    value = vars(owner)[name]
    bind = type.__setattr__ if isinstance(owner, type) else object.__setattr__
    return Rule(label, lambda: bind(owner, name, empty), lambda: bind(owner, name, value))


def _stop(*_: object) -> None:
    raise TimeoutError


def clear_caches() -> None:
    """Forget compiled readers and memoised answers, which hold the rules they were made with."""
    for found in gc.get_objects():
        if hasattr(type(found), "cache_clear") and getattr(found, "__module__", "").startswith(
            extraction.__name__.rpartition(".")[0]
        ):
            found.cache_clear()


def predict(item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Read one item; the answer is comparable."""
    step = analyze_step(
        item["text"],
        language=item.get("lang") or None,
        marker=item.get("marker") or None,
        section_path=item.get("section_path") or (),
        emphasis=[tuple(span) for span in item.get("emphasis") or ()],
    )
    spans = (tuple(span.text for span in getattr(step, field)) for field in SPAN_FIELDS)
    return (step.is_step, tuple(step.actions), tuple(step.targets), *spans, tuple(step.refs))


def gold_of(item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the labelled fields in the form of `predict`."""
    return tuple(bool(item[f]) if f == "is_step" else tuple(item.get(f) or ()) for f in FIELDS)


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def measure(rules: list[Rule], items: list[dict[str, Any]], labels: list[dict[str, Any]]) -> Iterator[Coverage]:
    """Yield the coverage of each rule."""
    clear_caches()
    whole, whole_labels = [predict(item) for item in items], [predict(item) for item in labels]
    gold = [gold_of(item) for item in labels]
    signal.signal(signal.SIGALRM, _stop)
    for rule in rules:
        rule.disable()
        clear_caches()
        signal.alarm(MAX_SECONDS)
        try:
            changed = [item for item, before in zip(items, whole, strict=True) if predict(item) != before]
            repaired = broken = 0
            for item, before, right in zip(labels, whole_labels, gold, strict=True):
                for old, new, best in zip(before, predict(item), right, strict=True):
                    repaired += old != best and new == best
                    broken += old == best and new != best
            yield Coverage(rule.name, len(changed), len({item.get("doc", "") for item in changed}), repaired, broken)
        except Exception as error:
            yield Coverage(f"{rule.name} ({type(error).__name__})", len(items), 0, 0, 0)
        finally:
            signal.alarm(0)
            rule.restore()


def _worker(options: argparse.Namespace, part: int) -> list[Coverage]:
    rules = list(rules_of(options.package))[part :: options.processes]
    items = [i for i in read_lines(options.items) if i.get("lang", "") == options.language][:: options.every]
    labels = [i for path in options.labels for i in read_lines(path) if i.get("lang") == options.language]
    return list(measure(rules, items, labels))


def main() -> None:
    """Write one line per rule, the least used first."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--package", required=True)
    arguments.add_argument("--language", required=True)
    arguments.add_argument("--items", type=Path, required=True)
    arguments.add_argument("--labels", type=Path, nargs="*", default=[])
    arguments.add_argument("--every", type=int, default=1, help="use every n-th item")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    with multiprocessing.Pool(options.processes) as pool:
        parts = pool.starmap(_worker, [(options, part) for part in range(options.processes)])
    found = sorted((row for part in parts for row in part), key=lambda row: (row.changed, row.rule))
    lines = ["\t".join(Coverage._fields), *("\t".join(map(str, row)) for row in found)]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(found)} rules, {sum(row.changed < 3 for row in found)} change fewer than three predictions")


if __name__ == "__main__":
    main()
