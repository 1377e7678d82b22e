"""What can go wrong, as exceptions. All of them are a :class:`WattleError`."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional


class WattleError(Exception):
    """Any error of this client."""


class ConnectionFailed(WattleError, ConnectionError):
    """No complete response came. A write with an idempotency key can be sent again with the same key."""


class TimedOut(WattleError, TimeoutError):
    """No complete response came in time. A write with an idempotency key can be sent again with the same key."""


class InvalidWebhook(WattleError):
    """A webhook's request is not from the service, or too old."""


class ApiError(WattleError):
    """The service refused the request."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.status = status
        self.body: Any = body
        fields: Dict[str, Any] = body if isinstance(body, dict) else {}
        message = fields.get("message")
        self.message: str = message if isinstance(message, str) else "The service responded with %d." % status
        errors = fields.get("errors")
        self.errors: Dict[str, List[str]] = errors if isinstance(errors, dict) else {}
        """The messages of each field, as in ``{"email": ["must be an e-mail address"]}``."""
        self.request_id: Optional[str] = headers.get("x-request-id")
        """Find the request in the service's log by it."""
        super().__init__(self._text())

    def _text(self) -> str:
        details = ["%s: %s" % (field, " ".join(map(str, said))) for field, said in self.errors.items()]
        known = self.request_id and "request %s" % self.request_id
        parts = [part for part in (str(self.status), known or "") if part]
        return "%s%s (%s)" % (self.message, "".join("\n  " + each for each in details), ", ".join(parts))


class Unauthenticated(ApiError):
    """401: the token is missing, unknown, expired or revoked."""


class Forbidden(ApiError):
    """403: the token may not do this."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.required_access: Optional[str] = headers.get("x-required-access")
        """What the token would need, as in ``clients=read-write``."""
        super().__init__(status, body, headers)

    def _text(self) -> str:
        needs = self.required_access and "\n  The token needs %s." % self.required_access
        return super()._text() + (needs or "")


class NotFound(ApiError):
    """404: there is no such record in the organisation. Of another address than the API's it is a :class:`WattleError`."""


class Conflict(ApiError):
    """409: another request with the same idempotency key is not finished."""


class TooLarge(ApiError):
    """413: the body is too large."""


class Invalid(ApiError):
    """422: the request was understood and refused. ``errors`` says why, by field."""

    @property
    def conflicts(self) -> Optional[List[Any]]:
        """The conflicts of a shift, if they are the reason."""
        return self.body.get("conflicts") if isinstance(self.body, dict) else None

    @property
    def duplicates(self) -> Optional[List[Any]]:
        """Clients that may be the same person, if they are the reason."""
        return self.body.get("duplicates") if isinstance(self.body, dict) else None

    @property
    def issues(self) -> Optional[List[Any]]:
        """Why a form cannot be published, if that is the reason."""
        return self.body.get("issues") if isinstance(self.body, dict) else None


class _Later(ApiError):
    def __init__(self, status: int, body: Any, headers: Mapping[str, str], retry_after: Optional[float] = None) -> None:
        super().__init__(status, body, headers)
        self.retry_after = retry_after
        """Seconds to wait, if the service says so."""


class RateLimited(_Later):
    """429: the quota of the token is used up."""


class Unavailable(_Later):
    """503: the service is overloaded, or the integrations of the organisation are switched off."""


class ServerError(ApiError):
    """Another 5xx: a fault of the service."""


_BY_STATUS = {401: Unauthenticated, 403: Forbidden, 404: NotFound, 409: Conflict, 413: TooLarge, 422: Invalid}


def error_of(
    request: str, status: int, body: Any, headers: Mapping[str, str], retry_after: Optional[float]
) -> WattleError:
    message = body.get("message") if isinstance(body, dict) else None
    # A program takes NotFound as a record that is gone, which another service cannot say.
    is_of_record = isinstance(message, str) and message != "Endpoint not found." and "x-request-id" in headers
    if status == 404 and not is_of_record:
        return WattleError("%s: the service has no such endpoint. Is the base URL right?" % request)
    if status == 429:
        return RateLimited(status, body, headers, retry_after)
    if status == 503:
        return Unavailable(status, body, headers, retry_after)
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)(status, body, headers)
