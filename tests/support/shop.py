"""Copies of the shop fixture: as plain files, or as a git repository with a history.

The history is told backwards: the fixture is the newest tree, and each older tree is made from
the next one by undoing one change. An edit of the fixture that a step no longer fits fails with
`FixtureDrift` instead of quietly changing the story.

    initial, payments, checkout, move_file, rename_symbol
      |- invoice                (feature/invoice)
      api
    merge_invoice
      |- loyalty                (feature/loyalty, never merged)
    fees, delete_file, ui, round_tax
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from tests.support.templates import make_copy

SHOP = Path(__file__).resolve().parents[2] / "fixtures" / "repos" / "shop"
EXPECTED = SHOP / "expected.json"
MERGED_BRANCH = "feature/invoice"
UNMERGED_BRANCH = "feature/loyalty"
NOT_SOURCE = ("expected.json", "__pycache__", ".pytest_cache", ".ripple", "node_modules")

Tree = dict[str, str]


class FixtureDrift(AssertionError):
    """The fixture and the story its history tells no longer fit."""


@dataclass(frozen=True, kw_only=True)
class ShopHistory:
    """Where the repository is, and the id of each commit by what it did, oldest first."""

    path: Path
    initial: str
    payments: str
    checkout: str
    move_file: str  # shop/stores.py -> shop/storage.py
    rename_symbol: str  # shop/pricing.py::discounted -> apply_discount
    invoice: str  # on feature/invoice, beside api
    api: str
    merge_invoice: str
    loyalty: str  # on feature/loyalty, never merged
    fees: str  # changes the signature of Order.mark_paid
    delete_file: str  # shop/legacy_export.py
    ui: str
    round_tax: str  # changes the body of add_tax; the head of main


def copy_shop(destination: Path) -> Path:
    """Copy the fixture's files, without git, to a folder that does not exist yet."""
    shutil.copytree(SHOP, destination, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    return destination


def build_shop_history(destination: Path) -> ShopHistory:
    """Make the repository at `destination`, on main with a clean work tree; ids never vary."""
    return replace(make_copy(_make_history, destination), path=destination)


def _make_history(destination: Path) -> ShopHistory:
    final = _read_tree()
    before_rounding = _without_rounding(final)
    before_ui = _without(before_rounding, "ui/")
    before_deletion = before_ui | {"shop/legacy_export.py": LEGACY_EXPORT}
    before_fees = _without_fees(before_deletion)
    before_invoice = _without_invoice(before_fees)
    before_api = _without_api(before_invoice)
    before_rename = _with_old_symbol_name(before_api)
    before_move = _with_old_file_name(before_rename)
    before_checkout = _without_checkout(before_move)
    before_payments = _without(before_checkout, "shop/payments/", "tests/test_payments.py")

    repository = _Repository(destination)
    commit = repository.commit
    commit("initial", before_payments, "Sell products: catalog, cart and prices")
    commit("payments", before_checkout, "Take payments by card")
    commit("checkout", before_move, "Place orders through a checkout service")
    commit("move_file", before_rename, "Move stores.py to storage.py")
    commit("rename_symbol", before_api, "Rename discounted to apply_discount")

    repository.switch_to_new(MERGED_BRANCH)
    commit("invoice", _without_api(before_fees), "Take payments by invoice")
    repository.switch("main")
    commit("api", before_invoice, "Serve the shop over HTTP, with receipts")
    repository.merge("merge_invoice", MERGED_BRANCH, "Merge payments by invoice")

    repository.switch_to_new(UNMERGED_BRANCH)
    commit("loyalty", _with_loyalty(before_fees), "Try a loyalty discount")
    repository.switch("main")

    commit("fees", before_deletion, "Record the fee of each payment")
    commit("delete_file", before_ui, "Drop the legacy export")
    commit("ui", before_rounding, "Add the browser's part of the shop")
    commit("round_tax", final, "Round tax to the nearest cent")
    repository.check_head_equals(final)
    return ShopHistory(path=destination, **repository.commits)


# The trees, newest first.

LEGACY_EXPORT = '''\
"""The old export: one line a product, for the till that was replaced."""

from shop.models import Product


def export_row(product: Product) -> str:
    return f"{product.sku};{product.name};{product.price_cents}"
'''

LOYALTY = """

def apply_loyalty(amount: int, earlier_orders: int) -> int:
    return amount - amount * min(earlier_orders, 10) // 100
"""


def _without_rounding(tree: Tree) -> Tree:
    return _replace(
        tree,
        "shop/pricing.py",
        (
            "    tax = (amount * TAX_BASIS_POINTS + 5_000) // 10_000\n    return amount + tax\n",
            "    return amount + amount * TAX_BASIS_POINTS // 10_000\n",
        ),
    )


def _without_fees(tree: Tree) -> Tree:
    tree = _replace(tree, "shop/settings.py", ("CARD_FEE_CENTS = 30\n", ""))
    tree = _replace(
        tree,
        "shop/models.py",
        ("    fee_cents: int = 0\n", ""),
        ("reference: str, fee_cents: int)", "reference: str)"),
        ("        self.fee_cents = fee_cents\n", ""),
    )
    tree = _replace(
        tree,
        "shop/payments/base.py",
        ("    def fee(self, order: Order) -> int:\n        return 0\n\n", ""),
        ("order.mark_paid(reference, self.fee(order))", "order.mark_paid(reference)"),
    )
    tree = _replace(
        tree,
        "shop/payments/card.py",
        ("immediate, limited, with a fee.", "immediate and limited."),
        ("\n    def fee(self, order: Order) -> int:\n", ""),
        ("        return super().fee(order) + shop_settings.CARD_FEE_CENTS\n", ""),
    )
    return _replace(
        tree,
        "tests/test_payments.py",
        ("test_card_payment_has_a_fee", "test_card_payment_is_settled"),
        ("    assert order.fee_cents == 30\n", ""),
    )


def _without_invoice(tree: Tree) -> Tree:
    tree = _without(tree, "shop/payments/invoice.py")
    tree = _replace(
        tree,
        "shop/payments/__init__.py",
        ("from .invoice import InvoiceGateway\n", ""),
        ('"InvoiceGateway", ', ""),
    )
    tree = _replace(
        tree,
        "shop/payments/base.py",
        ("    from shop.payments.invoice import InvoiceGateway\n", ""),
        ('    if method == "invoice":\n        return InvoiceGateway()\n', ""),
    )
    tree = _cut(tree, "tests/test_payments.py", start="\n\ndef test_invoice_takes_any_amount")
    return _replace(tree, "tests/test_payments.py", ("CardGateway, InvoiceGateway", "CardGateway"))


def _without_api(tree: Tree) -> Tree:
    tree = _without(tree, "shop/api/", "shop/receipts.py", "scripts/", "tests/test_api.py")
    tree = _cut(tree, "tests/conftest.py", start="\n\n@pytest.fixture\ndef app(")
    return _replace(
        tree, "tests/conftest.py", ("from shop.api import Application, create_app\n", "")
    )


def _with_old_symbol_name(tree: Tree) -> Tree:
    for path in ("shop/pricing.py", "tests/test_pricing.py"):
        tree = _replace(tree, path, ("apply_discount", "discounted"))
    return tree


def _with_old_file_name(tree: Tree) -> Tree:
    old = _without(tree, "shop/storage.py") | {"shop/stores.py": tree["shop/storage.py"]}
    for importer in ("shop/services/checkout.py", "tests/conftest.py"):
        old = _replace(old, importer, ("from shop.storage import", "from shop.stores import"))
    return old


def _without_checkout(tree: Tree) -> Tree:
    return _without(tree, "shop/services/", "tests/conftest.py", "tests/test_checkout.py")


def _with_loyalty(tree: Tree) -> Tree:
    return tree | {"shop/pricing.py": tree["shop/pricing.py"] + LOYALTY}


def _read_tree() -> Tree:
    return {
        path.relative_to(SHOP).as_posix(): path.read_bytes().decode()
        for path in sorted(SHOP.rglob("*"))
        if path.is_file() and not set(NOT_SOURCE) & set(path.relative_to(SHOP).parts)
    }


def _without(tree: Tree, *prefixes: str) -> Tree:
    for prefix in prefixes:
        if not any(path.startswith(prefix) for path in tree):
            raise FixtureDrift(f"no file starts with {prefix}")
    return {path: text for path, text in tree.items() if not path.startswith(prefixes)}


def _replace(tree: Tree, path: str, *changes: tuple[str, str]) -> Tree:
    text = tree[path]
    for new, old in changes:
        if new not in text:
            raise FixtureDrift(f"{path} no longer holds {new!r}")
        text = text.replace(new, old)
    return tree | {path: text}


def _cut(tree: Tree, path: str, *, start: str) -> Tree:
    """Leave out everything from `start` to the end of the file."""
    kept, found, _ = tree[path].partition(start)
    if not found:
        raise FixtureDrift(f"{path} no longer holds {start!r}")
    return tree | {path: kept}


# Git, with nothing of the user's configuration.


class _Repository:
    """A new repository whose commits take fixed names and times, one an hour."""

    def __init__(self, path: Path) -> None:
        self.commits: dict[str, str] = {}
        self._path = path
        self._hours = 0
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise FileExistsError(f"{path} is not empty")
        self._git("init", "--quiet", "--template=", "--initial-branch=main")

    def commit(self, name: str, tree: Tree, message: str) -> None:
        self._write(tree)
        self._git("add", "--all")
        self._hours += 1
        self._git("commit", "--quiet", f"--message={message}")
        self.commits[name] = self._git("rev-parse", "HEAD").strip()

    def merge(self, name: str, branch: str, message: str) -> None:
        self._hours += 1
        self._git("merge", "--quiet", "--no-ff", "-m", message, branch)
        self.commits[name] = self._git("rev-parse", "HEAD").strip()

    def switch(self, branch: str) -> None:
        self._git("switch", "--quiet", branch)

    def switch_to_new(self, branch: str) -> None:
        self._git("switch", "--quiet", "--create", branch)

    def check_head_equals(self, tree: Tree) -> None:
        rows = self._git("ls-tree", "-r", "-z", "--format=%(objectname) %(path)", "HEAD")
        committed = {
            path: blob for blob, path in (row.split(" ", 1) for row in rows.split("\0")[:-1])
        }
        if committed != {path: _blob_id(text) for path, text in tree.items()}:
            raise FixtureDrift("the head of main is not the fixture's tree")
        if self._git("status", "--porcelain"):
            raise FixtureDrift("the work tree is not clean")

    def _write(self, tree: Tree) -> None:
        self._git("rm", "-r", "--quiet", "--force", "--ignore-unmatch", ".")
        for name, text in tree.items():
            path = self._path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    def _git(self, *arguments: str) -> str:
        # Git reads ignore and attribute files of the user even without a global configuration.
        nothing = ("core.excludesFile", "core.attributesFile")
        settings = [part for key in nothing for part in ("-c", f"{key}={os.devnull}")]
        done = subprocess.run(
            ["git", *settings, *arguments],
            cwd=self._path,
            env=self._environment(),
            check=True,
            capture_output=True,
        )
        return done.stdout.decode()

    def _environment(self) -> dict[str, str]:
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        date = f"2024-03-{1 + self._hours // 24:02}T{self._hours % 24:02}:00:00+00:00"
        return inherited | {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Shop Author",
            "GIT_AUTHOR_EMAIL": "author@shop.example",
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_NAME": "Shop Committer",
            "GIT_COMMITTER_EMAIL": "committer@shop.example",
            "GIT_COMMITTER_DATE": date,
            "LC_ALL": "C",
        }


def _blob_id(text: str) -> str:
    data = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
