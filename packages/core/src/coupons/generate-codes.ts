/** Without letters and digits that are taken for one another: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const wildcards = (pattern: string): number => pattern.split('#').length - 1;

/** How many codes a pattern can make. */
export const capacityOf = (pattern: string): number => LETTERS.length ** wildcards(pattern);

/** At most a thousandth of what a pattern can make: others are not found by trying. */
const SPARSENESS = 1000;

/** Why so many codes cannot be made by a pattern; null: they can. */
export function patternProblem(pattern: string, count: number): string | null {
  if (count * SPARSENESS <= capacityOf(pattern)) return null;
  const needed = Math.ceil(Math.log(count * SPARSENESS) / Math.log(LETTERS.length));
  return `needs ${needed} or more # for ${count} codes, or codes could be guessed`;
}

/** Codes by a pattern, each once. `random` gives a whole number below the one that it is given. */
export function generateCodes(
  pattern: string,
  count: number,
  random: (below: number) => number,
): Set<string> {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(pattern.replace(/#/g, () => LETTERS.charAt(random(LETTERS.length))));
  return codes;
}
