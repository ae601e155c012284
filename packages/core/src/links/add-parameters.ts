export type Pair = readonly [name: string, value: string];

/** Most names and values, signed clicks among them, are spelt the same in a query. */
const PLAIN = /^[\w.~-]*$/;

/** Half of a surrogate pair has no UTF-8 and would throw. */
const encode = (text: string) =>
  PLAIN.test(text) ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Pairs as a query string, without the question mark. */
export function queryOf(pairs: readonly Pair[]): string {
  let query = '';
  for (const [name, value] of pairs) query += `${query && '&'}${encode(name)}=${encode(value)}`;
  return query;
}

/** Adds pairs to the query of an address; nothing before the query can change. */
export function addParameters(url: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return url;
  const hashAt = url.indexOf('#');
  const head = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? '' : url.slice(hashAt);
  const joint = !head.includes('?') ? '?' : /[?&]$/.test(head) ? '' : '&';
  return `${head}${joint}${queryOf(pairs)}${hash}`;
}

/** The query of an address. */
export function parametersIn(url: string): URLSearchParams {
  const head = url.split('#', 1)[0] ?? '';
  const at = head.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : head.slice(at + 1));
}

/** An address without some of its parameters; the others stay as they are spelt. */
export function withoutParameters(url: string, names: readonly string[]): string {
  const known = parametersIn(url);
  if (!names.some((name) => known.has(name))) return url;
  const [head = '', ...hash] = url.split('#');
  const [path = '', ...rest] = head.split('?');
  const kept = rest
    .join('?')
    .split('&')
    .filter((part) => !names.some((name) => new URLSearchParams(part).has(name)));
  return [kept.length > 0 ? `${path}?${kept.join('&')}` : path, ...hash].join('#');
}
