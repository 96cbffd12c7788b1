"""Changes that reach further than the file they are made in, one at a time and back again."""

from pathlib import Path

import pytest

from tests.support.equality import Twin, compare_trees, write_tree

PYTHON_BASE = (
    "class Base:\n    def run(self):\n        return self.step()\n    def step(self): ...\n"
)

TWO_KINDS = "class A:\n    def step(self): ...\n\nclass B:\n    def step(self): ...\n"

GO_STORE = "package a\n\ntype Store interface {\n\tGet() int\n\tPut()\n}\n"
GO_MODULE = {"go.mod": "module example.com/a\n", "b/b.go": "package b\n\nfunc F() {}\n"}
GO_USE = 'package a\n\nimport "example.com/a/b"\n\nfunc use() { b.F(); b.G(); h() }\n'

RUST_ROOT = (
    "pub trait Root { fn stop(&self); }\nimpl<T> Root for &T { fn stop(&self) {} }\n"
    "impl<T> Root for [T] { fn stop(&self) {} }\n"
)
RUST_AGAIN = RUST_ROOT.replace(" }\n", " fn again(&self) {} }\n")

LONG_LINE = "".join(f"class A{i}(A{i - 1}): pass\n" for i in range(1, 300))

USE_BELOW = (
    "from base import Base\nclass Sub(Base):\n    def stop(self): ...\ndef go(): Base().stop()\n"
)
EIGHT = "".join(f"def f{i}(): ...\n" for i in range(8))
TWO_FUNCTIONS = "def f(): ...\ndef g(): ...\n"
TWO_EXPORTS = "export function f() {}\nexport function g() {}\n"

GENERIC_BOX = "export class Box<T> { constructor(v: T) {} get(): T { return load() } }\n"
GENERIC_USE = (
    'import { Box } from "./box"\nimport { Item } from "./item"\n'
    "function go() { new Box(new Item()).get().run() }\n"
)
GENERIC_REPO = "export class Repo<T> { find(): T { return load() } }\n"
GENERIC_USERS = (
    'import { Item, Other } from "./item"\nimport { Repo } from "./repo"\n'
    "export class Users extends Repo<Item> {}\n"
)
TWO_ITEMS = "export class Item { run() {} }\nexport class Other { run() {} }\n"
BOUND_BOX = 'import { Item, Other } from "./item"\nexport class Box<T extends Item> { one: T }\n'
BOUND_BASE = (
    'import { Item, Other } from "./item"\nclass Root<R> { one: R }\n'
    "export class Box<T extends Item> extends Root<T> {}\n"
)
GENERIC_PYTHON = (
    "from typing import Generic\nfrom kinds import T\n"
    "class Box(Generic[T]):\n    def get(self) -> T: ...\n"
)
GENERIC_GO = "package a\n\ntype Box[T any] struct{ one T }\n"

SIGNATURES = (
    'import { Item, Other } from "./item"\n'
    "export function make(v: string): Item\nexport function make(v: number): Other\n"
    "export function make(v: any): any { return v }\n"
)
SIGNATURE_USE = 'import { make } from "./make"\nfunction go() { make("x").run() }\n'

