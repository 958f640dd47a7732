"""HTTP and WebSockets as browsers and proxies use them: pages, headers, cookies, origins, paths, records."""

from __future__ import annotations

import contextlib
import json
import re
from typing import ClassVar

import pytest
import starlette.testclient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from housu import bots as housu_bots
from housu.errors import HousuError
from housu.record import Record, Replay
from housu.rules.ruleset import RuleSet
from housu.rules.sheet import sheet as written_sheet
from housu.server.app import Application, Settings
from housu.server.limits import Limits, client_address
from housu.server.main import _base, serve
from housu.server.pages import language
from housu.server.security import host_fits, origin_fits
from housu.server.store import MemoryStore
from housu.text import has, languages, say
from tests.server.harness import QUICK, FirstLegal


def make_app(**settings) -> Application:
    return Application(
        MemoryStore,
        Settings(**{"freeze": False, "pace": QUICK, "limits": Limits(messages=(1e6, 1e6)), **settings}),
        thinker=FirstLegal(),
    )


@pytest.fixture
def web():
    with starlette.testclient.TestClient(make_app(), base_url="http://testserver") as client:
        yield client
        while Talk.open:
            Talk.open.pop().close()


class Talk:
    """A WebSocket of the test client, and what came over it. The fixture closes those that a test leaves open."""

    open: ClassVar[list[Talk]] = []

    def __init__(self, web, table, token=None, **hello):
        self.socket = web.websocket_connect("/ws")
        self.socket.__enter__()
        Talk.open.append(self)
        greeting = {
            "t": "hello",
            "protocol": 1,
            "table": table,
            **({"token": token} if token else {}),
            **hello,
        }
        self.send(greeting)

    def send(self, message):
        self.socket.send_text(message if isinstance(message, str) else json.dumps(message))

    def next(self, kind=None):
        while True:
            message = json.loads(self.socket.receive_text())
            if kind in (None, message["t"]):
                return message

    def ask(self, **message):
        self.send(message)
        while (said := self.next()).get("id") != message["id"]:
            pass
        return said

    def end(self):
        """The code with which the server ends it."""
        try:
            while True:
                self.next()
        except WebSocketDisconnect as closed:
            return closed.code

    def close(self):
        with contextlib.suppress(Exception):
            self.socket.close(1000)
        self.socket.__exit__(None, None, None)


def found(pattern, text):
    match = re.search(pattern, text, re.DOTALL)
    assert match
    return match[1]


def first_of(page):
    """What the page is drawn from."""
    return json.loads(found(r'<script type="application/json"[^>]*>(.*?)</script>', page))


