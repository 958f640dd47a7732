// The table: one `renderTable(screen)`, which may be called as often as one likes and shows exactly what `screen` says.

import { aloud, back, cards, h, inText, keyed, put, set, still } from "./draw.js";
import { action, chosen, items, numbered, renderHand } from "./hand.js";
import { botName, capital, face, ofDeal, ruleSet, t } from "./words.js";

/** @typedef {import("./types").Screen} Screen */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").TableInfo} TableInfo */
/** @typedef {import("./types").First} First */
/** @typedef {import("./hand.js").Item} Item */

/** What is done when something is pressed; `live.js` puts its own here when it has been loaded. */
export const handlers = {
  /** @param {Item} _item */
  press(_item) {},
  /** @param {string} _action */
  act(_action) {},
  /** @param {number} _seat */
  seat(_seat) {},
  pile() {},
  hint() {},
  extend() {},
  menu() {},
  log() {},
  sort() {},
  phrases() {},
};

/** Order of the hand; `settings.js` knows whether the player has chosen another. */
export const taste = { order: "rank" };

/** @type {Record<string, HTMLElement>} */
const at = {};

const ICONS = { menu: "☰", log: "≡", hint: "?", sort: "⇅", phrases: "☺" };

/** @param {string} id @param {string} key @param {() => void} press */
const tool = (id, key, press) =>
  (at[id] = h("button", { type: "button", class: "tool", id, onclick: press }, h("span", { "aria-hidden": "true" }, ICONS[/** @type {keyof typeof ICONS} */ (id)]), h("span", { class: "aloud", "data-text": key })));

/** The parts of the page, made once. */
function skeleton() {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  app.className = "table";
  at.app = app;
  app.replaceChildren(
    h("a", { class: "skip", href: "#hand", "data-text": "ui.aria.skip" }),
    (at.banner = h("div", { class: "banner", hidden: true })),
    h("header", { class: "top" }, tool("menu", "ui.action.more", () => handlers.menu()), (at.title = h("h1")), (at.deal = h("span", { class: "deal" })), (at.clock = h("button", { type: "button", class: "clock", hidden: true, onclick: () => handlers.extend() }, h("span", {}), h("span", { class: "aloud", "data-text": "ui.action.extend" }))), tool("log", "ui.table.log", () => handlers.log())),
    h("main", {},
      h("div", {},
        (at.seats = h("section", { class: "seats", "data-label": "ui.aria.players" })),
        (at.felt = h("section", { class: "felt", "data-label": "ui.aria.table" },
          (at.stock = h("div", { class: "stock" })),
          (at.pile = h("button", { type: "button", class: "pile", onclick: () => handlers.pile() })),
          (at.out = h("div", { class: "out" })),
          (at.last = h("p", { class: "last", "aria-hidden": "true" })),
          (at.panel = h("div", { class: "panel", hidden: true }))))),
      h("div", {},
        h("div", { class: "line" }, (at.status = h("p", { class: "status", tabindex: "-1" })), tool("hint", "ui.action.hint", () => handlers.hint()), tool("sort", "ui.settings.sort", () => handlers.sort()), tool("phrases", "ui.action.reactions", () => handlers.phrases())),
        (at.mine = h("div", { class: "mine" })),
        (at.hand = h("div", { id: "hand", class: "hand", role: "group", tabindex: "-1", "data-label": "ui.aria.hand" })),
        (at.bar = h("div", { class: "bar", role: "group", "data-label": "ui.aria.actions" })))),
    (at.aside = h("aside", { class: "log", "data-label": "ui.aria.log" }, h("h2", { "data-text": "ui.table.log" }), (at.events = h("ol", { tabindex: "0", "data-label": "ui.aria.log" })))),
  );
  relabel();
}

/** Says the fixed texts, again when the language has changed. */
export function relabel() {
  for (const element of document.querySelectorAll("[data-text]"))
    put(element, capital(t(/** @type {HTMLElement} */ (element).dataset.text ?? "")));
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", t(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
}

