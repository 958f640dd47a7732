// The dialogs at the table: what the menu offers, a seat, the pile, phrases, the score.

import { button, cards, dialog, h, inText, signed, still } from "./draw.js";
import { fairDialog } from "./fair.js";
import { named } from "./hand.js";
import { inviteDialog } from "./invite.js";
import { keysDialog } from "./keys.js";
import { settingsDialog } from "./settings.js";
import { sheetDialog } from "./sheet.js";
import { speak } from "./speak.js";
import { describeSeat, names, parts, pileText } from "./table.js";
import { capital, t } from "./words.js";

/** @typedef {import("./live.js").Live} Live */

const PHRASES = ["hello", "luck", "nice", "oh_no", "thanks", "sorry", "hurry", "good_game"];

/** @param {Live} live */
export function menuDialog(live) {
  const { table, you, spectators } = live.screen;
  /** A line of the menu: the menu closes, then it is done. @param {string} key @param {() => void} act */
  const line = (key, act) => button(key, () => {
    box.close();
    act();
  });
  const box = dialog(
    t("ui.action.more"),
    h("nav", { class: "column" },
      line("ui.action.rules", () => void sheetDialog(live.base, table.rules)),
      line("ui.score.title", () => scoreDialog(live)),
      line("ui.action.invite", () => inviteDialog(live.base, live.id)),
      line("ui.help.keys", keysDialog),
      line("ui.action.settings", () => settingsDialog({ changed: () => live.settled(), speakIn: (lang) => live.speakIn(lang) })),
      line("ui.fair.title", () => void fairDialog(live)),
      table.records ? h("a", { class: "button", href: `${live.base}t/${live.id}/replay` }, capital(t("ui.action.replay"))) : "",
      you !== null && table.ask_hints && line(table.seats[you].hints ? "ui.room.hints_leave" : "ui.room.hints_agree", () => void live.command("agree", { hints: !table.seats[you].hints })),
      you !== null && table.status !== "closed" && line("ui.room.move_seat", () => void moveDialog(live)),
      you === null && table.status !== "closed" && line("ui.room.claim_seat", () => claimDialog(live)),
      you !== null && line("ui.action.leave", () => leaveDialog(live)),
      you !== null && you === table.host && line("ui.action.close_table", () => closeDialog(live)),
      h("a", { class: "button", href: live.base }, capital(t("ui.room.lobby"))),
    ),
    spectators > 0 && h("p", { class: "soft" }, t("ui.room.spectators", { n: spectators })),
  );
}

/** @param {Live} live */
function leaveDialog(live) {
  const box = dialog(
    t("ui.action.leave"),
    h("p", {}, live.screen.table.status === "lobby" ? "" : t("ui.prompt.leave")),
    h("div", { class: "row" }, button("ui.action.leave", () => void live.leave(), "main"), button("ui.action.cancel", () => box.close())),
  );
}

/** @param {Live} live */
function closeDialog(live) {
  const close = async () => {
    box.close();
    await live.command("close");
  };
  const box = dialog(
    t("ui.action.close_table"),
    h("p", {}, t("ui.prompt.close_table")),
    h("div", { class: "row" }, button("ui.action.close_table", () => void close(), "main"), button("ui.action.cancel", () => box.close())),
  );
}

/** @param {Live} live */
async function moveDialog(live) {
  const answer = await live.command("move");
  if (answer.t !== "code") return;
  dialog(t("ui.room.move_seat"), h("p", {}, t("ui.room.move_explain")), h("p", { class: "code" }, answer.code));
  speak([...answer.code].join(" "));
}

/** @param {Live} live */
function claimDialog(live) {
  const code = h("input", { autocomplete: "off", autocapitalize: "none", maxlength: "20", required: true });
  const form = h("form", { class: "column", method: "dialog" }, h("label", { class: "field" }, h("span", {}, t("ui.room.code")), code), h("button", { class: "main" }, t("ui.action.ok")));
  form.addEventListener("submit", () => void live.command("claim", { code: code.value }));
  dialog(t("ui.room.claim_seat"), form);
}

