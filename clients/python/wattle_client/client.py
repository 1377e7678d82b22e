"""The client: one service, one organisation, one token."""

from __future__ import annotations

import ssl
import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Sequence, TypedDict, Union

from ._call import Call, Options, Response, Token
from .errors import Invalid
from .resources import Events, Resources

if TYPE_CHECKING:
    from .types import Event


class Position(TypedDict):
    """How far a program has read the feed. Store it, and go on with ``follow(**position)``."""

    after: Union[int, str]
    feed: Optional[str]


class Wattle(Resources):
    """
    The operations of a service, as in ``wattle.shifts.cancel("a:4411", {"reason": "Client in hospital"})``.

    :param base_url: As in ``https://care.example.org/api/integrations/v1``.
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
        after: Union[int, str] = "latest",
        feed: Optional[str] = None,
        types: Optional[Sequence[str]] = None,
        wait: int = 20,
        on_position: Optional[Callable[[Position], None]] = None,
        on_reset: Optional[Callable[[Invalid], None]] = None,
    ) -> Iterator[Event]:
        """
        Every event, as it happens, without end.

        :param after: Where to begin: a number, ``latest`` or ``oldest``.
        :param feed: The feed that the number is from.
        :param types: Only these, as ``shift.*``.
        :param wait: Seconds that a request waits for the next event, 0 to 20.
        :param on_position: Is told how far your program is, after the body of the loop has dealt with an event.
        :param on_reset: Is called when the position is no longer valid, because a backup was restored or it is too old.
            Read all records anew in it: events since the call began come next. Without it that is an ``Invalid``.
        """
        position: Position = {"after": after, "feed": feed}
        wait = max(0, min(wait, int(self._of.options.timeout) - 5))
        while True:
            asked = time.monotonic()
            try:
                page: Any = self.list(
                    after=str(position["after"]), feed=position["feed"], types=types, wait=wait, limit=1000
                ).page()
            except Invalid as error:
                if on_reset is None or not error.errors or not set(error.errors) <= {"after", "feed"}:
                    raise
                position = _position(self.list(after="latest").page())
                on_reset(error)
                continue
            for event in page["data"]:
                yield event
                if on_position:
                    on_position({"after": event["id"], "feed": page["meta"]["feed"]})
            moved = position != _position(page)
            position = _position(page)
            if moved and on_position:
                on_position(position)
            # The service answers at once when too many requests of the token wait.
            if not page["data"] and time.monotonic() - asked < 1:
                time.sleep(1)


def _position(page: Any) -> Position:
    return {"after": page["meta"]["next"], "feed": page["meta"]["feed"]}
