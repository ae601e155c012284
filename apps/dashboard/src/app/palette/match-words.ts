const START_OF_WORD = 1;
const WITHIN_WORD = 0.4;

/**
 * How well an item answers to what is typed: every typed word has to be in its name or its other names. Letters that
 * are merely in the right order do not count: with so many items they would find too much.
 */
export function matchWords(value: string, typed: string, names: readonly string[] = []): number {
  const text = ` ${(names.length > 0 ? names.join(' ') : value).toLowerCase()}`;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const scores = words.map((word): number => {
    if (text.includes(` ${word}`)) return START_OF_WORD;
    return text.includes(word) ? WITHIN_WORD : 0;
  });
  if (scores.includes(0)) return 0;
  const sum = scores.reduce((total, score) => total + score, 0);
  // Of two that match alike, the one whose own name begins that way.
  const bonus = text.startsWith(` ${words.join(' ')}`) ? 0.2 : 0;
  return (sum / words.length + bonus) / 1.2;
}
