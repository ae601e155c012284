/** The path of a small line in a box of 100 by 24; where there is no number the line is broken. */
export function sparkPath(values: readonly (number | null)[]): string {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return '';
  const low = Math.min(...numbers);
  const span = Math.max(...numbers) - low;
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  let isBroken = true;
  const parts: string[] = [];
  values.forEach((value, index) => {
    if (value === null) {
      isBroken = true;
      return;
    }
    const height = span === 0 ? 12 : 22 - ((value - low) / span) * 20;
    parts.push(`${isBroken ? 'M' : 'L'}${(index * step).toFixed(2)} ${height.toFixed(2)}`);
    isBroken = false;
  });
  return parts.join('');
}
