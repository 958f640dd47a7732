// The viewer's own cards: which may be chosen, which are chosen, and the actions that the choice amounts to.
// What is legal is only ever what the server has listed in `view.legal` and `view.blocked`.

import { aloud, back, cardName, cards, h, keyed, picture, set, sorted } from "./draw.js";
import { has, t } from "./words.js";

/** @typedef {import("./types").Screen} Screen */
/** @typedef {import("./types").View} View */

/**
 * One thing of the viewer's that can be chosen. `key` is its own even where a card is there twice.
 * @typedef {{key: string, card: string, place: number, why: string}} Item
 */

const PLACES = /^blind(\d+)$/;

/** Cards with keys of their own: the second 7h of two packs is "7h#1". @param {string[]} list */
export function numbered(list) {
  /** @type {Map<string, number>} */
  const times = new Map();
  return list.map((card) => {
    const n = times.get(card) ?? 0;
    times.set(card, n + 1);
    return { card, key: `${card}#${n}` };
  });
}

/**
 * What the viewer can choose from: his hand; without one his face-up cards; without those the face-down places.
 * @param {Screen} screen @param {string} order @returns {Item[]}
 */
export function items({ view, you }, order) {
  if (!view || you === null) return [];
  const legal = view.legal ?? null;
  const hand = cards(view.hands[you]);
  if (hand.length) {
    return numbered(sorted(hand, order)).map((item) => ({ ...item, place: 0, why: blocked(view, item.card) }));
  }
  const open = cards(view.face_up?.[you]);
  if (open.length)
    return numbered(open).map((item) => ({ ...item, place: 0, why: legal && !sizes(legal, item.card).length ? "?" : "" }));
  return cards(view.face_down?.[you])
    .map((card, index) => ({ key: `blind${index + 1}`, card, place: index + 1, why: "" }))
    .filter((item) => item.card !== "--");
}

/** Why a card of the hand can't be chosen now; "" if it can. @param {View} view @param {string} card */
function blocked(view, card) {
  const clause = view.blocked?.[card];
  if (!clause) return "";
  return has(`blocked.${clause}`) ? t(`blocked.${clause}`) : clause;
}

/** The cards that an action's text names. @param {string} action @returns {string[]} */
export const named = (action) => action.match(/[2-9TJQKA][cdhs]/g) ?? [];

/** How many cards of this card's rank the legal actions lay at once. @param {string[]} legal @param {string} card */
const sizes = (legal, card) =>
  legal.map(named).filter((list) => list.length && list[0][0] === card[0]).map((list) => list.length);

/**
 * The choice after an item was pressed. Several are chosen together where the legal actions lay so many of a rank;
 * where they lay nothing less, all of them are chosen at once.
 * @param {Screen} screen @param {Item[]} list @param {Item} item @returns {Set<string>}
 */
export function pressed({ view, selected }, list, item) {
  if (selected.has(item.key)) {
    const rest = new Set(selected);
    rest.delete(item.key);
    return rest;
  }
  if (item.place) return new Set([item.key]);
  const legal = view?.legal;
  const possible = legal ? sizes(legal, item.card) : [];
  const most = legal ? Math.max(1, ...possible) : list.length;
  const least = possible.length ? Math.min(...possible) : 1;
  const equal = list.filter((other) => other.card[0] === item.card[0] && !other.why);
  if (least > 1 && equal.length === least) return new Set(equal.map((other) => other.key));
  const chosen = equal.filter((other) => selected.has(other.key));
  if (!chosen.length || chosen.length !== selected.size || chosen.length >= most) return new Set([item.key]);
  return new Set([...selected, item.key]);
}

/** The cards chosen, in the order they are shown. @param {Item[]} list @param {Set<string>} selected */
export const chosen = (list, selected) => list.filter((item) => selected.has(item.key));

/**
 * The text of the action that the choice amounts to, "" for none. Whether it is legal the server says.
 * @param {Item[]} list @param {Set<string>} selected
 */
export function action(list, selected) {
  const own = chosen(list, selected);
  if (!own.length) return "";
  return own[0].place ? `blind${own[0].place}` : own.map((item) => item.card).join("");
}

/** The items that an action of the server's would use, for hints. @param {Item[]} list @param {string} text */
export function itemsOf(list, text) {
  const place = PLACES.exec(text);
  if (place) return new Set([`blind${place[1]}`]);
  const wanted = named(text);
  const found = list.filter((item) => {
    const at = item.place ? -1 : wanted.indexOf(item.card);
    if (at >= 0) wanted.splice(at, 1);
    return at >= 0;
  });
  return new Set(found.map((item) => item.key));
}

