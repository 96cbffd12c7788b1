"""An office in an empty folder."""

from pathlib import Path

import pytest

from tests.support.layers import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)
