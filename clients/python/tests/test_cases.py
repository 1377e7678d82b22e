"""The cases that all typed clients have in common: sdk/cases."""

import datetime
import json
import pathlib
import unittest

from wattle_client import InvalidWebhook, verify_webhook
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
                    with self.assertRaises(ValueError if case["reason"] == "secret" else InvalidWebhook):
                        verified()

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
