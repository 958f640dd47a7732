// Plays one deal against bots, written from docs/protocol.md alone; Node's own modules only.
//   node node_client.mjs http://127.0.0.1:8000 pagat
import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";

const [base, rules] = process.argv.slice(2);
const protocol = 1;

const http = async (method, path, body, token) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${base}/${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const kind = answer.headers.get("content-type");
  return kind.includes("json") ? answer.json() : answer.text();
};

// A WebSocket of few words: text frames out, whole text frames in (Node 20 has no client of its own).
class Socket {
  constructor(url) {
    this.url = new URL(url);
    this.read = Buffer.alloc(0);
  }
  open() {
    const key = randomBytes(16).toString("base64");
    return new Promise((resolve, reject) => {
      const asked = request(this.url, {
        headers: {
          connection: "Upgrade", upgrade: "websocket",
          "sec-websocket-version": "13", "sec-websocket-key": key,
        },
      });
      asked.on("error", reject);
      asked.on("response", (answer) => reject(new Error(`no WebSocket: ${answer.statusCode}`)));
      asked.on("upgrade", (_, socket, head) => {
        this.socket = socket;
        socket.on("data", (data) => this.take(data));
        socket.on("close", () => this.onclose?.(this.code ?? 1006));
        socket.on("error", () => {});
        resolve(this);
        this.take(head);
      });
      asked.end();
    });
  }
  send(message, opcode = 1) {
    const data = Buffer.from(opcode === 1 ? JSON.stringify(message) : message);
    const length = data.length < 126 ? [0x80 | data.length] : [0x80 | 126, data.length >> 8, data.length & 255];
    const mask = randomBytes(4);
    const masked = data.map((byte, at) => byte ^ mask[at % 4]);
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...length]), mask, masked]));
  }
  take(data) {
    this.read = Buffer.concat([this.read, data]);
    while (this.read.length >= 2) {
      let length = this.read[1] & 127, at = 2;
      if (length === 126) { length = this.read.readUInt16BE(2); at = 4; }
      if (length === 127) { length = Number(this.read.readBigUInt64BE(2)); at = 10; }
      if (this.read.length < at + length) return;
      const opcode = this.read[0] & 15, payload = this.read.subarray(at, at + length);
      this.read = this.read.subarray(at + length);
      if (opcode === 1) this.onmessage?.(JSON.parse(payload));
      if (opcode === 8) this.code = payload.readUInt16BE(0);
      if (opcode === 9) this.send(payload, 10);
    }
  }
  drop() {
    this.socket.destroy();
  }
}

const { token } = await http("POST", "api/player");
const seats = 4;
const { table: id } = await http("POST", "api/tables", { name: "Node", rules, seats, start: true }, token);

let state, v, seen, socket, commitment, nonce, asked, reconnects = 0, gaps = 0, acts = 0;
let finish;
const over = new Promise((resolve) => { finish = resolve; });

const hello = () => socket.send({ t: "hello", protocol, table: id, token, ...(seen === undefined ? {} : { seen }) });

// One command at a time; the same id until it is answered, also over a new connection.
const ask = (message) => {
  asked ??= { ...message, id: randomBytes(8).toString("hex"), v };
  socket.send(asked);
};

const think = () => {
  const { table, view } = state;
  if (table.status === "shuffling") {
    if (table.fair.commitment !== commitment) {
      commitment = table.fair.commitment;
      nonce = randomBytes(32).toString("hex");
    }
    socket.send({ t: "nonce", deal: table.deal ?? 0, nonce });
  } else if (table.status === "playing" && view.legal && !asked) {
    acts += 1;
    ask({ t: "act", action: view.legal[Math.floor(Math.random() * view.legal.length)] });
    if (acts === 3) socket.drop(); // the answer, and perhaps the action, is lost
  } else if (table.status === "between") {
    finish();
  }
};

const take = (message) => {
  if (message.t === "state") {
    state = message;
    v = seen = message.v;
    if (message.you !== 0) throw new Error("not my seat");
    if (asked) socket.send(asked);
  } else if (message.t === "update") {
    if (message.v !== v + 1) gaps += 1;
    v = seen = message.v;
    if (message.table) state.table = message.table;
    if (message.view) state.view = message.view;
  } else if (message.t === "done" || message.t === "refused") {
    if (message.id === asked?.id) asked = undefined;
    if (message.t === "refused" && message.key !== "ui.connection.stale") throw new Error(message.key);
  } else if (message.t === "bye") {
    throw new Error(message.why);
  }
  think();
};

const connect = async () => {
  socket = await new Socket(`${base}/ws`).open();
  socket.onmessage = take;
  socket.onclose = async (code) => {
    if ([4000, 4001, 4002, 4003, 4008].includes(code)) throw new Error(`closed ${code}`);
    reconnects += 1;
    await connect();
  };
  hello();
};

await connect();
await over;

// The proof of the shuffle, as far as it needs no rules: the commitment, and that our nonce is in.
const { secret, nonces, commitment: promised } = state.table.fair;
const hash = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
const fair = hash === promised && promised === commitment && nonces[0] === nonce;
const record = await http("GET", `api/tables/${id}/record`, undefined, token);
console.log(JSON.stringify({ status: state.table.status, fair, reconnects, gaps, acts, record }));
process.exit(0);
