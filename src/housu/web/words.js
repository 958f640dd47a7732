// What is said, in the language chosen: the catalogue of one language, loaded whole, and the sentences for events.

import { face as faceOf, say } from "./say.js";

/** @typedef {import("./say.js").Catalogue} Catalogue */
/** @typedef {import("./say.js").Data} Data */
/** @typedef {import("./types").GameEvent} GameEvent */

export const LANGUAGES = { en: "English", fi: "suomi", ru: "русский" };

/** @type {Catalogue} */
let catalogue;
let folder = "";

/**
 * Makes a language the one that everything is said in; or else throws an error with a sentence.
 * @param {string} lang @param {string} [from] the folder of the page's files, the first time
 */
export async function use(lang, from) {
  if (from) folder = from;
  const answer = await fetch(`${folder}texts/${lang}.json`).catch(() => null);
  // Without an answer there is no network; with a refusal the server has other files by now.
  if (!answer?.ok) throw new Error(catalogue ? t(answer ? "ui.connection.reload" : "ui.connection.failed") : lang);
  catalogue = await answer.json();
  // The names of cards come as patterns, in which the suit's word has its place.
  const { cards, suits, names } = catalogue;
  for (const [rank, forms] of Object.entries(cards))
    for (const [suit, word] of Object.entries(suits))
      names[rank + suit] = Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, text.replace("*", word)]));
  document.documentElement.lang = lang;
}

export const language = () => catalogue.language;

/** The whole catalogue, for sentences that stand elsewhere. */
export const catalogueNow = () => catalogue;

/** The sentence for a key. @param {string} key @param {Data} [data] */
export const t = (key, data) => say(catalogue, key, data);

/** A text about a deal, with the word that the game's players have for one. @param {string} key @param {string} game @param {Data} [data] */
export const ofDeal = (key, game, data) => t(game === "zalupa" ? `${key}_zalupa` : key, data);

/** @param {string} key */
export const has = (key) => Object.hasOwn(catalogue.texts, key);

/** What a rule set is called. @param {string} name */
export const ruleSet = (name) => catalogue.rules[name] ?? name;

/** What a bot is called. @param {string} name */
export const botName = (name) => (has(`ui.bot.${name}`) ? capital(t(`ui.bot.${name}`)) : name);

/** The short text of a card, a rank or a suit. @param {string} card */
export const face = (card) => faceOf(catalogue, card);

/** The words of a declaration in the language chosen. @param {Record<string, string>} words */
export const own = (words) => words[catalogue.language] ?? words.en;

/**
 * What a refusal says: its key and data, in which text may stand in three languages.
 * @param {{key: string, data?: Record<string, unknown>}} problem
 */
export function reason(problem) {
  if (!has(problem.key)) return t("ui.page.error");
  /** @type {Data} */
  const data = {};
  for (const [name, value] of Object.entries(problem.data ?? {})) {
    const words = value !== null && typeof value === "object" && !Array.isArray(value);
    data[name] = words ? own(/** @type {Record<string, string>} */ (value)) : /** @type {Data[string]} */ (value);
  }
  try {
    return t(problem.key, data);
  } catch {
    return t("ui.page.error"); // an older page than the server: better this than nothing
  }
}

/** A sentence begins with a capital. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The sentence for an event as the seat `you` reads it (null: a spectator); as `housu.text.tell`.
 * @param {GameEvent} event @param {string[]} names by seat @param {number | null} you @param {string} game
 */
export function tell(event, names, you, game) {
  let key = `event.${event.event}`;
  let seat = event.seat;
  /** @type {Data} */
  const data = {};
  if (seat !== undefined) data.player = names[seat];
  if (event.card !== undefined) data.card = event.card;
  if (event.cards !== undefined) {
    const cards = event.cards.split(" ").filter(Boolean);
    data.cards = cards;
    data.n = cards.length;
  }
  switch (event.event) {
    case "dealt":
      key += `.${event.to}`;
      break;
    case "exchanged":
      data.other = names[Number(event.to)];
      if (event.to === you) return t(`${key}.to_you`, data);
      break;
    case "played":
      key += `.${event.from}${event.lead ? ".lead" : ""}`;
      break;
    case "turned":
      key += `.${event.from}${event.fits ? ".fits" : ".fails"}`;
      break;
    case "cleared":
      key += `.${event.by}`;
      break;
    case "over":
      if (event.loser === undefined || event.loser === null) return t("event.over.stalemate");
      seat = event.loser;
      data.player = names[seat];
      key += `.${game}`;
  }
  return t(you !== null && seat === you ? `${key}.you` : key, data);
}
