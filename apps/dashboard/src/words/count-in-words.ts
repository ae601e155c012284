/** "1 link", "12 links". */
export function countInWords(count: number, noun: string, plural = `${noun}s`): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? noun : plural}`;
}
