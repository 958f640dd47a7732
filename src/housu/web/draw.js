// How things are drawn: elements, lists keyed so that what stays keeps its element and focus, and the cards themselves.

import { capital, face, t } from "./words.js";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element. Attributes by name; `on…` are listeners; `true` is an empty attribute, null and false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...wanted(children));
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
const wanted = (children) =>
  /** @type {(Node | string)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false && child !== "")
  );

/** @param {Element} element @param {Record<string, any>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else {
      // What ARIA calls true and false are words; other attributes are there or not.
      const given = typeof value === "boolean" && !name.startsWith("aria-") ? (value ? "" : null) : value;
      if (given === null || given === undefined) element.removeAttribute(name);
      else if (element.getAttribute(name) !== String(given)) element.setAttribute(name, String(given));
    }
  }
}

/** Text that is set only when it differs. @param {Element} element @param {string} text */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The name of an element for those who listen, where what is seen (a picture, short signs) would not be one.
 * @param {Element} element @param {string} text
 */
export function aloud(element, text) {
  let name = element.querySelector(":scope > .aloud");
  if (!name) {
    for (const child of element.children) child.setAttribute("aria-hidden", "true");
    name = h("span", { class: "aloud" });
    element.append(name);
  }
  put(name, text);
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...Child} children */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...wanted(children));
  return element;
}

/**
 * Makes the children of `parent` show `items`, in their order. An item whose key was there keeps its element, which is
 * moved only if it must be.
 * @template T @param {Element} parent @param {T[]} items @param {(item: T) => string} keyOf
 * @param {(item: T) => HTMLElement} make @param {(element: HTMLElement, item: T, index: number) => void} update
 */
export function keyed(parent, items, keyOf, make, update) {
  /** @type {Map<string, HTMLElement>} */
  const there = new Map();
  const kept = new Set(items.map(keyOf));
  for (const child of /** @type {HTMLElement[]} */ ([...parent.children])) {
    const key = child.dataset.key;
    if (key !== undefined && kept.has(key)) there.set(key, child);
    else child.remove();
  }
  const focused = document.activeElement;
  let cursor = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = keyOf(item);
    let element = there.get(key);
    if (element === undefined) {
      element = make(item);
      element.dataset.key = key;
    }
    if (element === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(element, cursor);
    update(element, item, index);
  });
  if (focused instanceof HTMLElement && focused !== document.activeElement && parent.contains(focused))
    focused.focus({ preventScroll: true });
}

/** The cards of a text such as "7h 10s". @param {string | undefined} text */
export const cards = (text) => (text ? text.split(" ").filter(Boolean) : []);

// The four suits, drawn in a square of 32.
const SUITS = {
  h: "M16 29C9 22 2 17 2 10.5A7 7 0 0 1 16 8 7 7 0 0 1 30 10.5C30 17 23 22 16 29Z",
  d: "M16 2 28 16 16 30 4 16Z",
  c: "M16 2A6.5 6.5 0 0 1 21 13A6.5 6.5 0 1 1 17.5 21.5L20 30H12L14.5 21.5A6.5 6.5 0 1 1 11 13A6.5 6.5 0 0 1 16 2Z",
  s: "M16 2C21 9 29 13 29 20A6 6 0 0 1 17.8 23L20 30H12L14.2 23A6 6 0 0 1 3 20C3 13 11 9 16 2Z",
};