/** The parts, for those who draw more (panels, log, banner). */
export const parts = at;

/** The names by seat; players of the same name are told apart by their seats. @param {TableInfo} table */
export function names(table) {
  const given = table.seats.map(({ name, bot }, index) => (name && name === bot ? botName(name) : name || t("ui.table.seat", { number: index + 1 })));
  return given.map((name, index) => (given.filter((other) => other === name).length > 1 ? `${name} ${index + 1}` : name));
}

/** The short name of the rule set. @param {string} rules */
export function rulesName(rules) {
  const [name, ...changes] = rules.split("+");
  return changes.length ? `${ruleSet(name)} +${changes.length}` : ruleSet(name);
}

/** In words how far a table's rules differ from the named set; "" where they don't. @param {string} rules */
export function changesOf(rules) {
  const [name, ...changes] = rules.split("+");
  return changes.length ? t("ui.form.changes", { n: changes.length, name: ruleSet(name) }) : "";
}

// What `live.js` needs, itself included: asked for side by side, instead of one after the other as they name each other.
const LATER = "connection drag fair invite keys live menu motion panel qr settings sheet signal speak store".split(" ");

/** @param {First} first */
export function start(first) {
  const state = /** @type {import("./types").State} */ (first.state);
  skeleton();
  renderTable(screenOf(state));
  performance.mark("first-view");
  document.head.append(...LATER.map((name) => h("link", { rel: "modulepreload", href: `${first.static}${name}.js` })));
  void import("./live.js").then((live) => live.start(first));
}

/** What is shown of a state that nobody has touched yet. @param {import("./types").State} state @returns {Screen} */
export const screenOf = (state) => ({
  v: state.v,
  table: state.table,
  you: state.you ?? null,
  view: state.table.status === "shuffling" ? null : (state.view ?? null),
  clock: state.clock ?? null,
  spectators: state.spectators ?? 0,
  selected: new Set(),
  sending: false,
  stale: false,
});

/** Draws everything that a table shows. @param {Screen} screen */
export function renderTable(screen) {
  const { table, view, you } = screen;
  if (!at.app) skeleton();
  at.app.classList.toggle("stale", screen.stale);
  at.app.dataset.status = table.status;
  at.app.dataset.v = String(screen.v);
  at.app.dataset.you = you === null ? "" : String(you);
  put(at.title, rulesName(table.rules));
  put(at.deal, table.status === "lobby" || (table.status === "closed" && !view) ? "" : ofDeal("ui.table.deal", table.game, { deal: (table.deal ?? 0) + 1 }));
  renderSeats(screen);
  renderFelt(view);
  renderMine(screen);
  const list = items(screen, taste.order);
  at.hand.hidden = you === null || !view;
  renderHand(at.hand, screen, list, (item) => handlers.press(item), at.mine.hidden ? 0 : at.mine.querySelector(".tiny") ? 46 : 28);
  at.mine.classList.toggle("tight", at.hand.classList.contains("tight"));
  put(at.status, status(screen));
  at.status.classList.toggle("yours", yourTurn(screen));
  at.hint.hidden = !table.hints || !yourTurn(screen) || (view?.legal ?? []).length < 2;
  at.sort.hidden = list.length < 2;
  at.phrases.hidden = you === null;
  renderBar(screen, list);
}

/** @param {Screen} screen */
export const yourTurn = ({ view, you, table }) => table.status === "playing" && you !== null && view?.to_act === you;

