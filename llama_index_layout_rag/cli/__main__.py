"""`python -m llama_index_layout_rag.cli`."""

import sys

from llama_index_layout_rag.cli import main

if __name__ == "__main__":
    sys.exit(main())
