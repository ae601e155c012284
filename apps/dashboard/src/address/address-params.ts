import type { AddressParam } from './address-state.ts';

/** The router reads numbers and words such as "true" as values; here they are text. */
function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Free text, cut to a length. */
export function textParam(name: string, maxLength: number): AddressParam<string> {
  return {
    read: (search) => textOf(search[name]).slice(0, maxLength) || undefined,
    write: (text) => ({ [name]: text || undefined }),
  };
}

/** Text that is taken as a whole or not at all. */
export function nameParam(name: string, isValid: (text: string) => boolean): AddressParam<string> {
  return {
    read: (search) => {
      const text = textOf(search[name]);
      return text !== '' && isValid(text) ? text : undefined;
    },
    write: (text) => ({ [name]: text || undefined }),
  };
}

/** One of a list of words. */
export function choiceParam<Value extends string>(
  name: string,
  values: readonly Value[],
): AddressParam<Value> {
  return {
    read: (search) => values.find((value) => value === search[name]),
    write: (value) => ({ [name]: value }),
  };
}

/** Several words of a list with commas between them, in the order of the list. */
export function choicesParam<Value extends string>(
  name: string,
  values: readonly Value[],
): AddressParam<readonly Value[]> {
  return {
    read: (search) => {
      const given = textOf(search[name]).split(',');
      return values.filter((value) => given.includes(value));
    },
    write: (chosen) => ({ [name]: chosen.join(',') || undefined }),
  };
}

/** Short codes with commas between them, each once. */
export function codesParam(name: string, maxLength: number): AddressParam<readonly string[]> {
  return {
    read: (search) => {
      const given = textOf(search[name]).slice(0, 2000).split(',');
      return [...new Set(given)].filter((code) => code !== '' && code.length <= maxLength);
    },
    write: (codes) => ({ [name]: codes.join(',') || undefined }),
  };
}

/** Texts as one, with commas between them; a comma or backslash of a text has a backslash before it. */
export function joinTexts(texts: readonly unknown[]): string {
  return texts.map((text) => textOf(text).replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** What joinTexts has joined. */
function splitTexts(joined: string): string[] {
  const texts = `${joined},`.matchAll(/((?:\\.|[^\\,])*),/gs);
  return Array.from(texts, ([, text = '']) => text.replaceAll(/\\(.)/gs, '$1'));
}

/** Texts in their order. Older addresses have them as a list. */
export function textsParam(name: string): AddressParam<readonly string[]> {
  return {
    read: (search) => {
      const value = search[name];
      if (Array.isArray(value)) return value.map(textOf);
      return textOf(value) === '' ? undefined : splitTexts(textOf(value));
    },
    write: (texts) => ({ [name]: joinTexts(texts) || undefined }),
  };
}

export function flagParam(name: string): AddressParam<boolean> {
  return {
    read: (search) => (search[name] === true || search[name] === 1 ? true : undefined),
    write: (isOn) => ({ [name]: isOn || undefined }),
  };
}

export function integerParam(name: string, { min, max }: { min: number; max: number }): AddressParam<number> {
  return {
    read: (search) => {
      const number = Number(search[name]);
      return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
    },
    write: (number) => ({ [name]: number }),
  };
}

/** A parameter whose value may be null, which is written as nothing. */
export function optionalParam<Value>(name: string, param: AddressParam<Value>): AddressParam<Value | null> {
  return {
    read: param.read,
    write: (value) => (value === null ? { [name]: undefined } : param.write(value)),
  };
}
