// How a player notices that it is his turn: title, icon, and if he likes sound, a shake, a notification.

import { settings } from "./settings.js";
import { t } from "./words.js";

/** @type {AudioContext | null} */
let audio = null;

/** A short tone. @param {number} pitch Hz @param {number} at seconds from now @param {number} length seconds */
function tone(pitch, at, length) {
  audio ??= new AudioContext();
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.15, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

const SOUNDS = {
  turn: [[660, 0, 0.18], [880, 0.14, 0.25]],
  card: [[240, 0, 0.07]],
  clear: [[520, 0, 0.1], [390, 0.08, 0.14]],
  pick: [[180, 0, 0.16], [140, 0.1, 0.2]],
  over: [[440, 0, 0.2], [550, 0.16, 0.2], [660, 0.32, 0.35]],
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!settings.sound || document.visibilityState === "hidden" && name !== "turn") return;
  try {
    for (const [pitch, at, length] of SOUNDS[name]) tone(pitch, at, length);
  } catch {
    // A browser may refuse sound before the first press: there will be another turn.
  }
}

const EVENT_SOUNDS = { played: "card", led: "card", beat: "card", cleared: "clear", otboi: "clear", picked_up: "pick", took: "pick", over: "over" };

/** The sound of the last thing that happened. @param {{event: string}[]} events */
export function soundOf(events) {
  const last = events.map((event) => EVENT_SOUNDS[/** @type {keyof typeof EVENT_SOUNDS} */ (event.event)]).filter(Boolean).at(-1);
  if (last) sound(/** @type {keyof typeof SOUNDS} */ (last));
}

let was = false;
/** @type {string | null} */
let icon = null;

/** Shows in the window's title and icon whether it is the player's turn. @param {boolean} yours @param {string} game */
export function turnSignal(yours, game) {
  document.title = yours ? t("ui.turn.page_title", { game }) : `${game} – Housu`;
  const link = /** @type {HTMLLinkElement | null} */ (document.getElementById("icon"));
  if (link) {
    icon ??= link.href;
    const href = yours ? icon.replace("%231f6b4c", "%23d9640a") : icon;
    if (link.href !== href) link.href = href;
  }
  if (yours && !was) {
    sound("turn");
    if (settings.vibrate) navigator.vibrate?.(120);
    if (settings.notify && document.hidden) notify(game);
  }
  was = yours;
}

/** @param {string} game */
function notify(game) {
  try {
    new Notification(t("ui.turn.page_title", { game }), { tag: "housu-turn" });
  } catch {
    // Some phones allow this to service workers only; title and icon still tell.
  }
}