/** Everything that is known of a seat. @param {Live} live @param {number} seat */
export function seatDialog(live, seat) {
  const { view, table, you } = live.screen;
  const known = cards(view?.hands[seat]).filter((card) => card !== "??");
  const muted = live.muted.has(seat);
  const box = dialog(
    names(table)[seat],
    h("ul", { class: "plain" }, ...describeSeat(live.screen, seat).map((text) => h("li", {}, text))),
    known.length > 0 && h("div", { class: "spread small" }, ...known.map(still)),
    !table.seats[seat].bot && seat !== you && button(muted ? "ui.action.unmute" : "ui.settings.reactions_off", () => {
      if (muted) live.muted.delete(seat);
      else live.muted.add(seat);
      box.close();
    }),
  );
}

/** An action in a few words. @param {string} action */
function deed(action) {
  const own = named(action);
  if (action.startsWith("blind")) return t("reason.action.blind", { position: action.slice(5) });
  return t(`reason.action.${own.length ? (action.endsWith("!") ? "otboi" : "cards") : action}`, { cards: own });
}

/** What a bot would do, why, and what else it thought of. @param {string} said @param {import("./types").Advice} advice */
export function hintDialog(said, { considered, data = {}, key, shares }) {
  const { best = "", other = "", terms = [] } = data;
  const why = t(key, { ...data, best: best && deed(best), other: other && deed(other), terms: terms.map((term) => t(term)) });
  const options = considered.flatMap(({ action, value }) =>
    value === undefined ? [] : `${deed(action)}: ${shares ? `${Math.round(100 * value)} %` : String(Math.round(value)).replace("-", "−")}`);
  dialog(t("ui.action.hint"), h("div", { class: "column" }, h("p", { class: "lead" }, said), h("p", {}, why), options.length > 0 && h("p", {}, t("ui.hint.weighed", { options: options.join("; ") }))));
  speak(`${said} ${why}`);
}

/** All cards of the pile, the top one first. @param {Live} live */
export function pileDialog(live) {
  const { view } = live.screen;
  const pile = cards(view?.pile).reverse();
  if (view && pile.length) dialog(pileText(view), h("div", { class: "spread small" }, ...pile.map(still)));
}

/** @param {Live} live */
export function phrasesDialog(live) {
  const box = dialog(
    t("ui.action.reactions"),
    h("div", { class: "phrases" }, ...PHRASES.map((phrase) => button(`ui.reaction.${phrase}`, () => {
      live.connection.say({ t: "say", phrase });
      box.close();
    }))),
  );
}

/** How it stands, as lines. @param {Live} live */
export function score(live) {
  const { table } = live.screen;
  const player = names(table);
  return h("ul", { class: "plain" }, ...table.seats.map((_, seat) => {
    const letters = table.letters?.[seat] ?? "";
    const data = { player: player[seat], n: table.losses?.[seat] ?? 0, letters };
    const key = table.game === "zalupa" ? (letters ? "letters" : "no_letters") : data.n ? "losses" : "no_losses";
    return h("li", {}, t(`ui.score.${key}`, data));
  }));
}

/** @param {Live} live */
function scoreDialog(live) {
  const { view } = live.screen;
  dialog(t("ui.score.title"), score(live), view?.aside?.some(Boolean) ? h("p", {}, inText(view.aside.flatMap(cards))) : "");
}

/** Opens or closes what happened, where it is not always in view. */
export function logDialogToggle() {
  const open = parts.aside.classList.toggle("open");
  parts.log.setAttribute("aria-expanded", String(open));
  if (open) {
    if (!parts.aside.querySelector(".close")) {
      parts.aside.prepend(signed("×", "ui.action.close", logDialogToggle));
    }
    parts.events.focus();
    parts.events.scrollTop = parts.events.scrollHeight;
  } else {
    parts.aside.querySelector(".close")?.remove();
    parts.log.focus();
  }
}

