// The player's part of the shuffle, and the check afterwards that the cards dealt are the ones that were committed to.

import { dialog, h } from "./draw.js";
import { t } from "./words.js";

/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./types").Fair} Fair */

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Live} live */
const place = (live) => `housu.nonce.${live.id}`;

/** The nonces sent, by number of deal; kept over reloads. @type {Record<string, string>} */
let sent = {};

/** @param {Live} live */
export function rememberNonce(live) {
  try {
    sent = JSON.parse(sessionStorage.getItem(place(live)) ?? "{}");
  } catch {
    sent = {};
  }
}

/** Sends the player's nonce as soon as the server has committed itself; the same one again after a lost connection. @param {Live} live */
export function sendNonce(live) {
  const { table, you } = live.screen;
  if (table.status !== "shuffling" || you === null) return;
  const deal = table.deal ?? 0;
  if (!sent[deal]) {
    sent = { [deal]: hex(crypto.getRandomValues(new Uint8Array(32))) };
    try {
      sessionStorage.setItem(place(live), JSON.stringify(sent));
    } catch {
      // Then a reload while the cards are shuffled makes another one.
    }
  }
  live.connection.say({ t: "nonce", deal, nonce: sent[deal] });
}

/** @param {Uint8Array[]} parts */
async function digest(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/**
 * Whether what is revealed fits the commitment, and holds the nonce that this browser sent; null: not revealed yet.
 * @param {Fair} fair @param {number} deal @param {number | null} you
 */
export async function check(fair, deal, you) {
  if (!fair.secret) return null;
  if (hex(await digest(bytes(fair.secret))) !== fair.commitment) return false;
  const mine = you === null ? undefined : sent[deal];
  return mine === undefined || !fair.nonces?.[Number(you)] || fair.nonces[Number(you)] === mine;
}

/** @param {Live} live */
export async function fairDialog(live) {
  const { table, you } = live.screen;
  const { fair } = table;
  const lines = [h("p", {}, t("ui.fair.explain")), h("p", {}, t("ui.fair.limits"))];
  if (fair) {
    lines.push(h("p", {}, t("ui.fair.commitment"), h("br"), h("code", {}, fair.commitment)));
    // Browsers offer SHA-256 to pages over https (and on this machine) only.
    const good = crypto.subtle ? await check(fair, table.deal ?? 0, you) : null;
    if (good !== null) lines.push(h("p", { class: good ? "good" : "bad" }, t(good ? "ui.fair.revealed_ok" : "ui.fair.bad")));
    if (fair.secret) lines.push(h("p", {}, t("ui.fair.verify")));
  }
  dialog(t("ui.fair.title"), h("div", { class: "column" }, ...lines));
}
