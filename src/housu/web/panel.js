// What stands on the table while no cards do: who sits where before the start, and the result after a deal.

import { button, h, keyed, put, set } from "./draw.js";
import { inviteBox } from "./invite.js";
import { score } from "./menu.js";
import { change, settings } from "./settings.js";
import { sheetDialog } from "./sheet.js";
import { changesOf, names, parts } from "./table.js";
import { capital, ofDeal, t } from "./words.js";

/** @typedef {import("./live.js").Live} Live */

/** What the panel was last made for: it is made anew only when that changes, so that input and focus stay. */
let made = "";

/** @param {Live} live */
export function renderPanel(live) {
  const { table, you, view } = live.screen;
  const closed = table.status === "closed";
  const what = table.status === "lobby" ? "room" : closed && !view ? "closed" : closed || table.status === "between" ? "result" : "";
  parts.panel.hidden = !what;
  const key = `${what} ${document.documentElement.lang} ${you} ${what === "result" ? `${table.deal} ${table.status}` : table.host}`;
  const fresh = key !== made;
  made = key;
  if (what === "room") renderRoom(live, fresh);
  if (what === "result") renderResult(live, fresh);
  if (what === "closed" && fresh)
    parts.panel.replaceChildren(h("div", { class: "column" }, h("h2", {}, t("ui.room.closed")), h("a", { class: "button main", href: live.base }, capital(t("ui.room.lobby")))));
}

/** @type {Record<string, HTMLElement>} */
const at = {};

/** @param {Live} live @param {boolean} fresh */
function renderRoom(live, fresh) {
  const { table, you } = live.screen;
  const host = you !== null && you === table.host;
  if (fresh) {
    const name = h("input", { id: "name", autocomplete: "nickname", maxlength: "40", value: settings.name, "aria-label": t("ui.settings.name"), placeholder: t("ui.settings.name") });
    at.name = name;
    parts.panel.replaceChildren(
      h("div", { class: "column" },
        (at.note = h("p", { class: "lead" })),
        you === null && h("label", { class: "field" }, h("span", {}, t("ui.settings.name")), name),
        (at.seats = h("ul", { class: "places" })),
        host && button("ui.action.start", () => void live.command("start"), "main big"),
        h("p", {}, changesOf(table.rules)),
        inviteBox(live.base, live.id),
        h("div", { class: "row" }, button("ui.action.rules", () => void sheetDialog(live.base, table.rules)), you !== null && button("ui.action.stand_up", () => void live.command("leave")), h("span", { class: "soft" }, t(table.public ? "ui.room.public" : "ui.room.private"))),
      ),
    );
  }
  const free = table.seats.filter((seat) => !seat.name).length;
  put(at.note, free && !host ? t("ui.room.waiting_players", { n: free }) : host ? t("ui.room.ready_host") : t("ui.room.waiting_host"));
  const player = names(table);
  keyed(at.seats, table.seats.map((_, seat) => seat), String, () => h("li"), (element, seat) => {
    const info = table.seats[seat];
    const said = JSON.stringify([info, player[seat], table.host]);
    if (element.dataset.said === said && !fresh) return;
    element.dataset.said = said;
    const label = info.name ? player[seat] : t("ui.table.seat_free");
    element.replaceChildren(
      h("span", { class: "who" }, seat === you ? t("ui.table.you_name", { player: label }) : info.bot ? t("ui.table.bot_name", { player: label }) : label,
        seat === table.host ? ` · ${t("ui.room.host")}` : "", info.name && !info.bot && !info.here ? " …" : ""),
      ...[
        !info.name && you === null && named("ui.action.sit", seat, () => sit(live, seat)),
        host && !info.name && named("ui.action.add_bot", seat, () => void live.command("bot", { seat, bot: live.first.bots?.usual })),
        host && info.bot && named("ui.action.remove_bot", seat, () => void live.command("bot", { seat, bot: null })),
        host && info.name && !info.bot && seat !== you && named("ui.action.remove_player", seat, () => void live.command("remove", { seat })),
      ].filter((part) => part instanceof Node),
    );
  });
}

