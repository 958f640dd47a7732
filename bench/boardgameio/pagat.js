// Paskahousu by its usual rules (`pagat`), as one would write it for boardgame.io in an afternoon: P1 to P24.
const { INVALID_MOVE } = require("boardgame.io/core");

const RANKS = "3456789TJQKA2";
const SUITS = "cdhs";
const HAND = 5;
const rank = (card) => RANKS.indexOf(card[0]);
const TEN = 7, JACK = 8, KING = 10, ACE = 11, TWO = 12;
const picture = (r) => r >= JACK && r <= KING;

const fits = (pile, r) => {
  if (!pile.length) return true;
  const top = rank(pile[pile.length - 1]);
  if (top === TEN) return r === TEN;
  if (top === ACE) return r === ACE;
  if (top === TWO) return r === TWO;
  if (r === TWO) return true;
  if (r === ACE) return picture(top);
  if (picture(r)) return top > 3 && r >= top;
  return r >= top;
};

const legal = (G, player) => {
  const hand = G.hands[player];
  if (G.opening) {
    const lead = hand.filter((card) => rank(card) === G.opening.rank);
    return [{ move: "play", cards: lead }];
  }
  const found = [];
  for (let r = 0; r < RANKS.length; r++) {
    const held = hand.filter((card) => rank(card) === r);
    if (held.length && fits(G.pile, r)) {
      for (let n = 1; n <= held.length; n++) found.push({ move: "play", cards: held.slice(0, n) });
    }
  }
  if (G.pile.length) found.push({ move: "pickup" });
  if (G.stock.length) found.push({ move: "draw" });
  return found;
};

const next = (G, player) => {
  const n = G.hands.length;
  for (let k = 1; k <= n; k++) {
    const seat = (player + k) % n;
    if (!G.order.includes(seat)) return seat;
  }
  return player;
};

const refill = (G, player) => {
  while (G.hands[player].length < HAND && G.stock.length) G.hands[player].push(G.stock.shift());
};

// After a play: clearing, going out, the end; true where the same player goes on.
const settle = (G, player, lead) => {
  const pile = G.pile;
  const top = rank(pile[pile.length - 1]);
  let same = 0;
  while (same < pile.length && rank(pile[pile.length - 1 - same]) === top) same++;
  const below = pile.length > same ? rank(pile[pile.length - 1 - same]) : -1;
  const clears = same >= 4 || (!lead && below >= 0 && ((top === TEN && below < TEN) || (top === ACE && picture(below))));
  if (clears) {
    G.out.push(...pile);
    G.pile = [];
    G.idle = 0;
  }
  if (!G.stock.length && !G.hands[player].length) {
    G.order.push(player);
    G.idle = 0;
    return false;
  }
  return clears;
};

const finish = (G, events, player, again) => {
  G.idle += 1;
  const left = G.hands.length - G.order.length;
  if (left === 1) {
    events.endGame({ loser: next(G, player) });
  } else if (G.idle >= 200) {
    events.endGame({ stalemate: true });
  } else if (!again) {
    events.endTurn({ next: String(next(G, player)) });
  }
};

const Pagat = {
  name: "pagat",
  minPlayers: 2,
  maxPlayers: 10,
  disableUndo: true,

  setup: ({ ctx, random }) => {
    const pack = random.Shuffle([...RANKS].flatMap((r) => [...SUITS].map((s) => r + s)));
    const hands = Array.from({ length: ctx.numPlayers }, () => pack.splice(0, HAND));
    const G = { hands, stock: pack, pile: [], out: [], order: [], idle: 0, opening: null };
    for (let r = 0; r < RANKS.length && !G.opening; r++) {
      const counts = hands.map((hand) => hand.filter((card) => rank(card) === r).length);
      const most = Math.max(...counts);
      if (most) G.opening = { rank: r, seat: counts.indexOf(most) };
    }
    return G;
  },

  turn: {
    order: {
      first: ({ G }) => G.opening.seat,
      next: ({ G, ctx }) => next(G, Number(ctx.currentPlayer)),
    },
  },

  moves: {
    play: ({ G, events, playerID }, cards) => {
      const player = Number(playerID);
      const hand = G.hands[player];
      if (!Array.isArray(cards) || !cards.length || new Set(cards).size !== cards.length) return INVALID_MOVE;
      if (!cards.every((card) => hand.includes(card) && card[0] === cards[0][0])) return INVALID_MOVE;
      const r = rank(cards[0]);
      if (G.opening) {
        if (r !== G.opening.rank || cards.length !== hand.filter((card) => rank(card) === r).length) return INVALID_MOVE;
        G.opening = null;
      } else if (!fits(G.pile, r)) {
        return INVALID_MOVE;
      }
      const lead = !G.pile.length;
      G.hands[player] = hand.filter((card) => !cards.includes(card));
      G.pile.push(...cards);
      if (G.stock.length) G.idle = 0;
      refill(G, player);
      finish(G, events, player, settle(G, player, lead));
    },
    pickup: ({ G, events, playerID }) => {
      if (G.opening || !G.pile.length) return INVALID_MOVE;
      G.hands[Number(playerID)].push(...G.pile);
      G.pile = [];
      finish(G, events, Number(playerID), false);
    },
    draw: ({ G, events, playerID }) => {
      if (G.opening || !G.stock.length) return INVALID_MOVE;
      const player = Number(playerID);
      const card = G.stock.shift();
      G.idle = 0;
      const lead = !G.pile.length;
      if (fits(G.pile, rank(card))) {
        G.pile.push(card);
        finish(G, events, player, settle(G, player, lead));
      } else {
        G.hands[player].push(...G.pile, card);
        G.pile = [];
        finish(G, events, player, false);
      }
    },
  },

  // What a player may see, and what he may do, as our own server sends it too.
  playerView: ({ G, ctx, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    stock: G.stock.length,
    legal: playerID === ctx.currentPlayer && !ctx.gameover ? legal(G, Number(playerID)) : undefined,
  }),
};

module.exports = { Pagat };
