import { Email } from '@trailmark/contract/fields';

export interface TypedAddress {
  email: string;
  valid: boolean;
}

const named = /<\s*([^<>\s]+@[^<>\s]+)\s*>/;

/** The words of one part, or the address alone where a mail program wrote `Asha Rao <asha@example.com>`. */
function wordsOf(part: string): string[] {
  const match = named.exec(part);
  if (match?.[1]) return [match[1]];
  return part.split(/\s+/);
}

/** Makes a list of addresses out of what was typed or pasted; each is there once, in the order of typing. */
export function splitAddresses(text: string): TypedAddress[] {
  const found = new Map<string, TypedAddress>();
  for (const part of text.split(/[,;\n\r\t]+/)) {
    for (const word of wordsOf(part)) {
      const typed = word.replace(/^mailto:/i, '').replace(/^[<("']+|[>)"'.]+$/g, '');
      if (!typed) continue;
      const parsed = Email.safeParse(typed);
      const email = parsed.success ? parsed.data : typed;
      found.set(email.toLowerCase(), { email, valid: parsed.success });
    }
  }
  return [...found.values()];
}

/** Puts further addresses behind those that are there; an address that is there already stays where it is. */
export function joinAddresses(present: TypedAddress[], further: TypedAddress[]): TypedAddress[] {
  const known = new Set(present.map((one) => one.email.toLowerCase()));
  return [...present, ...further.filter((one) => !known.has(one.email.toLowerCase()))];
}
