/** Repeatable random numbers: the same seed gives the same scenario. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, most: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  weighted<Item extends { weight: number }>(list: readonly Item[]): Item;
  /** Of the normal distribution with mean 0 and deviation 1. */
  normal(): number;
  logNormal(median: number, sigma: number): number;
  hex(length: number): string;
  uuid(): string;
}

const PARTS = 4;

/** Four words of 32 bits out of a text, each by FNV-1a from another beginning. */
function wordsOf(text: string): number[] {
  return Array.from({ length: PARTS }, (_, part) => {
    let hash = (0x811c9dc5 ^ Math.imul(part + 1, 0x9e3779b1)) >>> 0;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash >>> 0;
  });
}

/** Small Fast Counter, 32 bits, by Chris Doty-Humphrey (PractRand). */
function generatorOf(seed: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = wordsOf(seed);
  const word = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first words still resemble the seed.
  for (let round = 0; round < 12; round += 1) word();
  return word;
}

function at<Item>(list: readonly Item[], index: number): Item {
  if (list.length === 0) throw new Error('There is nothing to pick from.');
  return list[index] as Item;
}

export function createRandom(seed: string): Random {
  const word = generatorOf(seed);
  const next = () => word() / 2 ** 32;
  const hex = (length: number) => {
    let text = '';
    while (text.length < length) text += word().toString(16).padStart(8, '0');
    return text.slice(0, length);
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    hex,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    between: (least, most) => least + next() * (most - least),
    chance: (share) => next() < share,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted: (list) => {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      const found = list.findIndex(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      return at(list, found < 0 ? list.length - 1 : found);
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    uuid: () => {
      const text = hex(32);
      const variant = '89ab'[Number.parseInt(text[16] ?? '0', 16) & 3];
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`;
    },
  };
}
