// The rule sheet: the complete rules of a table, as the server writes them.

import { dialog, h } from "./draw.js";
import { changesOf } from "./table.js";
import { language, reason, t } from "./words.js";

/** @typedef {{sentences: {text: string, settled: boolean}[], clauses: string[], source: string, rows: [string, string][]}} Paragraph */
/** @typedef {{title: string, paragraphs: Paragraph[]}} Section */

/** An answer of the server, or its refusal, or that there is none, as an error with a sentence. @param {string} url @param {RequestInit} [options] */
export async function ask(url, options) {
  const answer = await fetch(url, options).catch(() => { throw new Error(t("ui.connection.failed")); });
  const body = await answer.json().catch(() => ({ key: "ui.page.error" }));
  if (!answer.ok) throw new Error(reason(body));
  return body;
}

/** @param {string} base @param {string} rules */
export async function sheetDialog(base, rules) {
  const body = h("div", { class: "column" }, h("p", {}, t("ui.page.loading")));
  dialog(t("ui.form.sheet"), body);
  try {
    const sheet = await ask(`${base}api/rules/sheet?rules=${encodeURIComponent(rules)}&lang=${language()}`);
    body.replaceChildren(h("h3", {}, sheet.title), h("p", {}, changesOf(rules)), ...sheet.sections.map(section), h("code", {}, rules));
  } catch (error) {
    body.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
  }
}

/** @param {Section} part */
function section(part) {
  return h("section", { class: "sheet" }, h("h4", {}, part.title), ...part.paragraphs.flatMap(paragraph));
}

/** What was settled here, not by a source, carries a star. @param {Paragraph} part */
function paragraph(part) {
  const text = part.sentences.map((sentence) => sentence.text + (sentence.settled ? "*" : "")).join(" ");
  const from = `${part.clauses.join(", ")} · ${part.source}`;
  const rows = part.rows.map(([what, which]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, which)));
  return [h("p", {}, text, " ", h("small", {}, from)), ...(rows.length ? [h("table", {}, h("tbody", {}, ...rows))] : [])];
}
