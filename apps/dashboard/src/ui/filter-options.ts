export interface FilterableOption {
  value: string;
  label: string;
  /** More words to find it by. */
  keywords?: readonly string[];
}

/** Every word of the query must be in the option; what begins with the query comes first, then the given order. */
export function filterOptions<Option extends FilterableOption>(
  options: readonly Option[],
  query: string,
): Option[] {
  const search = fold(query).trim();
  if (!search) return [...options];
  const words = search.split(' ');
  const ranked: { option: Option; rank: number }[] = [];
  for (const option of options) {
    const label = fold(option.label);
    const text = ` ${label} ${fold(option.value)} ${fold((option.keywords ?? []).join(' '))}`;
    if (!words.every((word) => text.includes(word))) continue;
    ranked.push({ option, rank: rankOf({ label, text, search, words }) });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
}

interface Candidate {
  label: string;
  text: string;
  search: string;
  words: readonly string[];
}

function rankOf({ label, text, search, words }: Candidate): number {
  if (label === search) return 0;
  if (label.startsWith(search)) return 1;
  if (words.every((word) => text.includes(` ${word}`))) return 2;
  return 3;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\s_/·()–-]+/g, ' ');
}
