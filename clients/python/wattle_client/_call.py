"""One call of an operation: the tries, their limits, and what comes back."""

from __future__ import annotations

import datetime
import http.client
import io
import json
import operator
import platform
import random
import socket
import ssl
import time
import urllib.parse
import uuid
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union, cast

from ._http import Connections, Exchange
from ._version import VERSION
from .errors import ConnectionFailed, TimedOut, WattleError, error_of
from .retries import retry_after_seconds, wait_before_retry

Token = Union[str, Callable[[], str]]
Text = Union[str, datetime.date, datetime.datetime]
"""Text, or a date or time that becomes one."""
Query = Mapping[str, Any]
Page = TypeVar("Page")
Item = TypeVar("Item")


class Response(NamedTuple):
    """What ``on_response`` is told of every response, before it is used or becomes an exception."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    request_id: Optional[str]
    rate_limit: Optional[str]
    """What is left of the quota: ``"token";r=599;t=60``."""


class Options(NamedTuple):
    """How requests are sent."""

    timeout: float = 30.0
    deadline: Optional[float] = None
    on_response: Optional[Callable[[Response], None]] = None


class Call:
    """Sends requests to one service with one token. Any thread may use it."""

    def __init__(self, base_url: str, token: Token, options: Options, context: Optional[ssl.SSLContext] = None) -> None:
        self._connections = Connections(base_url, context)
        self._credentials = _Credentials(token)
        self.base_url = base_url
        self.options = options

    def with_options(self, options: Options) -> Call:
        """The same service and token, with other options."""
        other = object.__new__(Call)
        other.__dict__.update(self.__dict__, options=options)
        return other

    def close(self) -> None:
        self._connections.close()

    def json(
        self,
        method: str,
        path: str,
        query: Optional[Query] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        takes_key: bool = False,
    ) -> Any:
        headers = {"Accept": "application/json"}
        content: Optional[bytes] = None
        if body is not None:
            content = json.dumps(body, default=_as_text, allow_nan=False, separators=(",", ":")).encode()
            headers["Content-Type"] = "application/json"
        if takes_key:
            # One key for all tries, made before the first: the service does it once, however many arrive.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        response = self._tries(method, path + _query_text(query), content, headers, method == "GET" or takes_key)
        return response.body

    def file(self, path: str, query: Query) -> Export:
        response = self._tries("GET", path + _query_text(query), None, {"Accept": "*/*"}, True, stream=True)
        return cast(Export, response.body)

    def _tries(
        self, method: str, path: str, content: Optional[bytes], headers: Dict[str, str], safe: bool, stream: bool = False
    ) -> _Result:
        started = time.monotonic()
        headers["User-Agent"] = "wattle-client/%s (python/%s)" % (VERSION, platform.python_version())
        request = "%s %s" % (method, path.split("?")[0])
        tries, asked_again, renew = 0, False, False
        while True:
            tries += 1
            left = self._left(started)
            headers["Authorization"] = "Bearer " + self._credentials.token(renew)
            failure: Exception
            status: Optional[int] = None
            retry_after: Optional[float] = None
            try:
                answer = self._try(method, path, content, headers, min(self.options.timeout, left), stream)
            except (TimeoutError, socket.timeout) as error:
                failure = TimedOut("%s: no complete response within the time limit." % request)
                failure.__cause__ = error
            except (OSError, http.client.HTTPException) as error:
                failure = ConnectionFailed("%s: %s" % (request, error or type(error).__name__))
                failure.__cause__ = error
            else:
                status = answer.status
                if status < 400:
                    return answer
                retry_after = retry_after_seconds(answer.headers, time.time())
                failure = error_of(request, status, answer.body, answer.headers, retry_after)
                if status == 401 and self._credentials.renewable and not asked_again:
                    asked_again = renew = True
                    tries -= 1
                    continue
            renew = False
            wait = wait_before_retry(tries, safe, status, retry_after, random.random())
            if wait is None or wait >= self._left(started):
                raise failure
            time.sleep(wait)

    def _left(self, started: float) -> float:
        deadline = self.options.deadline
        return float("inf") if deadline is None else max(0.001, started + deadline - time.monotonic())

    def _try(
        self, method: str, path: str, content: Optional[bytes], headers: Mapping[str, str], seconds: float, stream: bool
    ) -> _Result:
        exchange = self._connections.send(method, path, content, headers, seconds)
        try:
            status, fields = exchange.status, exchange.headers
            if self.options.on_response:
                where = self._connections.path + path.split("?")[0]
                known = fields.get("x-request-id"), fields.get("ratelimit")
                self.options.on_response(Response(method, where, status, fields, *known))
            if stream and status == 200:
                return _Result(status, fields, Export(exchange))
            return _Result(status, fields, _parsed(exchange.read(), status, fields))
        except BaseException:
            exchange.close()
            raise


class _Result(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any


class _Credentials:
    """The token, which is in no text of any object or error."""

    def __init__(self, token: Token) -> None:
        self._ask = token if callable(token) else None
        self._known = None if callable(token) else _checked(token)
        self.renewable = self._ask is not None

    def token(self, renew: bool) -> str:
        if self._ask is not None and (renew or self._known is None):
            self._known = _checked(self._ask())
        return cast(str, self._known)


def _checked(token: Any) -> str:
    """Without the line end of a file. What cannot be a header would be quoted by the error of `http.client`."""
    text = token.strip() if isinstance(token, str) else ""
    if not text:
        raise ValueError("token is missing. `wattle token create` makes one, on the machine of the service")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("token has characters that no token has. Was it copied whole?")
    return text


class Export(io.RawIOBase):
    """A file that is read as it comes. It raises an error if the connection breaks, so a part never looks whole."""

    def __init__(self, exchange: Exchange) -> None:
        exchange.limit.only_without_progress()
        self._exchange = exchange

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        response = self._exchange.response
        try:
            size = response.readinto(buffer)
            if size == 0 and len(buffer) > 0 and response.length:
                raise http.client.IncompleteRead(b"", response.length)
            return size
        except (TimeoutError, socket.timeout) as error:
            raise TimedOut("The export stood still.") from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed("The export broke off: %s" % (error or type(error).__name__)) from error

    def close(self) -> None:
        self._exchange.close()
        super().close()


class Pages(Generic[Page, Item]):
    """
    A list. Iterating gives every record, page by page as they are needed; ``page()`` is one request.

    It goes on by ``after_id`` or a cursor where the list has them, so that no record is skipped or given twice while
    others change.
    """

    def __init__(
        self, call: Call, path: str, query: Query, items: str, by: Optional[str], size: Optional[Tuple[str, int]]
    ) -> None:
        self._call, self._path, self._query, self._items, self._by, self._size = call, path, query, items, by, size

    def page(self) -> Page:
        """The page that the arguments ask for, as the service sends it: one request."""
        return cast(Page, self._call.json("GET", self._path, self._query))

    def pages(self) -> Iterator[Page]:
        """This page and all that follow."""
        query = {name: value for name, value in self._query.items() if value is not None}
        by = self._by
        if "ids" in query or "refs" in query:
            by = None
        elif by == "after_id":
            if "page" in query:
                by = "page"
            else:
                query.setdefault("after_id", 0)
        if by and self._size:
            query.setdefault(*self._size)
        while True:
            page = self._call.json("GET", self._path, query)
            yield cast(Page, page)
            following = _following(page, by)
            if not following:
                return
            if all(query.get(name) == value for name, value in following.items()):
                raise WattleError("The service gave a page whose next page is itself: %r again." % following)
            query.update(following)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast(List[Item], cast(Dict[str, Any], page)[self._items])


def _following(page: Any, by: Optional[str]) -> Optional[Query]:
    """What the request of the next page has in addition, or None if this page is the last."""
    meta = page.get("meta", {})
    value = None
    if by == "after_id":
        value = meta.get("next_after_id")
    elif by == "cursor":
        value = meta.get("next_cursor") or page.get("next_cursor")
    elif by == "page" and meta["page"] < meta["last_page"]:
        value = meta["page"] + 1
    elif by == "after" and meta["next"] < meta["latest"]:
        return {"after": meta["next"], "feed": meta["feed"]}
    return None if value is None or by is None else {by: value}


class Resource:
    """The operations on one kind of record."""

    def __init__(self, call: Call) -> None:
        self._of = call

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        return self._of.json(*args, **kwargs)

    def _export(self, path: str, query: Query) -> Export:
        return self._of.file(path, query)

    def _pages(
        self,
        path: str,
        query: Optional[Query] = None,
        *,
        items: str,
        by: Optional[str] = None,
        size: Optional[Tuple[str, int]] = None,
    ) -> Any:
        return Pages(self._of, path, query or {}, items, by, size)


def part(value: Any) -> str:
    """A part of a path: text, or a whole number of any library. None would be the record of that name."""
    if isinstance(value, bool) or not (isinstance(value, str) or hasattr(type(value), "__index__")):
        raise TypeError("%r cannot be a part of a path, as an id is. It must be an int or a str." % (value,))
    text = value if isinstance(value, str) else str(operator.index(value))
    # A half of a pair of surrogates has no UTF-8.
    if text in ("", ".", "..") or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("%r cannot be a part of a path, as an id is" % (value,))
    return urllib.parse.quote(text, safe=":@!$&'()*+,;=~")


def _query_text(query: Optional[Query]) -> str:
    pairs = [(name, _parameter_text(name, value)) for name, value in (query or {}).items() if value is not None]
    return "?" + urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote, safe=",:") if pairs else ""


def _parameter_text(name: str, value: Any) -> str:
    if isinstance(value, (str, int, float, datetime.date)):
        return _parameter(value)
    if isinstance(value, Mapping) or any(isinstance(each, Mapping) for each in value):
        return json.dumps(value, default=_as_text, allow_nan=False, separators=(",", ":"))
    texts = [_parameter(each) for each in value]
    if any("," in text for text in texts):
        raise ValueError("%s: a value in a list cannot have a comma, which separates values" % name)
    return ",".join(texts)


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _as_text(value) if isinstance(value, datetime.date) else str(value)


def _as_text(value: Any) -> str:
    """A date, an instant (with a time zone), or a time on the organisation's clocks (without one)."""
    if isinstance(value, datetime.datetime):
        return value.isoformat() if value.tzinfo else value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError("%s cannot be sent as JSON" % type(value).__name__)


def _parsed(body: bytes, status: int, headers: Mapping[str, str]) -> Any:
    if 300 <= status < 400:
        raise WattleError("The service redirects to %s. Is base_url right?" % headers.get("location"))
    try:
        return json.loads(body)
    except ValueError:
        if status < 400:
            raise WattleError(
                "The response is not JSON. Is base_url the address of the service?"
            ) from None
        return body.decode("utf-8", "replace")[:1000]
