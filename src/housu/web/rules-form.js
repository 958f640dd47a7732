// The form for a new table: every house rule, its values and what it can't go with, all from the declarations.

import { h, keyed, put, set } from "./draw.js";
import { check, select } from "./settings.js";
import { render } from "./say.js";
import { ask, sheetDialog } from "./sheet.js";
import { changesOf } from "./table.js";
import { botName, capital, catalogueNow, has, own, ruleSet, t } from "./words.js";

/** @typedef {import("./types").GameRules} GameRules */
/** @typedef {import("./types").Option} Option */

/** A choice of house rules: a game, a named set, and the values that differ from it. */
export class Choice {
  /** @param {GameRules[]} games */
  constructor(games) {
    this.games = games;
    this.game = games[0];
    this.named = games[0].sets[0];
    /** @type {Record<string, string>} */
    this.values = {};
    this.pick(this.named.name);
  }

  /** @param {string} name */
  pick(name) {
    this.game = /** @type {GameRules} */ (this.games.find((game) => game.sets.some((set) => set.name === name)));
    this.named = /** @type {GameRules["sets"][0]} */ (this.game.sets.find((set) => set.name === name));
    this.values = {};
    for (const option of this.game.options) this.values[option.name] = this.usual(option);
  }

  /** @param {Option} option */
  usual(option) {
    return this.named.changes[option.name] ?? option.default;
  }

  get changes() {
    return this.game.options.filter((option) => this.values[option.name] !== this.usual(option));
  }

  /** The rule set's text. */
  get text() {
    return [this.named.name, ...this.changes.map((option) => `${option.name}=${this.values[option.name]}`)].join("+");
  }

  /** The contradictions that there would be with a value, each with the option at odds and why.
   * @param {Record<string, string>} [values] */
  contradictions(values = this.values) {
    return this.game.conflicts.filter(({ one, other, besides }) =>
      [one, other, ...(besides ? [besides] : [])].every(([name, list]) => list.includes(values[name])));
  }

  /** What is wrong with the choice as it is, in a sentence; "" if nothing is. */
  get wrong() {
    const wrong = this.contradictions()[0];
    return wrong ? own(wrong.why) : this.game.options.map((option) => outside(option, this.values[option.name])).find(Boolean) ?? "";
  }

  /** Why an option can't have a value as the others are now; "" if it can. @param {Option} option @param {string} value */
  against(option, value) {
    if (outside(option, value)) return outside(option, value);
    const values = { ...this.values, [option.name]: value };
    const conflict = this.contradictions(values).find((one) => [one.one[0], one.other[0], one.besides?.[0]].includes(option.name));
    if (!conflict) return "";
    const name = conflict.one[0] === option.name ? conflict.other[0] : conflict.one[0];
    const other = this.game.options.find((one) => one.name === name);
    return t("ui.form.cannot_combine", { other: other ? own(other.label) : name, why: own(conflict.why) });
  }
}

/** That a number is none that there can be; "" if it is one. @param {Option} option @param {string} value */
function outside({ label, number }, value) {
  if (!number || (Number(value) >= number.low && Number(value) <= number.high)) return "";
  return t("error.rules.not_a_number", { option: own(label), low: number.low, high: number.high, value });
}

/** The sentence of a value. @param {Option} option @param {string} value */
function sentence(option, value) {
  const words = option.number?.words ?? option.choices?.find((choice) => choice.value === value)?.words;
  return words ? render(catalogueNow(), own(words), { n: Number(value) || 0 }) : value;
}

/** The short text of a value. @param {Option} option @param {string} value */
function short({ name }, value) {
  const key = [`ui.value.${name}.${value}`, `ui.form.${value}`].find(has);
  return key ? t(key) : value;
}

/**
 * The form. `open` is called with the body of `POST api/tables`.
 * @param {{base: string, games: GameRules[], bots: {bots: string[], usual: string}, open: (table: object) => void}} options
 */
