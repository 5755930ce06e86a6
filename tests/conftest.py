"""Fixtures that several folders of tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample_manuals import write_sample_manuals


@pytest.fixture(scope="session")
def sample_manuals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sample manuals of examples/, by file name."""
    return {path.name: path for path in write_sample_manuals(tmp_path_factory.mktemp("sample_manuals"))}


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data beside the repository; the test is skipped where it is absent."""
    folder = Path(__file__).parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared data are not beside the repository")
    return folder
