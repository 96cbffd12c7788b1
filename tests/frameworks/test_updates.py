"""Edits that reach other files by what frameworks bind, ask for and mount."""

from pathlib import Path

import pytest

from tests.support.equality import Twin
from tests.support.questions import make_project

EDITS: dict[str, tuple[str, str, str, str]] = {
    "another target of a relation": ("django", "shop/models.py", '"Product"', '"Category"'),
    "another name that leads back": ("django", "shop/models.py", '"products"', '"wares"'),
    "a relation to one that leads to many": (
        "django",
        "shop/models.py",
        "models.OneToOneField",
        "models.ForeignKey",
    ),
    "another base of a model": ("django", "shop/models.py", "Review(models.Model)", "Review"),
    "no manager of its own": ("django", "shop/models.py", "objects = ProductManager()", "x = 1"),
    "another view behind a name": ("django", "shop/urls.py", "views.buy, name", "views.feed, name"),
    "another name of an address": ("django", "shop/urls.py", 'name="detail"', 'name="one"'),
    "another namespace": ("django", "shop/urls.py", 'app_name = "shop"', 'app_name = "store"'),
    "another prefix": ("django", "site_/urls.py", '"shop/"', '"store/"'),
    "another field": ("django", "shop/models.py", "stock = ", "amount = "),
    "another filter": ("django", "shop/templatetags/shop_extras.py", "def money", "def coins"),
    "another receiver": ("django", "shop/signals.py", "@receiver(order_paid)", "@other"),
    "another signal": ("django", "shop/signals.py", "order_paid = Signal()", "paid = Signal()"),
    "another blueprint": ("flask", "blog/auth/views.py", 'Blueprint("auth"', 'Blueprint("users"'),
    "another endpoint": ("flask", "blog/auth/views.py", 'endpoint="sign_up"', 'endpoint="join"'),
    "another prefix of a blueprint": ("flask", "blog/__init__.py", '"/posts"', '"/articles"'),
    "another function behind a filter": ("flask", "blog/filters.py", "] = shout", "] = is_long"),
    "another template": ("flask", "blog/posts.py", '"create.html"', '"show.html"'),
    "another name of a task": ("celery", "orders/tasks.py", '"mail.send"', '"mail.post"'),
    "another name of a constant": ("celery", "orders/service.py", '"reports.monthly"', '"x.y"'),
    "another name of a fixture": ("pytest", "tests/helpers.py", 'name="savings"', 'name="money"'),
    "no fixture of a plug-in": ("pytest", "src/bank/testing.py", "def account", "def konto"),
    "another dependency": ("fastapi", "shop/security.py", "Depends(decode_token)", "Depends()"),
    "another router": ("fastapi", "shop/main.py", 'prefix="/api"', 'prefix="/rest"'),
    "another query": ("sqlalchemy", "store/models.py", 'backref="items"', 'backref="things"'),
    "another command": ("click", "tool/main.py", '"sync"', '"copy"'),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_reaches_who_depends_on_it(tmp_path: Path, name: str) -> None:
    framework, path, before, after = EDITS[name]
    root = make_project(framework, tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    twin.scan()
    file = root / path
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))
    assert twin.compare().differences == []
    file.write_text(text)
    assert twin.compare().differences == []


@pytest.mark.parametrize(
    ("framework", "path"),
    [
        ("flask", "blog/templates/base.html"),
        ("flask", "blog/filters.py"),
        ("django", "shop/templates/shop/list.html"),
        ("django", "shop/models.py"),
        ("fastapi", "shop/routers/orders.py"),
        ("celery", "orders/reports.py"),
        ("pytest", "tests/conftest.py"),
    ],
)
def test_a_file_that_goes_and_comes_back(tmp_path: Path, framework: str, path: str) -> None:
    root = make_project(framework, tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    twin.scan()
    data = (root / path).read_bytes()
    (root / path).unlink()
    assert twin.compare().differences == []
    (root / path).write_bytes(data)
    assert twin.compare().differences == []
