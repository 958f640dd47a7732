// A table that is alive: the connection, what is pressed, what is drawn and spoken when something happens.

import { Connection, SAID } from "./connection.js";
import { listenDrag } from "./drag.js";
import { button, dialog, h, put, set } from "./draw.js";
import { rememberNonce, sendNonce } from "./fair.js";
import { focusItem, items, itemsOf, pressed } from "./hand.js";
import { focusHand, listen } from "./keys.js";
import { hintDialog, logDialogToggle, menuDialog, phrasesDialog, pileDialog, seatDialog } from "./menu.js";
import { places, show } from "./motion.js";
import { renderPanel } from "./panel.js";
import { apply, change, keepLanguage, settings } from "./settings.js";
import { soundOf, turnSignal } from "./signal.js";
import { announce, bubble, renderLog, speak, tellNews } from "./speak.js";
import { Store } from "./store.js";
import { handlers, names, parts, relabel, renderTable, swaps, taste, yourTurn } from "./table.js";
import { reason, t, use } from "./words.js";

/** @typedef {import("./types").First} First */
/** @typedef {import("./types").ServerMessage} ServerMessage */
/** @typedef {import("./hand.js").Item} Item */

/** One table that is open on the screen. */
export class Live {
  /** @param {First} first */
  constructor(first) {
    this.first = first;
    this.store = new Store(/** @type {import("./types").State} */ (first.state));
    /** Players whose phrases are not shown. @type {Set<number>} */
    this.muted = new Set();
    this.clockEnd = 0;
    const url = new URL(`${first.base}ws`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.connection = new Connection({
      url: url.href,
      table: /** @type {string} */ (first.table),
      protocol: first.protocol,
      seen: () => this.store.screen.v,
      heard: (message) => this.heard(message),
      changed: (status) => this.lineChanged(status),
    });
  }

  get screen() {
    return this.store.screen;
  }

  get items() {
    return items(this.screen, taste.order);
  }

  get base() {
    return this.first.base;
  }

  get id() {
    return /** @type {string} */ (this.first.table);
  }

  begin() {
    apply();
    taste.order = settings.order;
    Object.assign(handlers, {
      press: (/** @type {Item} */ item) => this.press(item),
      act: (/** @type {string} */ action) => void this.act(action),
      seat: (/** @type {number} */ seat) => seatDialog(this, seat),
      pile: () => pileDialog(this),
      hint: () => void this.hint(),
      extend: () => void this.command("extend"),
      menu: () => menuDialog(this),
      log: () => logDialogToggle(),
      sort: () => this.sort(),
      phrases: () => phrasesDialog(this),
    });
    listen({ escape: () => (parts.aside.classList.contains("open") ? logDialogToggle() : this.choose(new Set())), log: () => logDialogToggle(), sort: () => this.sort() });
    listenDrag(this);
    window.addEventListener("resize", () => this.draw());
    window.addEventListener("unhandledrejection", () => this.tell(t("ui.page.error")));
    setInterval(() => this.tick(), 500);
    this.startClock();
    this.draw(true);
    this.connection.connect();
  }

  /** Draws everything anew. @param {boolean} [log] whether the log must be written from its start */
  draw(log = false) {
    const { screen } = this;
    renderTable(screen);
    renderLog(this.store.log, screen, log);
    renderPanel(this);
    turnSignal(yourTurn(screen), t(`name.${screen.table.game}`));
  }

  /** @param {ServerMessage} message */
  heard(message) {
    if (message.t === "said") return this.said(message);
    if (message.t === "bye" || message.t === "pong") return undefined;
    const before = places();
    const { deal } = this.screen.table;
    const called = names(this.screen.table);
    const news = this.store.receive(message);
    if (news === null) return this.connection.say({ t: "sync" });
    const { screen } = this;
    screen.stale = this.connection.status !== "open";
    if (message.t === "state" || message.t === "update" || message.t === "clock") this.startClock();
    this.keepChoice();
    const anew = message.t === "state" || deal !== screen.table.deal || news.some((one) => one.what === "dealt");
    this.draw(anew);
    const events = news.filter((one) => one.live && one.what !== "dealt").flatMap((one) => one.events);
    show(before, events, screen.you);
    tellNews(news, screen, called);
    soundOf(events);
    sendNonce(this);
    return undefined;
  }

  /** Cards that have gone, or that may not be played now, are not chosen any more. */
  keepChoice() {
    const { selected } = this.screen;
    if (!selected.size) return;
    const free = new Set(this.items.filter((item) => !item.why).map((item) => item.key));
    this.screen.selected = new Set([...selected].filter((key) => free.has(key)));
  }

  /** @param {import("./connection.js").Status} status */
  lineChanged(status) {
    this.screen.stale = status !== "open" && status !== "connecting";
    // The code has done its work; other dialogs do nothing any more.
    if (status === "moved") for (const box of document.querySelectorAll("dialog")) box.close();
    const was = !parts.banner.hidden;
    const text = this.drawLine();
    if (text) speak(text);
    else if (was && status === "open") speak(t("ui.connection.back"));
    renderTable(this.screen);
  }

  /** Shows how the line is; answers what is said of it. */
  drawLine() {
    const { status } = this.connection;
    const key = status === "lost" && !navigator.onLine ? "ui.connection.failed" : SAID[status];
    const text = key && t(key);
    /** @type {Node[]} */
    const inside = [h("span", {}, text)];
    if (status === "other_tab") inside.push(button("ui.room.play_here", () => this.connection.takeOver()));
    if (status === "reload" || status === "failed") inside.push(button("ui.action.retry", () => location.reload()));
    if (status === "lost") inside.push(button("ui.action.retry", () => this.connection.comeBack()));
    parts.banner.hidden = !text;
    parts.banner.replaceChildren(...inside);
    return text;
  }

  /** A command of the player; a refusal is told. Answers what the server answered.
   * @param {string} kind @param {object} [fields] */
  async command(kind, fields = {}) {
    const answer = await this.connection.command(kind, { v: this.screen.v, ...fields });
    if (answer.t === "refused") this.tell(reason(answer));
    return answer;
  }

  /** Shows and speaks a sentence. @param {string} text */
  tell(text) {
    announce(text);
  }

  /** @param {Item} item */
  press(item) {
    if (item.why.length > 1) {
      this.tell(item.why);
      return;
    }
    this.choose(pressed(this.screen, this.items, item));
  }

  /** @param {Set<string>} selected */
  choose(selected) {
    this.screen.selected = selected;
    renderTable(this.screen);
  }

  /** @param {string} action */
  async act(action) {
    if (!action || this.screen.sending) return;
    if (settings.confirm && ["pickup", "take"].includes(action) && !(await this.sure(action))) return;
    this.screen.sending = true;
    const late = setTimeout(() => renderTable(this.screen), 300);
    const answer = await this.connection.command("act", { v: this.screen.v, action });
    clearTimeout(late);
    this.screen.sending = false;
    if (answer.t === "refused") this.tell(reason(answer));
    this.draw();
  }

  /** @param {string} action @returns {Promise<boolean>} */
  sure(action) {
    return new Promise((resolve) => {
      const text = t(action === "take" ? "ui.action.take" : "ui.action.pick_up");
      let yes = false;
      const box = dialog(`${text}?`, h("div", { class: "row" }, button("ui.action.yes", () => { yes = true; box.close(); }, "main"), button("ui.action.no", () => box.close())));
      box.addEventListener("close", () => resolve(yes));
    });
  }

  async hint() {
    const answer = await this.command("hint");
    if (answer.t !== "hinted") return;
    const { advice } = answer;
    const { action } = advice;
    if (!this.screen.view?.legal?.includes(action)) return; // it comes late: the game has gone on
    const list = this.items;
    this.choose(itemsOf(list, action.replace("!", "")));
    const own = list.filter((item) => this.screen.selected.has(item.key)).map((item) => item.card);
    const { view } = this.screen;
    const lead = view?.phase === "lead" || !view?.pile;
    const plays = { pickup: "pick_up", draw: "draw", pass: "pass", stop: "stop", take: "take" };
    const plain = plays[/** @type {keyof typeof plays} */ (action)];
    const beat = view?.phase === "beat" && (action.endsWith("!") ? "beat_otboi" : "beat");
    const name = plain ?? (action.startsWith("blind") ? "blind" : beat || (swaps(this.screen) ? "swap" : lead ? "lead" : "play"));
    hintDialog(t(`ui.hint.${name}`, { card: own[0], cards: own, position: Number(action.slice(5)) }), advice);
  }

  sort() {
    const order = taste.order === "rank" ? "suit" : "rank";
    change({ order });
    taste.order = order;
    this.draw();
    this.tell(t(`ui.action.sort_${order}`));
  }

  /** @param {{seat: number, phrase: string}} message */
  said({ seat, phrase }) {
    if (settings.reactions && !this.muted.has(seat)) bubble(this.screen, seat, phrase);
  }

  /** Another language, without a reload. @param {string} lang */
  async speakIn(lang) {
    try {
      await use(lang);
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
      return;
    }
    keepLanguage(lang, this.base);
    relabel();
    this.drawLine();
    for (const part of [parts.hand, parts.bar, parts.stock, parts.pile]) part.replaceChildren();
    this.draw(true);
  }

  /** The settings have changed. */
  settled() {
    taste.order = settings.order;
    this.draw();
  }

  startClock() {
    const { clock } = this.screen;
    this.clockEnd = clock ? performance.now() + clock.left : 0;
    this.tick();
  }

  /** Shows how much time is left; all of it is the server's. */
  tick() {
    const { clock } = this.screen;
    const left = Math.max(0, Math.ceil((this.clockEnd - performance.now()) / 1000));
    const watching = this.screen.you === null;
    parts.clock.hidden = !clock;
    set(parts.clock, { disabled: watching });
    put(/** @type {Element} */ (parts.clock.firstElementChild), `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}${watching ? "" : " +"}`);
    set(/** @type {Element} */ (parts.clock.lastElementChild), { hidden: watching });
    parts.clock.classList.toggle("short", Boolean(clock) && left <= 10);
  }

  focusFirst() {
    const first = /** @type {HTMLElement | null} */ (parts.hand.firstElementChild);
    if (first) focusItem(parts.hand, first);
    else focusHand();
  }

  /** Gives the seat to a bot and goes to the lobby. */
  async leave() {
    const answer = await this.command("leave");
    if (answer.t === "done") location.href = this.base;
  }
}

/** @param {First} first */
export function start(first) {
  const live = new Live(first);
  rememberNonce(live);
  live.begin();
}

