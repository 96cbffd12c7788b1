"""A small shop in Python, and what was learned about it."""

from __future__ import annotations

from tests.support.chronicle.story import Note

RATES = '''"""Exchange rates."""

import math

BASE = "EUR"
LIMIT = 250
RATES = {name: math.sqrt(len(name)) for name in ("EUR", "USD")}


def find_rate(currency, day=None):
    """Look a rate up."""
    rate = RATES[currency]
    if day is not None:
        rate = rate * day.factor
    return rate
'''
CONVERT = """def convert(amount, currency):
    rate = find_rate(currency)
    if amount > LIMIT:
        raise ValueError("too much")
    return amount * rate
"""
MONEY = f"""from pricing.rates import LIMIT, find_rate


{CONVERT}

def round_up(amount, digits=2):
    scale = 10**digits
    cents = amount * scale
    return _raise(cents) / scale


def _raise(cents):
    return -(-cents // 1)
"""
CART = '''import decimal

from pricing.money import convert


class Cart:
    """What someone wants to buy."""

    size = 3

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, item, count=1):
        price = decimal.Decimal(item.price)
        self.items.append((price, count))
        return self

    def total(self, currency):
        amount = sum(price * count for price, count in self.items)
        return convert(amount, currency)
'''
CHECKOUT = """from shop.cart import Cart


def check_out(owner, items):
    cart = Cart(owner)
    for item in items:
        cart.add(item)
    return cart.total("USD")
"""
LEGACY = """def old_total(cart):
    found = 0
    for price in cart:
        found += price
    return found


def older_total(cart):
    return sum(price for price in cart if price)
"""
FILES = {
    "pricing/__init__.py": "",
    "pricing/rates.py": RATES,
    "pricing/money.py": MONEY,
    "shop/__init__.py": "",
    "shop/cart.py": CART,
    "shop/checkout.py": CHECKOUT,
    "shop/legacy.py": LEGACY,
}
NOTES = {
    "file": Note(["pricing/money.py"]),
    "function": Note(["pricing/money.py::convert"]),
    "method": Note(["shop/cart.py::Cart.total"]),
    "class": Note(["shop/cart.py::Cart"]),
    "field": Note(["shop/cart.py::Cart.size"]),
    "text": Note(["pricing/rates.py::BASE"]),
    "constant": Note(["pricing/rates.py::LIMIT"]),
    "computed": Note(["pricing/rates.py::RATES"]),
    "far": Note(["shop/checkout.py::check_out"]),
    "two": Note(["shop/legacy.py::old_total", "shop/legacy.py::older_total"]),
    "folder": Note(["pricing/"]),
    "pattern": Note(["shop/*.py"]),
    "nothing": Note(),
    "exists": Note(claims=["exists(pricing/money.py::round_up)"]),
    "calls": Note(claims=["calls(shop/cart.py::Cart.total, pricing/money.py::convert)"]),
    "imports": Note(
        claims=["imports(shop/cart.py, pricing/money.py)", "imports(shop/cart.py, decimal)"]
    ),
    "signature": Note(claims=["signature(pricing/money.py::convert) = (amount, currency)"]),
    "uncalled": Note(claims=["no_callers(shop/legacy.py::old_total)"]),
    "value": Note(["pricing/rates.py"], ["value(pricing/rates.py::LIMIT) = 250"]),
}
