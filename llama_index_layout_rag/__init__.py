"""Layout-aware retrieval over manuals for LlamaIndex.

The public names are listed in `__init__.pyi` and loaded on first use: importing this package imports no PDF library, no
OCR and no embedding model.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
