"""What is built from this repository holds everything that is needed to run."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def test_the_wheel_holds_every_module_and_query(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    needed = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "ripplegraph").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert any(name.endswith(".scm") for name in needed)
    assert needed <= held
    assert all(name.startswith("ripplegraph") for name in held)


def read_project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def test_the_server_for_agents_is_part_of_every_installation() -> None:
    assert any(name.startswith("mcp>=") for name in read_project()["dependencies"])


def test_what_an_extra_or_an_installation_brings_is_used() -> None:
    project = read_project()
    extras = project["optional-dependencies"]
    names = [*project["dependencies"]]
    names += [name for extra, listed in extras.items() if extra != "dev" for name in listed]
    sources = [path.read_text() for path in (ROOT / "ripplegraph").rglob("*.py")]
    for name in names:
        module = re.split(r"[<>=\[]", name)[0].replace("-", "_")
        module = {"gitpython": "git"}.get(module.lower(), module)
        pattern = re.compile(rf"^\s*(import|from) {module}\b", re.MULTILINE)
        assert any(pattern.search(text) for text in sources), name