def new_table(web, **wanted):
    token = web.post("/api/player").json()["token"]
    answer = web.post(
        "/api/tables", json={"name": "A", "seats": 2, **wanted}, headers={"authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], token


def play_deal(talk, state):
    """Plays the deal as the first legal action says; the last update."""
    view, table = state.get("view"), state["table"]
    n = 0
    while table["status"] != "between":
        if table["status"] == "shuffling":
            talk.send({"t": "nonce", "deal": 0, "nonce": "ab" * 32})
        elif view and view.get("legal"):
            n += 1
            talk.send({"t": "act", "id": f"a{n}", "v": state["v"], "action": view["legal"][0]})
        update = talk.next("update")
        state = {**state, "v": update["v"]}
        view, table = update.get("view", view), update.get("table", table)
    return table


# Pages


def test_pages_come_with_everything_needed_and_a_policy(web):
    table, token = new_table(web, start=True)
    for path, kind, status in (
        ("/", "lobby", 200),
        (f"/t/{table}", "table", 200),
        ("/t/nothing", "missing", 404),
    ):
        answer = web.get(path)
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        nonce = found(r"script-src 'self' 'nonce-([\w-]+)'", policy)
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        for tag in re.findall(r"<(?:script|style)\b[^>]*>", answer.text):
            assert nonce in tag or "application/json" in tag or ' src="' in tag, tag
        assert " style=" not in answer.text
        assert " on" + "click" not in answer.text
        first = first_of(answer.text)
        assert first["kind"] == kind
        assert first["base"] == "/"
        assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text)
    assert token not in web.get(f"/t/{table}").text


def test_the_first_view_is_the_viewers_own(web):
    page = web.get("/")
    assert "HttpOnly" in page.headers["set-cookie"]
    assert "SameSite=lax" in page.headers["set-cookie"]
    table = web.post("/api/tables", json={"name": "A", "seats": 2, "start": True}).json()["table"]
    assert '"you":0' in web.get(f"/t/{table}").text
    assert "set-cookie" not in web.get(f"/t/{table}").headers
    web.cookies.clear()
    assert '"you":0' not in web.get(f"/t/{table}").text


def test_names_cannot_end_the_script_or_the_line(web):
    evil = "</script><script>alert(1)</script>"
    table, token = new_table(web, name=evil)
    page = web.get(f"/t/{table}").text
    assert "<script>alert" not in page
    state = web.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"}).json()
    assert state["table"]["seats"][0]["name"] == evil[:40]
    table, _ = new_table(web, name="\x1b[31mEve\u202e\n\x07")
    assert web.get(f"/api/tables/{table}").json()["table"]["seats"][0]["name"] == "[31mEve"


def test_static_files_are_kept_for_ever_by_their_version(web):
    first = first_of(web.get("/").text)
    for name in ("say.js", "texts/fi.json", "rules.json"):
        answer = web.get(first["static"] + name)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        assert web.get("/static/old/" + name).headers["cache-control"] == "no-store"
        plain = web.get(first["static"] + name, headers={"accept-encoding": "identity"})
        assert plain.content == answer.content
    for name in ("page.py", "../app.py", "%2e%2e/%2e%2e/errors.py", "nothing.js", "types.d.ts"):
        assert web.get(first["static"] + name).status_code == 404


def test_languages_of_pages():
    assert language("fi", "ru") == "fi"
    assert language("xx", "de,ru;q=0.5,fi;q=0.8") == "fi"
    assert language("", "RU-ru") == "ru"
    assert language("", "de, *;q=0.5, fi;q=0, ;;;q=x") == "en"


# The rest of HTTP


def test_rules_texts_and_bots(web):
    catalogue = web.get("/api/rules").json()
    assert [game["name"] for game in catalogue["games"]] == ["paskahousu", "zalupa"]
    assert web.get("/api/rules/check", params={"rules": "pagat+decks=2"}).json()["game"] == "paskahousu"
    wrong = web.get("/api/rules/check", params={"rules": "pagat+decks=7"})
    assert wrong.status_code == 400
    assert wrong.json()["key"] == "error.rules.unknown_value"
    contrary = web.get("/api/rules/check", params={"rules": "poytapaska+decks=1+deal=all"}).json()
    assert contrary["key"] == "error.rules.contradiction"
    assert contrary["data"]["why"].keys() == {"en", "fi", "ru"}
    for lang in ("en", "fi", "ru"):
        for game in catalogue["games"]:
            for named in game["sets"]:
                sheet = web.get("/api/rules/sheet", params={"rules": named["name"], "lang": lang}).json()
                assert sheet == written_sheet(RuleSet.parse(named["name"]), lang).data()
        assert web.get(f"/api/texts/{lang}").json()["language"] == lang
    assert web.get("/api/texts/xx").status_code == 404
    assert web.get("/api/rules/sheet", params={"rules": "pagat", "lang": "xx"}).status_code == 404
    assert web.get("/api/bots").json()["usual"] == "greedy"


def test_every_problem_is_a_text(web):
    answers = [
        web.post("/api/tables", content=b"{"),
        web.post("/api/tables", json={"surprise": 1}),
        web.post("/api/tables", content=b"x" * 5000),
        web.post("/api/tables", json={"seats": 1}),
        web.post("/api/tables", json={"rules": "nothing"}),
        web.post("/api/tables", json={"name": "A"}),
        web.get("/api/tables/none"),
        web.get("/api/tables/none/record"),
        web.get("/t/none/replay"),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        if "json" in answer.headers["content-type"]:
            assert has(answer.json()["key"]), answer.text


def test_more_bots_than_free_seats_are_refused(web):
    assert web.post("/api/tables", json={"seats": 3, "bots": 3}).status_code == 201
    for wanted in ({"bots": 9}, {"bots": 4}, {"bots": 3, "name": "A"}):
        token = web.post("/api/player").json()["token"]
        answer = web.post(
            "/api/tables", json={"seats": 3, **wanted}, headers={"authorization": f"Bearer {token}"}
        )
        assert (answer.status_code, answer.json()["key"]) == (400, "ui.room.too_many_bots")
        assert "{" not in say(answer.json()["key"], "ru", **answer.json()["data"])


def test_a_finished_deal_is_replayed_and_downloaded(web):
    table, token = new_table(web, seats=3, start=True)
    talk = Talk(web, table, token)
    state = talk.next("state")
    for what in ("record", "replay"):
        answer = web.get(f"/api/tables/{table}/{what}")
        assert (answer.status_code, answer.json()["key"]) == (404, "ui.replay.none")
    assert f'"table":"{table}"' in web.get(f"/t/{table}/replay").text
    info = play_deal(talk, state)
    answer = web.get(f"/api/tables/{table}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="{table}-1.housu"'
    record = Record.loads(answer.text)
    assert record.deals[0].fair
    assert record.deals[0].fair["secret"] == info["fair"]["secret"]
    replay = web.get(f"/api/tables/{table}/replay").json()
    assert len(replay["steps"]) == len(record.deals[0].actions) + 1
    assert replay["steps"][-1]["view"]["phase"] == "over"
    assert "??" not in json.dumps(replay)
    seen = web.get(f"/api/tables/{table}/replay?seat=1").json()
    there = Replay(record)
    for done, step in enumerate(seen["steps"]):
        there.go(0, done)
        assert (step["view"], step["events"]) == (there.view(1), there.events(1))
    assert '"kind":"replay"' in web.get(f"/t/{table}/replay").text
    for wrong in (
        "match=1",
        "deal=1",
        "deal=-1",
        "match=x",
        "deal=99999999999999999999",
        "seat=3",
        "seat=x",
    ):
        answer = web.get(f"/api/tables/{table}/replay?{wrong}")
        assert (answer.status_code, answer.json()["key"]) == (404, "ui.room.not_found")
        assert '"table":null' in web.get(f"/t/{table}/replay?{wrong}").text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nosuch", 404),
        ("GET", "/api/nosuch", 404),
        ("GET", "/ws", 404),
        ("GET", "/t/", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/healthz", 405),
    ],
)
def test_what_is_not_there_is_told_as_every_error(web, method, path, status):
    answer = web.request(method, path)
    assert (answer.status_code, answer.json()) == (status, {"key": "ui.page.not_found", "data": {}})
    assert ("allow" in answer.headers) == (status == 405)


def test_health_and_metrics(web):
    assert web.get("/healthz").json() == {"ok": True}
    new_table(web)
    text = web.get("/metrics").text
    assert "housu_tables_opened_total 1" in text
    assert re.search(r"^housu_resident_bytes \d", text, re.MULTILINE)
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) .+|housu_\w+(\{le="[\d.+Inf]+"\})? [\d.e+-]+', line), line


# Origins, hosts, proxies


def test_pages_of_others_cannot_use_a_players_cookie(web):
    web.get("/")
    evil = {"origin": "http://evil.example"}
    assert web.post("/api/tables", json={"name": "A"}, headers=evil).status_code == 403
    assert (
        web.post("/api/tables", json={"name": "A"}, headers={"origin": "http://testserver"}).status_code
        == 201
    )
    for origin in (
        "http://evil.example",
        "null",
        "http://testserver.evil.example",
        "http://testserver:81",
        "x",
    ):
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
            web.websocket_connect("/ws", headers={"origin": origin}).__enter__()
    with web.websocket_connect("/ws", headers={"origin": "http://testserver"}):
        pass


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        (None, "a", True),
        ("https://a", "a", True),
        ("https://a:8", "a:8", True),
        ("https://A", "a", True),
        ("https://named.example", "inside:8000", True),
        ("https://a", "b", False),
        ("https://a", "", False),
        ("ftp://a", "a", False),
        ("https://[", "a", False),
        ("null", "null", False),
    ],
)
def test_origins(origin, host, fits):
    assert origin_fits(origin, host, ("https://named.example",)) is fits


