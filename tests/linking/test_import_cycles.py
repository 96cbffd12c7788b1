"""Circular imports: a name has one answer, whatever is looked up first."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.equality import Twin
from tests.support.graphs import read_graph, write_files
from tests.support.waiting import LONGEST

HUB = {
    "hub.py": "from impl_a import *\nfrom impl_b import *\n\n\ndef make(): return Client()\n",
    "impl_a.py": "class Client:\n    def send(self): pass\n",
    "impl_b.py": "class Client:\n    def send(self): pass\n\n\n"
    "try:\n    from hub import Client\nexcept ImportError:\n    pass\n",
    "zapp.py": "from hub import *\n\n\ndef run(): Client().send()\n",
}
CALLS = {f"{path}::Client.send" for path in ("impl_a.py", "impl_b.py")}


@pytest.mark.parametrize("edited", sorted(HUB))
def test_a_class_that_two_modules_of_a_cycle_offer(tmp_path: Path, edited: str) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    write_files(twin.root, HUB)
    twin.scan()
    write_files(twin.root, {edited: f"{HUB[edited]}\n\ndef other(): pass\n"})
    assert twin.compare().differences == []
    edges = read_graph(twin.root).edges
    called = {
        target for source, kind, target in edges if (source, kind) == ("zapp.py::run", "calls")
    }
    assert called >= CALLS


def test_a_module_that_takes_its_name_back_from_one_it_brings(tmp_path: Path) -> None:
    """`impl_b` offers only what it has from the hub: the hub has it from `impl_a`."""
    files = {**HUB, "impl_b.py": "from hub import Client\n"}
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    write_files(twin.root, files)
    twin.scan()
    edges = read_graph(twin.root).edges
    called = {
        target for source, kind, target in edges if (source, kind) == ("zapp.py::run", "calls")
    }
    assert called == {"impl_a.py::Client", "impl_a.py::Client.send"}


def write_python(count: int) -> dict[str, str]:
    return {
        f"m{own}.py": "".join(f"from m{n} import *\n" for n in range(count) if n != own) + "zz()\n"
        for own in range(count)
    }


def write_typescript(count: int) -> dict[str, str]:
    return {
        f"m{own}.ts": "".join(f"export * from './m{n}'\n" for n in range(count) if n != own)
        + f"import {{ q }} from './m{(own + 1) % count}'\nq()\n"
        for own in range(count)
    }


@pytest.mark.parametrize("write", [write_python, write_typescript])
def test_modules_that_all_bring_each_other(
    tmp_path: Path, write: Callable[[int], dict[str, str]]
) -> None:
    write_files(tmp_path, write(40))
    command = [sys.executable, "-m", "ripplegraph", "scan", "--here"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=LONGEST)
    assert done.returncode == 0, done
