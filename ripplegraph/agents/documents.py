"""Writes, finds and removes ripple's entries in a text of any format."""

from ripplegraph.agents import json_entries, notes_edit, toml_edit, yaml_edit
from ripplegraph.agents.entries import (
    ConfigFile,
    Entry,
    Format,
    Found,
    ItemEntry,
    ServerEntry,
    TextEntry,
    is_foreign,
)
from ripplegraph.agents.syntax_error import BrokenText


def write_entries(text: str, file: ConfigFile) -> str:
    """Update every entry, and add missing ones."""
    if file.format is Format.JSON:
        return json_entries.write_entries(text, file.entries)
    for entry in file.entries:
        text = _write(text, entry)
    return text


def remove_entries(text: str, file: ConfigFile, original: str | None) -> str:
    """Take every entry away; what was there originally stays, if it is empty now, too."""
    if file.format is Format.JSON:
        return json_entries.remove_entries(text, file.entries, original)
    for entry in file.entries:
        text = _remove(text, entry, original)
    return text


def find_entries(text: str, file: ConfigFile) -> Found:
    """Find the entries that are there, current or not."""
    if file.format is Format.JSON:
        return json_entries.find_entries(text, file.entries)
    programs: list[str] = []
    count = 0
    for entry in file.entries:
        if isinstance(entry, ServerEntry):
            table = _find_own_table(text, entry)
            count += table is not None
            programs += [str(table["command"])] if table and "command" in table else []
        elif isinstance(entry, ItemEntry):
            count += bool(_find_items(text, entry))
        elif isinstance(entry, TextEntry):
            count += notes_edit.find_block(text) is not None
    return Found(count, tuple(programs))


def is_spent(text: str, file: ConfigFile) -> bool:
    """Tell whether nothing is left in a file that somebody else put there."""
    if file.format is Format.JSON:
        return json_entries.is_spent(text, file.entries)
    return not text.strip("\ufeff \t\r\n")


def _write(text: str, entry: Entry) -> str:
    if isinstance(entry, ServerEntry):
        if is_foreign(toml_edit.find_table(toml_edit.read_toml(text), entry.path)):
            raise BrokenText(f"{'.'.join(entry.path)} is another server")
        return toml_edit.put_table(text, entry.path, entry.values)
    if isinstance(entry, ItemEntry):
        return _write_item(text, entry)
    return notes_edit.put_block(text, entry.content) if isinstance(entry, TextEntry) else text


def _remove(text: str, entry: Entry, original: str | None) -> str:
    if isinstance(entry, ServerEntry):
        own = _find_own_table(text, entry) is not None
        return toml_edit.drop_table(text, entry.path) if own else text
    if isinstance(entry, ItemEntry):
        keep = original is not None and yaml_edit.has_key(original, entry.key)
        for item in _find_items(text, entry):
            text = yaml_edit.remove_item(text, entry.key, item, keep_key=keep)
        return text
    return notes_edit.drop_block(text) if isinstance(entry, TextEntry) else text


def _find_own_table(text: str, entry: ServerEntry) -> dict[str, object] | None:
    table = toml_edit.find_table(toml_edit.read_toml(text), entry.path)
    return None if is_foreign(table) else table


def _write_item(text: str, entry: ItemEntry) -> str:
    found = _find_items(text, entry)
    for item in found:
        if item != entry.item:
            text = yaml_edit.remove_item(text, entry.key, item, keep_key=True)
    return text if entry.item in found else yaml_edit.add_item(text, entry.key, entry.item)


def _find_items(text: str, entry: ItemEntry) -> list[str]:
    """Find the items with our file name, also of a project that lay elsewhere then."""
    name = entry.item.replace("\\", "/").rpartition("/")[2]
    items = yaml_edit.find_items(text, entry.key)
    return [item for item in items if item.replace("\\", "/").rpartition("/")[2] == name]