/** What the line above the hand says. @param {Screen} screen */
export function status(screen) {
  const { table, view, you } = screen;
  const name = names(table);
  if (screen.sending) return t("ui.connection.sending");
  if (table.status === "closed") return t("ui.room.closed");
  if (table.status === "shuffling") return t("ui.fair.waiting");
  if (table.status === "between") return ofDeal("ui.score.deal_over", table.game);
  if (!view || view.to_act === null) return "";
  if (!yourTurn(screen)) {
    const seat = table.seats[view.to_act];
    return t(seat.bot || seat.away ? "ui.turn.thinking" : "ui.turn.other", { player: name[view.to_act] });
  }
  const legal = view.legal ?? [];
  const top = cards(view.pile).at(-1);
  if (view.phase === "after_draw") return t(swaps(screen) ? "ui.turn.swap" : "ui.turn.after_draw");
  if (legal.length === 1 && legal[0] === "take" && top) return t("ui.turn.take", { card: top });
  if (view.phase === "beat" && top) return t("ui.turn.beat", { card: top });
  if (legal.length === 1 && legal[0] === "pickup") return t("ui.turn.must_pick_up");
  if (legal.some((text) => text.startsWith("blind"))) return t("ui.turn.blind");
  return t(you !== null && !top ? "ui.turn.lead" : "ui.turn.you");
}

/** The seats as they follow clockwise from the viewer's, without him; all of them for a spectator. @param {Screen} screen */
export function others({ table, you }) {
  const n = table.seats.length;
  return Array.from({ length: you === null ? n : n - 1 }, (_, index) => (you === null ? index : (you + 1 + index) % n));
}

/** @param {Screen} screen */
function renderSeats(screen) {
  const { view, table } = screen;
  const list = view ? others(screen) : [];
  at.seats.hidden = !list.length;
  at.seats.dataset.count = String(list.length);
  const name = names(table);
  keyed(at.seats, list, String, (seat) => h("button", { type: "button", class: "seat", "data-seat": seat, onclick: () => handlers.seat(seat) },
    h("span", { class: "name" }, h("span"), h("span")), h("span", { class: "count" }), h("span", { class: "facts" })),
  (element, seat) => {
    if (!view) return;
    const info = table.seats[seat];
    element.className = ["seat", view.to_act === seat && "turn", view.went_out.includes(seat) && "done", !info.bot && !info.here && "gone"].filter(Boolean).join(" ");
    const [label, count, facts] = /** @type {HTMLElement[]} */ ([...element.children]);
    // Where there is no room for a name, its number is still seen.
    const [, stem, number = ""] = /** @type {RegExpExecArray} */ (/^(.*?)( \d+)?$/.exec(name[seat]));
    put(label.children[0], stem);
    put(label.children[1], number);
    label.dataset.mark = (view.dealer === seat ? "●" : "") + (info.bot || info.away ? "⚙" : "");
    const place = view.went_out.indexOf(seat);
    put(count, place >= 0 ? `${place + 1}.` : String(cards(view.hands[seat]).length));
    count.classList.toggle("backs", place < 0);
    facts.replaceChildren(...tileFacts(view, table, seat));
    aloud(element, describeSeat(screen, seat).join(". "));
  });
}

/** What a seat's tile shows below the name. @param {View} view @param {TableInfo} table @param {number} seat */
function tileFacts(view, table, seat) {
  const known = cards(view.hands[seat]).filter((card) => card !== "??");
  const open = cards(view.face_up?.[seat]);
  const down = cards(view.face_down?.[seat]).filter((card) => card !== "--");
  return [
    view.trumps && h("span", { class: `trump s-${view.trumps[seat]}` }, face(view.trumps[seat])),
    table.letters?.[seat] && h("b", { class: "letters" }, table.letters[seat]),
    (open.length || down.length) && h("span", { class: "open" }, inText(open), down.length ? ` +${down.length}` : ""),
    known.length && h("span", { class: "known" }, `☞${known.length > 3 ? `${known.length}:` : ""} `, inText(known)),
  ].filter((part) => part instanceof Node);
}

