// A QR code for a link: byte mode, error correction M, versions 1 to 10 (213 bytes), as ISO/IEC 18004 has it.

import { svg } from "./draw.js";

// By version from 1: all codewords, error correction codewords in a block, blocks.
const WORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** @param {number} x @param {number} y in GF(256) with 0x11d */
function times(x, y) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** @param {number} degree */
function divisor(degree) {
  const result = new Array(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      result[j] = times(result[j], root);
      if (j + 1 < degree) result[j] ^= result[j + 1];
    }
    root = times(root, 2);
  }
  return result;
}

/** @param {number[]} data @param {number[]} by */
function remainder(data, by) {
  const result = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ /** @type {number} */ (result.shift());
    result.push(0);
    by.forEach((coefficient, i) => (result[i] ^= times(coefficient, factor)));
  }
  return result;
}

/** The bytes in their frame: mode, length, end, padding. @param {Uint8Array} bytes @param {number} version @param {number} room */
function framed(bytes, version, room) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length */
  const add = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, room * 8 - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) add(pad, 8);
  return Array.from({ length: room }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

/** Data and checks of all blocks, interleaved. @param {number[]} data @param {number} v index of the version */
function interleaved(data, v) {
  const count = BLOCKS[v];
  const checks = CHECKS[v];
  const long = WORDS[v] % count;
  const size = Math.floor(WORDS[v] / count) - checks;
  const by = divisor(checks);
  let at = 0;
  const blocks = Array.from({ length: count }, (_, i) => {
    const part = data.slice(at, (at += size + (i < count - long ? 0 : 1)));
    return { part, check: remainder(part, by) };
  });
  /** @type {number[]} */
  const result = [];
  for (let i = 0; i <= size; i++) for (const { part } of blocks) if (i < part.length) result.push(part[i]);
  for (let i = 0; i < checks; i++) for (const { check } of blocks) result.push(check[i]);
  return result;
}

/** Check bits of format and version. @param {number} data @param {number} length @param {number} by */
function withChecks(data, length, by) {
  let rest = data;
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * by);
  return (data << length) | rest;
}

const MASKS = [
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => (x + y) % 2 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((_, y) => y % 2 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x) => x % 3 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => (x + y) % 3 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => ((x * y) % 2) + ((x * y) % 3) === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0),
  /** @type {(x: number, y: number) => boolean} */ ((x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0),
];

/**
 * The squares of the code of a text, row by row, true where dark. Throws for more than 213 bytes.
 * @param {string} text @returns {boolean[][]}
 */
export function matrix(text) {
  const bytes = new TextEncoder().encode(text);
  const v = WORDS.findIndex((words, i) => bytes.length + (i < 9 ? 2 : 3) <= words - CHECKS[i] * BLOCKS[i]);
  if (v < 0) throw new RangeError("too long for a QR code");
  const words = interleaved(framed(bytes, v + 1, WORDS[v] - CHECKS[v] * BLOCKS[v]), v);
  const plain = grid(v);
  fill(plain, words);
  const masked = MASKS.map((mask, number) => {
    const dark = plain.dark.map((row, y) => row.map((cell, x) => cell !== (!plain.fixed[y][x] && mask(x, y))));
    format(dark, number);
    return dark;
  });
  return masked.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

/** @typedef {{dark: boolean[][], fixed: boolean[][], size: number}} Grid */

/** Everything but the data and the format. @param {number} v @returns {Grid} */
function grid(v) {
  const size = 21 + 4 * v;
  const rows = () => Array.from({ length: size }, () => new Array(size).fill(false));
  const result = { dark: rows(), fixed: rows(), size };
  /** @param {number} x @param {number} y @param {boolean} on */
  const set = (x, y, on) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    result.dark[y][x] = on;
    result.fixed[y][x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const align = ALIGN[v];
  const last = align.length - 1;
  align.forEach((cx, i) => align.forEach((cy, j) => {
    if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }));
  for (const [x, y] of formatPlaces(size).flat()) result.fixed[y][x] = true;
  set(8, size - 8, true);
  if (v >= 6) {
    const bits = withChecks(v + 1, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, Boolean((bits >>> i) & 1));
      set(b, a, Boolean((bits >>> i) & 1));
    }
  }
  return result;
}

/** The two places of each of the 15 format bits. @param {number} size @returns {number[][][]} */
const formatPlaces = (size) => Array.from({ length: 15 }, (_, i) => [
  i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8],
  i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i],
]);

/** @param {boolean[][]} dark @param {number} mask */
function format(dark, mask) {
  const bits = withChecks(mask, 10, 0x537) ^ 0x5412; // error correction M is 00
  formatPlaces(dark.length).forEach((places, i) => {
    for (const [x, y] of places) dark[y][x] = Boolean((bits >>> i) & 1);
  });
}

/** The data, in columns of two from the right, up and down. @param {Grid} grid @param {number[]} words */
function fill({ dark, fixed, size }, words) {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - i : i;
        if (fixed[y][x] || bit >= words.length * 8) continue;
        dark[y][x] = Boolean((words[bit >>> 3] >>> (7 - (bit & 7))) & 1);
        bit++;
      }
  }
}

/** How hard a code is to read. @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  let points = 0;
  let count = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (const pattern of ["10111010000", "00001011101"])
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) points += 40;
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      count += Number(dark[y][x]);
      if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) points += 3;
    }
  return points + 10 * Math.floor(Math.abs((count * 20) / (size * size) - 10));
}

/** The code as a drawing with its quiet border. @param {string} text @param {string} name what it is, for those who do not see it */
export function qr(text, name) {
  const dark = matrix(text);
  const size = dark.length + 8;
  const path = dark.flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": name, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: path, fill: "#000" }));
}
