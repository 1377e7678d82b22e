"""The Wattle Integrations API for Python. See :class:`Wattle`."""

from ._call import Export, Pages, Response
from ._version import VERSION as __version__
from .client import Position, Wattle
from .errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    Forbidden,
    Invalid,
    InvalidWebhook,
    NotFound,
    RateLimited,
    ServerError,
    TimedOut,
    TooLarge,
    Unauthenticated,
    Unavailable,
    WattleError,
)
from .webhook import verify_webhook

__all__ = [
    "ApiError",
    "Conflict",
    "ConnectionFailed",
    "Export",
    "Forbidden",
    "Invalid",
    "InvalidWebhook",
    "NotFound",
    "Pages",
    "Position",
    "RateLimited",
    "Response",
    "ServerError",
    "TimedOut",
    "TooLarge",
    "Unauthenticated",
    "Unavailable",
    "Wattle",
    "WattleError",
    "__version__",
    "verify_webhook",
]
