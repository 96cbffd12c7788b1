"""A type of the project is itself, though a language knows another one of that name."""

from pathlib import Path

import pytest

from tests.support.graphs import scan_files

PYTHON = {
    "a.py": "from typing import Generic, TypeVar\n\nT = TypeVar('T')\n\n\n"
    "class NAME(Generic[T]):\n    def run(self): pass\n",
    "b.py": "from a import NAME\n\n\ndef go(it: NAME[str]): it.run()\n",
}
TYPESCRIPT = {
    "a.ts": "export class NAME<T> {\n  run(): void {}\n}\n",
    "b.ts": "import { NAME } from './a'\n\nexport function go(it: NAME<string>) { it.run() }\n",
}
CSHARP = {
    "a.cs": "namespace Shop;\n\npublic class NAME<T> {\n  public void run() {}\n}\n",
    "b.cs": "namespace Shop;\n\npublic class B {\n"
    "  public void go(NAME<string> it) { it.run(); }\n}\n",
}
NAMES = ("Task", "Record", "Map", "Optional", "Partial", "Promise", "List", "Type", "Callable")


@pytest.mark.parametrize("name", [*NAMES, "Job"])
@pytest.mark.parametrize(
    ("files", "caller"),
    [(PYTHON, "b.py::go"), (TYPESCRIPT, "b.ts::go"), (CSHARP, "b.cs::B.go")],
    ids=["python", "typescript", "csharp"],
)
def test_members_of_a_type_with_a_well_known_name(
    tmp_path: Path, files: dict[str, str], caller: str, name: str
) -> None:
    written = {path: text.replace("NAME", name) for path, text in files.items()}
    graph = scan_files(tmp_path, written)
    member = f"{next(iter(files))}::{name}.run"
    assert (caller, "calls", member) in graph.edges


def test_types_of_a_language_stay_what_they_are(tmp_path: Path) -> None:
    graph = scan_files(
        tmp_path,
        {
            "a.py": "class Job:\n    def run(self): pass\n",
            "b.py": "from typing import Optional\nfrom a import Job\n\n\n"
            "def go(it: Optional[Job], many: list[Job], named: dict[str, Job]):\n"
            "    it.run()\n    many[0].run()\n    named['x'].run()\n",
        },
    )
    assert ("b.py::go", "calls", "a.py::Job.run") in graph.edges