def test_hosts():
    assert host_fits("anything", ())
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:8000"):
        assert host_fits(host, ("localhost", "127.0.0.1", "[::1]"))
    for host in ("", "evil.example", "localhost.evil.example", "[::2]"):
        assert not host_fits(host, ("localhost", "127.0.0.1", "[::1]"))


def test_a_name_that_was_pointed_here_is_refused():
    with starlette.testclient.TestClient(
        make_app(hosts=("testserver",)), base_url="http://testserver"
    ) as web:
        assert web.get("/").status_code == 200
        assert web.get("/", headers={"host": "evil.example"}).status_code == 403
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
            web.websocket_connect("/ws", headers={"host": "evil.example"}).__enter__()


def test_below_a_path_whether_the_proxy_takes_it_off_or_not():
    with starlette.testclient.TestClient(make_app(base="/cards/"), base_url="http://localhost") as web:
        page = web.get("/cards/")
        assert '"base":"/cards/"' in page.text
        assert "Path=/cards/" in page.headers["set-cookie"]
        assert web.get("/").status_code == 200
        assert web.get("/cards/api/rules").status_code == 200
        assert web.get("/api/rules").status_code == 200
        assert web.get("/elsewhere").status_code == 404
        assert web.get("/cards").status_code == 200
        for path in ("/cards/ws", "/ws"):
            with web.websocket_connect(path):
                pass


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("9.9.9.9", "1.2.3.4", "9.9.9.9"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4"),
        ("10.0.0.1", "rubbish", "10.0.0.1"),
        ("2001:db8:1:2:3::4", "", "2001:db8:1:2::"),
        ("::ffff:1.2.3.4", "", "1.2.3.4"),
        ("testclient", "", "testclient"),
    ],
)
def test_whose_request_it_is(peer, forwarded, address):
    assert client_address(peer, forwarded, ("10.0.0.0/8",)) == address


