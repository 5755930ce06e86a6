"""Lexical search: words, character pairs and codes of a text, and their weights as sparse vectors."""

from llama_index_layout_rag.lexical.codes import find_codes, normalize_code
from llama_index_layout_rag.lexical.sparse import sparse_document_vectors, sparse_query_vectors, token_id
from llama_index_layout_rag.lexical.tokens import fold_for_search, query_weights, token_set, tokenize

__all__ = [
    "find_codes",
    "fold_for_search",
    "normalize_code",
    "query_weights",
    "sparse_document_vectors",
    "sparse_query_vectors",
    "token_id",
    "token_set",
    "tokenize",
]
