// Looking back at finished deals, step by step. A link holds the moment: ?match=MATCH#DEAL.STEP, from 0, 1 and 0.

import { aloud, button, cards, h, keyed, picture, back, put, set, signed, still } from "./draw.js";
import { numbered } from "./hand.js";
import { apply, keepLanguage, settingsDialog } from "./settings.js";
import { ask } from "./sheet.js";
import { names, pileText, rulesName } from "./table.js";
import { capital, face, ofDeal, t, tell, use } from "./words.js";

/** @typedef {import("./types").First} First */
/** @typedef {import("./types").Replay} Replay */
/** @typedef {import("./types").View} View */

const PAUSE_MS = { slow: 1600, normal: 900, fast: 350 };

/** @param {First} first */
export function start(first) {
  apply();
  const player = new Player(first);
  player.build();
  window.addEventListener("hashchange", () => player.fromLink());
  document.addEventListener("keydown", (event) => player.key(event));
}

class Player {
  /** @param {First} first */
  constructor(first) {
    this.first = first;
    this.replay = /** @type {Replay} */ (first.replay);
    this.step = 0;
    this.deal = this.replay.deal;
    /** Whose view is shown: a seat's, or with "" all cards. */
    this.eyes = "";
    /** What the server has sent, by deal and eyes. @type {Map<string, import("./types").Step[]>} */
    this.known = new Map([[`${this.deal} `, this.replay.steps]]);
    /** @type {keyof typeof PAUSE_MS} */
    this.pace = "normal";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** @type {Record<string, HTMLElement>} */
    this.at = {};
  }

  get steps() {
    return this.known.get(`${this.deal} ${this.eyes}`) ?? [];
  }

  get names() {
    const { seats, bots } = this.replay;
    return names({ seats: seats.map((name, seat) => ({ name, bot: bots[seat] })) });
  }

  build() {
    const { at, replay, first } = this;
    const app = /** @type {HTMLElement} */ (document.getElementById("app"));
    app.className = "replay";
    const deals = h("select", { "aria-label": ofDeal("name.deal", replay.game) }, ...replay.deals.map((_, index) => h("option", { value: index }, ofDeal("ui.table.deal", replay.game, { deal: index + 1 }))));
    deals.addEventListener("change", () => void this.go(Number(deals.value), 0));
    const slider = h("input", { type: "range", min: 0, step: 1, "aria-label": t("ui.table.log") });
    slider.addEventListener("input", () => void this.go(this.deal, Number(slider.value)));
    const eyes = h("select", {}, h("option", { value: "" }, t("ui.replay.open_cards")), ...this.names.map((name, seat) => h("option", { value: seat }, t("ui.replay.as_seen_by", { player: name }))));
    eyes.setAttribute("aria-label", t("ui.replay.seat_view"));
    eyes.addEventListener("change", () => void this.go(this.deal, this.step, eyes.value));
    const matches = h("select", { "aria-label": t("ui.replay.match") }, ...Array.from({ length: replay.matches }, (_, index) => h("option", { value: index }, `${t("ui.replay.match")} ${index + 1}`)));
    matches.value = String(replay.match);
    matches.addEventListener("change", () => location.assign(`?match=${matches.value}`));
    const pace = h("select", { "aria-label": t("ui.replay.speed") }, ...Object.keys(PAUSE_MS).map((name) => h("option", { value: name, selected: name === this.pace }, t(`ui.settings.pace_${name}`))));
    pace.addEventListener("change", () => {
      this.pace = /** @type {keyof typeof PAUSE_MS} */ (pace.value);
      if (this.timer) this.play();
    });
    Object.assign(at, { deals, eyes, slider });
    const link = `${first.base}api/tables/${first.table}/record?match=${replay.match}`;
    app.replaceChildren(
      h("header", { class: "top" }, h("a", { class: "button", href: `${first.base}t/${first.table}` }, capital(t("ui.action.back"))), h("h1", {}, rulesName(replay.rules)),
        button("ui.action.settings", () => settingsDialog({ changed: () => this.draw(), speakIn: (lang) => this.speakIn(lang) }))),
      h("main", {},
        h("section", { class: "felt", "aria-label": t("ui.aria.table") }, (at.pile = h("div", { class: "spread small" })), (at.count = h("p"))),
        (at.said = h("p", { class: "said", "aria-live": "polite" })),
        h("section", { class: "controls", "aria-label": t("ui.aria.actions") },
          h("div", { class: "row" },
            this.control("first", "⇤", () => void this.go(this.deal, 0)), this.control("previous", "←", () => void this.go(this.deal, this.step - 1)),
            (at.toggle = this.control("play", "▶", () => (this.timer ? this.stop() : this.play()))),
            this.control("next", "→", () => void this.go(this.deal, this.step + 1)), this.control("last", "⇥", () => void this.go(this.deal, this.steps.length - 1))),
          slider, (at.position = h("p", { class: "soft" }))),
        (at.seats = h("section", { class: "places", "aria-label": t("ui.aria.players") })),
        h("section", { class: "controls", "aria-label": t("ui.action.more") },
          h("div", { class: "row" }, replay.matches > 1 && matches, deals, eyes, pace, button("ui.replay.copy_moment", () => void import("./invite.js").then(({ copy }) => copy(location.href))),
            h("a", { class: "button", href: link, download: `${first.table}.housu` }, capital(t("ui.replay.download")))))),
    );
    document.title = `${t("ui.action.replay")} – Housu`;
    if (!this.fromLink()) void this.go(this.deal, this.step);
  }

