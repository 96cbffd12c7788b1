"""The options of `ripple hook`: one table for both ways to read a command line."""

from ripplegraph.cli.impact_options import Option

AGENTS = ("claude-code", "codex", "copilot", "cursor", "gemini", "windsurf")
OPTIONS = (
    Option(
        "--agent",
        "agent",
        "Whose JSON is read and written.",
        "choice",
        "claude-code",
        choices=AGENTS,
    ),
)
