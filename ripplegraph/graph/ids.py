"""Readable, stable ids, such as `src/auth.py::Login.verify`."""

SEPARATOR = "::"
EXTERNAL_PREFIX = "ext:"
KNOWLEDGE_PREFIXES = ("pattern:", "dataflow:", "invariant:", "decision:")
RESERVED_PREFIXES = (EXTERNAL_PREFIX, *KNOWLEDGE_PREFIXES)
"""What no file's name may begin with, because ids of other things do."""
_IMPORT = "<import "


def build_symbol_id(path: str, name: str, *, occurrence: int = 1) -> str:
    """Name a definition by its file and nested name; a second one of that name gets `#2`."""
    suffix = f"#{occurrence}" if occurrence > 1 else ""
    return f"{path}{SEPARATOR}{name}{suffix}"


def build_directory_id(path: str) -> str:
    return f"{path.rstrip('/')}/"


def build_import_label(module: str) -> str:
    """Name an import statement within its file."""
    return f"{_IMPORT}{module}>"


def is_import(node_id: str) -> bool:
    return f"{SEPARATOR}{_IMPORT}" in node_id


def build_external_id(name: str) -> str:
    return f"{EXTERNAL_PREFIX}{name}"


def get_path(node_id: str) -> str | None:
    """Return the file or directory that an id lies in; packages and knowledge lie in none."""
    if node_id.startswith(RESERVED_PREFIXES):
        return None
    return node_id.partition(SEPARATOR)[0]


def is_knowledge(text: str) -> bool:
    """Tell whether a text is meant to name a node of knowledge."""
    return text.startswith(KNOWLEDGE_PREFIXES)


def build_node_id(path: str | None, label: str) -> str:
    """Put an id together from the path of its file, if it has one, and what comes after it."""
    if path is None:
        return label
    return f"{path}{SEPARATOR}{label}" if label else path


def split_node_id(node_id: str) -> tuple[str | None, str]:
    """Undo `build_node_id`; a directory, a package and a node of knowledge have no file."""
    path, found, label = node_id.partition(SEPARATOR)
    if node_id.startswith(RESERVED_PREFIXES) or (not found and path.endswith("/")):
        return None, node_id
    return path, label


def is_text(name: str) -> bool:
    """Tell whether a name is valid text; no other one is ever in a database."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
