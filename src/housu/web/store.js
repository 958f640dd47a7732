// What the page knows of its table. Only what the server has said is kept here: nothing is guessed, nothing is done ahead.

import { screenOf } from "./table.js";

/** @typedef {import("./types").ServerMessage} ServerMessage */
/** @typedef {import("./types").GameEvent} GameEvent */

/**
 * What a message brought: events to be told, and whether they are the deal's own beginning or all new.
 * @typedef {{what: string, seat?: number | null, events: GameEvent[], live: boolean}} News
 */

export class Store {
  /** @param {import("./types").State} state */
  constructor(state) {
    this.screen = screenOf(state);
    /** Everything that was told of this deal. @type {GameEvent[]} */
    this.log = state.events ?? [];
  }

  /**
   * Takes a message in. Returns what is new, or null where a version is missing and `sync` must be sent.
   * @param {ServerMessage} message @returns {News[] | null}
   */
  receive(message) {
    switch (message.t) {
      case "state":
        return this.replace(message);
      case "update":
        return this.update(message);
      case "presence":
        return this.presence(message);
      case "clock":
        this.screen.clock = message.clock;
    }
    return [];
  }

  /** The whole state replaces everything; the player's choice of cards stays as far as the cards do.
   * @param {import("./types").State} state @returns {News[]} */
  replace(state) {
    const { selected } = this.screen;
    this.screen = { ...screenOf(state), selected };
    this.log = state.events ?? [];
    return (state.missed ?? []).map((one) => ({ what: one.what, seat: one.seat, events: one.events ?? [], live: false }));
  }

  /** @param {import("./types").Update} update @returns {News[] | null} */
  update(update) {
    const { screen } = this;
    if (update.v <= screen.v) return [];
    if (update.v > screen.v + 1) return null;
    screen.v = update.v;
    if (update.table) screen.table = update.table;
    if (update.view) screen.view = update.view;
    // The player's action has come back: what is said of the table now is not that it is still on its way.
    if (update.what === "acted" && update.seat === screen.you) screen.sending = false;
    if (screen.table.status === "shuffling" || screen.table.status === "lobby") screen.view = null;
    screen.clock = update.clock ?? null;
    const events = update.events ?? [];
    this.log = update.what === "dealt" ? [...events] : [...this.log, ...events];
    return [{ what: update.what, seat: update.seat, events, live: true }];
  }

  /** @param {{here: boolean[], spectators?: number}} presence @returns {News[]} */
  presence({ here, spectators = 0 }) {
    const { screen } = this;
    screen.spectators = spectators;
    /** @type {News[]} */
    const news = [];
    screen.table.seats.forEach((seat, index) => {
      if (!seat.bot && seat.name && (seat.here ?? false) !== here[index] && index !== screen.you)
        news.push({ what: here[index] ? "connected" : "disconnected", seat: index, events: [], live: true });
      seat.here = here[index];
    });
    return news;
  }
}
