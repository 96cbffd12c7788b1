"""The shop in Python goes through edits: its style, its bodies and its signatures."""

from __future__ import annotations

from tests.support.chronicle.story import Chapter, Outcome, append, fresh, swap

FORMATTED = [
    Chapter(
        "black",
        [
            swap("pricing/rates.py", '"EUR", "USD"', "'EUR','USD',"),
            swap("pricing/rates.py", 'BASE = "EUR"', "BASE='EUR'"),
            swap("pricing/money.py", "(amount, currency)", "(\n    amount,\n    currency,\n)"),
            swap("pricing/money.py", "if amount > LIMIT:", "if (amount>LIMIT) :"),
            swap("pricing/money.py", "\n\n\ndef", "\n\ndef"),
            swap("shop/cart.py", '"""What', "'''What"),
            swap("shop/cart.py", 'buy."""', "buy.'''"),
            swap("shop/cart.py", "(price, count))", "(\n            (price, count)\n        ))"),
            swap("shop/checkout.py", 'cart.total("USD")', "(\n        cart.total('USD')\n    )"),
            swap("shop/checkout.py", "from shop.cart import Cart", "from shop.cart import (Cart,)"),
            swap("shop/legacy.py", "found = 0", "found   =   0 ;"),
        ],
    ),
    Chapter(
        "comments",
        [
            swap("pricing/rates.py", '"""Exchange rates."""\n', "# All rates.\n"),
            swap(
                "pricing/rates.py",
                '    """Look a rate up."""\n',
                '    """Find it.\n\n    Soon.\n    """\n',
            ),
            swap("pricing/money.py", "    rate =", "    # Today's.\n    rate ="),
            swap("pricing/money.py", "* rate\n", "* rate  # in cents\n"),
            swap("shop/cart.py", "    def add", "    # One more.\n    def add"),
            swap("shop/cart.py", "currency):\n", 'currency):\n        """Add all up."""\n'),
            swap("shop/legacy.py", "def older", "# Even older.\ndef older"),
        ],
    ),
]
EDITED = [
    Chapter(
        "the body of a function",
        [swap("pricing/money.py", "return amount * rate", "return rate * amount + 0")],
        {"function": Outcome("body_changed", reason="the body of `pricing/money.py::convert`")},
    ),
    Chapter(
        "the body of a method",
        [swap("shop/cart.py", "price * count for", "count * price for")],
        {
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed", reason="`total` in `shop/cart.py::Cart`"),
        },
    ),
    Chapter(
        "a private function",
        [swap("pricing/money.py", "-(-cents // 1)", "cents + 1")],
    ),
    Chapter(
        "one more function",
        [append("pricing/money.py", "\n\ndef halve(amount):\n    return amount / 2\n")],
    ),
    Chapter(
        "values",
        [
            swap("pricing/rates.py", "LIMIT = 250", "LIMIT = 300"),
            swap("shop/cart.py", "size = 3", "size = 4"),
        ],
        {
            "constant": Outcome("body_changed", reason="the value of"),
            "field": Outcome("body_changed"),
            "class": Outcome("body_changed", reason="the body of `shop/cart.py::Cart`"),
            "value": Outcome("claim_false", holds=[False], reason="is 300"),
        },
    ),
    Chapter(
        "a computed value",
        [swap("pricing/rates.py", "math.sqrt", "math.log")],
        {"computed": Outcome("body_changed", reason="the value of")},
    ),
    Chapter(
        "a call less",
        [swap("shop/cart.py", "return convert(amount, currency)", "return amount")],
        {
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed"),
            "calls": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "an import less",
        [
            swap("shop/cart.py", "import decimal\n", ""),
            swap("shop/cart.py", "decimal.Decimal(item.price)", "item.price"),
        ],
        {
            "class": Outcome("body_changed", reason="`add`"),
            "imports": Outcome("claim_false", holds=[True, False]),
        },
    ),
    Chapter(
        "a caller more",
        [
            append("shop/checkout.py", "\n\ndef sum_up(cart):\n    return old_total(cart)\n"),
            swap(
                "shop/checkout.py",
                "import Cart\n",
                "import Cart\nfrom shop.legacy import old_total\n",
            ),
        ],
        {"uncalled": Outcome("claim_false", holds=[False], reason="sum_up")},
    ),
]
_INCOMPATIBLE = {
    "function": Outcome("signature_changed", reason="is now"),
    "file": Outcome("signature_changed", reason="`convert` with another signature"),
    "method": Outcome("dependency_changed", reason="which changed"),
    "class": Outcome("dependency_changed", reason="which changed"),
    "far": fresh(
        notes=["2 steps away", "`shop/cart.py::Cart.total` -> `pricing/money.py::convert`"]
    ),
    "signature": Outcome("claim_false", holds=[False]),
}
RESIGNED = [
    Chapter(
        "a parameter more",
        [swap("pricing/money.py", "convert(amount, currency)", "convert(amount, currency, day)")],
        _INCOMPATIBLE,
    ),
    Chapter(
        "an optional parameter more",
        [swap("pricing/money.py", "convert(amount, currency)", "convert(amount, currency, day=0)")],
        {
            "function": Outcome("signature_changed", reason="day=0"),
            "file": Outcome("signature_changed"),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "types",
        [
            swap(
                "pricing/money.py",
                "convert(amount, currency)",
                "convert(amount: float, currency: str) -> float",
            )
        ],
        {
            "function": Outcome("signature_changed", reason="amount: float"),
            "file": Outcome("signature_changed"),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "async",
        [swap("pricing/money.py", "def convert(", "async def convert(")],
        {
            **_INCOMPATIBLE,
            "function": Outcome("signature_changed", reason="async"),
            "signature": fresh(),
        },
    ),
    Chapter(
        "a property",
        [
            swap(
                "shop/cart.py",
                "    def total(self, currency)",
                "    @property\n    def total(self)",
            ),
            swap("shop/cart.py", "amount, currency)", 'amount, "USD")'),
        ],
        {
            "method": Outcome("signature_changed"),
            "class": Outcome("body_changed", reason="`total`"),
            "far": Outcome("dependency_changed", reason="property"),
        },
    ),
    Chapter(
        "another decorator",
        [
            swap("pricing/money.py", "def convert(", "@cache\ndef convert("),
            swap("pricing/money.py", "from pricing", "from functools import cache\n\nfrom pricing"),
        ],
        {
            "function": Outcome("signature_changed", reason="decorated differently"),
            "file": Outcome("signature_changed"),
        },
    ),
    Chapter(
        "a constructor",
        [swap("shop/cart.py", "__init__(self, owner)", "__init__(self, owner, shop)")],
        {
            "class": Outcome("signature_changed", reason="constructed differently"),
            "far": Outcome("dependency_changed", reason="constructor"),
        },
    ),
    Chapter(
        "a base",
        [swap("shop/cart.py", "class Cart:", "class Cart(dict):")],
        {"class": Outcome("signature_changed", reason="`Cart` is now `Cart(dict)`")},
    ),
    Chapter(
        "a dependency two steps away",
        [
            swap("pricing/rates.py", "find_rate(currency, day=None)", "find_rate(shop, currency)"),
            swap("pricing/rates.py", "if day is not None", "if shop"),
        ],
        {
            "function": Outcome("dependency_changed", reason="find_rate"),
            "file": Outcome("dependency_changed", reason="find_rate"),
            "method": fresh(notes=["2 steps away", "shop"]),
            "class": fresh(notes=["2 steps away"]),
            "far": fresh(notes=["3 steps away"]),
            "value": Outcome("signature_changed", reason="`find_rate` with another signature"),
        },
    ),
]
