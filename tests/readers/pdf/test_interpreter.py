"""The garbage collector runs rarely and threads take quick turns while a PDF is read; afterwards all is as before."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest

from llama_index_layout_rag.readers.pdf.extract.interpreter import QUICKLY, RARELY, interpreter_for_reading

Settings = tuple[tuple[int, int, int], float]


def settings() -> Settings:
    return gc.get_threshold(), sys.getswitchinterval()


@pytest.fixture(autouse=True)
def before() -> Iterator[Settings]:
    found = settings()
    yield found
    gc.set_threshold(*found[0])
    sys.setswitchinterval(found[1])


def test_settings_are_changed_inside_and_put_back(before: Settings) -> None:
    with interpreter_for_reading():
        assert gc.get_threshold()[0] == RARELY
        assert sys.getswitchinterval() == pytest.approx(QUICKLY)
        inside = settings()
        with interpreter_for_reading():
            pass
        assert settings() == inside
    assert settings() == before


def test_settings_are_put_back_after_an_error(before: Settings) -> None:
    with pytest.raises(ValueError, match="broken"), interpreter_for_reading():
        raise ValueError("broken")
    assert settings() == before


@pytest.mark.parametrize("chosen", [(0, 10, 10), (500_000, 10, 10)])
def test_threshold_of_the_user_is_kept(chosen: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)
    with interpreter_for_reading():
        assert gc.get_threshold() == chosen
    assert gc.get_threshold() == chosen
    with interpreter_for_reading():
        gc.set_threshold(123, 10, 10)
    assert gc.get_threshold() == (123, 10, 10)


@pytest.mark.parametrize("chosen", [0.00011, 0.0049, 0.05])
def test_interval_is_put_back_to_the_microsecond(chosen: float) -> None:
    sys.setswitchinterval(chosen)
    usual = sys.getswitchinterval()
    for _ in range(3):
        with interpreter_for_reading():
            assert sys.getswitchinterval() == pytest.approx(QUICKLY)
    assert sys.getswitchinterval() == usual


def test_whole_threshold_that_the_user_sets_meanwhile_is_kept() -> None:
    with interpreter_for_reading():
        gc.set_threshold(RARELY, 20, 20)
    assert gc.get_threshold() == (RARELY, 20, 20)


def test_interval_of_the_user_is_kept() -> None:
    sys.setswitchinterval(QUICKLY / 2)
    with interpreter_for_reading():
        assert sys.getswitchinterval() == pytest.approx(QUICKLY / 2)
    assert sys.getswitchinterval() == pytest.approx(QUICKLY / 2)
    with interpreter_for_reading():
        sys.setswitchinterval(0.02)
    assert sys.getswitchinterval() == pytest.approx(0.02)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_child_forked_while_somebody_reads_starts_with_the_usual_settings(before: Settings) -> None:
    with interpreter_for_reading():
        child = os.fork()
        if child == 0:
            usual = settings() == before
            with interpreter_for_reading():
                inside = gc.get_threshold()[0] == RARELY
            os._exit(0 if usual and inside and settings() == before else 1)
        assert os.waitpid(child, 0)[1] == 0
    assert settings() == before
