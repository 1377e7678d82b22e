"""Whether a webhook's request is from the service (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union, cast

from .errors import InvalidWebhook

if TYPE_CHECKING:
    from .types import WebhookEvent


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> WebhookEvent:
    """
    The event of a webhook's request, or :class:`InvalidWebhook`.

    :param raw_body: The body as it arrived, before anything parsed it: the signature is of these bytes.
    :param headers: The headers of the request. Capital letters do not matter.
    :param secret: The secret of the webhook, ``whsec_…``; all that are valid while it is changed.
    :param tolerance_seconds: How old, or how far ahead, a request may be.
    """
    if isinstance(raw_body, str):
        raw_body = raw_body.encode()
    if not isinstance(raw_body, (bytes, bytearray, memoryview)):
        raise TypeError(
            "verify_webhook needs the raw body as bytes, and was given %s. Parsed JSON cannot be verified: "
            "take the body before a framework parses it, such as request.get_data() in Flask or request.body in Django."
            % type(raw_body).__name__
        )
    secrets: Sequence[Any] = [secret] if secret is None or isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("The secret of the webhook is missing or empty: POST /webhooks shows it in its response.")
    keys = [_key(each) for each in secrets]
    fields = {str(name).lower(): str(value) for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not fields.get(name)]
    if missing:
        raise InvalidWebhook("The request has no header %s." % missing[0])
    sent = fields["webhook-timestamp"]
    if not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        raise InvalidWebhook("The header webhook-timestamp is not a number of seconds.")
    if abs(now() - int(sent)) > tolerance_seconds:
        raise InvalidWebhook("The request is older or newer than %d seconds. Is the clock right?" % tolerance_seconds)
    signed = b"%s.%s.%s" % (fields["webhook-id"].encode(), sent.encode(), bytes(raw_body))
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    given = [each.encode() for each in fields["webhook-signature"].split(" ")]
    # Every pair is compared, so that the time tells nothing.
    if not any([hmac.compare_digest(one, other) for one in expected for other in given]):
        raise InvalidWebhook("No signature of the request is by this secret.")
    return cast("WebhookEvent", json.loads(raw_body))


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("The secret of a webhook is whsec_ and base64, as the service returned it.")
    return key
