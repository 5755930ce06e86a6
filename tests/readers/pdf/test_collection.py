"""The garbage collector runs rarely while a PDF is read, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from llama_index_layout_rag.readers.pdf.collection import RARELY, rare_collection


@pytest.fixture(autouse=True)
def threshold() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_threshold_is_raised_inside_and_put_back(threshold: tuple[int, int, int]) -> None:
    with rare_collection():
        assert gc.get_threshold()[0] == RARELY
        with rare_collection():
            pass
        assert gc.get_threshold()[0] == RARELY
    assert gc.get_threshold() == threshold


def test_threshold_is_put_back_after_an_error(threshold: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="broken"), rare_collection():
        raise ValueError("broken")
    assert gc.get_threshold() == threshold


@pytest.mark.parametrize("chosen", [(0, 10, 10), (500_000, 10, 10)])
def test_choice_of_the_user_is_kept(chosen: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)
    with rare_collection():
        assert gc.get_threshold() == chosen
    assert gc.get_threshold() == chosen
    with rare_collection():
        gc.set_threshold(123, 10, 10)
    assert gc.get_threshold() == (123, 10, 10)
