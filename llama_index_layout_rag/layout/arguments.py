"""Arguments that a component does not have: LlamaIndex's components take and drop them, and a misspelt one is lost."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

SERIALISED_KEYS = frozenset({"class_name"})
"""What `to_dict` adds to the fields."""


def refuse_unknown(component: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse arguments that a component does not have.

    Args:
        component: Its name.
        given: Names of the arguments.
        known: Names of the arguments that it has.

    Raises:
        TypeError: For the first unknown one; the message names the nearest known one.
    """
    names = set(known)
    for name in given:
        if name not in names and name not in SERIALISED_KEYS:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(sorted(names))}."
            raise TypeError(f"{component} has no argument {name!r}; {hint}")


def known_fields(values: Any, component: type, also: Iterable[str] = ()) -> Any:
    """For a `model_validator(mode="before")`: the values, once none of them is unknown.

    Args:
        values: What the component is made with.
        component: Its class.
        also: What its `to_dict` writes beside its fields.

    Raises:
        TypeError: As `refuse_unknown`.
    """
    if isinstance(values, dict):
        fields = component.model_fields  # type: ignore[attr-defined]
        aliases = [field.alias for field in fields.values() if field.alias]
        given = [name for name in values if name not in set(also)]
        refuse_unknown(component.__name__, given, [*fields, *aliases])
    return values
