/** So strong that the text on it keeps its contrast in both themes. */
const STRONGEST = 46;
/** What came at all can be seen. */
const WEAKEST = 6;

/** How much of the accent a cell has, in per cent. By the root, since a few values have most postbacks. */
export function heatOf(times: number, most: number): number {
  if (times <= 0 || most <= 0) return 0;
  return Math.max(WEAKEST, Math.round(Math.sqrt(times / most) * STRONGEST));
}
