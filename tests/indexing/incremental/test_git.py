"""The graph is as if new whatever git does to the files: links, submodules, sparse checkouts."""

from pathlib import Path

from tests.support.equality import Twin
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git
from tests.support.shop import MERGED_BRANCH, UNMERGED_BRANCH, build_shop_history

FILES = {
    "a.py": "from b import f\n\nf()\n",
    "b.py": "def f(): ...\n",
    "pkg/__init__.py": "from pkg.c import g\n",
    "pkg/c.py": "import b\n\ndef g():\n    b.f()\n",
}


def build(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    write_files(folder, FILES)
    commit_all(folder, "first")
    return folder


def check(twin: Twin) -> None:
    assert twin.compare().differences == []


def test_symbolic_links(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    (root / "b.py").unlink()
    (root / "b.py").symlink_to("pkg/c.py")
    check(twin)
    commit_all(root, "a link")
    check(twin)
    (root / "b.py").unlink()
    (root / "b.py").symlink_to("nowhere.py")
    check(twin)
    git(root, "checkout", "--quiet", "--force", "HEAD~1")
    check(twin)


def test_a_file_becomes_a_folder(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    (root / "b.py").unlink()
    write_files(root, {"b.py/inner.py": "import a\n", "b/__init__.py": "def f(): ...\n"})
    check(twin)
    git(root, "stash", "--quiet", "--include-untracked")
    check(twin)


def test_a_submodule_comes_moves_on_and_goes(tmp_path: Path) -> None:
    library = build(tmp_path / "library")
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    local = ("-c", "protocol.file.allow=always")
    git(root, *local, "submodule", "--quiet", "add", str(library), "lib")
    check(twin)
    commit_all(root, "with a library")
    check(twin)
    write_files(root / "lib", {"d.py": "def h(): ...\n"})
    check(twin)
    commit_all(root / "lib", "more")
    check(twin)
    commit_all(root, "newer library")
    check(twin)
    git(root, "checkout", "--quiet", "--recurse-submodules", "HEAD~2")
    check(twin)
    git(root, *local, "checkout", "--quiet", "--recurse-submodules", "main")
    check(twin)


def test_a_sparse_checkout(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    write_files(root, {"other/d.py": "import a\n"})
    commit_all(root, "more")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    for folders in (["pkg"], ["pkg", "other"], ["other"]):
        git(root, "sparse-checkout", "set", *folders)
        check(twin)
    git(root, "sparse-checkout", "disable")
    check(twin)


def test_a_shallow_clone_that_gets_deeper(tmp_path: Path) -> None:
    history = build_shop_history(tmp_path / "shop")
    root = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth", "2", f"file://{history.path}", str(root))
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    git(root, "checkout", "--quiet", "HEAD~1")
    check(twin)
    git(root, "fetch", "--quiet", "--unshallow")
    git(root, "checkout", "--quiet", history.checkout)
    check(twin)


def test_worktrees_keep_apart(tmp_path: Path) -> None:
    history = build_shop_history(tmp_path / "shop")
    git(history.path, "worktree", "add", "--quiet", str(tmp_path / "tree"), UNMERGED_BRANCH)
    first = Twin(history.path, tmp_path / "beside")
    second = Twin(tmp_path / "tree", tmp_path / "beside-tree")
    check(first)
    check(second)
    git(second.root, "checkout", "--quiet", MERGED_BRANCH)
    (first.root / "shop" / "pricing.py").unlink()
    check(second)
    check(first)


def test_rebase_stash_and_amend(tmp_path: Path) -> None:
    history = build_shop_history(tmp_path / "shop")
    root = history.path
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    git(root, "checkout", "--quiet", UNMERGED_BRANCH)
    check(twin)
    git(root, "rebase", "--quiet", history.delete_file)
    check(twin)
    write_files(root, {"shop/pricing.py": "def nothing(): ...\n", "new.py": "import shop\n"})
    check(twin)
    git(root, "stash", "--quiet", "--include-untracked")
    check(twin)
    git(root, "stash", "pop", "--quiet")
    check(twin)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--amend", "--no-edit")
    check(twin)
    git(root, "reset", "--quiet", "--soft", "HEAD~1")
    check(twin)
    git(root, "reset", "--quiet", "--hard", history.initial)
    check(twin)


def test_case_only_renames(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    git(root, "mv", "b.py", "B.py")
    check(twin)
    commit_all(root, "other case")
    check(twin)
    git(root, "mv", "pkg", "PKG")
    check(twin)
    git(root, "checkout", "--quiet", "--force", "HEAD~1")
    check(twin)


def test_other_settings_and_ignored_files(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    write_files(root, {".gitignore": "new.py\n", "new.py": "import b\n"})
    check(twin)
    write_files(root, {"ripple.toml": '[scan]\nexclude = ["b.py"]\n'})
    check(twin)
    write_files(root, {"ripple.toml": "[scan]\nmax_file_bytes = 20\n", ".gitignore": ""})
    check(twin)
    (root / "ripple.toml").unlink()
    check(twin)
