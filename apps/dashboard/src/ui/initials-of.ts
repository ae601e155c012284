/** Up to two letters: of the first and the last word of a name, or of an address's local part. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._+-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = letterOf(words[0]);
  const last = words.length > 1 ? letterOf(words.at(-1)) : '';
  return (first + last).toUpperCase() || '?';
}

function letterOf(word: string | undefined): string {
  return word?.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
}
