"""How much one address, and one connection, may ask for, so that the others play on undisturbed."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Limits:
    """Bounds; `(burst, per second)` where they are rates."""

    sockets: int = 100
    """connections at once from one address"""
    all_sockets: int = 9_000
    """connections at once"""
    messages: tuple[float, float] = (40, 15)
    """messages over one connection; those beyond it are read later, which is felt only by who sends them"""
    hellos: tuple[float, float] = (120, 4)
    """connections from one address; also what limits the guessing of tokens"""
    requests: tuple[float, float] = (300, 30)
    """HTTP requests from one address"""
    tables: tuple[float, float] = (30, 30 / 3600)
    """tables opened from one address"""
    seats: tuple[float, float] = (80, 120 / 3600)
    """seats taken, and codes tried, from one address"""
    outbox: int = 64
    """frames that may wait for a slow reader"""


class Buckets:
    """A rate for each of many keys: a bucket that fills slowly, and from which each use takes one."""

    def __init__(self, rate: tuple[float, float], clock: Callable[[], float]) -> None:
        self.burst, self.per_second = rate
        self.clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> bool:
        """Whether there is one more for this key; takes it if so."""
        now = self.clock()
        level, at = self._levels.get(key, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.per_second)
        if level < 1:
            self._levels[key] = level, now
            return False
        self._levels[key] = level - 1, now
        if len(self._levels) > 20_000:
            self._forget(now)
        return True

    def _forget(self, now: float) -> None:
        """Full buckets are as good as none."""
        self._levels = {
            key: (level, at)
            for key, (level, at) in self._levels.items()
            if level + (now - at) * self.per_second < self.burst
        }


class Guard:
    """The limits of one server, counted by address."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.hellos = Buckets(limits.hellos, clock)
        self.requests = Buckets(limits.requests, clock)
        self.tables = Buckets(limits.tables, clock)
        self.seats = Buckets(limits.seats, clock)
        self.sockets: Counter[str] = Counter()
        self.open = 0

    def enter(self, address: str) -> bool:
        """A connection comes; False where it may not. Each that may has to `leave`."""
        if (
            self.open >= self.limits.all_sockets
            or self.sockets[address] >= self.limits.sockets
            or not self.hellos.take(address)
        ):
            return False
        self.sockets[address] += 1
        self.open += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.open -= 1
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]


class Rate:
    """The messages of one connection: as Buckets, for one key."""

    __slots__ = ("at", "level")

    def __init__(self, burst: float, now: float) -> None:
        self.level = burst
        self.at = now

    def wait(self, rate: tuple[float, float], now: float) -> float:
        """For how many seconds the next message has to wait; takes it."""
        burst, per_second = rate
        self.level = min(burst, self.level + (now - self.at) * per_second) - 1
        self.at = now
        return max(0.0, -self.level / per_second)

    def at_once(self, rate: tuple[float, float], now: float) -> bool:
        """Takes the next message if it need not wait."""
        burst, per_second = rate
        level = min(burst, self.level + (now - self.at) * per_second)
        if level < 1:
            return False
        self.level = level - 1
        self.at = now
        return True


@lru_cache
def _networks(texts: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(text, strict=False) for text in texts]


@lru_cache(maxsize=4096)
def client_address(peer: str, forwarded: str, trusted: tuple[str, ...]) -> str:
    """Whose request it is: the connection's other end, or where that is a trusted proxy, whom the proxy names.

    `forwarded` is X-Forwarded-For: the last address in it that is no trusted proxy itself. An IPv6 network of 64 bits
    counts as one address, since a household has at least one.
    """
    networks = _networks(trusted)

    def is_trusted(text: str) -> bool:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            return False
        return any(address in network for network in networks if network.version == address.version)

    found = peer
    if networks and is_trusted(peer):
        for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
            found = hop
            if not is_trusted(hop):
                break
    try:
        address = ipaddress.ip_address(found)
    except ValueError:
        return peer
    if address.version == 6:
        mapped = address.ipv4_mapped
        return (
            str(mapped)
            if mapped
            else str(ipaddress.ip_network((int(address), 64), strict=False).network_address)
        )
    return found
