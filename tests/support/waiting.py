"""Waits for what happens in another process or thread, however busy the machine is."""

import time
from collections.abc import Callable

LONGEST = 600.0
"""Seconds after which something is taken to hang; nothing that works comes near it."""


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
