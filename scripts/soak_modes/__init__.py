"""Ways to try ripple that need no repository of their own; each module has a `run`."""