const GAP = 4;
const TIGHT = 1; // between the smallest cards: eight of 44 pixels side by side on a phone of 360
const WIDTHS = [108, 92, 80, 72, 64, 58, 52, 48, 44];

// The window's size, asked for while the page is empty: asking later would lay everything out once more.
const room = { wide: window.innerWidth, high: window.innerHeight };
window.addEventListener("resize", () => Object.assign(room, { wide: window.innerWidth, high: window.innerHeight }));

// What upright windows need besides the hand: the title, a row of others, the table at its lowest, two rows of actions.
const BESIDES = 385;
// How wide the others' tiles are at least, and how high a further row of them is: table.css.
const TILE = 108;
const TILE_ROW = 56;

/**
 * The widest cards with which so many fit into one row, else into a part of the window.
 * @param {number} count @param {number} [above] how high what lies between the table and the hand is
 */
export function fitting(count, above = 0) {
  const aside = room.high <= 480 && room.wide >= 540; // beside the table: table.css
  const wide = Math.min(aside ? room.wide / 2 - 12 : room.wide, 1000);
  const part = room.high * (aside ? 0.36 : room.high < 480 ? 0.25 : room.wide < 700 ? 0.4 : 0.36);
  const high = room.high < 480 ? part : Math.min(part, room.high - BESIDES - above);
  /** @param {number} width */
  const across = (width) => (width > 44 ? Math.floor((wide - 16 + GAP) / (width + GAP)) : Math.floor((wide + TIGHT) / (width + TIGHT)));
  const oneRow = WIDTHS.find((width) => width >= 58 && heightOf(width) <= high && across(width) >= count);
  return oneRow ?? WIDTHS.find((width) => Math.ceil(count / across(width)) * (heightOf(width) + GAP) <= high) ?? 44;
}

/** @param {number} width */
const heightOf = (width) => Math.round(width * (width < 52 ? 1.27 : 1.4));

/**
 * Draws the hand. One tab stop: the arrow keys move within it (keys.js).
 * @param {HTMLElement} box @param {Screen} screen @param {Item[]} list @param {(item: Item) => void} press @param {number} above
 */
export function renderHand(box, screen, list, press, above) {
  const rows = Math.ceil((screen.table.seats.length - 1) / Math.floor((room.wide - 12) / TILE));
  const width = fitting(list.length, above + Math.max(0, rows - 1) * TILE_ROW);
  box.style.setProperty("--w", `${width}px`);
  box.style.setProperty("--h", `${heightOf(width)}px`);
  box.classList.toggle("small", width < 64);
  box.classList.toggle("tight", width === 44);
  const active = document.activeElement;
  const held = active instanceof HTMLElement && box.contains(active) ? [...box.children].indexOf(active) : -1;
  const entry = list.findIndex((item) => screen.selected.has(item.key));
  keyed(box, list, (item) => item.key, makeItem, (element, item, index) => {
    const selected = screen.selected.has(item.key);
    element.onclick = () => press(item);
    aloud(element, label(item));
    set(element, {
      "aria-pressed": selected,
      "aria-disabled": item.why ? "true" : null,
      "data-move": item.place ? null : item.key,
      tabindex: (held >= 0 ? element === active : index === Math.max(entry, 0)) ? "0" : "-1",
    });
  });
  if (held >= 0 && !box.contains(active)) focusNear(box, held);
}

/** The focused card has gone: its neighbour takes the focus. @param {HTMLElement} box @param {number} index */
function focusNear(box, index) {
  const next = /** @type {HTMLElement | undefined} */ (box.children[Math.min(index, box.children.length - 1)]);
  if (next) focusItem(box, next);
  else box.focus();
}

/** Gives an item the focus and the tab stop. @param {HTMLElement} box @param {HTMLElement} element */
export function focusItem(box, element) {
  for (const other of box.children) other.setAttribute("tabindex", other === element ? "0" : "-1");
  element.focus();
}

/** @param {Item} item */
function makeItem(item) {
  return h("button", { type: "button", class: item.place ? "card down" : "card" }, item.place ? back() : picture(item.card));
}

/** @param {Item} item */
function label(item) {
  if (item.place) return t("ui.aria.face_down", { position: item.place });
  if (item.why.length > 1) return t("ui.aria.card_blocked", { card: item.card, why: item.why });
  return cardName(item.card);
}
