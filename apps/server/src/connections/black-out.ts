const BLACK = '•••';
/** Headers that hold nothing but a secret, as destinations write them. */
const SECRET_HEADERS = new Set([
  ...['authorization', 'x-clevertap-passcode', 'webhook-signature', 'access-token'],
]);
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

/** Headers without those that hold nothing but a secret. */
export function withoutSecretHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) shown[name] = SECRET_HEADERS.has(name) ? BLACK : (headers[name] ?? '');
  return shown;
}

/** The same, and without secrets in the others. */
export function blackOutHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const entries = Object.entries(withoutSecretHeaders(headers));
  return Object.fromEntries(entries.map(([name, value]) => [name, blackOut(value, secrets)]));
}
