// boardgame.io in memory with the game of pagat.js: `node server.js PORT`, its lobby at PORT + 1.
const { Server } = require("boardgame.io/server");
const { Pagat } = require("./pagat.js");

const port = Number(process.argv[2]);
const server = Server({ games: [Pagat], origins: [/./] });
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("ready"));
