"""HTTP over the standard library. Connections are kept, so that a page of a list costs one round trip."""

from __future__ import annotations

import collections
import functools
import http.client
import io
import re
import socket
import ssl
import time
import urllib.parse
import urllib.request
from typing import Any, Deque, Dict, Mapping, Optional, Tuple

# A server closes an unused connection sooner or later. One that was used a moment ago is still open.
_KEPT_SECONDS = 3.0


class Connections:
    """Connections to one service. Any thread may send; each request has a connection of its own."""

    def __init__(self, base_url: str, context: Optional[ssl.SSLContext]) -> None:
        url = _split(base_url)
        if url is None or url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment:
            # It is not quoted: it may be the token, given in its place.
            raise ValueError(
                "base_url must be the http(s) address of the service, such as https://care.example.org. It is the first "
                "argument, and the token the second"
            )
        if url.username is not None:
            raise ValueError("base_url must not have a user name: the token is an argument of its own")
        self._url = url
        self.path = url.path.rstrip("/") or "/api/integrations/v1"
        self._context = (context or ssl.create_default_context()) if url.scheme == "https" else None
        self._idle: Deque[Tuple[float, http.client.HTTPConnection]] = collections.deque()

    def send(
        self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str], seconds: float
    ) -> Exchange:
        """
        Sends a request. Redirects are not followed: they would take the token along.

        :param seconds: For all together: to connect, to send, and to read the response.
        """
        limit = Limit(seconds)
        connection = self._take(seconds)
        connection.response_class = functools.partial(_LimitedResponse, limit)  # type: ignore[assignment]
        try:
            connection.request(method, self._target(path), body, dict(headers))
            return Exchange(self._idle, connection, connection.getresponse(), limit)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    def _take(self, seconds: float) -> http.client.HTTPConnection:
        while self._idle:
            try:
                since, connection = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if time.monotonic() - since < _KEPT_SECONDS and connection.sock is not None:
                connection.sock.settimeout(seconds)
                return connection
            connection.close()
        return self._new(seconds)

    def _new(self, seconds: float) -> http.client.HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        proxy = self._proxy()
        if self._context is None:
            return http.client.HTTPConnection(*(proxy or (host, port)), timeout=seconds)
        if proxy is None:
            return http.client.HTTPSConnection(host, port, timeout=seconds, context=self._context)
        connection = http.client.HTTPSConnection(*proxy, timeout=seconds, context=self._context)
        connection.set_tunnel(host, port)
        return connection

    def _proxy(self) -> Optional[Tuple[str, Optional[int]]]:
        """From HTTPS_PROXY, HTTP_PROXY and NO_PROXY, as other programs do."""
        address = urllib.request.getproxies().get(self._url.scheme)
        if not address or urllib.request.proxy_bypass(self._url.netloc):
            return None
        proxy = urllib.parse.urlsplit(address if "//" in address else "//" + address)
        return proxy.hostname or "", proxy.port

    def _target(self, path: str) -> str:
        through_proxy = self._context is None and self._proxy() is not None
        origin = "http://%s" % self._url.netloc if through_proxy else ""
        return origin + self.path + path


def _split(url: Any) -> Optional[urllib.parse.SplitResult]:
    try:
        parts = urllib.parse.urlsplit(url if isinstance(url, str) else "")
        return parts if parts.port != 0 and not re.search(r"\s", parts.netloc) else None
    except ValueError:  # it quotes the text
        return None


class Limit:
    """How long a response may still take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends: Optional[float] = time.monotonic() + seconds

    def only_without_progress(self) -> None:
        """From now on it is for each piece: a file may take long, while it comes."""
        self._ends = None

    def left(self) -> float:
        left = self._seconds if self._ends is None else self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class Exchange:
    """A response, and the connection it comes by."""

    def __init__(
        self,
        idle: Deque[Tuple[float, http.client.HTTPConnection]],
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        limit: Limit,
    ) -> None:
        self._idle, self._connection = idle, connection
        self.response, self.limit = response, limit
        self.status = response.status
        self.headers: Dict[str, str] = {name.lower(): value for name, value in response.getheaders()}

    def read(self) -> bytes:
        """The whole body. The connection is kept for the next request."""
        body = self.response.read()
        if self._connection.sock is not None:
            self._idle.append((time.monotonic(), self._connection))
        return body

    def close(self) -> None:
        self.response.close()
        self._connection.close()


class _LimitedResponse(http.client.HTTPResponse):
    """A response whose time limit is for the whole. That of a socket begins anew with each byte."""

    def __init__(self, limit: Limit, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(_Limited(limit, sock), *args, **kwargs)  # type: ignore[arg-type]


class _Limited(io.RawIOBase):
    def __init__(self, limit: Limit, sock: socket.socket) -> None:
        self._limit, self._socket = limit, sock
        self._file = sock.makefile("rb", buffering=0)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._socket.settimeout(self._limit.left())
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()
