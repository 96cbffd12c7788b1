"""What is built from this repository holds everything that is needed to run."""

import subprocess
import sys
import zipfile
from pathlib import Path

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
        if path.suffix in {".py", ".scm", ".typed"}
    }
    assert any(name.endswith(".scm") for name in needed)
    assert needed <= held
    assert all(name.startswith("ripplegraph") for name in held)
