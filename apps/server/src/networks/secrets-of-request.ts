import type { OutboundRequest } from '@trailmark/core/destinations/destination';

/** Under which names networks are sent what nobody else may read. */
const SECRET_FIELDS = new Set([
  ...['access_token', 'input_token', 'fb_exchange_token', 'appsecret_proof', 'token', 'refresh_token'],
  ...['client_secret', 'secret', 'code', 'auth_code', 'code_verifier'],
]);
const SECRET_HEADERS = ['authorization', 'access-token'];

function fieldsOf(body: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(body) as object);
  } catch {
    // A form, or nothing.
    return [...new URLSearchParams(body)];
  }
}

/** All that is secret in a request: a network may repeat it in the words of an error. */
export function secretsOfRequest({ url, headers, body }: OutboundRequest): string[] {
  const fields = [...new URL(url).searchParams, ...fieldsOf(body)].filter(([name]) =>
    SECRET_FIELDS.has(name),
  );
  const values = [
    ...fields.map(([, value]) => String(value)),
    ...SECRET_HEADERS.map((name) => headers[name] ?? ''),
  ];
  // “Bearer …”, and “id|secret”.
  return values.flatMap((value) => [value, value.split(/[ |]/).at(-1) ?? '']);
}
