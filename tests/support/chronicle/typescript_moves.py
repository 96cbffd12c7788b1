"""The shop in TypeScript goes through moves and removals."""

from __future__ import annotations

from tests.support.chronicle.story import Chapter, Outcome, append, drop, fresh, move, put, swap
from tests.support.chronicle.typescript_files import CONVERT, FIND_RATE, OLDER, ROUND_UP

_TO_AMOUNTS = [
    move("pricing/money.ts", "pricing/amounts.ts"),
    swap("shop/cart.ts", "pricing/money", "pricing/amounts"),
]

MOVED = [
    Chapter(
        "a file is renamed",
        _TO_AMOUNTS,
        {
            "file": fresh("pricing/amounts.ts"),
            "function": fresh("pricing/amounts.ts::convert"),
            "arrow": fresh("pricing/amounts.ts::roundUp"),
        },
    ),
    Chapter(
        "a file is renamed and its importers are not",
        _TO_AMOUNTS[:1],
        {
            "file": fresh("pricing/amounts.ts"),
            "function": fresh("pricing/amounts.ts::convert"),
            "arrow": fresh("pricing/amounts.ts::roundUp"),
            "method": Outcome("dependency_changed", reason="which is gone"),
            "class": Outcome("dependency_changed", reason="which is gone"),
            "calls": Outcome("claim_false", holds=[False]),
            "imports": Outcome("claim_false", holds=[False, True]),
        },
    ),
    Chapter(
        "a file is renamed and edited",
        [*_TO_AMOUNTS, swap("pricing/amounts.ts", "too much", "too much money")],
        {
            "file": fresh("pricing/amounts.ts"),
            "function": Outcome("body_changed", ["pricing/amounts.ts::convert"]),
            "arrow": fresh("pricing/amounts.ts::roundUp"),
        },
    ),
    Chapter(
        "a function is renamed",
        [
            swap("pricing/money.ts", "function convert(", "function exchange("),
            swap("shop/cart.ts", "convert", "exchange"),
        ],
        {
            "function": fresh("pricing/money.ts::exchange"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed"),
        },
    ),
    Chapter(
        "a class is renamed",
        [
            swap("shop/cart.ts", "class Cart", "class Basket"),
            swap("shop/checkout.ts", "Cart", "Basket"),
        ],
        {
            "class": fresh("shop/cart.ts::Basket"),
            "method": fresh("shop/cart.ts::Basket.total"),
            "field": fresh("shop/cart.ts::Basket.size"),
            "far": Outcome("body_changed"),
        },
    ),
    Chapter(
        "a function moves to another file",
        [
            swap("pricing/money.ts", CONVERT, ""),
            append("pricing/rates.ts", f"\n{CONVERT}"),
            swap("shop/cart.ts", "pricing/money", "pricing/rates"),
        ],
        {
            "function": fresh("pricing/rates.ts::convert"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "imports": Outcome("claim_false", holds=[False, True]),
        },
    ),
    Chapter(
        "a constant moves to another file",
        [
            swap("pricing/rates.ts", "export const LIMIT = 250;\n", ""),
            put("pricing/limits.ts", "export const LIMIT = 250;\n"),
            swap(
                "pricing/money.ts",
                'import { LIMIT, findRate } from "./rates";',
                'import { LIMIT } from "./limits";\nimport { findRate } from "./rates";',
            ),
        ],
        {
            "constant": fresh("pricing/limits.ts::LIMIT"),
            "value": Outcome("signature_changed", reason="no longer offers `LIMIT`"),
        },
    ),
    Chapter(
        "a folder moves",
        [move("pricing", "finance"), swap("shop/cart.ts", "../pricing/", "../finance/")],
        {
            "file": fresh("finance/money.ts"),
            "function": fresh("finance/money.ts::convert"),
            "arrow": fresh("finance/money.ts::roundUp"),
            "text": fresh("finance/rates.ts::BASE"),
            "constant": fresh("finance/rates.ts::LIMIT"),
            "computed": fresh("finance/rates.ts::RATES"),
            "folder": fresh("finance/"),
            "value": fresh("finance/rates.ts"),
        },
    ),
    Chapter(
        "a folder with a pattern moves into another",
        [move("shop", "store/front"), swap("store/front/cart.ts", "../pricing", "../../pricing")],
        {
            "method": fresh("store/front/cart.ts::Cart.total"),
            "class": fresh("store/front/cart.ts::Cart"),
            "interface": fresh("store/front/cart.ts::Item"),
            "field": fresh("store/front/cart.ts::Cart.size"),
            "far": fresh("store/front/checkout.ts::checkOut"),
            "two": fresh("store/front/legacy.ts::oldTotal", "store/front/legacy.ts::olderTotal"),
            "pattern": fresh("store/front/*.ts"),
        },
    ),
    Chapter(
        "a file leaves a folder",
        [move("shop/legacy.ts", "old/legacy.ts")],
        {"two": fresh("old/legacy.ts::oldTotal", "old/legacy.ts::olderTotal")},
    ),
    Chapter(
        "a dependency moves",
        [
            swap("pricing/rates.ts", FIND_RATE, ""),
            put("pricing/lookup.ts", f'import {{ RATES }} from "./rates";\n\n{FIND_RATE}'),
            swap(
                "pricing/money.ts",
                'import { LIMIT, findRate } from "./rates";',
                'import { LIMIT } from "./rates";\nimport { findRate } from "./lookup";',
            ),
        ],
        {"value": Outcome("signature_changed", reason="no longer offers `findRate`")},
    ),
]
REMOVED = [
    Chapter(
        "one of two functions",
        [swap("shop/legacy.ts", OLDER, "")],
        {"two": Outcome("fresh", reason="`shop/legacy.ts::olderTotal` is gone")},
    ),
    Chapter(
        "a function",
        [swap("pricing/money.ts", ROUND_UP, "")],
        {
            "arrow": Outcome("gone"),
            "file": Outcome("signature_changed", reason="no longer offers `roundUp`"),
            "exists": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "a function that is used",
        [swap("pricing/money.ts", CONVERT, "")],
        {
            "function": Outcome("gone", reason="`pricing/money.ts::convert` is gone"),
            "file": Outcome("signature_changed", reason="no longer offers `convert`"),
            "method": Outcome(
                "dependency_changed", reason="`pricing/money.ts::convert`, which is gone"
            ),
            "class": Outcome("dependency_changed", reason="which is gone"),
            "calls": Outcome("claim_false", holds=[False]),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "a file",
        [drop("shop/legacy.ts")],
        {
            "two": Outcome("gone", reason="is gone with its file"),
            "uncalled": Outcome("unknown", holds=[None]),
        },
    ),
    Chapter(
        "a folder",
        [drop("pricing")],
        {
            **dict.fromkeys(
                ("file", "function", "arrow", "text", "constant", "computed", "folder"),
                Outcome("gone"),
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
        [swap("pricing/money.ts", "findRate(currency)", "findRate(currency")],
        {"function": Outcome("unknown", reason="syntax error")},
    ),
]
