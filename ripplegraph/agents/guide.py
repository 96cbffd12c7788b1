"""The guide to the command, for agents without MCP."""

GUIDE = """\
# Before you edit

This project has a code graph. The command `ripple` tells what an edit will reach.

- Before you change a file or a function, ask for `ripple analyze-impact PATH` (or
  `PATH::NAME` for one function or class): the files that depend on it, the tests that exercise
  it and what earlier work learned there.
- `ripple dependents PATH` and `ripple dependencies PATH` list what uses it and what it uses.
- `ripple memories search WORDS` finds what earlier work learned.
- After you learned something that the code does not show, keep it:
  `ripple remember "TEXT" --about PATH`.
- If an answer says that the index is behind, run `ripple scan`.
"""
