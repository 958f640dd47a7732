"""Who may ask, and what every answer says about how it may be used: origins, hosts, headers, the page's policy."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

LOCAL = ("localhost", "127.0.0.1", "[::1]")

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"x-frame-options", b"DENY"),
)

COOKIE = "housu"
COOKIE_AGE = 400 * 24 * 3600


def policy(nonce: str) -> str:
    """The content security policy of a page: everything from this server, inline parts by nonce only."""
    return (
        f"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; "
        "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def new_nonce() -> str:
    """A nonce for one page."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """A player's token: 256 bits, not to be guessed."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether a text could be one of our tokens; others are taken as none."""
    return len(text) == 43 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()


def host_fits(host: str, hosts: Collection[str]) -> bool:
    """Whether a request names this server.

    Where `hosts` are given (on a loopback address without trusted proxies always), any other name is somebody's who points it here.
    """
    return not hosts or _name(host) in hosts


def origin_fits(origin: str | None, host: str, origins: Collection[str]) -> bool:
    """Whether a page of `origin` may use this server: one of its own, or one that was named.

    Programs send no Origin and are let in: they do not carry a person's cookies along without his knowing.
    """
    if origin is None:
        return True
    if origin.rstrip("/") in origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def _name(host: str) -> str:
    """The host without its port."""
    host = host.lower()
    return host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
