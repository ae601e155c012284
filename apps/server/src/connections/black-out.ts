const BLACK = '•••';
/** Headers that hold nothing but a secret. */
const SECRET_HEADERS = ['authorization', 'x-clevertap-passcode', 'webhook-signature'];
/** What is shorter is no secret, and would be found everywhere. */
const SHORTEST = 4;

/** Text without the secrets in it, however they are written there. */
export function blackOut(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    const spellings = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
    for (const spelling of spellings) shown = shown.replaceAll(spelling, BLACK);
  }
  return shown;
}

/** The same for the headers of a request. */
export function blackOutHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADERS.includes(name.toLowerCase()) ? BLACK : blackOut(value, secrets),
  ]);
  return Object.fromEntries(entries);
}
