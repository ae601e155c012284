/** Puts what was typed behind what is there, each once whatever its case. */
export function joinValues(present: readonly string[], text: string, separator: RegExp): string[] {
  const joined = [...present];
  for (const part of text.split(separator)) {
    const value = part.trim();
    const isNew = !joined.some((one) => one.toLowerCase() === value.toLowerCase());
    if (value && isNew) joined.push(value);
  }
  return joined;
}
