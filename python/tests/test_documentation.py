"""The examples of the pages run as they stand, from top to bottom."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["docs/python.md", "python/README.md"]


def run(page: str, torch: bool) -> int:
    """Runs the examples of a page that need torch, or the others, and returns how many there are."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    wanted = [block for block in blocks if ("elderhand.sb3" in block) == torch]
    names: dict[str, object] = {}
    for block in wanted:
        exec(compile(block, page, "exec"), names)
    return len(wanted)


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some write files.
    monkeypatch.chdir(tmp_path)
    assert run(page, torch=False)


@pytest.mark.torch
@pytest.mark.filterwarnings("default")
def test_examples_that_need_torch_run() -> None:
    assert sum(run(page, torch=True) for page in PAGES)
