// Where cards go, shown: what has moved glides from its old place. The page is already as it will be, so nothing waits.

import { back, h, picture } from "./draw.js";
import { settings } from "./settings.js";

/** @typedef {import("./types").GameEvent} GameEvent */

const LENGTH = { slow: 700, normal: 260, off: 0 };

export const duration = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : (LENGTH[/** @type {keyof typeof LENGTH} */ (settings.motion)] ?? 0);

/** @typedef {Map<string, {rect: DOMRect, card: string}>} Places */

/** Where the cards are now. @returns {Places} */
export function places() {
  /** @type {Places} */
  const found = new Map();
  if (!duration()) return found;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-move]")))
    found.set(element.dataset.move ?? "", { rect: element.getBoundingClientRect(), card: element.dataset.move?.slice(0, 2) ?? "" });
  return found;
}

/** @param {number | undefined} seat @param {number | null} you */
const seatRect = (seat, you) =>
  (seat === you ? document.getElementById("hand") : document.querySelector(`[data-seat="${seat}"]`))?.getBoundingClientRect();

/** @param {string} name */
const rectOf = (name) => document.querySelector(name)?.getBoundingClientRect();

/**
 * Shows the way from the places before to those of now. Cards without an old place come from whoever played them; those
 * without a new one go where the events say.
 * @param {Places} before @param {GameEvent[]} events @param {number | null} you
 */
export function show(before, events, you) {
  const length = duration();
  if (!length) return;
  const source = origin(events, you);
  const there = new Set();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-move]"))) {
    const key = element.dataset.move ?? "";
    there.add(key);
    const to = element.getBoundingClientRect();
    const from = before.get(key)?.rect ?? (element.closest(".fan") ? source : rectOf(".stock .card"));
    if (from && to.width) glide(element, from, to, length);
  }
  const target = destination(events, you);
  if (target) for (const [key, { rect, card }] of before) if (!there.has(key)) ghost(picture(card), rect, target, length);
  const stock = rectOf(".stock .card");
  const failed = events.find((event) => event.event === "turned" && !event.fits);
  if (failed?.card && stock) {
    const to = seatRect(failed.seat, you);
    if (to) ghost(picture(failed.card), stock, to, length * 3); // long enough to be seen by all
  }
  for (const event of events)
    if (event.event === "drew" && event.seat !== you && stock) {
      const to = seatRect(event.seat, you);
      if (to) ghost(back(), stock, to, length);
    }
}

/** @param {GameEvent[]} events @param {number | null} you */
function origin(events, you) {
  const event = events.find((one) => ["played", "led", "beat", "turned"].includes(one.event));
  if (!event) return undefined;
  return event.from === "stock" ? rectOf(".stock .card") : seatRect(event.seat, you);
}

/** @param {GameEvent[]} events @param {number | null} you */
function destination(events, you) {
  const event = events.find((one) => ["picked_up", "took", "cleared", "otboi"].includes(one.event));
  if (!event) return undefined;
  return event.event === "cleared" || event.event === "otboi" ? rectOf(".out") : seatRect(event.seat, you);
}

/** @param {HTMLElement} element @param {DOMRect} from @param {DOMRect} to @param {number} length */
function glide(element, from, to, length) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  const scale = Math.min(1.5, Math.max(0.4, Math.min(from.width, 120) / to.width));
  element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 4 }, { zIndex: 4 }], { duration: length, easing: "ease-out" });
}

/** A picture of a card that is not there any more, on its way. @param {Element} drawing @param {DOMRect} from @param {DOMRect} to @param {number} length */
function ghost(drawing, from, to, length) {
  const element = h("span", { class: drawing.classList.contains("card-back") ? "card down flying" : "card flying", "aria-hidden": "true" }, drawing);
  element.style.setProperty("--w", `${from.width}px`);
  for (const [name, value] of Object.entries({ left: from.left, top: from.top, width: from.width, height: from.height }))
    element.style.setProperty(name, `${value}px`);
  document.body.append(element);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = element.animate([{}, { transform: `translate(${x}px, ${y}px) scale(.5)`, opacity: 0.3 }], { duration: length, easing: "ease-in" });
  flight.onfinish = flight.oncancel = () => element.remove();
}
