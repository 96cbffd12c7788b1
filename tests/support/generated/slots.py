"""Small projects in which everything leads somewhere, with slots that can be filled otherwise.

Each file is a list of slots, each slot a list of texts. Filling one slot anew changes what other
files call, inherit, pass on or get back, mostly without a change of any name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

Slots = Mapping[str, Sequence[Sequence[str]]]

_STEP = "    def step(self):\n        return self"
_GO = "    def go(self):\n        return self.step()"
_NOTHING = "    pass"

PYTHON: Slots = {
    "kinds.py": [
        ["class Base:\n    def run(self):\n        return self.step()", "class Base:\n    x = 1"],
        [_STEP, _NOTHING, _GO],
        ["class Mixin:\n    def step(self): ...", "class Mixin:\n    def go(self): ..."],
        ["class A(Base):", "class A(Mixin, Base):", "class A:"],
        [_STEP, _NOTHING, _GO, "    step = make"],
        ["class B(A):", "class B(Base):", "class B(Mixin):"],
        [_NOTHING, _STEP, _GO, "    def __call__(self):\n        return A()"],
        ["def make():\n    return A()", "def make():\n    return B()", "def make():\n    return B"],
    ],
    "below.py": [
        ["from kinds import A, B, Base", "from kinds import *", "from kinds import B as Base"],
        ["class Low(Base):", "class Low(B):", "class Low:"],
        [_STEP, _NOTHING, "    def run(self):\n        return super().step()"],
        ["def lowest():\n    return Low()", "lowest = Low", "lowest = lambda: Low()"],
    ],
    "flow.py": [
        ["from kinds import A, B, make", "from below import A, B, lowest as make"],
        ["def call(fn, other=None):", "def call(other, fn=None):", "def call(*fn):"],
        [
            "    fn().run()",
            "    fn().step()",
            "    fn.step()",
            "    return fn",
            "    return other()",
        ],
        ["def again(fn):", "def again(first, fn=make):"],
        [
            "    call(fn)",
            "    fn.run()",
            "    return fn",
            "    call(lambda: fn)",
            "    return fn()",
        ],
        [
            "def twice(value):\n    again(value)",
            "def twice(value):\n    return again(value).step()",
        ],
        ["def wrap(fn):\n    return fn", "def wrap(fn):\n    return make", "wrap = lambda fn: fn"],
    ],
    "hand.py": [
        ["from flow import again, call, wrap", "from flow import *"],
        ["from kinds import A, B, make", "from below import Low as A, Low as B, lowest as make"],
        ["handler = lambda v: v.step()", "handler = lambda v: v.run()", "handler = call"],
        ["@wrap\ndef job(v=None):\n    return A()", "def job(v=None):\n    v.step()", "job = make"],
        ['table = {"a": job, "b": A}', 'table = {"a": B, "b": make}', 'table = {"a": handler}'],
    ],
    "use_one.py": [
        ["from flow import again, call, twice", "from flow import again as call, twice"],
        ["from kinds import A, B, make", "from below import Low as A, lowest as make, B"],
        [
            "call(A)",
            "call(A())",
            "call(make)",
            "call(lambda: B())",
            "call(lambda: A())",
            "call(None, make)",
        ],
        ["twice(B())", "twice(A())", "twice(make())", "twice(A)"],
    ],
    "use_two.py": [
        ["from hand import handler, job, table", "from hand import *"],
        ["from kinds import A, B", "from below import Low as A, B"],
        ["handler(A())", "handler(B())", "handler(job())", "handler(table)"],
        ['table["a"]()', 'table["b"]().step()', 'table["a"](B()).run()'],
        ["def test_it(client):\n    client.step()", "def test_it(client):\n    client.run()"],
    ],
    "conftest.py": [
        ["import pytest\nfrom kinds import A, B", "import pytest\nfrom below import Low as A, B"],
        ["@pytest.fixture", "# nothing"],
        ["def client():\n    return A()", "def client():\n    yield B()", "def other():\n    pass"],
    ],
}

_STEPS = "  step() { return this }"
_GOES = "  go() { return this.step() }"

TYPESCRIPT: Slots = {
    "kinds.ts": [
        ["export class Base {\n  run() { return this.step() }", "export class Base {"],
        [_STEPS, "", _GOES],
        ["}\nexport class A extends Base {", "}\nexport class A {"],
        [_STEPS, "", _GOES, "  step = () => make()"],
        ["}\nexport class B extends A {", "}\nexport class B extends Base {"],
        ["", _STEPS, _GOES],
        ["}\nexport function make() { return new A() }", "}\nexport const make = () => new B()"],
        ["export interface Shape { step(): A }", "export interface Shape extends Base { go(): B }"],
    ],
    "below.ts": [
        ["export * from './kinds'", "export { A, B, make } from './kinds'"],
        ["import { B, Base, Shape } from './kinds'", "import { A as B, A as Base } from './kinds'"],
        ["export class Low extends Base {", "export class Low implements Shape {"],
        [_STEPS, "", "  run() { return super.step() }"],
        [
            "}\nexport default Low",
            "}\nexport default new Low()",
            "}\nexport default () => new Low()",
        ],
    ],
    "flow.ts": [
        ["import { A, B, make } from './kinds'", "import { A, B, make } from './below'"],
        ["export function call(fn, other?) {", "export const call = (other, fn?) => {"],
        ["  fn().run()", "  fn().step()", "  fn.step()", "  return fn", "  return other()"],
        ["}\nexport function again(fn) {", "}\nexport function again(first, fn = make) {"],
        ["  call(fn)", "  fn.run()", "  return fn", "  call(() => fn)", "  return fn()"],
        ["}\nexport const twice = (v) => again(v)", "}\nexport const twice = (v) => v.step()"],
        [
            "export const each = (fn) => [new A()].map(fn)",
            "export const each = (fn) => fn(new B())",
        ],
    ],
    "hand.ts": [
        ["import { again, call } from './flow'", "import * as flow from './flow'"],
        ["import { A, B, make } from './kinds'", "import A, { B, make } from './below'"],
        ["export const handler = (v) => v.step()", "export const handler = (v) => v.run()"],
        ["export const table = { a: handler, b: make }", "export const table = { a: make, b: A }"],
        ["export default call", "export default handler", "export default table"],
    ],
    "old.js": [
        ["const flow = require('./flow')", "const { call } = require('./flow')"],
        ["function job(v) { return v.step() }", "function job(v) { return v.run() }"],
        ["module.exports = { job }", "module.exports = job", "exports.job = (v) => v.go()"],
    ],
    "use_one.ts": [
        [
            "import { again, call, each, twice } from './flow'",
            "import call, { table } from './hand'",
        ],
        ["import { A, B, make } from './kinds'", "import A, { B, make } from './below'"],
        [
            "call(A)",
            "call(new A())",
            "call(make)",
            "call(() => new B())",
            "call(() => new A())",
            "call(null, make)",
        ],
        ["twice(new B())", "twice(make())", "each((v) => v.step())", "each((v) => v.run())"],
    ],
    "use_two.ts": [
        [
            "import run, { handler, table } from './hand'",
            "import { table as handler } from './hand'",
        ],
        ["import { A, B } from './kinds'", "import A, { B } from './below'"],
        ["import { job } from './old'", "import job from './old'"],
        ["handler(new A())", "handler(new B())", "run(new B())", "run.a(new A())"],
        ["table.a(new B()).step()", "table.b().run()", "job(new A())", "job(new B())"],
    ],
}


class SlotFiller:
    """Fills the slots of a project at random, one after the other."""

    def __init__(self, slots: Slots, random: Random) -> None:
        self._slots = slots
        self._random = random
        self._chosen = {
            (path, at): random.choice(texts)
            for path, parts in slots.items()
            for at, texts in enumerate(parts)
        }

    def write(self) -> dict[str, bytes]:
        """Return the files as they are filled now."""
        return {path: self._write_file(path) for path in self._slots}

    def fill(self) -> str:
        """Fill one slot otherwise, sometimes two, and say which."""
        places = self._random.sample(sorted(self._chosen), self._random.choice([1, 1, 1, 2]))
        for path, at in places:
            others = [t for t in self._slots[path][at] if t != self._chosen[path, at]]
            self._chosen[path, at] = self._random.choice(others)
        return ", ".join(f"{path} {at}: {self._chosen[path, at]!r}" for path, at in places)

    def _write_file(self, path: str) -> bytes:
        parts = [self._chosen[path, at] for at in range(len(self._slots[path]))]
        return ("\n".join(parts) + "\n").encode()