// Where the pips of a number card stand: columns at 18, 30 and 42 of 60, rows from 18 to 66 of 84.
const PIPS = {
  2: [[30, 20], [30, 64]],
  3: [[30, 20], [30, 42], [30, 64]],
  4: [[18, 20], [42, 20], [18, 64], [42, 64]],
  5: [[18, 20], [42, 20], [30, 42], [18, 64], [42, 64]],
  6: [[18, 20], [42, 20], [18, 42], [42, 42], [18, 64], [42, 64]],
  7: [[18, 20], [42, 20], [30, 31], [18, 42], [42, 42], [18, 64], [42, 64]],
  8: [[18, 20], [42, 20], [30, 31], [18, 42], [42, 42], [30, 53], [18, 64], [42, 64]],
  9: [[18, 18], [42, 18], [18, 34], [42, 34], [30, 42], [18, 50], [42, 50], [18, 66], [42, 66]],
  T: [[18, 18], [42, 18], [30, 26], [18, 34], [42, 34], [18, 50], [42, 50], [30, 58], [18, 66], [42, 66]],
};

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
const pip = (suit, x, y, size) =>
  svg("path", {
    d: SUITS[/** @type {keyof typeof SUITS} */ (suit)],
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})`,
  });

/**
 * A card's picture: rank and suit as text in the corner, and below them what there is room for.
 * The whole card is not read aloud: the element around it says its name.
 * @param {string} card
 */
export function picture(card) {
  const [rank, suit] = card;
  const text = face(rank);
  const middle = svg("g", { class: "middle" });
  const pips = PIPS[/** @type {keyof typeof PIPS} */ (/** @type {unknown} */ (rank))];
  if (rank === "A") middle.append(pip(suit, 33, 50, 34));
  else if (pips) middle.append(...pips.map(([x, y]) => pip(suit, x * 0.82 + 12, y * 0.78 + 16, 10)));
  else middle.append(...court(rank, suit));
  // The text is HTML's, which is laid out much quicker than text in a drawing.
  return h("span", { class: `face s-${suit}`, "aria-hidden": "true" },
    h("span", { class: text.length > 1 ? "rank wide" : "rank" }, text),
    h("span", { class: "suit" }, `${face(suit)}\uFE0E`),
    svg("svg", { viewBox: "0 0 60 84" }, middle, svg("g", { class: "one" }, pip(suit, 36, 58, 30))));
}

// Pictures: a frame, a crown that differs by rank, and the letter.
/** @param {string} rank @param {string} suit */
function court(rank, suit) {
  const crowns = { J: "M29 41V35L37.5 31 46 35V41Z", Q: "M28 41 27 31 32 36 37.5 28 43 36 48 31 47 41Z", K: "M28 41V32L33 37 37.5 31 42 37 47 32V41ZM35.5 27H39.5M37.5 25V31" };
  return [
    svg("rect", { x: 22, y: 22, width: 31, height: 55, rx: 4, class: "frame" }),
    svg("path", { d: crowns[/** @type {keyof typeof crowns} */ (rank)] ?? "", class: "crown" }),
    pip(suit, 37.5, 59, 22),
  ];
}

const BACK = "M0 8 8 0 16 8 8 16Z";

/** The back of a card. */
export function back() {
  const drawing = svg("svg", { viewBox: "0 0 60 84", "aria-hidden": "true", class: "card-back" });
  for (let y = 2; y < 80; y += 16)
    for (let x = 6; x < 54; x += 16) drawing.append(svg("path", { d: BACK, transform: `translate(${x} ${y})` }));
  return drawing;
}

/** A card that is only looked at. @param {string} card */
export function still(card) {
  if (card === "--") return h("span", { class: "card gap", "aria-hidden": "true" });
  const hidden = card === "??";
  return h(
    "span",
    { class: hidden ? "card down" : "card", role: "img", "aria-label": hidden ? t("name.hidden_card") : cardName(card) },
    hidden ? back() : picture(card),
  );
}

/** @param {string} card */
export const cardName = (card) => t("ui.aria.card", { card });

/** Cards as running text, each with the colour of its suit. @param {string[]} list */
export function inText(list) {
  return h("span", { class: "cards-text" }, ...list.map((card) =>
    h("span", { class: `s-${card[1]}` }, card === "??" ? "?" : face(card))));
}

const RANKS = "3456789TJQKA2";
const ORDER = "cdhs";

/** Cards in the order a player likes. @param {string[]} list @param {string} by rank or suit */
export function sorted(list, by) {
  /** @param {string} card */
  const rank = (card) => RANKS.indexOf(card[0]);
  /** @param {string} card */
  const suit = (card) => ORDER.indexOf(card[1]);
  const key = by === "suit" ? [suit, rank] : [rank, suit];
  return [...list].sort((a, b) => key[0](a) - key[0](b) || key[1](a) - key[1](b));
}

/**
 * A dialog on top of the page; it closes with Escape, its button, or a press outside, and gives focus back.
 * @param {string} title @param {...Child} children
 */
export function dialog(title, ...children) {
  const heading = h("h2", { tabindex: "-1" }, title);
  const close = signed("×", "ui.action.close", () => box.close());
  const box = h("dialog", { "aria-label": title }, h("header", {}, heading, close), ...children);
  const from = document.activeElement;
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    if (from instanceof HTMLElement && from.isConnected) from.focus();
  });
  document.body.append(box);
  box.showModal();
  heading.focus();
  return box;
}

/** A button that says what it does. @param {string} key @param {() => void} act @param {string} [kind] */
export const button = (key, act, kind = "") =>
  h("button", { type: "button", class: kind, onclick: act }, capital(t(key)));

/** A button with a sign on it, and a name for those who listen. @param {string} sign @param {string} key @param {() => void} act */
export function signed(sign, key, act) {
  const element = h("button", { type: "button", class: "close", onclick: act }, h("span", {}, sign));
  aloud(element, t(key));
  return element;
}

const NOTE_MS = 4000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noteTimer;

/** A line that is shown for a moment. It is not read aloud by itself: `speak` is. @param {string} text */
export function note(text) {
  let box = document.getElementById("note");
  if (!box) {
    box = h("div", { id: "note", "aria-hidden": "true" });
    document.body.append(box);
  }
  put(box, text);
  box.classList.add("on");
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => box.classList.remove("on"), NOTE_MS);
}