export function rulesForm({ base, games, bots, open }) {
  const choice = new Choice(games);
  const seats = h("select");
  const sets = h("select", {}, ...games.flatMap((game) => game.sets.map((set) => h("option", { value: set.name }, ruleSet(set.name)))));
  const rules = h("div", { class: "rules" });
  const problem = h("p", { class: "bad", role: "status" });
  const summary = h("p", { class: "soft" });
  const more = h("summary");
  const table = { public: false, hints: true, clock: "0", length: "open", bot: bots.usual };
  // A match of Zalupa ends with its letters.
  const length = select("ui.room.length", table.length, lengths(), (value) => (table.length = value));
  let wanted = 4;
  let asked = 0;

  const draw = () => {
    put(more, changesOf(choice.text) || t("ui.form.title"));
    keyed(rules, choice.game.options, (option) => `${choice.game.name} ${option.name}`, (option) => field(option), update);
    length.hidden = choice.game.name === "zalupa";
    void seatsThatFit();
  };

  /** @param {Option} option */
  const field = (option) => {
    const input = option.number
      ? h("input", { type: "number", min: option.number.low, max: option.number.high, step: 1 })
      : h("select", {}, ...(option.choices ?? []).map((one) => h("option", { value: one.value }, short(option, one.value))));
    input.addEventListener("change", () => {
      const value = !input.value ? choice.usual(option) : option.number ? String(Math.round(Number(input.value))) : input.value;
      choice.values[option.name] = value;
      draw();
    });
    const id = `about-${option.name}`;
    input.setAttribute("aria-describedby", id);
    return h("div", { class: "rule" }, h("label", { class: "field" }, h("span", {}, capital(own(option.label)), h("em")), input), h("p", { id, class: "soft" }), h("p", { class: "bad" }));
  };

  /** @param {HTMLElement} element @param {Option} option */
  const update = (element, option) => {
    const value = choice.values[option.name];
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (element.querySelector("input, select"));
    if (input.value !== value) input.value = value;
    const changed = value !== choice.usual(option);
    element.classList.toggle("changed", changed);
    put(/** @type {Element} */ (element.querySelector("em")), changed ? ` ${t("ui.form.changed")}` : "");
    put(/** @type {Element} */ (element.querySelector(".soft")), `${sentence(option, value)} (${option.clause}; ${t("ui.form.source")}: ${option.source.replace("ours", t("ui.form.ours"))})`);
    put(/** @type {Element} */ (element.querySelector(".bad")), choice.against(option, value));
    if (input instanceof HTMLSelectElement)
      for (const one of input.options) {
        const why = one.value === value ? "" : choice.against(option, one.value);
        put(one, short(option, one.value) + (why ? " ⚠" : ""));
        one.title = why;
      }
  };

  // Which numbers of seats fit is the server's to say, as is what else may be wrong. Answers whether a table can be opened.
  const seatsThatFit = async () => {
    const turn = ++asked;
    put(summary, choice.text);
    put(problem, choice.wrong);
    if (choice.wrong) return false;
    try {
      const answer = await ask(`${base}api/rules/check?rules=${encodeURIComponent(choice.text)}`);
      if (turn !== asked) return false;
      put(problem, "");
      const fit = /** @type {number[]} */ (answer.seats);
      seats.replaceChildren(...fit.map((n) => h("option", { value: n, selected: n === wanted }, String(n))));
      if (!fit.includes(wanted)) seats.value = String(fit.at(-1));
      return true;
    } catch (error) {
      if (turn === asked) put(problem, /** @type {Error} */ (error).message);
      return false;
    }
  };

  sets.addEventListener("change", () => {
    choice.pick(sets.value);
    draw();
  });
  seats.addEventListener("change", () => (wanted = Number(seats.value)));

  const submit = h("button", { class: "main big" }, t("ui.action.create_table"));
  const form = h("form", { class: "column" },
    h("label", { class: "field" }, h("span", {}, t("ui.form.rule_set")), sets),
    h("label", { class: "field" }, h("span", {}, t("ui.form.seats")), seats),
    h("details", {}, more, h("div", { class: "row" }, h("button", { type: "button", onclick: () => { choice.pick(choice.named.name); draw(); } }, t("ui.form.all_default")), h("button", { type: "button", onclick: () => void sheetDialog(base, choice.text) }, t("ui.form.sheet"))), rules),
    problem, summary,
    length,
    select("ui.room.clock", table.clock, [0, 15, 30, 60, 120, 300].map((n) => [String(n), n ? t("ui.room.clock_seconds", { n }) : t("ui.room.clock_none")]), (value) => (table.clock = value)),
    bots.bots.length > 1 && select("name.bot", table.bot, bots.bots.map((name) => [name, botName(name)]), (value) => (table.bot = value)),
    check("ui.room.public", table.public, (value) => (table.public = value)),
    check("ui.room.hints", table.hints, (value) => (table.hints = value)),
    submit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (choice.wrong) form.querySelector("details")?.setAttribute("open", "");
    if (!(await seatsThatFit())) return; // the rules are at fault, or have just been changed
    const [kind, n] = table.length.split(" ");
    open({ rules: choice.text, seats: Number(seats.value), public: table.public, hints: table.hints, clock: Number(table.clock), bot: table.bot, ...(kind === "open" || length.hidden ? {} : { [kind]: Number(n) }) });
  });
  set(form, { novalidate: true });
  draw();
  return form;
}

/** @returns {[string, string][]} */
const lengths = () => [
  ["open", t("ui.room.length_open")],
  ...[1, 3, 5, 10].map((n) => /** @type {[string, string]} */ ([`deals ${n}`, t("ui.room.length_deals", { n })])),
  ...[1, 3, 5].map((n) => /** @type {[string, string]} */ ([`losses ${n}`, t("ui.room.length_losses", { n })])),
];
