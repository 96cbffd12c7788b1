"""Which modules a map has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.structure.grouping import MOST, READABLE, find_packages, group_files


def modules_of(*paths: str, base: str = "", depth: int | None = None) -> set[str]:
    return set(group_files(paths, base=base, depth=depth).values())


def many(folder: str, count: int) -> list[str]:
    return [f"{folder}/f{number:03}.py" for number in range(count)]


def test_a_small_project_is_shown_by_file() -> None:
    paths = ["setup.py", "src/app/a.py", "src/app/b.py", "src/app/sub/c.py"]
    assert modules_of(*paths) == set(paths)


def test_large_folders_stay_closed() -> None:
    paths = [*many("a", 40), *many("b", 50), "c.py"]
    assert modules_of(*paths) == {"a/", "b/", "c.py"}


def test_the_largest_folder_is_opened_first() -> None:
    paths = [path for n in range(20) for path in many(f"big/s{n:02}", 5)]
    paths += [path for n in range(20) for path in many(f"small/s{n:02}", 2)]
    found = modules_of(*paths)
    assert "small/" in found
    assert "big/s19/" in found
    assert len(found) <= READABLE


def test_many_files_beside_folders_are_one_module() -> None:
    paths = [*many("utils", 40), *many("utils/deep", 3), "main.py"]
    assert modules_of(*paths) == {"utils/*", *many("utils/deep", 3), "main.py"}


def test_a_flat_folder_with_many_files() -> None:
    assert modules_of(*many("src", 40)) == {"src/*"}


def test_examples_are_not_opened_unless_asked_for() -> None:
    paths = ["app/a.py", "examples/x/one.py", "examples/y/two.py"]
    assert modules_of(*paths) == {"app/a.py", "examples/"}
    assert modules_of(*paths, base="examples/") == {"examples/x/one.py", "examples/y/two.py"}


def test_a_project_of_nothing_but_examples_is_opened() -> None:
    assert modules_of("examples/a.py", "examples/b/c.py") == {"examples/a.py", "examples/b/c.py"}


def test_a_depth_is_obeyed() -> None:
    paths = ["a.py", "x/b.py", "x/y/c.py", "x/y/z/d.py"]
    assert modules_of(*paths, depth=1) == {"a.py", "x/"}
    assert modules_of(*paths, depth=2) == {"a.py", "x/b.py", "x/y/"}
    assert modules_of(*paths, base="x/", depth=1) == {"x/b.py", "x/y/"}


def in_packages(folder: str, count: int, files: int) -> list[str]:
    return [path for n in range(count) for path in many(f"{folder}/p{n:02}/src", files)]


def test_the_packages_of_a_monorepo_are_shown_and_small_ones_beside_them_are_not() -> None:
    """Before, `packages/` was one row because it holds many, and `integrations/` was opened."""
    paths = [
        *in_packages("packages", 27, 20),
        *in_packages("integrations", 13, 3),
        *in_packages("examples", 40, 10),
        "eslint.config.js",
    ]
    packages = frozenset(path.partition("/src/")[0] + "/" for path in paths if "/src/" in path)
    found = set(group_files(paths, packages=packages).values())
    assert {f"packages/p{n:02}/" for n in range(27)} <= found
    assert "integrations/" in found
    assert "examples/" in found
    assert len(found) == 30


def test_packages_of_two_large_folders_are_shown() -> None:
    paths = [*in_packages("packages", 18, 12), *in_packages("apps", 16, 12)]
    packages = frozenset(path.partition("/src/")[0] + "/" for path in paths)
    assert set(group_files(paths, packages=packages).values()) == packages


def test_of_too_many_packages_the_largest_are_shown_and_the_others_together() -> None:
    paths = [path for n in range(90) for path in many(f"packages/p{n:02}", 100 - n)]
    packages = frozenset(f"packages/p{n:02}/" for n in range(90))
    found = set(group_files(paths, packages=packages).values())
    assert len(found) == MOST
    assert {f"packages/p{n:02}/" for n in range(MOST - 1)} < found
    assert "packages/*" in found


def test_a_folder_with_most_of_the_code_is_opened_without_any_manifest() -> None:
    paths = [path for n in range(40) for path in many(f"src/s{n:02}", 5)]
    paths += [path for n in range(10) for path in many(f"contrib/c{n}", 2)]
    found = modules_of(*paths)
    assert "src/s39/" in found
    assert "contrib/" in found


def test_detail_goes_to_code_that_is_tied() -> None:
    """Both folders are as large; the files of one depend on each other."""
    paths = [path for name in ("a", "b") for n in range(20) for path in many(f"{name}/s{n:02}", 4)]
    tied = frozenset(path for path in paths if path.startswith("b/"))
    found = set(group_files(paths, tied=tied).values())
    assert "a/" in found
    assert any(module.startswith("b/s19/") for module in found)


def test_packages_are_folders_with_a_manifest_of_their_own() -> None:
    paths = [
        "package.json",
        "packages/core/package.json",
        "packages/core/src/a.ts",
        "crates/one/Cargo.toml",
        "services/api/go.mod",
        "libs/x/pyproject.toml",
        "examples/demo/package.json",
        "packages/core/test/fixtures/app/package.json",
        "docs/conf.py",
    ]
    assert find_packages(paths) == {
        "packages/core/",
        "crates/one/",
        "services/api/",
        "libs/x/",
        "examples/demo/",
        "packages/core/test/fixtures/app/",
    }


@given(
    st.sets(
        st.lists(st.sampled_from(["a", "b", "c", "docs"]), max_size=4).flatmap(
            lambda steps: st.integers(0, 30).map(lambda n: "/".join([*steps, f"f{n}.py"]))
        ),
        min_size=1,
        max_size=120,
    )
)
def test_every_file_is_in_one_readable_set_of_modules(paths: set[str]) -> None:
    found = group_files(paths)
    assert found.keys() == paths
    assert len(set(found.values())) <= READABLE
    for path, module in found.items():
        assert path == module or path.startswith(module.removesuffix("*"))
    assert group_files(sorted(paths, reverse=True)) == found
