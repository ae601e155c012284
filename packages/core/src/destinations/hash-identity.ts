import { hash } from 'node:crypto';

/** Who a person is, as ad networks recognise people: written their way, and hashed. */

const HASH = /^[0-9a-f]{64}$/;

/** A value that is hashed already stays as it is. */
export const sha256 = (text: string): string => (HASH.test(text) ? text : hash('sha256', text, 'hex'));

/** The digits of a number with its country code; null where it has none, since nobody would know which country is meant. */
function internationalDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isInternational = phone.trim().startsWith('+') || digits.startsWith('00');
  const number = digits.replace(/^0+/, '');
  // https://www.itu.int/rec/T-REC-E.164: at most 15 digits.
  return isInternational && number.length >= 7 && number.length <= 15 ? number : null;
}

const trimmedEmail = (email: string): string | null => {
  const text = email.trim().toLowerCase();
  return HASH.test(text) || text.includes('@') ? text : null;
};

/** Without what Gmail leaves out of account: dots, and everything after a plus. */
function googleEmail(email: string): string | null {
  const text = trimmedEmail(email.replace(/\s/g, ''));
  const [, name, domain] = text?.match(/^(.+)@(gmail\.com|googlemail\.com)$/) ?? [];
  return name === undefined ? text : `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}

/** How networks want to have what they hash; null: not in a way that they would recognise. */
const FORMS = {
  meta: { email: trimmedEmail, phone: internationalDigits },
  google: { email: googleEmail, phone: (phone: string) => plus(internationalDigits(phone)) },
  tiktok: { email: trimmedEmail, phone: (phone: string) => plus(internationalDigits(phone), 14) },
} as const;

const plus = (digits: string | null, most = 15) =>
  digits === null || digits.length > most ? null : `+${digits}`;

export type HashedFor = keyof typeof FORMS;

export function hashEmail(network: HashedFor, email: string | null): string | null {
  const text = email === null ? null : FORMS[network].email(email);
  return text === null ? null : sha256(text);
}

export function hashPhone(network: HashedFor, phone: string | null): string | null {
  if (phone === null) return null;
  const given = phone.trim().toLowerCase();
  const text = HASH.test(given) ? given : FORMS[network].phone(phone);
  return text === null ? null : sha256(text);
}

const PUNCTUATION = /[\p{P}\p{S}]/gu;

/** The first and the last word of a name, as Meta recognises them; a name of one word has no last. */
export function hashNames(name: string | null): { first: string | null; last: string | null } {
  const words = (name ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .split(/\s+/)
    .filter(Boolean);
  const [first] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return { first: first ? sha256(first) : null, last: last ? sha256(last) : null };
}
