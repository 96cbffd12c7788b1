"""Servers, clients and the files around them at random, that name each other in texts only."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")

PATHS = (
    "server/__init__.py",
    "server/main.py",
    "server/orders.py",
    "server/users.py",
    "server/models.py",
    "server/orders_pb2.py",
    "scripts/load.py",
    "scripts/more.py",
    "tests/test_api.py",
    "web/client.ts",
    "web/api.ts",
    "web/server.ts",
    "web/routes.ts",
    "worker.js",
)
SETTINGS = {
    "Dockerfile": (
        "FROM python\nCOPY server/main.py worker.js ./\nCMD python -m server.main\n",
        'FROM python\nCOPY models.py ./\nCMD ["uvicorn", "server.main:app"]\n',
    ),
    "compose.yml": (
        "services:\n  api:\n    build: .\n    command: python scripts/load.py\n",
        "services:\n  api:\n    env_file: ./web/client.ts\n",
    ),
    ".github/workflows/ci.yml": (
        "jobs:\n  a:\n    run: python scripts/more.py\n",
        "jobs:\n  a:\n    working-directory: server\n    run: python orders.py\n",
    ),
    "package.json": ('{"main": "web/api.ts", "scripts": {"go": "node worker.js"}}', "{}"),
    "settings.yaml": (
        "handler: server.orders.Order\nfile: scripts/load.py\n",
        "handler: server.users.f\nother: server.models.User.get\n",
    ),
    "orders.proto": ("service Orders {}\n", "message Order {}\n"),
    "proto/orders.proto": ("service Orders {}\n",),
}
_MODULES = ("server.orders", "server.users", "server.models", "server", "scripts.load")
_NAMES = ("Order", "User", "f", "g", "app", "router")
_PREFIXES = ("/api", "/v1", "")
_ROUTES = ("/orders", "/orders/{id}", "/users", "/users/{id}/orders", "/")
_REQUESTS = ("/api/orders", "/orders/7", "/v1/users", "/orders", "/api/users/3/orders", "/users")
_METHODS = ("get", "post", "delete")
_TABLES = ("orders", "users", "lines")
_FILES = ("scripts/load.py", "scripts/more.py", "worker.js", "./api.ts", "server/main.py")


class MixedWriter:
    """Writes chunks of Python and TypeScript, each by the ending of the path."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_start(path)]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 8))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        python = [self._write_route] * 4 + [self._write_request] * 3
        python += [self._write_mount, self._write_mount, self._write_table, self._write_query]
        python += [self._write_name, self._write_run, self._write_import, self._write_class]
        script = [self._write_fetch] * 4 + [self._write_express] * 3
        script += [self._write_use, self._write_worker, self._write_require]
        return self._choose(python if path.endswith(".py") else script)()

    def _write_start(self, path: str) -> str:
        if not path.endswith(".py"):
            return "export const router = express.Router()"
        return self._choose(
            (
                "from fastapi import APIRouter\nrouter = APIRouter(prefix='/v1')",
                "from fastapi import APIRouter\nrouter = APIRouter()",
                "from fastapi import FastAPI\napp = FastAPI()",
            )
        )

    def _choose(self, among: Sequence[Choice]) -> Choice:
        return self._random.choice(among)

    # Python -----------------------------------------------------------------------------------

    def _write_route(self) -> str:
        owner, name = self._choose(("router", "app")), self._choose(("f", "g", "h"))
        method, route = self._choose(_METHODS), self._choose(_ROUTES)
        return f"@{owner}.{method}('{route}')\ndef {name}():\n    return 1"

    def _write_mount(self) -> str:
        module = self._choose(("orders", "users"))
        return self._choose(
            (
                f"from server import {module}\napp.include_router({module}.router, prefix='/api')",
                f"from server.{module} import router as r\nrouter.include_router(r)",
                f"from server.{module} import router, PREFIX\napp.include_router(router, "
                "prefix=PREFIX)",
                f"PREFIX = '{self._choose(_PREFIXES)}'",
            )
        )

    def _write_request(self) -> str:
        name = self._choose(("test_f", "test_g"))
        return (
            f"def {name}(client):\n    client.{self._choose(_METHODS)}('{self._choose(_REQUESTS)}')"
        )

    def _write_table(self) -> str:
        table = self._choose(_TABLES)
        return self._choose(
            (
                f"class {self._choose(('Order', 'User'))}:\n    __tablename__ = '{table}'",
                f"lines = Table('{table}', metadata)",
            )
        )

    def _write_query(self) -> str:
        return f"def q(db):\n    db.execute('SELECT * FROM {self._choose(_TABLES)}')"

    def _write_name(self) -> str:
        return f"NAME = '{self._choose(_MODULES)}.{self._choose(_NAMES)}'"

    def _write_run(self) -> str:
        return self._choose(
            (
                f"subprocess.run(['python', '{self._choose(_FILES)}'])",
                f"importlib.import_module('{self._choose(_MODULES)}')",
                f"FILE = '{self._choose(_FILES)}'",
            )
        )

    def _write_import(self) -> str:
        return self._choose(
            (
                "import orders_pb2",
                "from server import orders_pb2_grpc",
                f"from {self._choose(_MODULES)} import {self._choose(_NAMES)}",
            )
        )

    def _write_class(self) -> str:
        return f"class {self._choose(('Order', 'User'))}:\n    def get(self):\n        return 1"

    # TypeScript -------------------------------------------------------------------------------

    def _write_fetch(self) -> str:
        name, route = self._choose(("load", "save")), self._choose(_REQUESTS)
        return self._choose(
            (
                f"export function {name}() {{ return fetch('{route}') }}",
                f"export function {name}(id) {{ return axios.post(`/orders/${{id}}`) }}",
                f"export const {name} = () => http.get(`${{BASE}}{route}`)",
            )
        )

    def _write_express(self) -> str:
        route = self._choose(("/orders", "/orders/:id", "/users"))
        return f"router.{self._choose(_METHODS)}('{route}', {self._choose(('load', 'save'))})"

    def _write_use(self) -> str:
        return "import { router as inner } from './routes'\nrouter.use('/api', inner)"

    def _write_worker(self) -> str:
        return f"new Worker('{self._choose(('./api.ts', 'worker.js', './client.ts'))}')"

    def _write_require(self) -> str:
        return "const pb = require('./orders_pb')"
