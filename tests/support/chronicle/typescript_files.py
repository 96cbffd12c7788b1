"""A small shop in TypeScript, and what was learned about it."""

from __future__ import annotations

from tests.support.chronicle.story import Note

FIND_RATE = """export function findRate(currency: string, day?: number): number {
  let rate = RATES[currency];
  if (day !== undefined) {
    rate = rate * day;
  }
  return rate;
}
"""
RATES = f"""// Exchange rates.

export const BASE = "EUR";
export const LIMIT = 250;
export const RATES: Record<string, number> = {{ EUR: Math.sqrt(1), USD: Math.sqrt(2) }};

{FIND_RATE}"""
CONVERT = """export function convert(amount: number, currency: string): number {
  const rate = findRate(currency);
  if (amount > LIMIT) {
    throw new Error("too much");
  }
  return amount * rate;
}
"""
ROUND_UP = """export const roundUp = (amount: number, digits = 2): number => {
  const scale = 10 ** digits;
  const cents = amount * scale;
  return raise(cents) / scale;
};
"""
MONEY = f"""import {{ LIMIT, findRate }} from "./rates";

{CONVERT}
{ROUND_UP}
function raise(cents: number): number {{
  return Math.ceil(cents);
}}
"""
CART = """import { v4 } from "uuid";

import { convert } from "../pricing/money";

export interface Item {
  price: number;
  weigh(unit: string): number;
}

/** What someone wants to buy. */
export class Cart {
  size = 3;
  private items: Item[] = [];

  constructor(private owner: string) {}

  add(item: Item, count = 1): this {
    for (let i = 0; i < count; i++) {
      this.items.push(item);
    }
    return this;
  }

  total(currency: string): number {
    const amount = this.items.reduce((sum, item) => sum + item.price, 0);
    return convert(amount, currency);
  }

  id(): string {
    return v4();
  }
}
"""
CHECKOUT = """import { Cart, Item } from "./cart";

export function checkOut(owner: string, items: Item[]): number {
  const cart = new Cart(owner);
  for (const item of items) {
    cart.add(item);
  }
  return cart.total("USD");
}
"""
OLDER = """
export function olderTotal(cart: number[]): number {
  return cart.filter((price) => price > 0).reduce((sum, price) => sum + price, 0);
}
"""
LEGACY = f"""export function oldTotal(cart: number[]): number {{
  let found = 0;
  for (const price of cart) {{
    found += price;
  }}
  return found;
}}
{OLDER}"""
FILES = {
    "pricing/rates.ts": RATES,
    "pricing/money.ts": MONEY,
    "shop/cart.ts": CART,
    "shop/checkout.ts": CHECKOUT,
    "shop/legacy.ts": LEGACY,
}
NOTES = {
    "file": Note(["pricing/money.ts"]),
    "function": Note(["pricing/money.ts::convert"]),
    "arrow": Note(["pricing/money.ts::roundUp"]),
    "method": Note(["shop/cart.ts::Cart.total"]),
    "class": Note(["shop/cart.ts::Cart"]),
    "interface": Note(["shop/cart.ts::Item"]),
    "field": Note(["shop/cart.ts::Cart.size"]),
    "text": Note(["pricing/rates.ts::BASE"]),
    "constant": Note(["pricing/rates.ts::LIMIT"]),
    "computed": Note(["pricing/rates.ts::RATES"]),
    "far": Note(["shop/checkout.ts::checkOut"]),
    "two": Note(["shop/legacy.ts::oldTotal", "shop/legacy.ts::olderTotal"]),
    "folder": Note(["pricing/"]),
    "pattern": Note(["shop/*.ts"]),
    "nothing": Note(),
    "exists": Note(claims=["exists(pricing/money.ts::roundUp)"]),
    "calls": Note(claims=["calls(shop/cart.ts::Cart.total, pricing/money.ts::convert)"]),
    "imports": Note(
        claims=["imports(shop/cart.ts, pricing/money.ts)", "imports(shop/cart.ts, uuid)"]
    ),
    "signature": Note(
        claims=["signature(pricing/money.ts::convert) = (amount: number, currency: string): number"]
    ),
    "uncalled": Note(claims=["no_callers(shop/legacy.ts::oldTotal)"]),
    "value": Note(["pricing/rates.ts"], ["value(pricing/rates.ts::LIMIT) = 250"]),
}
