/**
 * SHA-256 and HMAC in plain JavaScript: React Native has no crypto of its own, and a native one could not be tested
 * together with the rest. https://www.rfc-editor.org/rfc/rfc6234
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes. */
function rootsOfPrimes(count: number, power: number): number[] {
  const roots: number[] = [];
  for (let candidate = 2; roots.length < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) isPrime = false;
    }
    if (isPrime) roots.push(((candidate ** power % 1) * 2 ** 32) | 0);
  }
  return roots;
}

const ROUND_CONSTANTS = rootsOfPrimes(64, 1 / 3);
const FIRST_STATE = rootsOfPrimes(8, 1 / 2);

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The message, a 1 bit, zeros, and its length in bits. */
function pad(message: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return view;
}

const wordAt = (words: Int32Array, index: number) => words[index] ?? 0;

function fillSchedule(words: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const early = wordAt(words, i - 15);
    const late = wordAt(words, i - 2);
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = wordAt(words, i - 16) + small0 + wordAt(words, i - 7) + small1;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + big1 + chosen + (ROUND_CONSTANTS[i] ?? 0) + wordAt(words, i)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + big0 + majority) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = wordAt(state, i) + (added[i] ?? 0);
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = pad(message);
  const state = Int32Array.from(FIRST_STATE);
  const words = new Int32Array(64);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) {
    fillSchedule(words, view, offset);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i += 1) digest.setInt32(i * 4, wordAt(state, i));
  return new Uint8Array(digest.buffer);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** https://www.rfc-editor.org/rfc/rfc2104 */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}