def test_behind_https_the_cookie_is_for_https():
    app = make_app(trusted_proxies=("127.0.0.1",))
    with starlette.testclient.TestClient(app, base_url="http://localhost", client=("127.0.0.1", 9)) as web:
        ahead = {"x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https"}
        assert "Secure" in web.get("/", headers=ahead).headers["set-cookie"]
        web.cookies.clear()
        assert "Secure" not in web.get("/").headers["set-cookie"]


# WebSockets


@pytest.mark.parametrize(
    ("first", "code", "why"),
    [
        ('{"t":"hello","protocol":2,"table":"x"}', 4001, "reload"),
        ('{"t":"hello","protocol":1,"table":"x"}', 4002, "not_found"),
        ('{"t":"ping"}', 4000, "malformed"),
        ("nonsense", 4000, "malformed"),
        ("[" * 4000, 4000, "malformed"),
        ('{"t":"hello","protocol":1,"table":"' + "x" * 5000 + '"}', 4000, "malformed"),
    ],
)
def test_a_connection_that_begins_wrong_is_told_why(web, first, code, why):
    with web.websocket_connect("/ws") as socket:
        socket.send_text(first)
        assert json.loads(socket.receive_text()) == {"t": "bye", "why": why}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == code


def test_bytes_and_a_second_hello_end_the_connection(web):
    table, token = new_table(web)
    talk = Talk(web, table, token)
    talk.send({"t": "hello", "protocol": 1, "table": table})
    assert talk.end() == 4000
    talk = Talk(web, table, token)
    talk.socket.send_bytes(b'{"t":"ping"}')
    assert talk.end() == 4000


def test_the_second_tab_takes_over(web):
    table, token = new_table(web)
    first = Talk(web, table, token)
    assert first.next("state")["you"] == 0
    second = Talk(web, table, token)
    assert second.next("state")["you"] == 0
    assert first.next("bye")["why"] == "other_tab"
    assert first.end() == 4003


def test_the_browsers_cookie_is_enough(web):
    web.get("/")
    table = web.post("/api/tables", json={"name": "A", "seats": 2}).json()["table"]
    assert Talk(web, table).next("state")["you"] == 0
    web.cookies.clear()
    assert "you" not in Talk(web, table).next("state")


def test_guessed_tokens_own_nothing(web):
    table, token = new_table(web)
    for guess in (
        token[:-1] + ("B" if token.endswith("A") else "A"),
        "a" * 43,
        "a" * 20,
        token.lower() + "x",
    ):
        assert "you" not in Talk(web, table, guess).next("state")


def test_spectators_without_a_token_cannot_sit_down(web):
    table, _ = new_table(web)
    talk = Talk(web, table)
    talk.next("state")
    assert talk.ask(t="join", id="x", v=1, name="Eve")["key"] == "ui.room.not_yours"


# Starting


