"""The shop in TypeScript goes through edits: its style, its bodies and its signatures."""

from __future__ import annotations

from tests.support.chronicle.story import Chapter, Outcome, append, fresh, swap

FORMATTED = [
    Chapter(
        "prettier",
        [
            swap("pricing/rates.ts", '"EUR"', "'EUR'"),
            swap("pricing/rates.ts", "LIMIT = 250;", "LIMIT = 250"),
            swap(
                "pricing/rates.ts",
                "{ EUR: Math.sqrt(1), USD: Math.sqrt(2) }",
                "{\n  EUR: Math.sqrt(1),\n  USD: Math.sqrt(2),\n}",
            ),
            swap("pricing/money.ts", "{ LIMIT, findRate }", "{\n  LIMIT,\n  findRate,\n}"),
            swap(
                "pricing/money.ts",
                "convert(amount: number, currency: string)",
                "convert(\n  amount: number,\n  currency: string,\n)",
            ),
            swap("pricing/money.ts", "return amount * rate;", "return (amount * rate)"),
            swap("shop/cart.ts", "(sum, item) => sum", "(\n      sum, item,\n    ) =>\n      sum"),
            swap("shop/cart.ts", "return this;", "return this"),
            swap("shop/checkout.ts", '"USD"', "'USD'"),
            swap("shop/legacy.ts", "(price) => price > 0", "price => price > 0"),
        ],
    ),
    Chapter(
        "comments",
        [
            swap("pricing/rates.ts", "// Exchange rates.\n", "/** All rates. */\n"),
            swap("pricing/rates.ts", "export function", "/** Look it up. */\nexport function"),
            swap("pricing/money.ts", "  const rate", "  // Today's.\n  const rate"),
            swap("pricing/money.ts", "* rate;", "* rate; // in cents"),
            swap("shop/cart.ts", "/** What someone wants to buy. */\n", ""),
            swap("shop/cart.ts", "  price: number;", "  price: number; // in euros"),
            swap("shop/legacy.ts", "let found", "/* all */ let found"),
        ],
    ),
]
EDITED = [
    Chapter(
        "the body of a function",
        [swap("pricing/money.ts", "return amount * rate", "return rate * amount + 0")],
        {"function": Outcome("body_changed", reason="the body of `pricing/money.ts::convert`")},
    ),
    Chapter(
        "the body of an arrow function",
        [swap("pricing/money.ts", "raise(cents) / scale", "raise(cents) / scale / 1")],
        {"arrow": Outcome("body_changed")},
    ),
    Chapter(
        "the body of a method",
        [swap("shop/cart.ts", "sum + item.price", "item.price + sum")],
        {
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed", reason="`total` in `shop/cart.ts::Cart`"),
        },
    ),
    Chapter("a private function", [swap("pricing/money.ts", "Math.ceil", "Math.floor")]),
    Chapter(
        "one more function",
        [append("pricing/money.ts", "\nexport function halve(x: number) {\n  return x / 2;\n}\n")],
    ),
    Chapter(
        "values",
        [
            swap("pricing/rates.ts", "LIMIT = 250", "LIMIT = 300"),
            swap("pricing/rates.ts", "Math.sqrt(2)", "Math.log(2)"),
            swap("shop/cart.ts", "size = 3", "size = 4"),
        ],
        {
            "constant": Outcome("body_changed", reason="the value of"),
            "computed": Outcome("body_changed", reason="the value of"),
            "field": Outcome("body_changed"),
            "class": Outcome("body_changed", reason="`size`"),
            "value": Outcome("claim_false", holds=[False], reason="is 300"),
        },
    ),
    Chapter(
        "a call less",
        [swap("shop/cart.ts", "return convert(amount, currency)", "return amount")],
        {
            "method": Outcome("body_changed"),
            "class": Outcome("body_changed"),
            "calls": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "an import less",
        [
            swap("shop/cart.ts", 'import { v4 } from "uuid";\n', ""),
            swap("shop/cart.ts", "v4()", '""'),
        ],
        {
            "class": Outcome("body_changed", reason="`id`"),
            "imports": Outcome("claim_false", holds=[True, False]),
        },
    ),
    Chapter(
        "a caller more",
        [
            append(
                "shop/checkout.ts",
                '\nimport { oldTotal } from "./legacy";\n'
                "export const sum = (x: number[]) => oldTotal(x);\n",
            )
        ],
        {"uncalled": Outcome("claim_false", holds=[False], reason="sum")},
    ),
]
_MORE = "convert(amount: number, currency: string, day"
_INCOMPATIBLE = {
    "function": Outcome("signature_changed"),
    "file": Outcome("signature_changed", reason="`convert` with another signature"),
    "method": Outcome("dependency_changed", reason="which changed"),
    "class": Outcome("dependency_changed", reason="which changed"),
    "far": fresh(
        notes=["2 steps away", "`shop/cart.ts::Cart.total` -> `pricing/money.ts::convert`"]
    ),
}
RESIGNED = [
    Chapter(
        "a parameter more",
        [swap("pricing/money.ts", "convert(amount: number, currency: string", f"{_MORE}: number")],
        {
            **_INCOMPATIBLE,
            "function": Outcome("signature_changed", reason="day: number"),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "an optional parameter more",
        [swap("pricing/money.ts", "convert(amount: number, currency: string", f"{_MORE}?: number")],
        {
            "function": Outcome("signature_changed", reason="day?: number"),
            "file": Outcome("signature_changed"),
            "signature": Outcome("claim_false", holds=[False]),
        },
    ),
    Chapter(
        "async",
        [
            swap("pricing/money.ts", "export function convert(", "export async function convert("),
            swap(
                "pricing/money.ts",
                "currency: string): number",
                "currency: string): Promise<number>",
            ),
        ],
        {**_INCOMPATIBLE, "signature": Outcome("claim_false", holds=[False])},
    ),
    Chapter(
        "a getter",
        [
            swap("shop/cart.ts", "  total(currency: string): number", "  get total(): number"),
            swap("shop/cart.ts", "amount, currency)", 'amount, "USD")'),
        ],
        {
            "method": Outcome("signature_changed"),
            "class": Outcome("body_changed", reason="`total`"),
            "far": Outcome("dependency_changed", reason="total"),
        },
    ),
    Chapter(
        "a constructor",
        [swap("shop/cart.ts", "private owner: string", "private owner: string, shop: string")],
        {
            "class": Outcome("signature_changed", reason="constructed differently"),
            "far": Outcome("dependency_changed", reason="constructor"),
        },
    ),
    Chapter(
        "a base",
        [swap("shop/cart.ts", "class Cart {", "class Cart extends Map {")],
        {"class": Outcome("signature_changed", reason="extends Map")},
    ),
    Chapter(
        "a member of an interface",
        [swap("shop/cart.ts", "weigh(unit: string)", "weigh(unit: string, exact: boolean)")],
        {"interface": Outcome("body_changed", reason="`weigh`")},
    ),
    Chapter(
        "a type",
        [swap("pricing/rates.ts", "Record<string, number>", "Record<string, bigint>")],
        {"computed": Outcome("signature_changed", reason="bigint")},
    ),
    Chapter(
        "a dependency two steps away",
        [
            swap(
                "pricing/rates.ts",
                "findRate(currency: string, day?",
                "findRate(shop: string, currency: string, day?",
            )
        ],
        {
            "function": Outcome("dependency_changed", reason="findRate"),
            "file": Outcome("dependency_changed", reason="findRate"),
            "method": fresh(notes=["2 steps away", "shop"]),
            "class": fresh(notes=["2 steps away"]),
            "far": fresh(notes=["3 steps away"]),
            "value": Outcome("signature_changed", reason="`findRate` with another signature"),
        },
    ),
]
