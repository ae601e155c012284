/** "a", "a or b", "a, b or c". */
export function listInWords(items: readonly string[], joint: 'and' | 'or'): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`;
}
