"""
The client against a real service, which `npm test` starts: every operation with the examples of its reference, lists while
records change, and connections that break.
"""

import contextlib
import inspect
import io
import json
import os
import re
import socket
import threading
import unittest
from unittest import mock

from wattle_client import Invalid, NotFound, Wattle

SERVICE = os.environ.get("WATTLE_TEST_SERVICE")


class Proxy:
    """Between the client and the service. It can cut a connection before or after the service has done the request."""

    def __init__(self, port):
        self.port, self.cuts, self.requests = port, [], []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            reader = connection.makefile("rb")
            while True:
                request = message(reader)
                if not request:
                    return
                self.requests.append(request)
                cut = self.cuts.pop(0) if self.cuts else None
                if cut == "before":
                    return
                with socket.create_connection(("127.0.0.1", self.port)) as upstream:
                    upstream.sendall(request)
                    response = message(upstream.makefile("rb"))
                if cut == "after":
                    return
                if cut == "within":
                    connection.sendall(response[:-20])
                    return
                connection.sendall(response)

    def close(self):
        self.socket.close()


def message(reader):
    """A request or response with its body. Those of these tests have a length."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = reader.readline()
        if not line:
            return b""
        head += line
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    return head + (reader.read(int(length.group(1))) if length else b"")


@unittest.skipUnless(SERVICE, "npm test starts a service for these tests")
class Service(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(SERVICE, encoding="utf-8") as file:
            cls.given = json.load(file)
        cls.wattle = Wattle(cls.given["base_url"], cls.given["token"])
        cls.addClassCleanup(cls.wattle.close)

    def test_every_operation_by_its_name_with_the_examples_of_the_reference(self):
        called = set()
        for request in self.given["requests"]:
            name = request["name"]
            with self.subTest(name, example=request["example"]):
                resource, verb = (re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), part) for part in name.split("."))
                of = getattr(self.wattle, resource)
                query = {key + "_" if key == "from" else key: value for key, value in request["query"].items()}
                if query.get("format", "json") != "json":
                    method = getattr(of, "export" if verb == "list" else "export_" + verb.replace("get_", ""))
                    with method(*request["path"], **query) as file:
                        self.assertTrue(io.BufferedReader(file).read())
                    continue
                query.pop("format", None)
                method = getattr(of, verb + "_" if verb == "import" else verb)
                body = [request["body"]] if request["body"] is not None else []
                result = method(*request["path"], *body, **query)
                if hasattr(result, "page"):
                    result = result.page()
                self.assertIsInstance(result, dict)
                called.add(name)
        self.assertEqual(called, {request["name"] for request in self.given["requests"]})
        self.assertGreater(len(called), 120)

    def test_the_methods_are_those_of_the_table(self):
        resources = {name: of for name, of in vars(self.wattle).items() if not name.startswith("_")}
        methods = {
            "%s.%s" % (name, verb)
            for name, of in resources.items()
            for verb, _ in inspect.getmembers(of, inspect.ismethod)
            if not verb.startswith(("_", "export"))
        }
        self.assertEqual(len(methods - {"events.follow"}), len({request["name"] for request in self.given["requests"]}))

    def test_a_cut_connection_leaves_exactly_one_record(self):
        proxy = Proxy(self.given["port"])
        self.addCleanup(proxy.close)
        wattle = Wattle("http://127.0.0.1:%d%s" % (proxy.address, self.given["path"]), self.given["token"])
        self.addCleanup(wattle.close)
        with mock.patch("wattle_client._call.time.sleep"):
            for cut in ("before", "after", "within"):
                with self.subTest(cut):
                    proxy.cuts = [cut]
                    name = "Cut %s" % cut
                    made = wattle.businesses.create({"name": name})["data"]
                    self.assertEqual([each["name"] for each in self.wattle.businesses.list()].count(name), 1)
                    proxy.cuts = [cut]
                    changed = wattle.businesses.update(made["id"], {"name": name + " 2"})["data"]
                    self.assertEqual(changed["name"], name + " 2")
                    proxy.cuts = [cut]
                    # The second try is answered as the first was: no 404 because it is gone.
                    self.assertTrue(wattle.businesses.delete(made["id"]))
                    self.assertNotIn(made["id"], [each["id"] for each in self.wattle.businesses.list()])
        self.assertEqual(len(proxy.requests), 18)

    def test_a_list_gives_each_record_once_while_others_change(self):
        ids = [self.wattle.businesses.create({"name": "Listed %d" % n})["data"]["id"] for n in range(12)]
        seen = []
        for n, business in enumerate(self.wattle.businesses.list(per_page=3)):
            seen.append(business["id"])
            if n == 4:
                self.wattle.businesses.delete(seen[0] if seen[0] in ids else ids[0])
                self.wattle.businesses.update(ids[-1], {"name": "Changed"})
        self.assertEqual(len(seen), len(set(seen)))
        self.assertLessEqual(set(ids) - {ids[0]}, set(seen))

    def test_errors_have_the_fields_of_the_service(self):
        with self.assertRaises(Invalid) as caught:
            self.wattle.clients.create({"first_name": ""})
        self.assertIn("last_name", caught.exception.errors)
        with self.assertRaises(NotFound):
            self.wattle.clients.get(999_999_999)

    def test_the_feed_is_followed_from_a_position(self):
        position = []
        made = self.wattle.businesses.create({"name": "Followed"})["data"]["id"]
        for event in self.wattle.events.follow(after="oldest", on_position=position.append):
            if event["type"] == "business.created" and event["subject"]["id"] == made:
                break
        self.assertTrue(position[-1]["feed"])


if __name__ == "__main__":
    unittest.main()
