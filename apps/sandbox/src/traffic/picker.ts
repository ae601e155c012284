import type { Random } from './random.ts';

/** The first index at which a running sum exceeds a number. */
function indexAbove(sums: Float64Array, number: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Picks an index of a list by weight. */
export function createPicker(weights: readonly number[]): (random: Random) => number {
  let sum = 0;
  const sums = Float64Array.from(weights, (weight) => {
    sum += weight;
    return sum;
  });
  return (random) => indexAbove(sums, random.next() * sum);
}
