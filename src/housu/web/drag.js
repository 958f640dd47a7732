// Dragging: a card pulled from the hand onto the table is played, with those chosen with it. Same as choosing and Play.

import { pressed } from "./hand.js";
import { deeds, parts } from "./table.js";

/** @typedef {import("./live.js").Live} Live */

const FAR = 12; // pixels before a press becomes a drag

/** @param {Live} live */
export function listenDrag(live) {
  /** @type {{key: string, element: HTMLElement, x: number, y: number, on: boolean} | null} */
  let drag = null;

  parts.hand.addEventListener("pointerdown", (event) => {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".card"));
    if (element && event.isPrimary && event.button === 0 && element.getAttribute("aria-disabled") === null)
      drag = { key: element.dataset.key ?? "", element, x: event.clientX, y: event.clientY, on: false };
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.on && (event.pointerType !== "touch" ? Math.hypot(x, y) > FAR : -y > FAR && -y > Math.abs(x))) {
      drag.on = true;
      choose(live, drag.key);
    }
    if (drag.on) {
      drag.element.style.setProperty("translate", `${x}px ${y}px`);
      parts.felt.classList.toggle("target", over(event));
    }
  });
  /** @param {PointerEvent} event @param {boolean} dropped */
  const end = (event, dropped) => {
    if (!drag) return;
    const { on, element } = drag;
    drag = null;
    if (!on) return;
    element.style.removeProperty("translate");
    parts.felt.classList.remove("target");
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (!dropped || !over(event)) return;
    const deed = deeds(live.screen, live.items).find((one) => one.id === "play");
    if (deed && !deed.off) deed.act();
  };
  window.addEventListener("pointerup", (event) => end(event, true));
  window.addEventListener("pointercancel", (event) => end(event, false));
}

/** The press that ends a drag is no press on a card. @param {Event} event */
const swallow = (event) => {
  event.stopPropagation();
  event.preventDefault();
};

/** @param {Live} live @param {string} key */
function choose(live, key) {
  const list = live.items;
  const item = list.find((one) => one.key === key);
  if (item && !live.screen.selected.has(key)) live.choose(pressed(live.screen, list, item));
}

/** @param {PointerEvent} event */
function over(event) {
  const { left, right, top, bottom } = parts.felt.getBoundingClientRect();
  return event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
}
