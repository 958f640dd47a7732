// The player's part of the shuffle, and the check afterwards that the secret is the one that was committed to and that
// the player's part counts. That they make these cards is not checked here: `housu verify` does that, from the record.

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

/**
 * Whether the secret that is revealed fits the commitment, and apart from that what is known of the player's own part.
 * Ends of keys of texts, none before the secret is revealed; a spectator has no part of his own.
 * @param {Fair} fair @param {number} deal @param {number | null} you
 */
export async function check({ secret, commitment, nonces }, deal, you) {
  if (!secret) return [];
  if (hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(secret)))) !== commitment) return ["bad"];
  if (you === null) return ["revealed_ok"];
  const counted = nonces?.[you];
  const mine = sent[deal];
  return ["revealed_ok", !counted ? "part_missing" : !mine ? "part_unknown" : counted === mine ? "part_in" : "part_other"];
}

const KINDS = { revealed_ok: "good", part_in: "good", part_unknown: "" };

/** @param {Live} live */
export async function fairDialog(live) {
  const { table, you } = live.screen;
  const { fair } = table;
  const lines = [h("p", {}, t("ui.fair.explain")), h("p", {}, t("ui.fair.limits"))];
  if (fair) {
    lines.push(h("p", {}, t("ui.fair.commitment"), h("br"), h("code", {}, fair.commitment)));
    // Browsers offer SHA-256 to pages over https (and on this machine) only.
    const found = crypto.subtle ? await check(fair, table.deal ?? 0, you) : [];
    lines.push(...found.map((what) => h("p", { class: KINDS[/** @type {keyof typeof KINDS} */ (what)] ?? "bad" }, t(`ui.fair.${what}`))));
    if (fair.secret) lines.push(h("p", {}, t("ui.fair.verify")));
  }
  dialog(t("ui.fair.title"), h("div", { class: "column" }, ...lines));
}