/** A button of one seat, which says of which. @param {string} key @param {number} seat @param {() => void} act */
function named(key, seat, act) {
  const element = button(key, act);
  element.append(h("span", { class: "aloud" }, ` – ${t("ui.table.seat", { number: seat + 1 })}`));
  return element;
}

/** @param {Live} live @param {number} seat */
function sit(live, seat) {
  const input = /** @type {HTMLInputElement} */ (at.name);
  const name = input.value.trim();
  if (!name) {
    live.tell(t("ui.room.name_needed"));
    input.focus();
    return;
  }
  change({ name });
  void live.command("join", { name, seat });
}

/** @param {Live} live @param {boolean} fresh */
function renderResult(live, fresh) {
  const { table, you, view } = live.screen;
  if (!view) return;
  const player = names(table);
  if (fresh) {
    const over = table.over || table.status === "closed";
    const again = table.status === "closed" || you === null ? null : button(table.over ? "ui.action.rematch" : "ui.action.next_deal", () => void goOn(live), "main big");
    parts.panel.replaceChildren(
      h("div", { class: "column" },
        h("h2", { tabindex: "-1" }, outcome(live)),
        over && table.over && h("p", {}, matchOutcome(live)),
        view.went_out.length > 0 && h("p", {}, t("ui.score.order", { players: view.went_out.map((seat) => player[seat]) })),
        score(live),
        (at.again = again ?? h("span")),
        (at.ready = h("p", { class: "soft" })),
        h("div", { class: "row" },
          h("a", { class: "button", href: `${live.base}t/${live.id}/replay#${(table.deal ?? 0) + 1}` }, capital(t("ui.action.replay"))),
          h("a", { class: "button", href: `${live.base}api/tables/${live.id}/record`, download: `${live.id}.housu` }, capital(t("ui.replay.download"))),
          h("a", { class: "button", href: live.base }, capital(t("ui.room.lobby"))),
        ),
      ),
    );
    // The cards are gone: whoever held one with the keyboard goes on from here.
    if (document.activeElement === document.body || parts.app.contains(document.activeElement)) (again ?? parts.panel.querySelector("h2"))?.focus({ preventScroll: true });
    parts.panel.scrollTop = 0;
  }
  const people = table.seats.filter((seat) => seat.here && !seat.bot);
  const ready = people.filter((seat) => seat.ready).length;
  put(at.ready, ready && ready < people.length ? t(table.over ? "ui.room.rematch_wait" : "ui.room.next_wait", { n: ready, seats: people.length }) : "");
  set(at.again, { "aria-disabled": you !== null && table.seats[you].ready ? "true" : null });
}

/** The player is ready for the next deal; who must wait for others hears that. @param {Live} live */
async function goOn(live) {
  if (at.again.getAttribute("aria-disabled")) return;
  await live.command("again");
  if (live.screen.table.status === "between" && at.ready.textContent) live.tell(at.ready.textContent);
}

/** @param {Live} live */
function outcome({ screen: { view, you, table } }) {
  if (!view || view.loser === null) return view?.stalemate ? t("event.over.stalemate") : ofDeal("ui.score.deal_over", table.game);
  if (view.loser === you) return t("ui.score.you_lost");
  if (view.went_out[0] === you) return t("ui.score.first");
  if (you !== null) return t("ui.score.you_safe");
  return t(`event.over.${table.game}`, { player: names(table)[view.loser] });
}

/** @param {{screen: import("./types").Screen}} live */
export function matchOutcome({ screen: { table, you } }) {
  const losses = table.losses ?? [];
  const worst = Math.max(...losses);
  if (!worst) return t("ui.score.tied_nobody");
  const losers = losses.flatMap((n, seat) => (n === worst ? [seat] : []));
  if (losers.length > 1) return t("ui.score.match_tied", { players: losers.map((seat) => names(table)[seat]) });
  return losers[0] === you ? t("ui.score.match_over.you") : t("ui.score.match_over", { player: names(table)[losers[0]] });
}