/** Everything that is known of a seat, in sentences. @param {Screen} screen @param {number} seat @returns {string[]} */
export function describeSeat({ table, view, you }, seat) {
  const player = names(table)[seat];
  const info = table.seats[seat];
  if (!view) return [player];
  const hand = cards(view.hands[seat]);
  const known = hand.filter((card) => card !== "??");
  const open = cards(view.face_up?.[seat]);
  const down = cards(view.face_down?.[seat]).flatMap((card, index) => (card === "--" ? [] : [index + 1]));
  const place = view.went_out.indexOf(seat);
  const aside = cards(view.aside?.[seat]);
  const mine = seat === you;
  const turn = view.to_act === seat ? "ui.aria.seat_turn" : "ui.aria.seat";
  return [
    t(turn, { player: mine ? t("ui.table.you_name", { player }) : player, n: hand.length }),
    place >= 0 && t("ui.table.place", { place: place + 1 }),
    view.dealer === seat && capital(t("name.dealer")),
    info.bot && capital(t("name.bot")),
    info.away && t("ui.room.bot_for", { player }),
    !info.bot && !info.here && t("ui.connection.player_lost", { player }),
    view.trumps && t("ui.table.trump", { suit: view.trumps[seat] }),
    table.letters && t(table.letters[seat] ? "ui.score.letters" : "ui.score.no_letters", { player, letters: table.letters[seat] }),
    open.length && t("ui.table.face_up", { cards: open }),
    down.length && t("ui.table.face_down_positions", { positions: down }),
    known.length && !mine && t("ui.table.known", { cards: known }),
    aside.length && t("ui.table.aside", { cards: aside }),
  ].filter((text) => typeof text === "string").map((text) => text.replace(/\.$/, ""));
}

/** How many cards lie on the table, or in the pile, as the game calls it. @param {View} view */
export function pileText({ game, pile }) {
  const n = cards(pile).length;
  return t(n ? (game === "zalupa" ? "ui.table.on_table" : "ui.table.pile") : "ui.table.pile_empty", { n });
}

const SHOWN = 4;

/** @param {View | null} view */
function renderFelt(view) {
  at.stock.hidden = at.pile.hidden = at.out.hidden = !view;
  if (!view) return;
  const stock = cards(view.stock).length;
  at.stock.hidden = view.game === "zalupa";
  at.stock.classList.toggle("empty", !stock);
  if (!at.stock.firstChild) at.stock.append(h("span", { class: "card down" }, back()), h("p"));
  put(/** @type {Element} */ (at.stock.lastElementChild), stock ? t("ui.table.stock", { n: stock }) : t("ui.table.stock_empty"));
  const pile = cards(view.pile);
  if (!at.pile.firstChild) at.pile.append(h("span", { class: "fan" }), h("span", { class: "caption" }));
  const [fan, caption] = /** @type {HTMLElement[]} */ ([...at.pile.children]);
  const shown = numbered(pile).slice(-SHOWN);
  keyed(fan, shown, (item) => item.key, (item) => still(item.card), (element, item) => {
    set(element, { "data-move": item.key, role: null, "aria-label": null });
  });
  fan.classList.toggle("empty", !pile.length);
  put(caption, pileText(view));
  const top = pile.at(-1);
  aloud(at.pile, pileText(view) + (top ? `. ${t("ui.table.pile_top", { card: top })}` : ""));
  const out = cards(view.out).length;
  at.out.classList.toggle("empty", !out);
  put(at.out, out ? t("ui.table.out", { n: out }) : "");
}

/** The viewer's own table cards, trump and letters. @param {Screen} screen */
function renderMine({ view, you, table }) {
  const open = cards(view && you !== null ? view.face_up?.[you] : "");
  const down = cards(view && you !== null ? view.face_down?.[you] : "");
  const hand = view && you !== null ? cards(view.hands[you]).length : 0;
  const place = view && you !== null ? view.went_out.indexOf(you) : -1;
  const facts = [
    view?.trumps && you !== null && h("span", {}, t("ui.table.your_trump", { suit: view.trumps[you] }), " ", h("b", { class: `s-${view.trumps[you]}` }, face(view.trumps[you]))),
    you !== null && table.letters?.[you] && h("b", {}, table.letters[you]),
    place >= 0 && h("span", {}, t("ui.table.place", { place: place + 1 })),
    hand > 0 && open.length > 0 && group("ui.table.face_up", open, { cards: open }),
    (hand > 0 || open.length > 0) && down.some((card) => card !== "--") && group("ui.table.face_down", down, { n: down.filter((card) => card !== "--").length }),
  ].filter((part) => part instanceof Node);
  at.mine.hidden = !facts.length;
  at.mine.replaceChildren(...facts);
}

