"""What patterns of frameworks read: names as conventions spell them, and code without remarks."""

import pytest

from ripplegraph.frameworks.mechanisms.inflections import Name
from ripplegraph.frameworks.mechanisms.remarks import blank_remarks


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("orders", "order"),
        ("categories", "category"),
        ("boxes", "box"),
        ("people", "person"),
        ("status", "status"),
        ("order_items", "order_item"),
        ("addresses", "address"),
    ],
)
def test_singular(plural: str, singular: str) -> None:
    assert Name(plural).singular == singular


def test_spellings() -> None:
    assert Name("order_items").camel == "OrderItems"
    assert Name("OrderItem").snake == "order_item"
    assert Name("Forms/TextInput").kebab == "forms/text-input"
    assert Name("forms.input").slashed == "forms/input"
    assert Name("category").plural == "categories"


@pytest.mark.parametrize(
    ("language", "code", "shown"),
    [
        ("java", 'a("//x"); // @Get\n/* é\n*/b', 'a("//x");        \n    \n  b'),
        ("php", "#[Get]\n$a = 'http://x';", "#[Get]\n$a = 'http://x';"),
        ("ruby", "  # resources :x\nget '/#y'", "                \nget '/#y'"),
        ("", "<a>// not a remark</a>", "<a>// not a remark</a>"),
    ],
)
def test_remarks_are_blank(language: str, code: str, shown: str) -> None:
    assert blank_remarks(code, language, "x") == shown
