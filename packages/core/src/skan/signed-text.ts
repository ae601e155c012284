import type { Body } from './postback.ts';

/** U+2063, the invisible separator. */
const SEPARATOR = '\u2063';

const UP_TO_2_1 = ['version', 'ad-network-id', 'campaign-id', 'app-id', 'transaction-id', 'redownload'];

/**
 * Which fields Apple signs, in its order; one in brackets only if it is there. Values and the country are never signed.
 * https://developer.apple.com/documentation/storekit/verifying-an-install-validation-postback
 */
const SIGNED_FIELDS: Record<string, readonly string[]> = {
  '1.0': ['ad-network-id', 'campaign-id', 'app-id', 'transaction-id'],
  '2.0': [...UP_TO_2_1, '[source-app-id]'],
  '2.1': [...UP_TO_2_1, '[source-app-id]'],
  '2.2': [...UP_TO_2_1, '[source-app-id]', 'fidelity-type'],
  '3.0': [...UP_TO_2_1, '[source-app-id]', 'fidelity-type', 'did-win'],
  '4.0': [
    ...['version', 'ad-network-id', 'source-identifier', 'app-id', 'transaction-id', 'redownload'],
    ...['[source-app-id]', '[source-domain]', 'fidelity-type', 'did-win', 'postback-sequence-index'],
  ],
};

interface SignedField {
  name: string;
  isOptional: boolean;
}

const FIELDS = new Map<string, SignedField[]>(
  Object.entries(SIGNED_FIELDS).map(([version, fields]) => [
    version,
    fields.map((field) => ({ name: field.replace(/[[\]]/g, ''), isOptional: field.startsWith('[') })),
  ]),
);

/** Whether we know how postbacks of a version are signed. */
export function isSkanVersion(version: string): boolean {
  return FIELDS.has(version);
}

/** As Apple writes it into the signed text; null for what it never sends. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The text that Apple signed for a postback; null if a field is missing. A source app of 0 is signed too. */
export function signedText(version: string, body: Body): string | null {
  const parts: string[] = [];
  for (const { name, isOptional } of FIELDS.get(version) ?? []) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (isOptional && (value === undefined || value === null)) continue;
    const text = textOf(value);
    if (text === null) return null;
    parts.push(text);
  }
  return parts.length > 0 ? parts.join(SEPARATOR) : null;
}