CASES: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "type that is written in another way, and is the same as a value": (
        {
            "kinds.py": "import typing as t\nRoute = t.Callable[..., R] | t.Callable[..., None]\n",
            "app.py": "import typing as t\nimport kinds\nT = t.TypeVar('T', bound=kinds.Route)\n"
            "class App:\n    def route(self) -> t.Callable[[T], T]:\n        return known\n"
            "class Main(App): ...\n",
            "use.py": "from app import Main\nMain().route()().go()\n",
        },
        {"kinds.py": "import typing as t\nRoute = t.Union[t.Callable[..., R], t.Callable]\n"},
    ),
    "signature that comes to take something else": (
        {"make.ts": SIGNATURES, "item.ts": TWO_ITEMS, "use.ts": SIGNATURE_USE},
        {"make.ts": SIGNATURES.replace("number", "whole").replace("string", "number")},
    ),
    "signature that goes": (
        {"make.ts": SIGNATURES, "item.ts": TWO_ITEMS, "use.ts": SIGNATURE_USE},
        {"make.ts": SIGNATURES.replace("export function make(v: string): Item\n", "")},
    ),
    "function that comes to have signatures": (
        {
            "make.ts": "export function make(v: any): any { return v }\n",
            "item.ts": TWO_ITEMS,
            "use.ts": SIGNATURE_USE,
        },
        {"make.ts": SIGNATURES},
    ),
    "class that comes to be given what its constructor gets": (
        {
            "box.ts": GENERIC_BOX.replace("<T>", "").replace(": T", ": any"),
            "item.ts": TWO_ITEMS,
            "use.ts": GENERIC_USE,
        },
        {"box.ts": GENERIC_BOX},
    ),
    "base that is given another type": (
        {
            "repo.ts": GENERIC_REPO,
            "item.ts": TWO_ITEMS,
            "users.ts": GENERIC_USERS,
            "use.ts": 'import { Users } from "./users"\n'
            "function go(users: Users) { users.find().run() }\n",
        },
        {"users.ts": GENERIC_USERS.replace("<Item>", "<Other>")},
    ),
    "field of a type parameter that gets another type": (
        {
            "box.ts": "export class Box<T, U> { one: T }\n",
            "item.ts": TWO_ITEMS,
            "use.ts": 'import { Box } from "./box"\nimport { Item, Other } from "./item"\n'
            "function go(box: Box<Item, Other>) { box.one.run() }\n",
        },
        {"box.ts": "export class Box<T, U> { one: U }\n"},
    ),
    "type parameters that change places": (
        {
            "box.ts": "export class Box<T, U> { one: T }\n",
            "item.ts": TWO_ITEMS,
            "use.ts": 'import { Box } from "./box"\nimport { Item, Other } from "./item"\n'
            "function go(box: Box<Item, Other>) { box.one.run() }\n",
        },
        {"box.ts": "export class Box<U, T> { one: T }\n"},
    ),
    "bound of a type parameter that a field is written with": (
        {
            "item.ts": TWO_ITEMS,
            "box.ts": BOUND_BOX,
            "use.ts": 'import { Box } from "./box"\nfunction go(box: Box) { box.one.run() }\n',
        },
        {"box.ts": BOUND_BOX.replace("extends Item", "extends Other")},
    ),
    "bound of a type parameter that a base is given": (
        {
            "item.ts": TWO_ITEMS,
            "box.ts": BOUND_BASE,
            "use.ts": 'import { Box } from "./box"\nfunction go(box: Box) { box.one.run() }\n',
        },
        {"box.ts": BOUND_BASE.replace("extends Item", "extends Other")},
    ),
    "field that comes to be a symbol": (
        {
            "Item.cs": "class Item { public void Run() {} }\n",
            "Box.cs": "record Box(Item One) {}\n",
            "Use.cs": "class Use { void Go(Box box) { box.One.Run(); } }\n",
        },
        {"Box.cs": "class Box { public Item One; }\n"},
    ),
    "function type that names a type parameter": (
        {
            "box.ts": "export class Box<T> { each(use: (one: string) => void) {} }\n",
            "item.ts": TWO_ITEMS,
            "use.ts": 'import { Box } from "./box"\nimport { Item } from "./item"\n'
            "function go(box: Box<Item>) { box.each((one) => one.run()) }\n",
        },
        {"box.ts": "export class Box<T> { each(use: (one: T) => void) {} }\n"},
    ),
    "name that comes to be a type variable": (
        {
            "kinds.py": "from typing import Any\nT = Any\n",
            "box.py": GENERIC_PYTHON,
            "item.py": "class Item:\n    def run(self): ...\n",
            "use.py": "from box import Box\nfrom item import Item\n"
            "def go(box: Box[Item]): box.get().run()\n",
        },
        {"kinds.py": "from typing import TypeVar\nT = TypeVar('T')\n"},
    ),
    "method of a generic type in another file": (
        {
            "go.mod": "module example.com/a\n",
            "box.go": GENERIC_GO,
            "get.go": "package a\n\nfunc (b *Box[E]) Get() E { return b.one }\n",
            "use.go": "package a\n\ntype Item struct{}\n\nfunc (i Item) Run() {}\n\n"
            "func use(box *Box[Item]) { box.Get().Run() }\n",
        },
        {"get.go": "package a\n\nfunc (b *Box[E]) Get() int { return 1 }\n"},
    ),
    "class that comes to have a function of a known name": (
        {
            "tools.py": "from copy import copy\n",
            "item.py": "class Item:\n    def run(self): ...\n",
            "use.py": "from item import Item\nfrom tools import copy\n"
            "def go(): copy(Item()).run()\n",
        },
        {"tools.py": "def copy(value): ...\n"},
    ),
    "definitions that get other numbers": (
        {
            "kinds.py": f"{EIGHT}class A: m = 1\nclass B: m = 2\n",
            "either.py": "import os\nfrom kinds import A, B\nBase = A if os.name else B\n",
            "use.py": "from either import Base\nclass C(Base):\n    def go(self): self.m\n",
        },
        {"kinds.py": f"def more(): ...\n{EIGHT}class A: m = 1\nclass B: m = 2\n"},
    ),
    "definitions that change places": (
        {
            "kinds.py": "class A: m = 1\nclass B: m = 2\n",
            "either.py": "import os\nfrom kinds import A, B\nBase = A if os.name else B\n",
            "use.py": "from either import Base\nclass C(Base):\n    def go(self): self.m\n",
        },
        {"kinds.py": "class B: m = 2\nclass A: m = 1\n"},
    ),
    "class that comes below another, in the file that looks for its member there": (
        {"base.py": "class Base: ...\n", "use.py": USE_BELOW.replace("(Base)", "")},
        {"use.py": USE_BELOW},
    ),
    "method that comes to take more than a call passes": (
        {
            "Root.cs": "public interface IRoot { void Stop(); }\n",
            "Use.cs": "class Use { void Go(IRoot r) { r.Stop(); } }\n",
        },
        {"Root.cs": "public interface IRoot { void Stop(int x); }\n"},
    ),
    "class that comes to be given a type": (
        {
            "One.cs": "namespace P;\npublic class Item { }\n",
            "Other.cs": "namespace P;\npublic partial class Item { }\n",
            "Use.cs": "using P;\nclass Use { void Go() { new Item(); } }\n",
        },
        {"One.cs": "namespace P;\npublic class Item<T> { }\n"},
    ),
    "namespace whose names a header comes to use": (
        {
            "base.hpp": "namespace n {\nstruct Item { void go() {} };\n}\n",
            "mid.hpp": '#include "base.hpp"\nstruct Box { Item get(); };\n',
            "use.cpp": '#include "mid.hpp"\nvoid use(Box b) { b.get().go(); }\n',
        },
        {"mid.hpp": '#include "base.hpp"\nusing namespace n;\nstruct Box { Item get(); };\n'},
    ),
    "attribute that comes to be set on a function": (
        {"f.py": TWO_FUNCTIONS, "use.py": "from f import f\nf.x()\n"},
        {"f.py": f"{TWO_FUNCTIONS}f.x = g\n"},
    ),
    "attribute that comes to be set on a function, in TypeScript": (
        {"f.ts": TWO_EXPORTS, "use.ts": "import { f } from './f'\nf.x()\n"},
        {"f.ts": f"{TWO_EXPORTS}f.x = g\n"},
    ),
    "prototype that a function comes to have": (
        {"f.js": TWO_EXPORTS, "use.js": "import { f } from './f'\nnew f().x()\n"},
        {"f.js": f"{TWO_EXPORTS}f.prototype = {{ x: function () {{ g() }} }}\n"},
    ),
    "class above a line of more classes than are searched": (
        {
            "root.py": "class Root:\n    def n(self): ...\n",
            "near.py": "from root import Root\n",
            "line.py": f"from near import *\nclass A0(Root): pass\n{LONG_LINE}",
            "use.py": "from line import A299\nclass B(A299):\n    def m(self): super().n()\n",
        },
        {"near.py": "from root import Root\nclass A100(Root): ...\nclass Root(A100): ...\n"},
    ),
    "name that another file of the package comes to declare": (
        {"a.go": "package a\n\nfunc f() { g() }\n", "b.go": "package a\n"},
        {"b.go": "package a\n\nfunc g() {}\n"},
    ),
    "file that comes to a package which is imported": (
        {**GO_MODULE, "use.go": GO_USE},
        {"b/more.go": "package b\n\nfunc G() {}\n"},
    ),
    "package that comes into being": (
        {"go.mod": GO_MODULE["go.mod"], "use.go": GO_USE},
        {"b/b.go": GO_MODULE["b/b.go"]},
    ),
    "file that comes to be part of another package": (
        {"a.go": "package a\n\nfunc f() { g() }\n", "b.go": "package a\n\nfunc g() {}\n"},
        {"b.go": "package other\n\nfunc g() {}\n"},
    ),
    "module by another name": (
        {**GO_MODULE, "use.go": GO_USE},
        {"go.mod": "module example.com/c\n"},
    ),
    "method that completes an implementation": (
        {
            "store.go": GO_STORE,
            "memory.go": "package a\n\ntype memory struct{}\n",
            "get.go": "package a\n\nfunc (m *memory) Get() int { return 1 }\n",
            "put.go": "package a\n",
        },
        {"put.go": "package a\n\nfunc (m *memory) Put() {}\n"},
    ),
    "interface that comes to be implemented": (
        {
            "store.go": "package a\n",
            "memory.go": "package a\n\ntype memory struct{}\n\n"
            "func (m *memory) Get() int { return 1 }\nfunc (m *memory) Put() {}\n",
        },
        {"store.go": GO_STORE},
    ),
    "interface that comes to have a method which a type lacks": (
        {
            "store.go": "package a\n\ntype Store interface {\n\tGet() int\n}\n",
            "memory.go": "package a\n\ntype memory struct{}\n\n"
            "func (m *memory) Get() int { return 1 }\n",
        },
        {"store.go": GO_STORE},
    ),
    "trait that comes to have a method": (
        {
            "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
            "src/lib.rs": "pub mod root;\npub mod user;\n",
            "src/root.rs": RUST_ROOT,
            "src/user.rs": "use crate::root::Root;\npub fn go(x: &[u8]) { x.iter().again(); }\n",
        },
        {"src/root.rs": RUST_AGAIN},
    ),
    "struct inside another that comes to have a method": (
        {
            "outer.go": "package a\n\ntype outer struct{ inner }\n",
            "inner.go": "package a\n\ntype inner struct{}\n",
            "use.go": "package a\n\nfunc use(o outer) { o.Run() }\n",
        },
        {"run.go": "package a\n\nfunc (i inner) Run() {}\n"},
    ),
    "result of a constructor in another file": (
        {
            "new.go": "package a\n\nfunc New() *A { return nil }\n",
            "types.go": "package a\n\ntype A struct{}\ntype B struct{}\n\n"
            "func (a *A) Run() {}\nfunc (b *B) Run() {}\n",
            "use.go": "package a\n\nfunc use() { New().Run() }\n",
        },
        {"new.go": "package a\n\nfunc New() *B { return nil }\n"},
    ),
    "member that only a subclass of both has": (
        {
            "mixin.py": "class Mixin:\n    def run(self):\n        self.only_there()\n",
            "other.py": "class Other:\n    def only_there(self): ...\n",
            "both.py": "from mixin import Mixin\nfrom other import Other\n\n"
            "class Both(Mixin, Other): ...\n",
        },
        {
            "mixin.py": "class Mixin:\n    def run(self):\n        print()\n"
            "        self.only_there()\n"
        },
    ),
    "module that comes to a package read as an object": (
        {
            "pkg/__init__.py": "",
            "pkg/early.py": "def go(): ...\n",
            "use.py": "import pkg\n\npkg.early.go()\npkg.late.go()\n",
        },
        {"pkg/late.py": "def go(): ...\n"},
    ),
    "module that comes to a package without a file": (
        {
            "space/early.py": "def go(): ...\n",
            "use.py": "import space\n\nspace.early.go()\nspace.late.go()\n",
        },
        {"space/late.py": "def go(): ...\n"},
    ),
    "return expression": (
        {
            "a.py": "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n\n"
            "def make():\n    return A()\n",
            "use.py": "from a import make\n\ndef use():\n    make().go()\n",
        },
        {
            "a.py": "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n\n"
            "def make():\n    return B()\n"
        },
    ),
    "methods that call their object by different names": (
        {
            "a.py": "class A:\n    def one(this):\n        return this\n"
            "    def two(self):\n        return self\n    def go(self): ...\n",
            "use.py": "from a import A\n\nA().one().go()\nA().two().go()\n",
        },
        {
            "a.py": "class A:\n    def one(this):\n        return 1\n"
            "    def two(self):\n        return self\n    def go(self): ...\n"
        },
    ),
    "parameters": (
        {
            "a.py": "def call(first, second):\n    first()\n",
            "use.py": "from a import call\n\ndef f(): ...\ndef g(): ...\n\ncall(f, g)\n",
        },
        {"a.py": "def call(second, first):\n    first()\n"},
    ),
    "decorator": (
        {
            "deco.py": "def swap(f):\n    return other\n\ndef other(): ...\n",
            "a.py": "from deco import swap\n\n@swap\ndef f(): ...\n",
            "use.py": "from a import f\n\nf()\n",
        },
        {"a.py": "from deco import swap\n\ndef f(): ...\n"},
    ),
    "property": (
        {
            "a.py": "class B:\n    def go(self): ...\n\nclass A:\n    @property\n"
            "    def item(self):\n        return B()\n",
            "use.py": "from a import A\n\nA().item.go()\n",
        },
        {
            "a.py": "class B:\n    def go(self): ...\n\nclass A:\n"
            "    def item(self):\n        return B()\n"
        },
    ),
    "moved with a re-export": (
        {"a.py": "def f(): ...\n", "b.py": "x = 1\n", "use.py": "from a import f\n\nf()\n"},
        {"a.py": "from b import f\n", "b.py": "def f(): ...\n"},
    ),
    "callback": (
        {
            "run.py": "def run(callback):\n    callback()\n",
            "jobs.py": "def f(): ...\ndef g(): ...\n",
            "use.py": "from run import run\nfrom jobs import f, g\n\nrun(f)\n",
        },
        {"use.py": "from run import run\nfrom jobs import f, g\n\nrun(g)\n"},
    ),
    "callback through two functions": (
        {
            "run.py": "def run(callback):\n    again(callback)\n\ndef again(other):\n    other()\n",
            "jobs.py": "def f(): ...\ndef g(): ...\n",
            "table.py": "from jobs import f\n\ntable = {'a': f}\n",
            "use.py": "from run import run\nfrom table import table\n\nrun(table['a'])\n",
        },
        {"table.py": "from jobs import g\n\ntable = {'a': g}\n"},
    ),
    "method of a base": (
        {
            "base.py": "class Base:\n    def run(self): ...\n",
            "sub.py": "from base import Base\n\nclass Sub(Base):\n    pass\n",
            "use.py": "from sub import Sub\n\nSub().run()\nSub().stop()\n",
        },
        {"base.py": "class Base:\n    def stop(self): ...\n"},
    ),
    "method of a mixin": (
        {
            "base.py": "class Base:\n    def run(self): ...\n",
            "mixin.py": "class Mixin:\n    pass\n",
            "sub.py": "from base import Base\nfrom mixin import Mixin\n\n"
            "class Sub(Mixin, Base):\n    def go(self):\n        self.run()\n",
            "use.py": "from sub import Sub\n\nSub().run()\n",
        },
        {"mixin.py": "class Mixin:\n    def run(self): ...\n"},
    ),
    "override": (
        {
            "base.py": PYTHON_BASE,
            "sub.py": "from base import Base\n\nclass Sub(Base):\n    pass\n",
            "low.py": "from sub import Sub\n\nclass Low(Sub):\n    def step(self): ...\n",
            "use.py": "from base import Base\n\ndef use(base: Base):\n    base.step()\n",
        },
        {"sub.py": "from base import Base\n\nclass Sub(Base):\n    def step(self): ...\n"},
    ),
    "another base": (
        {
            "base.py": PYTHON_BASE,
            "other.py": "class Other:\n    def step(self): ...\n",
            "sub.py": "from base import Base\nfrom other import Other\n\nclass Sub(Base):\n"
            "    def step(self):\n        super().step()\n",
            "use.py": "from sub import Sub\n\nSub().run()\n",
        },
        {
            "sub.py": "from base import Base\nfrom other import Other\n\nclass Sub(Other):\n"
            "    def step(self):\n        super().step()\n"
        },
    ),
    "renamed base": (
        {
            "base.py": PYTHON_BASE,
            "sub.py": "from base import Base\n\nclass Sub(Base):\n    def step(self): ...\n",
            "use.py": "from sub import Sub\n\nSub().run()\n",
        },
        {"base.py": PYTHON_BASE.replace("Base", "Root")},
    ),
    "__all__": (
        {
            "a.py": "__all__ = ['f']\n\ndef f(): ...\ndef g(): ...\n",
            "b.py": "from a import *\n",
            "use.py": "from b import *\n\nf()\ng()\n",
        },
        {"a.py": "__all__ = ['g']\n\ndef f(): ...\ndef g(): ...\n"},
    ),
    "star import of a file that appears": (
        {"b.py": "from a import *\n", "use.py": "from b import f\n\nf()\n", "x.py": "x = 1\n"},
        {"a.py": "def f(): ...\n"},
    ),
    "shadowed root": (
        {"src/util.py": "def f(): ...\n", "src/use.py": "import util\n\nutil.f()\n"},
        {"util.py": "def f(): ...\n"},
    ),
    "module beside a package": (
        {"p/util/__init__.py": "def f(): ...\n", "p/use.py": "from p.util import f\n\nf()\n"},
        {"p/util.py": "def f(): ...\n"},
    ),
    "package marker": (
        {"p/q/util.py": "def f(): ...\n", "p/q/use.py": "from .util import f\n\nf()\n"},
        {"p/__init__.py": "", "p/q/__init__.py": "from p.q.util import f\n"},
    ),
    "overriding fixture": (
        {
            "tests/conftest.py": "import pytest\n\n@pytest.fixture\ndef client():\n"
            "    return A()\n\nclass A:\n    def go(self): ...\n",
            "tests/web/test_a.py": "def test_it(client):\n    client.go()\n",
        },
        {
            "tests/web/conftest.py": "import pytest\n\n@pytest.fixture\ndef client():\n"
            "    return B()\n\nclass B:\n    def go(self): ...\n"
        },
    ),
    "another class is passed": (
        {
            "a.py": "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n",
            "run.py": "def run(thing):\n    thing.go()\n",
            "use.py": "from a import A\nfrom run import run\n\nrun(A())\n",
        },
        {"more.py": "from a import B\nfrom run import run\n\nrun(B())\n"},
    ),
    "lambda": (
        {
            "a.py": "def f(): ...\ndef g(): ...\n",
            "h.py": "from a import f, g\n\nhandler = lambda: f\n",
            "use.py": "from h import handler\n\nhandler()()\n",
        },
        {"h.py": "from a import f, g\n\nhandler = lambda: g\n"},
    ),
    "result of a lambda": (
        {
            "kinds.py": TWO_KINDS,
            "flow.py": "def call(fn):\n    fn().step()\n",
            "use.py": "from flow import call\nfrom kinds import A, B\n\ncall(lambda: A())\n",
        },
        {"use.py": "from flow import call\nfrom kinds import A, B\n\ncall(lambda: B())\n"},
    ),
    "lambda before others": (
        {
            "kinds.py": TWO_KINDS,
            "flow.py": "from kinds import A, B\n\ndef one(fn):\n    fn(A())\n\n"
            "def two(fn):\n    fn(B())\n",
            "use.py": "from flow import one, two\n\none(lambda v: v.step())\n"
            "two(lambda v: v.step())\n",
        },
        {
            "use.py": "from flow import one, two\n\nx = [lambda q: q.step()]\n"
            "one(lambda v: v.step())\ntwo(lambda v: v.step())\n"
        },
    ),
    "result of an arrow": (
        {
            "kinds.ts": "export class A { step() {} }\nexport class B { step() {} }\n",
            "flow.ts": "export function call(fn) { fn().step() }\n",
            "use.ts": "import { call } from './flow'\nimport { A, B } from './kinds'\n\n"
            "call(() => new A())\n",
        },
        {
            "use.ts": "import { call } from './flow'\nimport { A, B } from './kinds'\n\n"
            "call(() => new B())\n"
        },
    ),
    "method that only subclasses have": (
        {
            "base.py": "class Base:\n    def run(self):\n        self.step()\n",
            "sub.py": "from base import Base\n\nclass Sub(Base):\n    def step(self): ...\n",
            "use.py": "from base import Base\n\ndef use(base: Base):\n    base.step()\n",
            "more.py": "from base import Base\n\nclass More:\n    def step(self): ...\n",
        },
        {"more.py": "from base import Base\n\nclass More(Base):\n    def step(self): ...\n"},
    ),
    "caller of such a method": (
        {
            "base.py": "class Base:\n    def run(self):\n        self.step()\n",
            "sub.py": "from base import Base\n\nclass Sub(Base):\n    def step(self): ...\n",
            "use.py": "from base import Base\n\ndef use(base: Base):\n    base.step()\n",
        },
        {"use.py": "from base import Base\n\ndef use(base: Base):\n    base.run()\n"},
    ),
    "attribute set elsewhere": (
        {
            "a.py": "class A:\n    def __init__(self, item):\n        self.item = item\n"
            "    def go(self):\n        self.item.run()\n",
            "b.py": "class B:\n    def run(self): ...\n\nclass C:\n    def run(self): ...\n",
            "use.py": "from a import A\nfrom b import B, C\n\nA(B())\n",
        },
        {"use.py": "from a import A\nfrom b import B, C\n\nA(C())\n"},
    ),
    "only one class has the member": (
        {
            "a.py": "class A:\n    def rare_name(self): ...\n",
            "use.py": "def use(thing):\n    thing.rare_name()\n",
        },
        {"b.py": "class B:\n    def rare_name(self): ...\n"},
    ),
    "syntax error": (
        {"a.py": "def f(): ...\n", "use.py": "from a import f\n\nf()\n"},
        {"a.py": "def (((\n\ndef f(: ...\n"},
    ),
    "binary": (
        {"a.py": "def f(): ...\n\nf()\n", "use.py": "from a import f\n\nf()\n"},
        {"a.py": "\0\1\2"},
    ),
    "case of a name": (
        {"a.py": "def f(): ...\n", "use.py": "from a import f\n\nf()\n"},
        {"a.py": None, "A.py": "def f(): ...\n"},
    ),
    "entry point": (
        {
            "pyproject.toml": '[project.scripts]\nx = "a:f"\n',
            "a.py": "def f(): ...\ndef g(): ...\n",
        },
        {"pyproject.toml": '[project.scripts]\nx = "a:g"\n'},
    ),
    "source folder": (
        {
            "pyproject.toml": "[project]\n",
            "lib/util.py": "def f(): ...\n",
            "use.py": "from util import f\n\nf()\n",
        },
        {"pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["lib"]\n'},
    ),
    "barrel": (
        {
            "a.ts": "export function f() {}\n",
            "b.ts": "export function f() {}\n",
            "index.ts": "export * from './a'\n",
            "use.ts": "import { f } from '.'\n\nf()\n",
        },
        {"index.ts": "export * from './b'\n"},
    ),
    "barrel of barrels": (
        {
            "a.ts": "export function f() {}\n",
            "one.ts": "export * from './a'\n",
            "two.ts": "export { f as g } from './one'\n",
            "use.ts": "import { g } from './two'\n\ng()\n",
        },
        {"a.ts": "function f() {}\n"},
    ),
    "default export": (
        {
            "a.ts": "export function f() {}\nexport function g() {}\nexport default f\n",
            "use.ts": "import run from './a'\n\nrun()\n",
        },
        {"a.ts": "export function f() {}\nexport function g() {}\nexport default g\n"},
    ),
    "arrow callback": (
        {
            "run.ts": "export const run = (callback) => callback({ go() {} })\n",
            "use.ts": "import { run } from './run'\n\nrun((thing) => thing.go())\n",
        },
        {"run.ts": "export const run = (callback) => callback({ stop() {} })\n"},
    ),
    "interface": (
        {
            "shape.ts": "export interface Shape { area(): number }\n",
            "square.ts": "import { Shape } from './shape'\n\n"
            "export class Square implements Shape { area() { return 1 } }\n",
            "use.ts": "import { Shape } from './shape'\n\n"
            "export const use = (shape: Shape) => shape.area()\n",
        },
        {"shape.ts": "export interface Shape { size(): number }\n"},
    ),
    "paths of tsconfig": (
        {
            "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./a/*"]}}}',
            "a/f.ts": "export function f() {}\n",
            "b/f.ts": "export function f() {}\n",
            "use.ts": "import { f } from '@/f'\n\nf()\n",
        },
        {"tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./b/*"]}}}'},
    ),
    "main of a package": (
        {
            "package.json": '{"workspaces": ["packages/*"]}',
            "packages/lib/package.json": '{"name": "lib", "main": "a.ts"}',
            "packages/lib/a.ts": "export function f() {}\n",
            "packages/lib/b.ts": "export function f() {}\n",
            "use.ts": "import { f } from 'lib'\n\nf()\n",
        },
        {"packages/lib/package.json": '{"name": "lib", "main": "b.ts"}'},
    ),
    "exports of CommonJS": (
        {
            "a.js": "function f() {}\nfunction g() {}\nmodule.exports = { run: f }\n",
            "use.js": "const { run } = require('./a')\n\nrun()\n",
        },
        {"a.js": "function f() {}\nfunction g() {}\nmodule.exports = { run: g }\n"},
    ),
    "what a file is built for": (
        {
            "a.go": "//go:build linux\n\npackage p\n\nfunc f() {}\n",
            "b.go": "//go:build !linux\n\npackage p\n\nfunc f() {}\n",
            "use_windows.go": "package p\n\nfunc use() { f() }\n",
        },
        {"a.go": "//go:build windows\n\npackage p\n\nfunc f() {}\n"},
    ),
    "file of a method that overrides, whose class is declared elsewhere": (
        {
            "base.h": "class Base {\n  virtual void run();\n};\n",
            "sub.h": '#include "base.h"\nclass Sub : public Base {\n  void run() override;\n};\n',
            "sub.cc": '#include "sub.h"\nvoid Sub::run() {}\n',
        },
        {"sub.cc": '#include "sub.h"\nint more() { return 1; }\nvoid Sub::run() {}\n'},
    ),
    "who asks first for a class whose base is its own member": (
        {
            "Sources/App/A.swift": "import class Web.B\n\nprotocol A: B.C {}\n",
            "Sources/Web/B.swift": "class B: B.C {\n    struct C {\n        let item = 1\n    }\n\n"
            "    func run() {\n        go(item)\n    }\n}\n",
        },
        {"Sources/App/A.swift": "protocol A: B.C {}\n"},
    ),
    "file beside a folder": (
        {
            "core/index.ts": "export function f() {}\n",
            "use.ts": "import { f } from './core'\n\nf()\n",
        },
        {"core.ts": "export function f() {}\n"},
    ),
    "declaration beside JavaScript": (
        {"a.js": "exports.f = function () {}\n", "use.ts": "import { f } from './a'\n\nf()\n"},
        {"a.d.ts": "export declare function f(): void\n"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_change_and_its_undoing(tmp_path: Path, name: str) -> None:
    files, changes = CASES[name]
    before = {path: text.encode() for path, text in files.items()}
    changed = {**files, **changes}
    after = {path: text.encode() for path, text in changed.items() if text is not None}
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    write_tree(twin.root, {}, {**before, "ripple.toml": b"", "aside.py": b"x = 1\n"})
    twin.scan()
    original = twin.read()
    for old, new in ((before, after), (after, before), (before, after)):
        write_tree(twin.root, old, new)
        assert twin.compare().differences == []
    assert twin.read() != original


def test_an_included_link_becomes_a_file(tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    use = b'#include "items.h"\nint use() { return run(); }\n'
    write_tree(twin.root, {}, {"use.c": use, "lib/else.txt": b"", "ripple.toml": b""})
    header = twin.root / "lib" / "items.h"
    header.symlink_to("else.txt")
    twin.scan()
    header.unlink()
    header.write_text("static int run() { return 1; }\n")
    assert twin.compare().differences == []


def test_a_chain_of_calls_that_is_too_long_to_follow(tmp_path: Path) -> None:
    links = "".join(f"def f{at}():\n    return f{at + 1}()\n\n" for at in range(300))
    files = {
        "chain.py": f"class A:\n    def go(self): ...\n\n{links}def f300():\n    return A()\n",
        "use_all.py": "from chain import f0\n\nf0().go()\n",
        "use_half.py": "from chain import f150\n\nf150().go()\n",
    }
    before = {path: text.encode() for path, text in files.items()}
    for name, content in before.items():
        after = {**before, name: content + b"x = 1\n"}
        assert compare_trees(before, after, tmp_path).differences == []


def test_a_call_that_passes_the_same_reaches_nobody_else(tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    files = {
        "ripple.toml": "",
        "run.py": "def run(callback):\n    callback()\n",
        "jobs.py": "def f(): ...\ndef g(): ...\n",
        "one.py": "from run import run\nfrom jobs import f\n\nrun(f)\n",
        "two.py": "from run import run\nfrom jobs import f\n\nrun(f)\n",
    }
    before = {path: text.encode() for path, text in files.items()}
    write_tree(twin.root, {}, before)
    twin.scan()
    same = {**before, "two.py": before["two.py"] + b"run(f)\n"}
    write_tree(twin.root, before, same)
    assert twin.scan().linked_files == 1, "what the parameter is given stays the same"
    fewer = {path: content for path, content in same.items() if path != "one.py"}
    write_tree(twin.root, same, fewer)
    assert twin.scan().linked_files == 0, "another file still gives it the same"
    write_tree(twin.root, fewer, same)
    twin.scan()
    other = {**before, "two.py": before["two.py"].replace(b"run(f)", b"run(g)")}
    other["two.py"] = other["two.py"].replace(b"import f", b"import f, g")
    write_tree(twin.root, same, other)
    assert twin.scan().linked_files == 2, "the file that calls its parameter is reached"
    assert twin.compare().differences == []


BOTH = "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n\n"
INCLUDE_A = '#include "a.hpp"\n'
CPP_ITEM = "struct Item { void go() {} };\n"
CPP_MAKE = '#include "item.hpp"\ninline Item make() { return Item(); }\n'
WHILE_UNUSED: dict[str, tuple[dict[str, str], dict[str, str], tuple[str, str]]] = {
    "what a function gives": (
        {"base.py": f"{BOTH}def make(): return A()\n"},
        {"base.py": f"{BOTH}def make(): return B()\n"},
        ("use.py", "from base import make\nmake().go()\n"),
    ),
    "what a header includes": (
        {"a.hpp": CPP_ITEM, "b.hpp": CPP_ITEM, "make.hpp": CPP_MAKE, "item.hpp": INCLUDE_A},
        {"item.hpp": INCLUDE_A.replace("a.hpp", "b.hpp")},
        ("use.cpp", '#include "make.hpp"\nvoid use() { make().go(); }\n'),
    ),
}


@pytest.mark.parametrize("name", WHILE_UNUSED)
def test_an_answer_that_changes_while_nobody_uses_it(tmp_path: Path, name: str) -> None:
    files, changes, (user, use) = WHILE_UNUSED[name]
    changed = {**files, **changes}
    trees = [{**files, user: use}, {**changed, user: ""}, {**changed, user: use}]
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    before: dict[str, bytes] = {}
    for tree in trees:
        after = {path: text.encode() for path, text in tree.items()}
        write_tree(twin.root, before, {**after, "ripple.toml": b""})
        assert twin.compare().differences == []
        before = after
