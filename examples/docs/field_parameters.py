"""For the API reference: pydantic classes get the parameters that their fields are, with types and defaults.

Griffe reads the source without running it, and sees no `__init__` in a pydantic class; this extension writes one down.
"""

from __future__ import annotations

from typing import Any

import griffe

BASES = (
    "BaseModel",
    "NodeParser",
    "TransformComponent",
    "BasePydanticReader",
    "BaseNodePostprocessor",
    "BaseExtractor",
)


class FieldParameters(griffe.Extension):
    """Adds an `__init__` made of the annotated public attributes to classes below the pydantic bases in use."""

    def on_class(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        if "__init__" in cls.members or not any(str(base).split(".")[-1] in BASES for base in cls.bases):
            return
        fields = [
            attribute
            for name, attribute in cls.members.items()
            if isinstance(attribute, griffe.Attribute) and attribute.annotation and not name.startswith("_")
        ]
        if not fields:
            return
        keyword = griffe.ParameterKind.keyword_only
        parameters = [
            griffe.Parameter(one.name, annotation=one.annotation, kind=keyword, default=default_of(one))
            for one in fields
        ]
        own = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
        cls.set_member("__init__", griffe.Function("__init__", parameters=griffe.Parameters(own, *parameters)))


def default_of(attribute: griffe.Attribute) -> Any:
    """The default of a field as it reads; None for a required one."""
    value = attribute.value
    if not isinstance(value, griffe.ExprCall) or str(value.function).split(".")[-1] != "Field":
        return value
    arguments = {
        argument.name: argument.value for argument in value.arguments if isinstance(argument, griffe.ExprKeyword)
    }
    if "default_factory" in arguments:
        return f"{arguments['default_factory']}()"
    positional = [one for one in value.arguments if not isinstance(one, griffe.ExprKeyword)]
    return arguments.get("default", positional[0] if positional else None)