/** @param {string} key @param {string[]} list @param {import("./say.js").Data} data */
const group = (key, list, data) =>
  h("span", { class: "tiny", role: "img", "aria-label": t(key, data) }, ...list.map((card) => {
    const element = still(card);
    set(element, { role: null, "aria-label": null });
    return element;
  }));

/**
 * What can be done now, from the list of legal actions and the cards chosen.
 * @typedef {{id: string, text: string, aloud?: string, cards?: string[], main?: boolean, off?: boolean, act: () => void}} Deed
 * @param {Screen} screen @param {Item[]} list @returns {Deed[]}
 */
export function deeds(screen, list) {
  const { view, table, selected } = screen;
  if (!view || screen.you === null || table.status !== "playing") return [];
  const legal = view.legal ?? [];
  const text = action(list, selected);
  const picked = chosen(list, selected);
  const off = !legal.length || screen.sending;
  /** @type {Deed[]} */
  const found = [];
  if (list.length) found.push({ id: "play", main: true, off: off || !text, act: () => handlers.act(text), ...playText(screen, picked) });
  if (legal.some((one) => one.endsWith("!"))) {
    const said = legal.includes(`${text}!`);
    found.push({ id: "otboi", text: t("ui.action.otboi"), off: off || !said, act: () => handlers.act(`${text}!`) });
  }
  const keys = { pickup: "ui.action.pick_up", draw: "ui.action.draw", pass: "ui.action.pass", stop: "ui.action.stop", take: "ui.action.take" };
  for (const [name, key] of Object.entries(keys))
    if (legal.includes(name)) found.push({ id: name, text: t(key), off, act: () => handlers.act(name) });
  return found;
}

/** Whether a card played now replaces the play. @param {Screen} screen */
export const swaps = ({ table, view }) => table.swaps && view?.phase === "after_draw";

/** @param {Screen} screen @param {Item[]} picked */
function playText(screen, picked) {
  const { pile, phase } = /** @type {View} */ (screen.view);
  const lead = !pile || phase === "lead";
  const name = swaps(screen) ? "swap_in" : phase === "beat" ? "beat" : lead ? "lead" : "play";
  if (!picked.length) return { text: t(`ui.action.${name}`) };
  if (picked[0].place) return { text: t("ui.action.blind", { position: picked[0].place }) };
  const own = picked.map((item) => item.card);
  const one = name === "beat" ? "beat_card" : name === "swap_in" && "swap";
  const aloud = one ? t(`ui.action.${one}`, { card: own[0] }) : t(`ui.action.${name}_cards`, { cards: own });
  return { text: t(`ui.action.${name}`), cards: own, aloud };
}

/** @param {Screen} screen @param {Item[]} list */
function renderBar(screen, list) {
  const held = at.bar.contains(document.activeElement);
  const found = deeds(screen, list);
  at.bar.hidden = !found.length;
  keyed(at.bar, found, (deed) => deed.id, (deed) => h("button", { type: "button", "data-deed": deed.id, class: deed.main ? "main" : deed.id }), (element, deed) => {
    element.onclick = () => element.getAttribute("aria-disabled") || deed.act();
    set(element, { "aria-disabled": deed.off ? "true" : null });
    if (element.dataset.said === `${deed.text} ${deed.aloud}`) return;
    element.dataset.said = `${deed.text} ${deed.aloud}`;
    const seen = h("span", { "aria-hidden": deed.aloud ? "true" : null }, deed.text, deed.cards ? " " : "", deed.cards ? inText(deed.cards) : "");
    element.replaceChildren(seen, deed.aloud ? h("span", { class: "aloud" }, deed.aloud) : "");
  });
  if (held && !at.bar.contains(document.activeElement)) at.status.focus();
}
