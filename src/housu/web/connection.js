// The line to the server: it says hello, notices silence, comes back by itself, and sends again what was not answered.

/** @typedef {import("./types").ServerMessage} ServerMessage */
/** @typedef {"connecting" | "open" | "lost" | "restart" | "reload" | "not_found" | "other_tab" | "moved" | "failed"} Status */

const ANSWER_MS = 6000; // a command without an answer: the line is dead
const QUIET_MS = 20000; // so long without a word, and we ask
const PONG_MS = 5000;
const SLOWEST_MS = 10000;

// Close codes after which trying again by oneself would be wrong (docs/protocol.md, Close codes).
/** @type {Record<number, Status>} */
const FINAL = { 4000: "failed", 4001: "reload", 4002: "not_found", 4003: "other_tab", 4008: "moved" };

/** What is said of a line; "": nothing. @type {Record<Status, string>} */
export const SAID = {
  connecting: "", open: "", lost: "ui.connection.lost", restart: "ui.connection.server_restart", reload: "ui.connection.reload",
  not_found: "ui.room.not_found", other_tab: "ui.room.other_tab", moved: "ui.room.other_device", failed: "ui.page.error",
};
const WAIT_FIRST = { 4006: 8000, 4007: 3000 };

/**
 * @typedef {object} Options
 * @property {string} url @property {string} table @property {number} protocol
 * @property {() => number | null} seen the last version that the page has, to be told what it missed
 * @property {(message: ServerMessage) => void} heard @property {(status: Status) => void} changed
 */

export class Connection {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Commands without an answer, by id, with what waits for it. @type {Map<string, {message: object, done: (answer: any) => void}>} */
    this.open = new Map();
    this.tries = 0;
    this.ready = false;
    /** @type {Status} */
    this.status = "connecting";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.watch = undefined;
    window.addEventListener("online", () => this.comeBack());
    window.addEventListener("offline", () => this.lose("lost"));
    window.addEventListener("pageshow", (event) => event.persisted && this.comeBack());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.ready) this.ask();
      else this.comeBack();
    });
  }

  connect() {
    clearTimeout(this.retry);
    this.drop();
    const socket = new WebSocket(this.options.url);
    this.socket = socket;
    socket.onopen = () => {
      const { table, protocol, seen } = this.options;
      const last = seen();
      socket.send(JSON.stringify({ t: "hello", protocol, table, ...(last === null ? {} : { seen: last }) }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event.code);
    this.expect(ANSWER_MS);
  }

  /** Goes back to the server at once, unless it has said that this is over. */
  comeBack() {
    if (!this.ended) {
      this.tries = 0;
      this.connect();
    }
  }

  /** Takes the seat back from the other window. */
  takeOver() {
    this.tries = 0;
    this.set("connecting");
    this.connect();
  }

  get ended() {
    return Object.values(FINAL).includes(this.status);
  }

  /** @param {ServerMessage} message */
  hear(message) {
    this.expect(QUIET_MS, true);
    if (message.t === "state") {
      this.tries = 0;
      this.ready = true;
      this.set("open");
      for (const { message: again } of this.open.values()) this.say(again);
    }
    this.options.heard(message);
    if ("id" in message) {
      const waiting = this.open.get(message.id);
      this.open.delete(message.id);
      waiting?.done(message);
    }
    if (this.open.size) this.expect(ANSWER_MS);
  }

  /**
   * A command; the answer is `done`, `refused`, `hinted` or `code`. It is sent again, with the same id, for as long as
   * there is none, over lost connections too; a line that has ended refuses it with what is said of that.
   * @param {string} kind @param {object} fields with `v`
   * @returns {Promise<ServerMessage>}
   */
  command(kind, fields) {
    const id = crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-").slice(0, 40);
    const message = { t: kind, id, ...fields };
    return new Promise((done) => {
      this.open.set(id, { message, done });
      if (this.ended) this.giveUp();
      else if (this.ready) {
        this.say(message);
        this.expect(ANSWER_MS);
      }
    });
  }

  /** Nothing will be answered any more. */
  giveUp() {
    for (const [id, { done }] of this.open) done({ t: "refused", id, key: SAID[this.status], v: 0 });
    this.open.clear();
  }

  /** A message that has no answer. @param {object} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  ask() {
    this.say({ t: "ping" });
    this.expect(PONG_MS);
  }

  /** Waits for the next word; without one it asks first where that is allowed, else the line counts as dead.
   * @param {number} ms @param {boolean} [askFirst] */
  expect(ms, askFirst = false) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => (askFirst ? this.ask() : this.lose("lost", true)), ms);
  }

  drop() {
    clearTimeout(this.watch);
    this.ready = false;
    const old = this.socket;
    this.socket = null;
    if (old) {
      old.onclose = old.onmessage = old.onopen = null;
      old.close();
    }
  }

  /** @param {Status} status @param {boolean} [again] */
  lose(status, again = navigator.onLine) {
    if (this.ended) return;
    this.drop();
    this.set(status);
    if (again) this.later();
  }

  /** @param {number} code */
  closed(code) {
    this.drop();
    if (FINAL[code]) {
      this.set(FINAL[code]);
      this.giveUp();
      return;
    }
    // While the server restarts, tries that fail are no other news.
    this.set(code === 1012 || code === 1001 || this.status === "restart" ? "restart" : "lost");
    this.later(WAIT_FIRST[/** @type {keyof typeof WAIT_FIRST} */ (code)] ?? 0);
  }

  /** Tries again, each time after a longer wait, and not all clients at the same moment. @param {number} [least] */
  later(least = 0) {
    clearTimeout(this.retry);
    const wait = Math.min(SLOWEST_MS, 300 * 1.7 ** this.tries++) * (0.5 + Math.random());
    this.retry = setTimeout(() => this.connect(), Math.max(least, wait));
  }

  /** @param {Status} status */
  set(status) {
    if (status === this.status) return;
    this.status = status;
    this.options.changed(status);
  }
}
