// The rule sheet: the rules of a table in sentences, from their declarations.

import { dialog, h } from "./draw.js";
import { capital, language, reason, t } from "./words.js";

/** @typedef {{option: string, clause: string, label: string, value: string, text: string, changed: boolean}} Line */

/** An answer of the server, or its refusal as an error with a sentence. @param {string} url @param {RequestInit} [options] */
export async function ask(url, options) {
  const answer = await fetch(url, options);
  const body = await answer.json().catch(() => ({ key: "ui.page.error" }));
  if (!answer.ok) throw new Error(reason(body));
  return body;
}

/** @param {string} base @param {string} rules */
export async function sheetDialog(base, rules) {
  const body = h("div", { class: "column" }, h("p", {}, t("ui.page.loading")));
  dialog(t("ui.form.sheet"), h("p", {}, h("code", {}, rules)), body);
  try {
    const sheet = await ask(`${base}api/rules/sheet?rules=${encodeURIComponent(rules)}&lang=${language()}`);
    body.replaceChildren(h("h3", {}, sheet.title), h("dl", { class: "sheet" }, ...sheet.lines.flatMap((/** @type {Line} */ line) => [
      h("dt", { class: line.changed ? "changed" : "" }, capital(line.label), line.changed ? h("em", {}, ` ${t("ui.form.changed")}`) : "", h("small", {}, ` ${line.clause}`)),
      h("dd", {}, line.text),
    ])));
  } catch (error) {
    body.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
  }
}
