"""One call against a server that answers as each test says."""

import contextlib
import datetime
import http.server
import io
import json
import os
import socket
import threading
import traceback
import unittest
from unittest import mock

from wattle_client import (
    ApiError,
    ConnectionFailed,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    ServerError,
    TimedOut,
    Unauthenticated,
    Unavailable,
    Wattle,
    WattleError,
)

TOKEN = "svc_at_secret"
OK = (200, {}, b'{"data": {"id": 7}}')


class Server(http.server.ThreadingHTTPServer):
    """Answers the requests in turn: a tuple of status, headers and body, or a function of the handler."""

    daemon_threads = True

    def __init__(self, answers):
        self.answers, self.requests, self.connections = list(answers), [], set()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request, client_address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_one_request(self):
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.connections.add(self.client_address)
        self.server.requests.append((self.command, self.path, dict(self.headers.items()), body))
        answer = self.server.answers.pop(0)
        if callable(answer):
            answer(self)
            self.close_connection = True
            return
        status, headers, body = answer
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def drop(handler):
    """The connection ends without a response."""
    handler.connection.shutdown(socket.SHUT_RDWR)


def drip(handler):
    """A body that comes a byte at a time, for longer than any test waits."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
    gone = threading.Event()
    with contextlib.suppress(OSError):
        while not gone.wait(0.02):
            handler.wfile.write(b" ")


def cut(handler):
    """A body that is shorter than its length."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")


