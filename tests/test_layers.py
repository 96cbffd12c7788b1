"""The layer contract holds, and really fails when it is broken."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "ripplegraph", tmp_path / "ripplegraph", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def check_layers(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_contract_holds(copied_package: Path) -> None:
    done = check_layers(copied_package)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("errors.py", "import ripplegraph.config"),
        ("store/database.py", "from ripplegraph.health import report"),
        ("git/command.py", "def late() -> None:\n    import ripplegraph.store.schema.tables"),
        ("cli/output.py", "import sqlalchemy"),
    ],
)
def test_importing_upward_or_past_a_wall_fails(
    copied_package: Path, module: str, line: str
) -> None:
    with (copied_package / "ripplegraph" / module).open("a") as file:
        file.write(f"\n{line}\n")
    assert check_layers(copied_package).returncode == 1


@pytest.mark.parametrize("room", ["attic.py", "attic/__init__.py"])
def test_a_room_without_a_line_fails(copied_package: Path, room: str) -> None:
    path = copied_package / "ripplegraph" / room
    path.parent.mkdir(exist_ok=True)
    path.touch()
    done = check_layers(copied_package)
    assert done.returncode == 1
    assert "attic" in done.stdout
