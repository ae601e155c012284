/** The parameter that carries our signed click id. */
const CLICK_PARAMETER = 'tm_click';
const MAX_LENGTH = 4096;

/** The cipher text that Meta puts into `utm_content`. */
export interface MetaCipher {
  data: string;
  nonce: string;
}

export interface PlayReferrer {
  /** Our signed click id, unverified. */
  clickToken: string | null;
  gclid: string | null;
  gbraid: string | null;
  gadSource: string | null;
  /** Without the prefix: source, medium, campaign, content, term, … */
  utm: Record<string, string>;
  metaPayload: MetaCipher | null;
  /** Every parameter, the first of each name. */
  params: Record<string, string>;
}

/**
 * Reads what a store or Meta's apps hand to the app as the install referrer. It passes through many hands, so
 * nothing is assumed: whatever cannot be read is left out, and this never throws.
 */
export function parsePlayReferrer(text: string): PlayReferrer {
  const params = readParams(storableText(text));
  const value = (name: string) => params.get(name) || null;
  return {
    clickToken: value(CLICK_PARAMETER),
    gclid: value('gclid'),
    gbraid: value('gbraid'),
    gadSource: value('gad_source'),
    utm: Object.fromEntries(
      [...params]
        .filter(([name, given]) => name.startsWith('utm_') && given !== '' && given !== '(not set)')
        .map(([name, given]) => [name.slice('utm_'.length), given]),
    ),
    metaPayload: readMetaCipher(params.get('utm_content')),
    params: Object.fromEntries(params),
  };
}

/** PostgreSQL holds neither NUL nor half surrogate pairs. */
function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '');
}

function readParams(text: string): Map<string, string> {
  const json = readObject(text);
  if (json) return new Map(Object.entries(json).map(([name, value]) => [name, asText(value)]));
  const params = new Map<string, string>();
  for (const part of decodedWhole(whole(text)).split('&')) {
    const equals = part.indexOf('=');
    const name = decoded(equals < 0 ? part : part.slice(0, equals)).trim();
    if (name === '' || params.has(name)) continue;
    params.set(name, equals < 0 ? '' : decoded(part.slice(equals + 1)));
  }
  return params;
}

/** Of a text that is too long, the parameters that are whole. */
function whole(text: string): string {
  const query = text.trim().replace(/^\?/, '');
  if (query.length <= MAX_LENGTH) return query;
  const cut = query.slice(0, MAX_LENGTH + 1);
  return cut.slice(0, Math.max(0, cut.lastIndexOf('&')));
}

/** A referrer that was encoded once too often has no `=` of its own. */
function decodedWhole(query: string): string {
  let text = query;
  for (let round = 0; round < 2 && !text.includes('=') && /%(25)*3d/i.test(text); round++) {
    text = decoded(text);
  }
  return text;
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return storableText(decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    return text;
  }
}

function readObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{') || text.length > MAX_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return storableText(value);
  return value === null || value === undefined ? '' : storableText(JSON.stringify(value));
}

function readMetaCipher(content: string | undefined): MetaCipher | null {
  if (!content) return null;
  const source = (readObject(content) ?? readObject(decoded(content)))?.source;
  if (typeof source !== 'object' || source === null) return null;
  const { data, nonce } = source as Record<string, unknown>;
  return isHex(data) && isHex(nonce) ? { data, nonce } : null;
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]+$/i.test(value);
}
