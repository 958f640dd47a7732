// The lobby: one press to play against bots, the public tables, and a form for a table of one's own.

import { button, dialog, h, keyed, picture, put, signed } from "./draw.js";
import { apply, change, keepLanguage, settings, settingsDialog } from "./settings.js";
import { rulesForm } from "./rules-form.js";
import { ask, sheetDialog } from "./sheet.js";
import { announce } from "./speak.js";
import { rulesName } from "./table.js";
import { capital, LANGUAGES, language, t, use } from "./words.js";

/** @typedef {import("./types").First} First */
/** @typedef {import("./types").ListedTable} ListedTable */

const REFRESH_MS = 8000;

/** @param {First} first */
export function start(first) {
  apply();
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const draw = () => {
    document.title = "Housu";
    app.className = "lobby";
    app.replaceChildren(header(first, draw), first.kind === "missing" ? missing(first) : main(first));
  };
  draw();
}

/** @param {Error} error */
const refused = (error) => announce(error.message);

/** @param {First} first @param {() => void} draw */
function header(first, draw) {
  /** @param {string} lang */
  const speakIn = async (lang) => {
    try {
      await use(lang);
    } catch (error) {
      refused(/** @type {Error} */ (error));
      return;
    }
    keepLanguage(lang, first.base);
    draw();
  };
  return h("header", { class: "top" },
    h("h1", {}, h("a", { href: first.base }, "Housu")),
    h("nav", { class: "row", "aria-label": t("ui.settings.language") }, ...Object.entries(LANGUAGES).map(([code, name]) =>
      h("button", { type: "button", lang: code, "aria-pressed": String(code === language()), onclick: () => void speakIn(code) }, code, h("span", { class: "aloud" }, ` – ${name}`)))),
    signed("⚙", "ui.action.settings", () => settingsDialog({ changed: () => {}, speakIn })));
}

/** There is no such table, or there is, but no replay of it yet. @param {First} first */
function missing({ base, table }) {
  const [said, link, href] = table ? ["ui.replay.none", "ui.replay.live", `${base}t/${table}`] : ["ui.room.not_found", "ui.room.lobby", base];
  return h("main", { class: "column" }, h("h2", {}, t(said)), h("a", { class: "button main", href }, t(link)));
}

/** @param {First} first */
function main(first) {
  const name = h("input", { id: "name", autocomplete: "nickname", maxlength: "40", value: settings.name, placeholder: capital(t("name.player")) });
  name.addEventListener("change", () => change({ name: name.value.trim() }));
  /** @param {object} table */
  const open = async (table) => {
    const given = name.value.trim() || capital(t("name.player"));
    try {
      const { table: id } = await ask(`${first.base}api/tables`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: given, ...table }),
      });
      location.href = `${first.base}t/${id}`;
    } catch (error) {
      refused(/** @type {Error} */ (error));
    }
  };
  return h("main", { class: "column" },
    h("div", { class: "hello" }, h("div", { class: "show", "aria-hidden": "true" }, ...["3c", "Qh", "Ts", "2d"].map((card) => h("span", { class: "card" }, picture(card)))), h("p", {}, t("ui.page.tagline"))),
    h("label", { class: "field" }, h("span", {}, t("ui.settings.name")), name),
    h("section", { class: "games" }, ...[["pagat", "name.paskahousu"], ["zalupa", "name.zalupa"]].map(([rules, key]) =>
      h("div", { class: "game" },
        h("h2", {}, t(key)),
        h("button", { type: "button", class: "main big", "data-play": rules, onclick: () => void open({ rules, seats: 4, start: true }) }, t("ui.action.play_bots"), h("span", { class: "aloud" }, `: ${t(key)}`)),
        h("button", { type: "button", onclick: () => void sheetDialog(first.base, rules) }, t("ui.page.learn"), h("span", { class: "aloud" }, `: ${t(key)}`))))),
    button("ui.action.play_friends", () => void createDialog(first, open).catch(refused), "big"),
    publicTables(first));
}

/** @param {First} first @param {(table: object) => void} open */
async function createDialog(first, open) {
  const { games } = await ask(`${first.static}rules/${language()}.json`);
  dialog(t("ui.action.create_table"), rulesForm({ base: first.base, games, bots: /** @type {NonNullable<First["bots"]>} */ (first.bots), open }));
}

/** @param {First} first */
function publicTables(first) {
  const list = h("ul", { class: "tables" });
  const empty = h("p", { class: "soft" });
  /** @param {ListedTable[]} tables */
  const show = (tables) => {
    put(empty, tables.length ? "" : t("ui.room.no_tables"));
    keyed(list, tables, (table) => table.id, (table) => h("li", {}, h("a", { class: "button", href: `${first.base}t/${table.id}` }, h("b"), h("span"))), (element, table) => {
      const [title, line] = /** @type {HTMLElement[]} */ ([...(element.firstElementChild?.children ?? [])]);
      put(title, rulesName(table.rules));
      put(line, `${table.host} · ${t("ui.room.players", { n: table.seats - table.free, seats: table.seats })}${table.clock ? ` · ${t("ui.room.clock_seconds", { n: table.clock })}` : ""}`);
    });
  };
  show(first.tables ?? []);
  const timer = setInterval(async () => {
    if (!list.isConnected) clearInterval(timer);
    else if (document.visibilityState === "visible") await ask(`${first.base}api/tables`).then(show).catch(() => {});
  }, REFRESH_MS);
  return h("section", { class: "column" }, h("h2", {}, t("ui.room.public_tables")), empty, list);
}
