"""When a request is sent again, and how long after. Without clock and chance, so that its cases are a table."""

from __future__ import annotations

import email.utils
from typing import Mapping, Optional

TRIES = 4
LONGEST_WAIT = 60.0
_RETRIED = frozenset((408, 409, 429, 500, 502, 503, 504))


def retry_after_seconds(headers: Mapping[str, str], now: float) -> Optional[float]:
    """Seconds of a ``Retry-After``, which may also be a date. None if there is none that can be read."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    at = _seconds(text)
    if at is None:
        return None
    # By the clock that wrote it, if it tells its time.
    sent = _seconds(headers.get("date", ""))
    return max(0.0, at - (now if sent is None else sent))


def _seconds(date: str) -> Optional[float]:
    try:
        return email.utils.parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def wait_before_retry(
    tries: int, safe: bool, status: Optional[int], retry_after: Optional[float], chance: float
) -> Optional[float]:
    """
    Seconds to wait before the next try, or None if there is none.

    :param tries: How many there were.
    :param safe: Whether sending it again cannot do it twice: a read, or a write with an idempotency key.
    :param status: The status of the response; None if no complete response came.
    :param retry_after: What the service asked for. A wait of more than a minute is left to the caller.
    :param chance: 0 to 1; takes up to a quarter off, so that programs do not retry in step.
    """
    if tries >= TRIES or not safe or (status is not None and status not in _RETRIED):
        return None
    if retry_after is not None:
        return retry_after if retry_after <= LONGEST_WAIT else None
    return min(8.0, 0.5 * 2.0 ** (tries - 1)) * (1 - chance / 4)
