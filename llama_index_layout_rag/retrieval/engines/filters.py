"""Qdrant filters as masks over the points of an embedded collection.

Local mode checks every condition on every point in Python (10 us per point). Here each filtered payload key has a table
from its distinct values to the points that have them, and a condition is checked once per distinct value by local
mode's own rules. Conditions that compare no values (nested objects, counts, emptiness) are checked per remaining point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from qdrant_client import models
from qdrant_client.local.payload_filters import check_condition, check_match, check_range_interface
from qdrant_client.local.payload_value_extractor import value_by_key

from llama_index_layout_rag.storage import slot_of

Mask = NDArray[np.bool_]
Value = tuple[type, Any]

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class ValueTable:
    """The distinct values of one payload key and the points that have each."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._plain = bool(_PLAIN_KEY.fullmatch(key))
        self._of_slot: list[tuple[Value, ...]] = []
        self._slots: dict[Value, set[int]] = {}
        self._arrays: dict[Value, NDArray[np.int64]] = {}

    def update(self, payloads: list[dict[str, Any]], slots: Iterable[int]) -> None:
        """Read the values of changed slots again."""
        self._of_slot += [()] * (len(payloads) - len(self._of_slot))
        for slot in slots:
            values = tuple(dict.fromkeys(map(_typed, self._read(payloads[slot]))))
            if values == self._of_slot[slot]:
                continue
            for value in self._of_slot[slot]:
                self._slots[value].discard(slot)
                self._arrays.pop(value, None)
            for value in values:
                self._slots.setdefault(value, set()).add(slot)
                self._arrays.pop(value, None)
            self._of_slot[slot] = values

    def mask(self, condition: models.FieldCondition) -> Mask:
        """Return the points with a value that satisfies the condition's `match` or `range`."""
        mask = np.zeros(len(self._of_slot), dtype=bool)
        for value in self._satisfying(condition):
            mask[self._array(value)] = True
        return mask

    def _satisfying(self, condition: models.FieldCondition) -> Iterator[Value]:
        match = condition.match
        if isinstance(match, models.MatchValue):
            wanted: list[Any] = [match.value]
        elif isinstance(match, models.MatchAny):
            wanted = list(match.any)
        else:
            for value in list(self._slots):
                if check_match(match, value[1]) if match is not None else _in_range(condition.range, value[1]):
                    yield value
            return
        yield from (_typed(value) for value in wanted if _typed(value) in self._slots)

    def _array(self, value: Value) -> NDArray[np.int64]:
        array = self._arrays.get(value)
        if array is None:
            slots = self._slots[value]
            array = self._arrays[value] = np.fromiter(slots, dtype=np.int64, count=len(slots))
        return array

    def _read(self, payload: dict[str, Any]) -> list[Any]:
        if self._plain:
            value = payload.get(self._key)
            return value if isinstance(value, list) else [value]
        return value_by_key(payload, self._key) or []


class FilterMasks:
    """Filter masks over one local collection.

    Args:
        collection: The local collection, read under its journal's lock.
    """

    def __init__(self, collection: Any) -> None:
        self._collection = collection
        self._tables: dict[str, ValueTable] = {}

    def update(self, slots: Iterable[int]) -> None:
        """Update the tables for changed points."""
        slots = list(slots)
        for table in self._tables.values():
            table.update(self._collection.payload, slots)

    def mask(self, filter: models.Filter, scope: Mask) -> Mask:
        """Return the points of the scope that match the filter."""
        mask = scope
        late: list[Any] = []
        for condition in _conditions(filter.must):
            if self._is_tabled(condition):
                mask = mask & self._condition(condition, mask)
            else:
                late.append(condition)
        for condition in late:
            mask = mask & self._condition(condition, mask)
        for condition in _conditions(filter.must_not):
            mask = mask & ~self._condition(condition, mask)
        should = _conditions(filter.should)
        if should:
            mask = np.logical_or.reduce([self._condition(condition, mask) for condition in should])
        if filter.min_should is not None:
            votes = sum(self._condition(one, mask).astype(np.int64) for one in filter.min_should.conditions)
            mask = mask & (votes >= filter.min_should.min_count)
        return mask

    def _condition(self, condition: Any, scope: Mask) -> Mask:
        if isinstance(condition, models.Filter):
            return self.mask(condition, scope)
        if self._is_tabled(condition):
            return scope & self._table(condition.key).mask(condition)
        if isinstance(condition, models.HasIdCondition):
            return scope & self._ids_mask(condition.has_id)
        mask = np.zeros(len(scope), dtype=bool)
        collection = self._collection
        for slot in np.flatnonzero(scope).tolist():
            has_vector = {name: True for name, deleted in collection.deleted_per_vector.items() if not deleted[slot]}
            mask[slot] = check_condition(condition, collection.payload[slot], collection.ids_inv[slot], has_vector)
        return mask

    def _ids_mask(self, ids: Iterable[Any]) -> Mask:
        mask = np.zeros(len(self._collection.ids_inv), dtype=bool)
        slots = (slot_of(self._collection, point_id) for point_id in ids)
        mask[[slot for slot in slots if slot is not None]] = True
        return mask

    def _table(self, key: str) -> ValueTable:
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = ValueTable(key)
            table.update(self._collection.payload, range(len(self._collection.payload)))
        return table

    def _is_tabled(self, condition: Any) -> bool:
        return (
            isinstance(condition, models.FieldCondition)
            and (condition.match is not None) != (condition.range is not None)
            and condition.values_count is None
            and condition.is_empty is None
            and condition.is_null is None
            and condition.geo_bounding_box is None
            and condition.geo_radius is None
            and condition.geo_polygon is None
        )


def _conditions(clause: Any) -> list[Any]:
    if clause is None:
        return []
    return clause if isinstance(clause, list) else [clause]


def _typed(value: Any) -> Value:
    """Return a value with its type: True, 1 and 1.0 are equal dict keys but distinct to Qdrant."""
    if isinstance(value, (str, int, float)) or value is None:
        return type(value), value
    return type(value), _Opaque(value)


class _Opaque:
    """A nested object or list: it matches no condition on values and differs from all values."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _in_range(range_: Any, value: Any) -> bool:
    return check_range_interface(range_, value)
