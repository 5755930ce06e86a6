"""What the readers of markup, Word and parser files share: the builder of a layout, inline text, tables, notices."""

from llama_index_layout_rag.readers.common.builder import LayoutBuilder, OpenItem, Place, resolve_headings
from llama_index_layout_rag.readers.common.icons import with_gaps
from llama_index_layout_rag.readers.common.inline import InlineImage, InlineWriter, Line, RichText, joined
from llama_index_layout_rag.readers.common.list_markers import bullet_of, format_number, marker_of
from llama_index_layout_rag.readers.common.notices import is_notice_table, mark_notices
from llama_index_layout_rag.readers.common.tables import MAX_COLUMNS, MAX_ROWS, SourceCell, SourceRow, lay_out

__all__ = [
    "MAX_COLUMNS",
    "MAX_ROWS",
    "InlineImage",
    "InlineWriter",
    "LayoutBuilder",
    "Line",
    "OpenItem",
    "Place",
    "RichText",
    "SourceCell",
    "SourceRow",
    "bullet_of",
    "format_number",
    "is_notice_table",
    "joined",
    "lay_out",
    "mark_notices",
    "marker_of",
    "resolve_headings",
    "with_gaps",
]
