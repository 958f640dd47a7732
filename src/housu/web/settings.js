// What a player has chosen for himself, kept in his browser alone.

import { dialog, h } from "./draw.js";
import { LANGUAGES, capital, language, t } from "./words.js";

const KEY = "housu.settings";

export const settings = {
  name: "",
  theme: "system",
  suits: "two",
  motion: "normal",
  verbosity: "all",
  sound: false,
  vibrate: false,
  notify: false,
  reactions: true,
  confirm: false,
  order: "rank",
};

try {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  for (const name of Object.keys(settings))
    if (typeof kept[name] === typeof settings[/** @type {keyof typeof settings} */ (name)])
      /** @type {Record<string, unknown>} */ (settings)[name] = kept[name];
} catch {
  // Storage may be forbidden, or hold what another version wrote: then the usual settings hold.
}

/** Changes settings, keeps them, and shows them. @param {Partial<typeof settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page is closed.
  }
  apply();
}

export function apply() {
  const { dataset } = document.documentElement;
  dataset.suits = settings.suits;
  dataset.theme = settings.theme;
}

/** Remembers the language for the next pages, which the server sends ready-made. @param {string} lang @param {string} base */
export function keepLanguage(lang, base) {
  document.cookie = `lang=${lang}; path=${base}; max-age=31536000; samesite=lax`;
}

/** @param {string} key @param {string} value @param {[string, string][]} options @param {(value: string) => void} chosen */
export function select(key, value, options, chosen) {
  const box = h("select", {}, ...options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
  box.addEventListener("change", () => chosen(box.value));
  return h("label", { class: "field" }, h("span", {}, capital(t(key))), box);
}

/** @param {string} key @param {boolean} value @param {(value: boolean) => void} chosen */
export function check(key, value, chosen) {
  const box = h("input", { type: "checkbox" });
  box.checked = value;
  box.addEventListener("change", () => chosen(box.checked));
  return h("label", { class: "check" }, box, h("span", {}, capital(t(key))));
}

/**
 * The dialog of settings.
 * @param {{changed: () => void, speakIn: (lang: string) => Promise<void>}} hooks
 */
export function settingsDialog({ changed, speakIn }) {
  /** @param {Partial<typeof settings>} changes */
  const set = (changes) => {
    change(changes);
    changed();
  };
  /** @param {string} key */
  const text = (key) => t(`ui.settings.${key}`);
  const body = h(
    "div",
    { class: "column" },
    select("ui.settings.language", language(), Object.entries(LANGUAGES), async (lang) => {
      await speakIn(lang);
      box.close();
      settingsDialog({ changed, speakIn });
    }),
    select("ui.settings.theme", settings.theme, ["system", "light", "dark"].map((name) => [name, text(`theme_${name}`)]), (theme) => set({ theme })),
    check("ui.settings.four_colours", settings.suits === "four", (four) => set({ suits: four ? "four" : "two" })),
    select("ui.settings.sort", settings.order, [["rank", t("ui.action.sort_rank")], ["suit", t("ui.action.sort_suit")]], (order) => set({ order })),
    select("ui.settings.motion", settings.motion, [["slow", text("pace_slow")], ["normal", text("pace_normal")], ["off", text("off")]], (motion) => set({ motion })),
    select("ui.settings.verbosity", settings.verbosity, ["all", "brief", "own"].map((name) => [name, text(`verbosity_${name}`)]), (verbosity) => set({ verbosity })),
    check("ui.settings.sound", settings.sound, (sound) => set({ sound })),
    "vibrate" in navigator && check("ui.settings.vibrate", settings.vibrate, (vibrate) => set({ vibrate })),
    "Notification" in window && check("ui.settings.notify", settings.notify, async (notify) => {
      if (notify && (await Notification.requestPermission()) !== "granted") notify = false;
      set({ notify });
    }),
    check("ui.settings.confirm", settings.confirm, (confirm) => set({ confirm })),
    check("ui.settings.reactions_off", !settings.reactions, (off) => set({ reactions: !off })),
  );
  const box = dialog(t("ui.settings.title"), body);
  return box;
}
