"""The same files give the same graph, however they are read."""

import shutil
from pathlib import Path

from tests.support.command import run_ripple
from tests.support.databases import execute, graph_of
from tests.support.graphs import write_files
from tests.support.shop import build_shop_history

FILLER = "pass\n" * 60_000


def test_processes_and_hash_seeds_do_not_change_the_graph(tmp_path: Path) -> None:
    shop = build_shop_history(tmp_path / "shop").path
    # Enough bytes that worker processes are worth it.
    write_files(
        shop, {"big_a.py": f"def a(): ...\n{FILLER}", "big_b.py": f"import big_a\n{FILLER}"}
    )
    exports = set()
    for jobs, seed in (("1", "0"), ("2", "1"), ("3", "77")):
        environment = {"PYTHONHASHSEED": seed}
        scanned = run_ripple("scan", "--full", "--jobs", jobs, folder=shop, environment=environment)
        assert scanned.code == 0, scanned
        exports.add(run_ripple("export", folder=shop, environment=environment).output)
    execute(graph_of(shop), "UPDATE meta SET value = 'older code' WHERE key = 'maker'")
    cached = run_ripple("scan", folder=shop)
    assert "were not parsed again" in cached.output
    exports.add(run_ripple("export", folder=shop).output)
    assert len(exports) == 1


def test_where_a_project_lies_does_not_matter(tmp_path: Path) -> None:
    first = build_shop_history(tmp_path / "shop").path
    second = tmp_path / "elsewhere" / "deep" / "copy"
    shutil.copytree(first, second)
    exports = {run_ripple("export", folder=folder).output for folder in (first, second)}
    assert len(exports) == 1
