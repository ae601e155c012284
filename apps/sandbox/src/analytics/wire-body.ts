import { Violation } from './violation.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`${what} is not JSON`);
  }
}

function parseData(data: string | null): unknown {
  if (!data) throw new Violation('the form has no data field');
  if (/^\s*[[{]/.test(data)) return parseJson(data, 'data');
  if (!BASE64.test(data)) throw new Violation('data is neither JSON nor base64');
  return parseJson(Buffer.from(data, 'base64').toString('utf8'), 'data, once decoded from base64,');
}

/** A list of items out of a body: a form's `data` (base64 or JSON), or plain JSON; a single item is a list of one. */
export function decodeItems(body: Buffer, contentType: string): unknown[] {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const text = body.toString('utf8');
  let value: unknown;
  if (mediaType === 'application/json') value = parseJson(text, 'the body');
  // A browser labels what navigator.sendBeacon sends as plain text, although it is the same form.
  else if (mediaType === 'application/x-www-form-urlencoded' || mediaType === 'text/plain')
    value = parseData(new URLSearchParams(text).get('data'));
  else throw new Violation(`content type ${mediaType || '(none)'} is not accepted`);
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw new Violation('the batch is empty');
  return items;
}
