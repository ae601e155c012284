/**
 * An address by the rules of browsers; null when it is none. Not by `URL.canParse`: once Node 20 has compiled a function
 * that asks it, it refuses addresses with letters such as ü.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
