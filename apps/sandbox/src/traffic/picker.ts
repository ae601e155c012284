import type { Random } from './random.ts';

/** The first place at which a running sum goes beyond a number. */
function placeIn(sums: Float64Array, wanted: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Picks a place in a list by the weights in it, as often as is asked for. */
export function createPicker(weights: readonly number[]): (random: Random) => number {
  let sum = 0;
  const sums = Float64Array.from(weights, (weight) => {
    sum += weight;
    return sum;
  });
  return (random) => placeIn(sums, random.next() * sum);
}
