"""The shop in Python goes through moves and removals."""

from __future__ import annotations

from tests.support.chronicle.python_files import CONVERT, LEGACY, MONEY, RATES
from tests.support.chronicle.story import Chapter, Outcome, append, drop, fresh, move, put, swap

_TO_AMOUNTS = [
    move("pricing/money.py", "pricing/amounts.py"),
    swap("shop/cart.py", "pricing.money", "pricing.amounts"),
]

MOVED = [
    Chapter(
        "a file is renamed",
        _TO_AMOUNTS,
        {
            "file": fresh("pricing/amounts.py"),
            "function": fresh("pricing/amounts.py::convert"),
            "calls": Outcome("fresh", holds=[True]),
        },
    ),
    Chapter(
        "a file is renamed and its importers are not",
        _TO_AMOUNTS[:1],
        {
            "file": fresh("pricing/amounts.py"),
            "function": fresh("pricing/amounts.py::convert"),
            "method": Outcome("dependency_changed", reason="which is gone"),
            "class": Outcome("dependency_changed", reason="which is gone"),
            "calls": Outcome("claim_false", holds=[False]),
            "imports": Outcome("claim_false", holds=[False, True]),
        },
    ),
    Chapter(
        "a file is renamed and edited",
        [*_TO_AMOUNTS, swap("pricing/amounts.py", "too much", "too much money")],
        {
            "file": fresh("pricing/amounts.py"),
            "function": Outcome("body_changed", ["pricing/amounts.py::convert"]),
        },
    ),
    Chapter(
        "a file gets another case",
        [move("shop/legacy.py", "shop/Legacy.py")],
        {"two": fresh("shop/Legacy.py::old_total", "shop/Legacy.py::older_total")},
    ),
    Chapter(
        "a function is renamed",
        [
            swap("pricing/money.py", "def convert(", "def exchange("),
            swap("shop/cart.py", "convert", "exchange"),
        ],
        {
            "function": fresh("pricing/money.py::exchange"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed"),
        },
    ),
    Chapter(
        "a class is renamed",
        [
            swap("shop/cart.py", "class Cart:", "class Basket:"),
            swap("shop/checkout.py", "Cart", "Basket"),
        ],
        {
            "class": fresh("shop/cart.py::Basket"),
            "method": fresh("shop/cart.py::Basket.total"),
            "field": fresh("shop/cart.py::Basket.size"),
            "far": Outcome("body_changed"),
        },
    ),
    Chapter(
        "a function moves to another file",
        [
            swap("pricing/money.py", CONVERT, ""),
            append("pricing/rates.py", f"\n\n{CONVERT}"),
            swap("shop/cart.py", "pricing.money", "pricing.rates"),
        ],
        {
            "function": fresh("pricing/rates.py::convert"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "imports": Outcome("claim_false", holds=[False, True]),
        },
    ),
    Chapter(
        "a function moves and stays on offer",
        [
            swap("pricing/money.py", CONVERT, ""),
            swap("pricing/money.py", "import LIMIT, find_rate", "import convert"),
            append("pricing/rates.py", f"\n\n{CONVERT}"),
        ],
        {
            "function": fresh("pricing/rates.py::convert"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
        },
    ),
    Chapter(
        "a folder moves",
        [
            move("pricing", "finance"),
            swap("finance/money.py", "pricing.", "finance."),
            swap("shop/cart.py", "pricing.", "finance."),
        ],
        {
            "file": fresh("finance/money.py"),
            "function": fresh("finance/money.py::convert"),
            "text": fresh("finance/rates.py::BASE"),
            "constant": fresh("finance/rates.py::LIMIT"),
            "computed": fresh("finance/rates.py::RATES"),
            "folder": fresh("finance/"),
            "value": fresh("finance/rates.py"),
        },
    ),
    Chapter(
        "a folder with a pattern moves into another",
        [
            move("shop", "store/front"),
            put("store/__init__.py", ""),
            swap("store/front/checkout.py", "shop.cart", "store.front.cart"),
        ],
        {
            "method": fresh("store/front/cart.py::Cart.total"),
            "class": fresh("store/front/cart.py::Cart"),
            "field": fresh("store/front/cart.py::Cart.size"),
            "far": fresh("store/front/checkout.py::check_out"),
            "two": fresh("store/front/legacy.py::old_total", "store/front/legacy.py::older_total"),
            "pattern": fresh("store/front/*.py"),
        },
    ),
    Chapter(
        "a constant moves to another file",
        [
            swap("pricing/rates.py", "LIMIT = 250\n", ""),
            put("pricing/limits.py", "LIMIT = 250\n"),
            swap(
                "pricing/money.py",
                "from pricing.rates import LIMIT, find_rate",
                "from pricing.limits import LIMIT\nfrom pricing.rates import find_rate",
            ),
        ],
        {
            "constant": fresh("pricing/limits.py::LIMIT"),
            "value": Outcome("signature_changed", reason="no longer offers `LIMIT`"),
        },
    ),
    Chapter(
        "a file leaves a folder",
        [move("shop/legacy.py", "old/legacy.py")],
        {"two": fresh("old/legacy.py::old_total", "old/legacy.py::older_total")},
    ),
    Chapter(
        "a dependency moves",
        [
            swap("pricing/rates.py", RATES[RATES.index("def find_rate") :], ""),
            put(
                "pricing/lookup.py",
                "from pricing.rates import RATES\n\n\n" + RATES[RATES.index("def find_rate") :],
            ),
            swap(
                "pricing/money.py",
                "from pricing.rates import LIMIT, find_rate",
                "from pricing.lookup import find_rate\nfrom pricing.rates import LIMIT",
            ),
        ],
        {"value": Outcome("signature_changed", reason="no longer offers `find_rate`")},
    ),
]
REMOVED = [
    Chapter(
        "one of two functions",
        [swap("shop/legacy.py", LEGACY[LEGACY.index("\n\ndef older") :], "")],
        {"two": Outcome("fresh", reason="`shop/legacy.py::older_total` is gone")},
    ),
    Chapter(
        "one of two functions, and the other one is edited",
        [
            swap("shop/legacy.py", LEGACY[LEGACY.index("\n\ndef older") :], ""),
            swap("shop/legacy.py", "found = 0", "found = 1"),
        ],
        {"two": Outcome("body_changed", reason="`shop/legacy.py::older_total` is gone")},
    ),
    Chapter(
        "a function",
        [swap("pricing/money.py", MONEY[MONEY.index("\n\ndef round_up") :], "")],
        {
            "file": Outcome("signature_changed", reason="no longer offers `round_up`"),
            "exists": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "a function that is used",
        [swap("pricing/money.py", CONVERT, "")],
        {
            "function": Outcome("gone", reason="`pricing/money.py::convert` is gone"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "method": Outcome(
                "dependency_changed", reason="`pricing/money.py::convert`, which is gone"
            ),
            "class": Outcome("dependency_changed", reason="which is gone"),
            "calls": Outcome("claim_false", holds=[False]),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "a file",
        [drop("shop/legacy.py")],
        {
            "two": Outcome("gone", reason="is gone with its file"),
            "uncalled": Outcome("unknown", holds=[None]),
        },
    ),
    Chapter(
        "all that a pattern matches",
        [drop("shop")],
        {
            **dict.fromkeys(("method", "class", "field", "far", "two"), Outcome("gone")),
            "pattern": Outcome("gone", reason="no file matches"),
            "calls": Outcome("claim_false", holds=[False]),
            "imports": Outcome("claim_false", holds=[False, False]),
            "uncalled": Outcome("unknown", holds=[None]),
        },
    ),
    Chapter(
        "a folder",
        [drop("pricing")],
        {
            **dict.fromkeys(
                ("file", "function", "text", "constant", "computed", "folder"), Outcome("gone")
            ),
            "method": Outcome("dependency_changed", reason="which is gone"),
            "class": Outcome("dependency_changed", reason="which is gone"),
            **dict.fromkeys(
                ("exists", "calls", "signature"), Outcome("claim_false", holds=[False])
            ),
            "imports": Outcome("claim_false", holds=[False, True]),
            "value": Outcome("gone", holds=[False]),
        },
    ),
    Chapter(
        "a closing bracket",
        [swap("pricing/money.py", "find_rate(currency)", "find_rate(currency")],
        {
            **dict.fromkeys(("file", "function"), Outcome("unknown", reason="syntax error")),
            "exists": Outcome("unknown", holds=[None]),
        },
    ),
]
