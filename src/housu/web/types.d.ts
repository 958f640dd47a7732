// The shapes that come over the wire (docs/protocol.md), for the type checker only; browsers never load this file.

export interface GameEvent {
  event: string;
  seat?: number;
  card?: string;
  cards?: string;
  to?: string | number;
  from?: string;
  by?: string;
  lead?: boolean;
  fits?: boolean;
  loser?: number | null;
  order?: number[];
  stalemate?: boolean;
}

export interface SeatInfo {
  name?: string;
  bot?: string;
  here?: boolean;
  away?: boolean;
  ready?: boolean;
  hints?: boolean;
}

export interface Fair {
  commitment: string;
  secret?: string;
  nonces?: string[];
}

export interface TableInfo {
  id: string;
  status: "lobby" | "shuffling" | "playing" | "between" | "closed";
  game: string;
  rules: string;
  seats: SeatInfo[];
  host?: number | null;
  public?: boolean;
  hints?: boolean;
  ask_hints?: boolean;
  clock?: number;
  deals?: number;
  match_losses?: number;
  match?: number;
  deal?: number;
  losses?: number[];
  letters?: string[];
  over?: boolean;
  fair?: Fair | null;
  records?: number;
  swaps?: boolean;
}

export interface View {
  game: string;
  rules: string;
  seats: number;
  dealer: number;
  to_act: number | null;
  phase: string;
  hands: string[];
  face_up?: string[];
  face_down?: string[];
  pile: string;
  stock: string;
  out: string;
  went_out: number[];
  loser: number | null;
  stalemate: boolean;
  seen: string[];
  drawn?: string;
  trumps?: string;
  aside?: string[];
  led_by?: number | null;
  seat?: number | null;
  legal?: string[];
  blocked?: Record<string, string>;
}

export interface Clock {
  seat: number;
  left: number;
  extended?: number;
}

export interface State {
  t: "state";
  v: number;
  table: TableInfo;
  you?: number | null;
  view?: View | null;
  clock?: Clock | null;
  spectators?: number;
  missed?: { v: number; what: string; seat?: number | null; events?: GameEvent[] }[] | null;
  events?: GameEvent[];
}

export interface Update {
  t: "update";
  v: number;
  what: string;
  seat?: number | null;
  by?: string;
  events?: GameEvent[];
  view?: View | null;
  table?: TableInfo | null;
  clock?: Clock | null;
}

export interface Refused {
  t: "refused";
  id: string;
  key: string;
  v: number;
  data?: Record<string, unknown>;
  clause?: string;
}

export interface Advice {
  action: string;
  considered: { action: string; value?: number }[];
  key: string;
  data?: { best?: string; other?: string; terms?: string[]; n?: number; p?: number; q?: number };
  shares?: boolean;
}

export type ServerMessage =
  | State
  | Update
  | Refused
  | { t: "done"; id: string; v: number }
  | { t: "presence"; here: boolean[]; spectators?: number }
  | { t: "clock"; clock: Clock }
  | { t: "said"; seat: number; phrase: string }
  | { t: "hinted"; id: string; v: number; advice: Advice }
  | { t: "code"; id: string; code: string }
  | { t: "bye"; why: string }
  | { t: "pong" };

/** What a table's page shows; `selected` are keys of `hand.js`, the rest is of the moment. */
export interface Screen {
  v: number;
  table: TableInfo;
  you: number | null;
  view: View | null;
  clock: Clock | null;
  spectators: number;
  selected: Set<string>;
  sending: boolean;
  stale: boolean;
}

export interface ListedTable {
  id: string;
  game: string;
  rules: string;
  seats: number;
  free: number;
  host: string;
  clock?: number;
}

export interface First {
  kind: "lobby" | "table" | "replay" | "missing";
  base: string;
  static: string;
  lang: string;
  protocol: number;
  table: string | null;
  state: State | null;
  tables?: ListedTable[] | null;
  replay?: Replay | null;
  bots?: { bots: string[]; usual: string } | null;
}

export interface Step {
  seat: number | null;
  action: string;
  events: GameEvent[];
  view: View;
}

export interface Replay {
  rules: string;
  game: string;
  seats: string[];
  bots: string[];
  trumps?: string | null;
  match: number;
  matches: number;
  deals: { dealer: number; actions: number; fair?: Fair | null; losses?: number[]; letters?: string[] }[];
  deal: number;
  steps: Step[];
}

export type Words = Record<string, string>;

export interface Option {
  name: string;
  clause: string;
  source: string;
  label: Words;
  default: string;
  choices?: { value: string; words: Words }[];
  number?: { low: number; high: number; words: Words };
}

export interface GameRules {
  name: string;
  sets: { name: string; changes: Record<string, string> }[];
  options: Option[];
  conflicts: {
    one: [string, string[]];
    other: [string, string[]];
    besides: [string, string[]] | null;
    why: Words;
  }[];
}
