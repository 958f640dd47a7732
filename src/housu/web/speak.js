// What happens, in words: the log that everybody can read, and the live region that screen readers speak.

import { h, note, put } from "./draw.js";
import { names, parts, status, yourTurn } from "./table.js";
import { settings } from "./settings.js";
import { t, tell } from "./words.js";

/** @typedef {import("./types").Screen} Screen */
/** @typedef {import("./types").GameEvent} GameEvent */
/** @typedef {import("./store.js").News} News */

const KEPT = 12;

/** @type {HTMLElement | null} */
let region = null;

function live() {
  if (!region) {
    region = h("div", { class: "aloud", id: "live", role: "log", "aria-live": "polite", "aria-relevant": "additions" });
    document.body.append(region);
  }
  return region;
}

/** Says something to those who listen. @param {string} text */
export function speak(text) {
  if (!text) return;
  const box = live();
  // A dialog that is open hides all else from screen readers: the region must be inside it.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (box.parentElement !== home) home.append(box);
  box.append(h("p", {}, text));
  while (box.children.length > KEPT) box.firstElementChild?.remove();
}

/** Shows and speaks a sentence. @param {string} text */
export function announce(text) {
  note(text);
  speak(text);
}

/** The sentence of an event. @param {GameEvent} event @param {Screen} screen */
const sentence = (event, { table, you }) => tell(event, names(table), you, table.game);

const QUIET = new Set(["dealt", "drew", "stopped"]);
const ENDS = new Set(["over", "went_out", "cleared", "picked_up", "took", "otboi"]);

/** Whether the listener has asked to hear it. @param {GameEvent} event @param {number | null} you */
function wanted(event, you) {
  const mine = event.seat === you || (event.event === "exchanged" && event.to === you);
  if (settings.verbosity === "all" || mine) return true;
  return settings.verbosity === "brief" ? !QUIET.has(event.event) : ENDS.has(event.event);
}

const TABLE_NEWS = {
  joined: "ui.room.joined",
  left: "ui.room.left",
  removed: "ui.room.left",
  away: "ui.room.bot_for",
  back: "ui.room.back",
  ready: "ui.room.rematch_asked",
  connected: "ui.connection.player_back",
  disconnected: "ui.connection.player_lost",
};

let lastStatus = "";

/**
 * Tells what is new, and then whose turn it is if that is the listener's.
 * @param {News[]} news @param {Screen} screen @param {string[]} called by seat, before: whoever has left has no name there now
 */
export function tellNews(news, screen, called) {
  for (const { what, seat, events } of news) {
    const key = what === "ready" && !screen.table.over ? "ui.room.next_asked" : TABLE_NEWS[/** @type {keyof typeof TABLE_NEWS} */ (what)];
    if (what === "closed") announce(t("ui.room.closed"));
    if (what === "removed" && seat === screen.you) announce(t("ui.room.removed"));
    if (what === "agreed" && typeof seat === "number")
      announce(t(screen.table.seats[seat].hints ? "ui.room.hints_yes" : "ui.room.hints_no", { player: names(screen.table)[seat] }));
    if (key && typeof seat === "number" && seat !== screen.you && screen.table.seats[seat]) speak(t(key, { player: (screen.table.seats[seat].name ? names(screen.table) : called)[seat] }));
    for (const event of events) if (wanted(event, screen.you)) speak(sentence(event, screen));
  }
  const now = `${screen.v} ${yourTurn(screen)}`;
  if (now !== lastStatus && yourTurn(screen) && news.length) speak(status(screen));
  lastStatus = now;
}

/** Draws the log. @param {GameEvent[]} events @param {Screen} screen @param {boolean} anew */
export function renderLog(events, screen, anew) {
  const list = parts.events;
  if (anew || list.children.length > events.length) list.replaceChildren();
  const low = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  for (const event of events.slice(list.children.length))
    list.append(h("li", { class: ENDS.has(event.event) ? "mark" : "" }, sentence(event, screen)));
  if (low || anew) list.scrollTop = list.scrollHeight;
  put(parts.last, lately(events).map((event) => sentence(event, screen)).join(" "));
}

/** What the last one to act has done; nothing while the cards are only dealt. @param {GameEvent[]} events */
function lately(events) {
  const { seat } = events.at(-1) ?? {};
  const other = events.findLastIndex((event) => event.seat !== seat || event.event === "dealt");
  return events.slice(other + 1).slice(-3);
}

/** A phrase in a bubble at its speaker's seat. @param {Screen} screen @param {number} seat @param {string} phrase */
export function bubble(screen, seat, phrase) {
  const text = t(`ui.reaction.${phrase}`);
  speak(t("ui.reaction.said", { player: names(screen.table)[seat], phrase: text }));
  const home = seat === screen.you ? parts.mine : parts.seats.querySelector(`[data-seat="${seat}"]`);
  if (!home) return;
  home.querySelector(".bubble")?.remove();
  const box = h("span", { class: "bubble", "aria-hidden": "true" });
  put(box, text);
  home.append(box);
  setTimeout(() => box.remove(), 5000);
}