def test_what_cannot_be_served_is_said(tmp_path):
    for wrong, reason in (
        ({"bot": "nobody"}, "no bot"),
        ({"path": "/<b>/"}, "path"),
        ({"trusted_proxies": ["x"]}, "trusted proxy"),
        ({"database": "sqlite:///nowhere/at/all.db"}, "cannot be kept"),
        ({"database": "mysql://x"}, "sqlite:///"),
        ({"environ": {"HOUSU_PORT": "many"}}, "HOUSU_PORT"),
        ({"environ": {"HOUSU_GRACE": "many"}}, "HOUSU_GRACE"),
        ({"environ": {"HOUSU_LOG_LEVEL": "loud"}}, "HOUSU_LOG_LEVEL.*debug"),
        ({"log_level": "loud"}, "log_level.*debug"),
        ({"environ": {"HOUSU_KEEP_DAYS": "-1"}}, "HOUSU_KEEP_DAYS.*from 0 to"),
        ({"environ": {"HOUSU_KEEP_RECORDS": "maybe"}}, "HOUSU_KEEP_RECORDS.*yes, no"),
        ({"environ": {"HOUSU_BOT_WORKERS": "0"}}, "HOUSU_BOT_WORKERS.*from 1 to"),
        ({"environ": {"HOUSU_BOT_PAUSE": "nan"}}, "HOUSU_BOT_PAUSE.*“nan”"),
        ({"environ": {"HOUSU_GRACE": "inf"}}, "HOUSU_GRACE.*“inf”"),
        ({"environ": {"HOUSU_MAX_SOCKETS": "0"}}, "HOUSU_MAX_SOCKETS.*from 1 to"),
        ({"environ": {"HOUSU_PORT": "-1"}}, "HOUSU_PORT.*from 0 to 65535"),
        ({"port": 70_000}, "--port.*65535"),
        ({"host": "x" * 70}, "cannot listen"),
        ({"environ": {"HOUSU_ORIGINS": "cards.example"}}, "origin"),
        ({"environ": {"HOUSU_ORIGINS": "https://cards.example/cards/"}}, "origin"),
        ({"environ": {"HOUSU_HOSTS": "cards.example:8000"}}, "cards.example:8000"),
        ({"environ": {"HOUSU_BOT": "keeper,nobody"}}, "nobody"),
        ({"bot": ["keeper", "tests.support.guests:Unfinished"]}, "not yet"),
        ({"bot": f"{'x' * 40}:Bot"}, "at most"),
    ):
        told: list[str] = []
        with pytest.raises(HousuError, match=reason) as raised:
            serve(**{"environ": {}, "database": "memory:", "say": told.append, **wrong})  # type: ignore[arg-type]
        assert not told, "it said where it is"
        assert len({raised.value.say(lang) for lang in languages}) == len(languages)
    assert [_base(path) for path in ("/", "", "cards", "/a/b/")] == ["/", "/", "/cards/", "/a/b/"]


@pytest.mark.parametrize(
    ("wanted", "usual", "bots"),
    [
        ({}, "keeper", tuple(housu_bots.names())),
        ({"bot": "medium"}, "medium", ("medium",)),
        ({"bot": ["Keeper", "medium"]}, "keeper", ("keeper", "medium")),
        ({"environ": {"HOUSU_BOT": "greedy, random"}}, "greedy", ("greedy", "random")),
        (
            {"bot": ["tests.support.guests:Last", "hard"]},
            "tests.support.guests:Last",
            ("tests.support.guests:Last", "hard"),
        ),
    ],
)
def test_only_the_bots_that_the_host_names_are_offered(wanted, usual, bots, monkeypatch):
    found = []

    def run(options):
        found.append(options)
        return 0

    monkeypatch.setattr("housu.server.run.run", run)
    assert serve(**{"environ": {}, "database": "memory:", "say": found.append, **wanted}) == 0
    options = found[-1]
    options.listening.close()
    assert (options.bot, options.bots) == (usual, bots)


def test_a_bot_that_is_not_offered_is_refused():
    app = Application(MemoryStore, Settings(freeze=False, bot="random", bots=("random", "greedy")))
    with starlette.testclient.TestClient(app, base_url="http://localhost") as web:
        assert web.get("/api/bots").json() == {"bots": ["random", "greedy"], "usual": "random"}
        assert web.post("/api/tables", json={"bot": "greedy"}).status_code == 201
        assert web.post("/api/tables", json={"bot": "keeper"}).json()["key"] == "ui.room.no_bot"
