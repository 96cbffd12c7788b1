"""Points in time as texts whose order is the order of time: ISO 8601, UTC, milliseconds."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ripplegraph.errors import UsageError

_DURATION = re.compile(r"(\d{1,6})\s*(m|h|d|w)", re.ASCII)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def get_now() -> str:
    return write_time(datetime.now(UTC))


def write_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text: str) -> datetime:
    """Read a date, or a date and time; without a time zone it is in UTC."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{text!r:.80} is no date.", hint="Write it like 2026-01-31 or 2026-01-31T12:00:00Z."
        ) from error


@lru_cache(maxsize=1024)
def normalise_time(text: str) -> str:
    return write_time(read_time(text))


def add_duration(now: str, text: str) -> str:
    """Return the time that is as far away as `30d`, `12h`, `2w` or `45m` say."""
    match = _DURATION.fullmatch(text.strip())
    if match is None or not int(match[1]):
        raise UsageError(f"{text!r:.80} is no duration.", hint="Write it like 30d, 12h or 2w.")
    return write_time(read_time(now) + timedelta(**{_UNITS[match[2]]: int(match[1])}))


def count_days(earlier: str, later: str) -> float:
    """Return how many days lie between two times; never less than none."""
    return max(0.0, (read_time(later) - read_time(earlier)).total_seconds() / 86_400)


def get_period(now: str) -> str:
    """Return the week that a time is in, such as `2026-W05`."""
    year, week, _ = read_time(now).isocalendar()
    return f"{year}-W{week:02}"
