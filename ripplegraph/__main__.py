"""Runs the `ripple` command as `python -m ripplegraph`."""

from ripplegraph.cli.main import main

if __name__ == "__main__":
    main()
