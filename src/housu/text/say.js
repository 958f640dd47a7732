// The browser's `say`: renders the catalogues en.json, fi.json, ru.json by the rules described in grammar.py.

/**
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {Record<string, string>} conjunctions
 * @property {string[]} counts
 * @property {Record<string, string>} hidden
 * @property {Record<string, string>} faces
 * @property {Record<string, Record<string, string>>} names
 * @property {Record<string, Record<string, string[]>>} sets
 * @property {Record<string, string>} texts
 * @property {Record<string, Record<string, string>>} cards patterns of their names, which `words.js` makes of them
 * @property {Record<string, string>} suits
 * @property {Record<string, string>} rules the names of rule sets
 */

/** @typedef {Record<string, string | number | readonly (string | number)[]>} Data */

/**
 * The sentence for a key. Throws for an unknown key, a missing field, or a value that has no name.
 * @param {Catalogue} catalogue @param {string} key @param {Data} [data] @returns {string}
 */
export function say(catalogue, key, data = {}) {
  if (!Object.hasOwn(catalogue.texts, key)) throw new Error(`no text "${key}"`);
  return render(catalogue, catalogue.texts[key], data);
}

/** @param {Catalogue} catalogue @param {string} template @param {Data} data @returns {string} */
export function render(catalogue, template, data) {
  return template.replace(/\{([^}]*)\}/g, (_, /** @type {string} */ inside) => {
    const [head, ...forms] = inside.split("|");
    const [name, spec = ""] = head.split(":");
    if (!Object.hasOwn(data, name)) throw new Error(`field "${name}" is missing for "${template}"`);
    const value = data[name];
    return forms.length ? counted(catalogue, forms, Number(value)) : shown(catalogue, spec, value);
  });
}

/** The short text of a card, a rank or a suit. @param {Catalogue} catalogue @param {string} card */
export const face = (catalogue, card) => [...card].map((sign) => catalogue.faces[sign] ?? sign).join("");

/** @param {Catalogue} catalogue @param {string[]} forms @param {number} number */
function counted(catalogue, forms, number) {
  const category = new Intl.PluralRules(catalogue.language).select(number);
  const form = forms[["one", forms.length === 3 ? "few" : "other", "many"].indexOf(category)];
  return form.replaceAll("##", catalogue.counts[number] ?? String(number)).replaceAll("#", String(number));
}

/** @param {Catalogue} catalogue @param {string} spec @param {Data[string]} value */
function shown(catalogue, spec, value) {
  const many = Array.isArray(value);
  const items = (many ? value : [value]).map(String);
  if (!spec) return items.join(", ");
  if (spec === "and" || spec === "or") return joined(items, catalogue.conjunctions[spec]);
  if (spec === "face") return items.map((item) => face(catalogue, item)).join(" ");
  const key = spec.replace("*", "").toLowerCase();
  const text = many ? named(catalogue, items, key, spec.endsWith("*")) : nameOf(catalogue, items[0], key);
  return spec[0] === spec[0].toLowerCase() ? text : text[0].toUpperCase() + text.slice(1);
}

/** @param {Catalogue} catalogue @param {string} item @param {string} key */
function nameOf(catalogue, item, key) {
  const name = catalogue.names[item]?.[key];
  if (name === undefined) throw new Error(`"${item}" has no name in case "${key}"`);
  return name;
}

/** @param {Catalogue} catalogue @param {string[]} items @param {string} key @param {boolean} asSet */
function named(catalogue, items, key, asSet) {
  const known = items.filter((item) => item !== "??");
  const hidden = items.length - known.length;
  const ofOneRank = new Set(known.map((item) => item[0])).size === 1;
  if (asSet && ofOneRank && !hidden && known.length > 1 && known.length < 9)
    return catalogue.sets[known[0][0]][key][known.length - 2];
  const told = known.map((item) => nameOf(catalogue, item, key));
  if (hidden || !known.length) told.push(counted(catalogue, catalogue.hidden[key].split("|"), hidden));
  return joined(told, catalogue.conjunctions.and);
}

/** @param {string[]} items @param {string} last */
const joined = (items, last) =>
  items.length > 1 ? items.slice(0, -1).join(", ") + last + items[items.length - 1] : items.join("");
