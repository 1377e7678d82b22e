"""The cases that all typed clients have in common: sdk/cases."""

import datetime
import json
import pathlib
import unittest

import wattle_client
from wattle_client import InvalidWebhook, Wattle, verify_webhook
from wattle_client._call import part
from wattle_client.errors import error_of
from wattle_client.retries import TRIES, retry_after_seconds, wait_before_retry

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "sdk" / "cases"


def load(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


class Retries(unittest.TestCase):
    def test_each_case(self):
        table = load("retries.json")
        self.assertEqual(TRIES, table["tries"])
        self.assertGreater(len(table["cases"]), 30)
        for case in table["cases"]:
            with self.subTest(case["name"]):
                now = datetime.datetime.fromisoformat(case.get("now", "2026-11-19T00:00:00Z").replace("Z", "+00:00"))
                safe = case["method"] == "GET" or case.get("key", False)
                asked = retry_after_seconds(case.get("headers", {}), now.timestamp())
                wait = wait_before_retry(case["try"], safe, case["status"], asked, case["random"])
                self.assertEqual(wait, case["wait"])


class Errors(unittest.TestCase):
    def test_each_case(self):
        table = load("errors.json")
        self.assertGreater(len(table["cases"]), 5)
        for case in table["cases"]:
            with self.subTest(case["name"]):
                try:
                    body = json.loads(case["body"])
                except ValueError:
                    body = case["body"]
                error = error_of("GET /clients/7", case["status"], body, case["headers"], None)
                self.assertIs(type(error), getattr(wattle_client, case["error"]))
                self.assertEqual(str(error), case["text"])

    def test_what_a_422_has_beside_its_fields(self):
        given = {"message": "No.", "conflicts": [1], "duplicates": [2], "issues": [3]}
        error = error_of("POST /x", 422, given, {}, None)
        self.assertEqual((error.conflicts, error.duplicates, error.issues), ([1], [2], [3]))


class Paths(unittest.TestCase):
    def test_each_case(self):
        table = load("paths.json")
        for value in table["sent"]:
            self.assertTrue(part(value))
        # The port of nobody: an error of the connection would be another one.
        with Wattle("http://127.0.0.1:9", "token") as wattle:
            for value in [*table["refused"], 7.0, b"7"]:
                with self.subTest(value), self.assertRaisesRegex((TypeError, ValueError), "cannot be a part of a path"):
                    wattle.clients.get(value)
                with self.subTest(value), self.assertRaisesRegex((TypeError, ValueError), "cannot be a part of a path"):
                    wattle.clients.update(value, {})

    def test_whole_numbers_of_other_libraries_are_numbers(self):
        class Int64:
            def __index__(self):
                return 7

        self.assertEqual(part(Int64()), "7")


class Signatures(unittest.TestCase):
    def test_each_case(self):
        table = load("signatures.json")
        self.assertGreater(len(table["cases"]), 20)
        for case in table["cases"]:
            with self.subTest(case["name"]):
                body = case.get("body", table["body"]).encode()

                def verified(body=body, case=case):
                    return verify_webhook(
                        body,
                        case["headers"],
                        case["secrets"],
                        tolerance_seconds=case.get("tolerance_seconds", table["tolerance_seconds"]),
                        now=lambda: table["now"],
                    )

                if case["valid"]:
                    self.assertEqual(verified(), json.loads(body))
                else:
                    with self.assertRaises(ValueError if "secret" in case["reason"] else InvalidWebhook) as caught:
                        verified()
                    self.assertEqual("is missing or empty" in str(caught.exception), case["reason"] == "missing secret")

    def test_a_parsed_body_is_refused_with_the_cure(self):
        with self.assertRaisesRegex(TypeError, "before a framework parses it"):
            verify_webhook({"type": "client.created"}, {}, "whsec_AAAA")

    def test_one_secret_need_not_be_a_list(self):
        table = load("signatures.json")
        case = table["cases"][0]
        event = verify_webhook(table["body"], case["headers"], case["secrets"][0], now=lambda: table["now"])
        self.assertEqual(event["type"], "shift.cancelled")


if __name__ == "__main__":
    unittest.main()
