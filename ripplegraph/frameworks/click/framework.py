"""click and typer: commands, and what runs around them."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Binding, EntryPoint, Framework, Lookup, Shape

_PACKAGES = ("click", "typer", "flask", "rich_click", "asyncclick")
_COMMANDS = "click.command"

FRAMEWORKS = (
    Framework(
        name="click",
        title="click",
        languages=("python",),
        packages=_PACKAGES,
        bindings=(
            Binding(
                shape=Shape(at="decorator", names=("command", "group"), of=_PACKAGES),
                registry=_COMMANDS,
                name="0|name=|dashed",
                uses="cls=",
                words="command `{name}`, run from a command line",
            ),
            Binding(
                shape=Shape(at="call", names=("add_command",), of=_PACKAGES),
                registry=_COMMANDS,
                name="1|name=",
                target="0|cmd=",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("invoke",), of=_PACKAGES),
                registry=_COMMANDS,
                name="1|args=",
                words="runs the command {name}",
                kind="calls",
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="decorator", names=("option", "argument"), of=_PACKAGES),
                words="",
                uses="callback=|shell_complete=|autocompletion=|cls=",
            ),
            EntryPoint(
                shape=Shape(
                    at="decorator", names=("result_callback", "resultcallback"), of=_PACKAGES
                ),
                words="called with the result of a command",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("callback",), of=("typer",)),
                words="runs before each command",
            ),
            EntryPoint(
                shape=Shape(
                    at="class",
                    names=("Group", "MultiCommand", "Command", "BaseCommand", "ParamType"),
                    of=_PACKAGES,
                ),
                words="called by click",
                members=(
                    *("list_commands", "get_command", "resolve_command", "invoke", "parse_args"),
                    *("convert", "shell_complete", "format_help", "format_commands", "main"),
                ),
            ),
        ),
    ),
)