  /** @param {string} lang */
  async speakIn(lang) {
    try {
      await use(lang);
    } catch (error) {
      put(this.at.said, /** @type {Error} */ (error).message);
      return;
    }
    keepLanguage(lang, this.first.base);
    this.build();
  }

  /** @param {string} name @param {string} sign @param {() => void} act */
  control(name, sign, act) {
    const element = signed(sign, `ui.replay.${name}`, act);
    element.className = "control";
    element.dataset.control = name;
    return element;
  }

  /** Goes to the moment that the address names; false if it names none. */
  fromLink() {
    const moment = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (!moment || !this.replay.deals[Number(moment[1]) - 1]) return false;
    void this.go(Number(moment[1]) - 1, Number(moment[2] ?? 0));
    return true;
  }

  /** Shows a moment; of another deal, or through other eyes, when the server has sent it. @param {number} deal @param {number} step */
  async go(deal, step, eyes = this.eyes) {
    const { match } = this.replay;
    const wanted = `${deal} ${eyes}`;
    if (!this.known.has(wanted)) {
      const { base, table } = this.first;
      try {
        const more = await ask(`${base}api/tables/${table}/replay?match=${match}&deal=${deal}${eyes && `&seat=${eyes}`}`);
        this.known.set(wanted, more.steps);
      } catch (error) {
        this.draw(); // the choices show what is shown
        put(this.at.said, /** @type {Error} */ (error).message);
        return;
      }
    }
    this.deal = deal;
    this.eyes = eyes;
    this.step = Math.max(0, Math.min(step, this.steps.length - 1));
    history.replaceState(null, "", `?match=${match}#${this.deal + 1}.${this.step}`);
    this.draw();
  }

  play() {
    clearInterval(this.timer);
    if (this.step === this.steps.length - 1) this.step = 0;
    this.timer = setInterval(() => {
      void this.go(this.deal, this.step + 1);
      if (this.step === this.steps.length - 1) this.stop();
    }, PAUSE_MS[this.pace]);
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select") || document.querySelector("dialog[open]")) return;
    const ways = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.steps.length - 1 };
    const step = ways[/** @type {keyof typeof ways} */ (event.code)];
    if (step === undefined) return;
    event.preventDefault();
    void this.go(this.deal, step);
  }

  draw() {
    const { at } = this;
    const { view, events } = this.steps[this.step];
    const pile = cards(view.pile);
    /** @type {HTMLSelectElement} */ (at.deals).value = String(this.deal);
    /** @type {HTMLSelectElement} */ (at.eyes).value = this.eyes;
    set(at.slider, { max: this.steps.length - 1 });
    /** @type {HTMLInputElement} */ (at.slider).value = String(this.step);
    keyed(at.pile, numbered(pile).slice(-12), (one) => one.key, (one) => still(one.card), () => {});
    put(at.count, [pileText(view), view.game === "zalupa" ? "" : t("ui.table.stock", { n: cards(view.stock).length }), t("ui.table.out", { n: cards(view.out).length })].filter(Boolean).join(" · "));
    const told = this.step || events.length < 4 ? events : events.filter((event) => event.event !== "dealt");
    put(at.said, told.map((event) => tell(event, this.names, null, this.replay.game)).join(" ") || t("ui.table.dealer", { player: this.names[view.dealer] }));
    put(at.position, ofDeal("ui.replay.position", this.replay.game, { deal: this.deal + 1, step: this.step, steps: this.steps.length - 1 }));
    aloud(at.toggle, t(this.timer ? "ui.replay.pause" : "ui.replay.play"));
    put(/** @type {Element} */ (at.toggle.firstElementChild), this.timer ? "❙❙" : "▶");
    keyed(at.seats, view.hands.map((_, seat) => seat), String, () => h("div", { class: "place" }, h("h2"), h("div", { class: "spread small" }), h("p", { class: "facts" })), (element, seat) => this.seat(element, view, seat));
  }

  /** @param {HTMLElement} element @param {View} view @param {number} seat */
  seat(element, view, seat) {
    const [title, hand, facts] = /** @type {HTMLElement[]} */ ([...element.children]);
    element.classList.toggle("turn", view.to_act === seat);
    const held = cards(view.hands[seat]);
    put(title, `${t("ui.aria.seat", { player: this.names[seat], n: held.length })}${view.went_out.includes(seat) ? ` · ${t("ui.table.place", { place: view.went_out.indexOf(seat) + 1 })}` : ""}`);
    keyed(hand, numbered(held), (one) => one.key, (one) => h("span", { class: one.card === "??" ? "card down" : "card", "aria-hidden": "true" }, one.card === "??" ? back() : picture(one.card)), () => {});
    set(hand, { role: "img", "aria-label": t("ui.table.hand_count", { player: this.names[seat], n: held.length }) + (held.includes("??") ? "" : `. ${held.map((card) => t("ui.aria.card", { card })).join(", ")}`) });
    const down = cards(view.face_down?.[seat]).filter((card) => card !== "--");
    const open = cards(view.face_up?.[seat]);
    facts.replaceChildren(...[
      view.trumps && t("ui.table.trump", { suit: view.trumps[seat] }),
      open.length && h("span", {}, t("ui.table.face_up", { cards: open }), " "),
      down.length && h("span", {}, down.includes("??") ? t("ui.table.face_down", { n: down.length }) : t("ui.table.face_down_positions", { positions: down.map(face).join(" ") })),
      cards(view.aside?.[seat]).length && t("ui.table.aside", { cards: cards(view.aside?.[seat]) }),
    ].filter((part) => part instanceof Node || typeof part === "string").map((part) => /** @type {Node | string} */ (part)));
  }
}