class Calls(unittest.TestCase):
    def setUp(self):
        self.waits = []
        sleep = mock.patch("wattle_client._call.time.sleep", self.waits.append)
        sleep.start()
        self.addCleanup(sleep.stop)

    def service(self, *answers, token=TOKEN, **options):
        self.server = Server(answers)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        wattle = Wattle("http://127.0.0.1:%d/api/" % self.server.server_address[1], token, **options)
        self.addCleanup(wattle.close)
        return wattle

    def test_a_write_has_one_key_and_the_same_bytes_on_every_try(self):
        wattle = self.service(drop, (503, {"Retry-After": "2"}, b"{}"), (409, {}, b"{}"), (201, {}, OK[2]))
        body = {"first_name": "Zoë", "starts": datetime.date(2026, 11, 19)}
        self.assertEqual(wattle.clients.create(body), {"data": {"id": 7}})
        self.assertEqual(len(self.server.requests), 4)
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in self.server.requests}
        bodies = {body for _, _, _, body in self.server.requests}
        self.assertEqual(len(keys), 1)
        self.assertEqual(bodies, {'{"first_name":"Zo\\u00eb","starts":"2026-11-19"}'.encode()})
        self.assertEqual(self.waits[1], 2)
        self.assertTrue(0.375 <= self.waits[0] <= 0.5 and 1.5 <= self.waits[2] <= 2, self.waits)

    def test_each_call_has_a_key_of_its_own_or_the_one_given(self):
        wattle = self.service(OK, OK, OK)
        wattle.clients.create({})
        wattle.clients.create({})
        wattle.clients.create({}, idempotency_key="mine")
        first, second, third = [headers["Idempotency-Key"] for _, _, headers, _ in self.server.requests]
        self.assertNotEqual(first, second)
        self.assertEqual(third, "mine")

    def test_after_four_tries_it_is_the_error(self):
        wattle = self.service(*[(503, {}, b'{"message": "Service overloaded."}')] * 4)
        with self.assertRaises(Unavailable) as caught:
            wattle.clients.get(7)
        self.assertEqual((caught.exception.message, len(self.server.requests)), ("Service overloaded.", 4))

    def test_a_write_that_takes_no_key_is_not_sent_again(self):
        wattle = self.service(drop)
        with self.assertRaises(ConnectionFailed):
            wattle.webhooks.test(1, {})
        self.assertEqual(len(self.server.requests), 1)

    def test_a_wait_of_an_hour_is_left_to_the_caller(self):
        wattle = self.service((503, {"Retry-After": "3600"}, b'{"message": "Integrations are turned off."}'))
        with self.assertRaises(Unavailable) as caught:
            wattle.clients.get(7)
        self.assertEqual((caught.exception.retry_after, self.waits), (3600, []))

    def test_statuses_become_exceptions_of_their_own(self):
        kinds = {401: Unauthenticated, 403: Forbidden, 404: NotFound, 422: Invalid, 400: ApiError, 501: ServerError}
        for status, kind in kinds.items():
            with self.subTest(status):
                body = b'{"message": "No.", "errors": {"email": ["is wrong"]}, "conflicts": []}'
                headers = {"X-Request-Id": "r-1", "X-Required-Access": "clients=read-write"}
                wattle = self.service((status, headers, body))
                with self.assertRaises(kind) as caught:
                    wattle.clients.get(7)
                error = caught.exception
                self.assertEqual((error.status, error.request_id), (status, "r-1"))
                self.assertEqual(error.errors, {"email": ["is wrong"]})
                self.assertIn("email: is wrong", str(error))
                self.assertNotIn(TOKEN, str(error) + repr(error) + repr(vars(error)))
        self.assertEqual(len(self.server.requests), 1)

    def test_a_403_says_what_the_token_needs(self):
        wattle = self.service((403, {"X-Required-Access": "clients=read-write"}, b'{"message": "No."}'))
        with self.assertRaisesRegex(Forbidden, "The token needs clients=read-write"):
            wattle.clients.get(7)

    def test_a_429_says_how_long(self):
        wattle = self.service((429, {"Retry-After": "90"}, b"{}"))
        with self.assertRaises(RateLimited) as caught:
            wattle.clients.get(7)
        self.assertEqual(caught.exception.retry_after, 90)

    def test_a_body_that_drips_is_too_slow_in_all(self):
        wattle = self.service(drip, OK, timeout=0.2)
        self.assertEqual(wattle.clients.get(7)["data"]["id"], 7)
        self.assertEqual(len(self.server.requests), 2)

    def test_a_deadline_is_for_all_tries(self):
        wattle = self.service(drip, drip, drip, drip, timeout=60, deadline=0.2)
        with self.assertRaises(TimedOut):
            wattle.clients.get(7)
        self.assertEqual(len(self.server.requests), 1)

    def test_a_wait_beyond_the_deadline_ends_the_call(self):
        wattle = self.service((503, {"Retry-After": "30"}, b"{}"), deadline=10)
        with self.assertRaises(Unavailable):
            wattle.clients.get(7)
        self.assertEqual(self.waits, [])

    def test_a_body_that_is_cut_off_is_read_again(self):
        wattle = self.service(cut, OK)
        self.assertEqual(wattle.clients.get(7)["data"]["id"], 7)

    def test_a_token_function_is_asked_again_once_after_a_401(self):
        tokens = iter(["old", "new"])
        wattle = self.service((401, {}, b"{}"), OK, OK, token=lambda: next(tokens))
        wattle.clients.get(7)
        wattle.clients.get(7)
        sent = [headers["Authorization"] for _, _, headers, _ in self.server.requests]
        self.assertEqual(sent, ["Bearer old", "Bearer new", "Bearer new"])

    def test_a_second_401_is_the_error(self):
        wattle = self.service((401, {}, b"{}"), (401, {}, b"{}"), token=lambda: "old")
        with self.assertRaises(Unauthenticated):
            wattle.clients.get(7)
        wattle = self.service((401, {}, b"{}"))
        with self.assertRaises(Unauthenticated):
            wattle.clients.get(7)

    def test_the_token_is_in_no_text_of_the_client(self):
        wattle = self.service()
        self.assertNotIn(TOKEN, repr(wattle) + str(wattle) + repr(vars(wattle)) + repr(wattle.clients))

    def test_a_token_from_a_file_may_end_in_a_line_end_and_a_broken_one_is_not_quoted(self):
        wattle = self.service(OK, token=TOKEN + "\n")
        wattle.clients.get(7)
        self.assertEqual(self.server.requests[0][2]["Authorization"], "Bearer " + TOKEN)
        for broken in (TOKEN + "\nX-Other: 1", "svc_at_…", "Bearer " + TOKEN):
            with self.assertRaises(ValueError) as caught:
                Wattle("http://127.0.0.1:1/api", broken)
            self.assertEqual(str(caught.exception), "token has characters that no token has. Was it copied whole?")
            with self.assertRaisesRegex(ValueError, "copied whole"):
                Wattle("http://127.0.0.1:1/api", lambda broken=broken: broken).clients.get(7)

    def test_a_redirect_is_an_error_and_takes_no_token_along(self):
        wattle = self.service((301, {"Location": "http://127.0.0.1:1/"}, b""))
        with self.assertRaisesRegex(WattleError, "redirects to http://127.0.0.1:1/"):
            wattle.clients.get(7)

    def test_a_page_that_is_not_the_api_is_an_error_with_the_cure(self):
        wattle = self.service((200, {"Content-Type": "text/html"}, b"<h1>Welcome</h1>"))
        with self.assertRaisesRegex(WattleError, "base_url"):
            wattle.clients.get(7)

    def test_the_path_of_the_api_may_be_left_out(self):
        wattle = self.service(OK)
        with Wattle("http://127.0.0.1:%d" % self.server.server_address[1], TOKEN) as wattle:
            wattle.clients.get(7)
        self.assertEqual(self.server.requests[0][1], "/api/integrations/v1/clients/7")

    def test_wrong_arguments_of_the_client_say_what_is_right(self):
        for base_url in ("care.example.org", "ftp://x", "https://", "https://x/?a=1", "https://user:pw@x/api"):
            with self.subTest(base_url), self.assertRaisesRegex(ValueError, "base_url"):
                Wattle(base_url, TOKEN)
        for base_url in (TOKEN, None, "http://x:%s/" % TOKEN, "//[%s" % TOKEN):
            with self.subTest(base_url), self.assertRaisesRegex(ValueError, "first argument, and the token the sec") as caught:
                Wattle(base_url, "https://care.example.org")
            self.assertNotIn(TOKEN, "".join(traceback.format_exception_only(ValueError, caught.exception)))
            self.assertIsNone(caught.exception.__context__)
        for token in ("", None):
            with self.assertRaisesRegex(ValueError, "wattle token create"):
                Wattle("https://x/api", token)

    def test_parts_of_paths_and_queries_are_encoded(self):
        wattle = self.service(OK, OK, (200, {}, b'{"data": []}'))
        wattle.shifts.get("a:4411")
        wattle.external_ids.get("my/system", "client", "7 ü?")
        at = datetime.datetime(2026, 11, 19, 9, tzinfo=datetime.timezone.utc)
        wattle.shifts.list(from_=datetime.date(2026, 11, 19), updated_since=at, refs=["a:1", "g:2"]).page()
        with self.assertRaisesRegex(ValueError, "external_ids: a value in a list cannot have a comma"):
            wattle.external_ids.list(system="s", type="client", external_ids=["a,b", "c"]).page()
        paths = [path for _, path, _, _ in self.server.requests]
        self.assertEqual(
            paths,
            [
                "/api/shifts/a:4411",
                "/api/external-ids/my%2Fsystem/client/7%20%C3%BC%3F",
                "/api/shifts?refs=a:1,g:2&from=2026-11-19&updated_since=2026-11-19T09:00:00%2B00:00",
            ],
        )
        self.assertEqual(self.server.answers, [])

    def test_a_connection_is_used_again(self):
        wattle = self.service(OK, OK, (404, {"X-Request-Id": "r-1"}, b'{"message": "Client not found."}'), OK)
        wattle.clients.get(7)
        wattle.clients.get(7)
        with self.assertRaises(NotFound):
            wattle.clients.get(7)
        wattle.clients.get(7)
        self.assertEqual(len(self.server.connections), 1)

    def test_threads_do_not_share_a_connection_at_a_time(self):
        both = threading.Barrier(2, timeout=10)

        def together(handler):
            both.wait()
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

        wattle = self.service(together, together)
        threads = [threading.Thread(target=wattle.clients.get, args=(7,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.server.connections), 2)

    def test_each_response_can_be_looked_at(self):
        seen = []
        headers = {"X-Request-Id": "r-1", "RateLimit": '"token";r=599;t=60'}
        wattle = self.service((503, {}, b"{}"), (200, headers, OK[2]))
        wattle.with_options(on_response=seen.append).clients.get(7)
        self.assertEqual([each.status for each in seen], [503, 200])
        self.assertEqual((seen[1].request_id, seen[1].rate_limit, seen[1].path), ("r-1", '"token";r=599;t=60', "/api/clients/7"))

    def test_a_proxy_of_the_environment_is_used_and_no_proxy_obeyed(self):
        proxy = Server([OK])
        self.addCleanup(proxy.server_close)
        self.addCleanup(proxy.shutdown)
        address = "http://127.0.0.1:%d" % proxy.server_address[1]
        with mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": "other.example"}):
            with Wattle("http://care.example/api", TOKEN) as wattle:
                wattle.clients.get(7)
        self.assertEqual(proxy.requests[0][1], "http://care.example/api/clients/7")
        wattle = self.service(OK)
        with mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": "127.0.0.1"}):
            wattle.clients.get(7)

    def test_an_export_that_breaks_off_is_an_error(self):
        def cut_chunks(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nid;na\r\n")

        for each in (cut, cut_chunks):
            wattle = self.service(each)
            with wattle.clients.export() as file, self.assertRaises(ConnectionFailed):
                file.read()

    def test_an_export_may_take_longer_than_a_try(self):
        def slow(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n")
            pause = threading.Event()
            for _ in range(20):
                pause.wait(0.02)
                handler.wfile.write(b"x")

        wattle = self.service(slow, timeout=0.2)
        with wattle.clients.export("ndjson") as file:
            self.assertEqual(io.BufferedReader(file).read(), b"x" * 20)

    def test_a_list_reads_page_by_page_as_it_is_needed(self):
        def page(ids, following):
            meta = {"per_page": 100, "next_after_id": following}
            return (200, {}, json.dumps({"data": [{"id": n} for n in ids], "meta": meta}).encode())

        wattle = self.service(page([1, 2], 2), page([5], None))
        clients = iter(wattle.clients.list(status="Active"))
        self.assertEqual([next(clients)["id"], next(clients)["id"]], [1, 2])
        self.assertEqual(len(self.server.requests), 1)
        self.assertEqual([each["id"] for each in clients], [5])
        paths = [path for _, path, _, _ in self.server.requests]
        self.assertEqual(paths[0], "/api/clients?status=Active&after_id=0&per_page=100")
        self.assertEqual(paths[1], "/api/clients?status=Active&after_id=2&per_page=100")

    def test_a_list_whose_next_page_is_itself_ends_with_an_error(self):
        page = json.dumps({"data": [], "meta": {"per_page": 100, "next_after_id": 7}}).encode()
        wattle = self.service(*[(200, {}, page)] * 3)
        with self.assertRaisesRegex(WattleError, "next page is itself: {'after_id': 7} again"):
            list(wattle.clients.list())
        self.assertEqual(len(self.server.requests), 2)

    def feed(self, ids, following, latest=9):
        meta = {"feed": "f", "next": following, "latest": latest, "oldest": 1}
        return (200, {}, json.dumps({"data": [{"id": n} for n in ids], "meta": meta}).encode())

    def test_following_tells_the_position_after_the_body_of_the_loop(self):
        wattle = self.service(self.feed([3, 4], 6), self.feed([7], 7))
        told = []
        for event in wattle.events.follow(after={"after": 2, "feed": "f"}, on_position=told.append):
            if event["id"] == 3:
                self.assertEqual(told, [{"after": 2, "feed": "f"}])
            if event["id"] == 7:
                break
        self.assertEqual([each["after"] for each in told], [2, 3, 4, 6])
        self.assertEqual(self.server.requests[1][1], "/api/events?limit=100&after=6&feed=f&wait=20")

    def test_following_begins_at_one_latest_event_and_goes_on_after_an_outage(self):
        down = (500, {}, b"{}")
        wattle = self.service(self.feed([], 8), *[down] * 8, self.feed([9], 9))
        told = []
        events = wattle.events.follow(on_error=lambda error, seconds: told.append((error.status, seconds)))
        self.assertEqual(next(events)["id"], 9)
        self.assertEqual(told, [(500, 1), (500, 2)])
        paths = [path for _, path, _, _ in self.server.requests]
        self.assertEqual([paths.count(path) for path in paths[:2]], [1, 9])

    def test_following_ends_when_integrations_are_off(self):
        wattle = self.service((503, {"Retry-After": "3600"}, b"{}"))
        with self.assertRaises(Unavailable):
            next(wattle.events.follow())

    def test_following_does_not_ask_at_once_again_when_the_service_does_not_wait(self):
        wattle = self.service(self.feed([], 2), self.feed([3], 3))
        self.assertEqual(next(wattle.events.follow(after={"after": 2, "feed": "f"}))["id"], 3)
        self.assertEqual(self.waits, [5])

    def test_an_invalid_position_is_begun_anew_behind_the_latest_event(self):
        refused = (422, {}, b'{"message": "No.", "errors": {"after": ["is beyond the last event"]}}')
        wattle = self.service(refused, self.feed([], 9), self.feed([10], 10))
        resets = []

        def reset(error, position):
            resets.append((error.errors, position, len(self.server.requests)))

        events = wattle.events.follow(after={"after": 500, "feed": "f"}, on_reset=reset)
        self.assertEqual(next(events)["id"], 10)
        # What happens while the program reads all records anew comes next.
        self.assertEqual(resets, [({"after": ["is beyond the last event"]}, {"after": 9, "feed": "f"}, 2)])
        wattle = self.service(refused)
        with self.assertRaises(Invalid):
            next(wattle.events.follow(after={"after": 500, "feed": "f"}))

    def test_other_errors_of_following_are_not_a_reset(self):
        wattle = self.service(self.feed([], 2), (422, {}, b'{"message": "No.", "errors": {"types": ["unknown"]}}'))
        with self.assertRaises(Invalid):
            next(wattle.events.follow(types=["x"], on_reset=lambda *_: self.fail("reset")))


if __name__ == "__main__":
    unittest.main()
