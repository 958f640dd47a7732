// Playing with the keyboard alone. Letters are places on the keyboard, so that they work with every layout.

import { dialog, h } from "./draw.js";
import { focusItem } from "./hand.js";
import { parts } from "./table.js";
import { t } from "./words.js";

// The action buttons that a letter presses: the first one that is there.
const DEEDS = { KeyP: ["pickup", "take"], KeyD: ["draw"], KeyO: ["otboi"], KeyS: ["stop", "pass"] };

/** @param {{escape: () => void, log: () => void, sort: () => void}} hooks */
export function listen(hooks) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea")) return;
    const inHand = parts.hand.contains(target);
    const handled =
      (inHand && arrows(event.code, target)) || (event.code === "Enter" && (inHand || target === document.body || target === parts.status) && press("play")) || letters(event, hooks);
    if (handled) event.preventDefault();
  });
}

/** @param {string} code @param {HTMLElement} target */
function arrows(code, target) {
  const cards = /** @type {HTMLElement[]} */ ([...parts.hand.children]);
  if (!cards.length) return false;
  const here = cards.indexOf(target);
  const next = { ArrowRight: here + 1, ArrowLeft: here < 0 ? cards.length - 1 : here - 1, Home: 0, End: cards.length - 1, ArrowDown: below(cards, here, 1), ArrowUp: below(cards, here, -1) }[code];
  if (next === undefined) return false;
  focusItem(parts.hand, cards[(next + cards.length) % cards.length]);
  return true;
}

/** The card nearest below, or above. @param {HTMLElement[]} cards @param {number} here @param {number} way */
function below(cards, here, way) {
  if (here < 0) return 0;
  const { offsetTop, offsetLeft } = cards[here];
  let best = here;
  let distance = Infinity;
  cards.forEach((card, index) => {
    const down = (card.offsetTop - offsetTop) * way;
    const apart = down * 10 + Math.abs(card.offsetLeft - offsetLeft);
    if (down > 0 && apart < distance) [best, distance] = [index, apart];
  });
  return best;
}

/** Presses an action button, if it is there and can be pressed. @param {string} deed */
function press(deed) {
  const button = /** @type {HTMLElement | null} */ (parts.bar.querySelector(`[data-deed="${deed}"]`));
  if (!button) return false;
  button.click();
  return true;
}

/** @param {KeyboardEvent} event @param {{escape: () => void, log: () => void, sort: () => void}} hooks */
function letters(event, hooks) {
  const deeds = DEEDS[/** @type {keyof typeof DEEDS} */ (event.code)];
  if (deeds) return deeds.some(press);
  if (event.code === "Escape") hooks.escape();
  else if (event.code === "KeyC") focusHand();
  else if (event.code === "KeyH" && !parts.hint.hidden) parts.hint.click();
  else if (event.code === "KeyL") hooks.log();
  else if (event.code === "KeyR") hooks.sort();
  else if (event.key === "?") keysDialog();
  else return false;
  return true;
}

/** Brings the focus to the hand: to the card that has the tab stop. */
export function focusHand() {
  const entry = /** @type {HTMLElement | null} */ (parts.hand.querySelector('[tabindex="0"]') ?? parts.hand.firstElementChild);
  (entry ?? parts.status).focus();
}

export function keysDialog() {
  const lines = ["move", "select", "play", "escape", "hand", "pick_up", "draw", "otboi", "stop", "hint", "log", "sort", "help"];
  dialog(t("ui.help.keys"), h("ul", { class: "keys" }, ...lines.map((line) => h("li", {}, t(`ui.help.key_${line}`)))));
}
