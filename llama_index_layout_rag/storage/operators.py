"""Operators of LlamaIndex's metadata filters that QdrantVectorStore does not know, said in those that it does."""

from __future__ import annotations

from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters


def in_known_operators(filters: MetadataFilters) -> MetadataFilters:
    """The filters, nested ones too, with CONTAINS, ANY and ALL said as EQ and IN; other operators stay as they are.

    Qdrant matches a value against a list as against a single one, so EQ on a list means "contains".
    """
    return MetadataFilters(filters=[_in_known_operator(one) for one in filters.filters], condition=filters.condition)


def _in_known_operator(one: MetadataFilter | MetadataFilters) -> MetadataFilter | MetadataFilters:
    if isinstance(one, MetadataFilters):
        return in_known_operators(one)
    if one.operator == FilterOperator.CONTAINS:
        return MetadataFilter(key=one.key, value=one.value, operator=FilterOperator.EQ)
    if one.operator == FilterOperator.ANY:
        return MetadataFilter(key=one.key, value=one.value, operator=FilterOperator.IN)
    if one.operator == FilterOperator.ALL:
        values = one.value if isinstance(one.value, list) else [one.value]
        return MetadataFilters(
            filters=[MetadataFilter(key=one.key, value=value, operator=FilterOperator.EQ) for value in values],
            condition=FilterCondition.AND,
        )
    return one
