"""The client: one service, one organisation, one token."""

from __future__ import annotations

import ssl
import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, Literal, Optional, Sequence, TypedDict, Union

from ._call import Call, Options, Response, Token
from .errors import ConnectionFailed, Invalid, RateLimited, ServerError, TimedOut, Unavailable, WattleError
from .resources import Events, Resources

if TYPE_CHECKING:
    from .types import Event


class Position(TypedDict):
    """How far a program has read the feed. Store it, and go on with ``follow(after=position)``."""

    after: int
    feed: str


class Wattle(Resources):
    """
    The operations of a service, as in ``wattle.shifts.cancel("a:4411", {"reason": "Client in hospital"})``.

    :param base_url: The address of the service, as ``https://care.example.org``, or of the API, which ends in
        ``/api/integrations/v1``.
    :param token: The access token, or a function that returns it. A function is asked again once after a 401.
    :param timeout: Seconds that one try may take.
    :param deadline: Seconds that a call may take with all its tries.
    :param on_response: Is told of every response: its status, headers and request id.
    :param context: For https, if other certificates than the system's are to be trusted.
    """

    def __init__(
        self,
        base_url: str,
        token: Token,
        *,
        timeout: float = 30.0,
        deadline: Optional[float] = None,
        on_response: Optional[Callable[[Response], None]] = None,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._begin(Call(base_url, token, Options(timeout, deadline, on_response), context))

    def _begin(self, call: Call) -> None:
        super().__init__(call)
        self._call = call
        self.events: FollowedEvents = FollowedEvents(call)

    def with_options(self, **options: Any) -> Wattle:
        """The same client with another ``timeout``, ``deadline`` or ``on_response``; connections are shared."""
        other = object.__new__(Wattle)
        other._begin(self._call.with_options(self._call.options._replace(**options)))
        return other

    def close(self) -> None:
        """Closes unused connections. ``with Wattle(…) as wattle`` does it too."""
        self._call.close()

    def __enter__(self) -> Wattle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Wattle(%r)" % self._call.base_url


class FollowedEvents(Events):
    """The feed of events."""

    def follow(
        self,
        *,
        after: Union[Position, Literal["latest", "oldest"]] = "latest",
        types: Optional[Sequence[str]] = None,
        subject: Optional[str] = None,
        page_size: int = 100,
        on_position: Optional[Callable[[Position], None]] = None,
        on_reset: Optional[Callable[[Invalid, Position], None]] = None,
        on_error: Optional[Callable[[WattleError, float], None]] = None,
    ) -> Iterator[Event]:
        """
        Every event, as it happens, for as long as the program takes them.

        :param after: Where to go on: a stored position, ``latest`` for new events alone, or ``oldest`` for all.
        :param types: Only these types: ``shift.cancelled``, or all of a kind of record, ``shift.*``.
        :param subject: Only events of one record: ``client:7``, ``shift:a:4411``.
        :param page_size: How many events a request reads at most, 1 to 1000.
        :param on_position: Is called at the beginning, when the body of the loop has finished with an event, and when
            events were passed over that do not match. Store the position in it.
        :param on_reset: Is called when the position is no longer valid, because it is too old or a backup was restored.
            Read all records anew in it: events since this call come next. Without it the ``Invalid`` ends the loop.
        :param on_error: Is told when the service cannot be reached, and how many seconds the loop waits before it asks
            again. Raise an exception in it to end the loop.
        """
        begin: Union[Position, str] = after
        position: Optional[Position] = None
        lost: Optional[Invalid] = None
        failures = 0
        while True:
            is_beginning, page = position is None, None
            asked = time.monotonic()
            try:
                # "latest" is asked for once, so that events during a pause are not missed. After a reset it is the
                # position before the records are read anew, for the same reason.
                if position is None:
                    position = self._position_at(begin) if isinstance(begin, str) else begin
                if lost is None:
                    page = self._waiting(position, types=types, subject=subject, limit=page_size)
            except Invalid as error:
                if on_reset is None or not {"after", "feed"} & set(error.errors):
                    raise
                lost, position, begin = error, None, "latest"
                continue
            except WattleError as error:
                if not _may_pass(error):
                    raise
                pause = min(2.0**failures, _LONGEST_PAUSE_SECONDS)
                failures += 1
                if on_error:
                    on_error(error, pause)
                time.sleep(pause)
                continue
            failures = 0
            if lost is not None and on_reset:
                on_reset(lost, position)
                lost = None
            if is_beginning and on_position:
                on_position(position)
            if page is None:
                continue
            meta = page["meta"]
            for event in page["data"]:
                yield event
                position = {"after": event["id"], "feed": meta["feed"]}
                if on_position:
                    on_position(position)
            if meta["next"] > position["after"]:
                position = {"after": meta["next"], "feed": meta["feed"]}
                if on_position:
                    on_position(position)
            elif not page["data"] and time.monotonic() - asked < _WAIT_SECONDS / 2:
                # The service lets two requests of a token wait, and answers others at once.
                time.sleep(_UNANSWERED_PAUSE_SECONDS)

    def _waiting(self, position: Position, **query: Any) -> Any:
        # A request that waits takes longer than others.
        options = self._of.options
        waiting = self._of.with_options(options._replace(timeout=max(options.timeout, _WAIT_SECONDS + 30)))
        return waiting.json("GET", "/events", {**query, **position, "wait": _WAIT_SECONDS})

    def _position_at(self, begin: str) -> Position:
        meta = self.list(after="latest", limit=1).page()["meta"]
        return {"after": max(0, meta["oldest"] - 1) if begin == "oldest" else meta["next"], "feed": meta["feed"]}


_WAIT_SECONDS = 20
_LONGEST_PAUSE_SECONDS = 60.0
_UNANSWERED_PAUSE_SECONDS = 5


def _may_pass(error: WattleError) -> bool:
    """An outage, of which nobody knows how long it takes. Integrations that are turned off are none."""
    if isinstance(error, (RateLimited, Unavailable)):
        return (error.retry_after or 0) <= _LONGEST_PAUSE_SECONDS
    return isinstance(error, (ConnectionFailed, TimedOut, ServerError))
