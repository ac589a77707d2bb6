"""What the tests share."""

import os
from pathlib import Path

import pytest

CHECKPOINTS = Path(__file__).parents[2] / "checkpoints"
os.environ["ELDERHAND_CHECKPOINTS"] = str(CHECKPOINTS)


@pytest.fixture
def checkpoints() -> Path:
    return CHECKPOINTS
