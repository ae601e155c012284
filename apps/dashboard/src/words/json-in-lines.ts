/** JSON with a line for each field; whatever else it is stays as it is. */
export function jsonInLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
