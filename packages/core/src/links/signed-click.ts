import { hash, timingSafeEqual } from 'node:crypto';

/** The name under which a click travels: in the Play referrer, to web pages and in deep links. */
export const CLICK_PARAMETER = 'tm_click';

const IN_URL = new RegExp(`[?&]${CLICK_PARAMETER}=([\\w-]+)`);

/** The click token that an address carries, whatever its scheme; it may be forged. */
export function clickTokenIn(url: string): string | null {
  return IN_URL.exec(url)?.[1] ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of the click that a text names: the id itself, a click token, or an address or a referrer with one. For
 * looking it up among clicks that are known: whether the token was made up is not checked.
 */
export function clickIdOf(text: string): string | null {
  if (UUID.test(text)) return text.toLowerCase();
  const token = clickTokenIn(`?${text}`) ?? text;
  return SPELLING.test(token) ? uuidAt(Buffer.from(token, 'base64url'), 0) : null;
}

const FACT_BYTES = 48;
const MAC_BYTES = 12;
/** 60 bytes fill 80 characters exactly, so that a token has one spelling only. */
const SPELLING = /^[\w-]{80}$/;

/** The three ids of a click; the first is a UUID of version 7 and carries the time. */
export interface ClickFacts {
  id: string;
  projectId: string;
  linkId: string;
}

export interface SignedClick extends ClickFacts {
  clickedAt: Date;
}

/** Room for the two hashes of an HMAC, each with the key at its beginning. https://www.rfc-editor.org/rfc/rfc2104 */
interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const INNER_MASK = 0x36;
const OUTER_MASK = 0x5c;

function padsOf(key: Buffer): Pads {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const inner = Buffer.alloc(BLOCK_BYTES + FACT_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    inner[at] = (short[at] ?? 0) ^ INNER_MASK;
    outer[at] = (short[at] ?? 0) ^ OUTER_MASK;
  }
  return { inner, outer };
}

const padsByKey = new WeakMap<Buffer, Pads>();

/** HMAC with SHA-256, one character a byte; as two hashes, since an object for each costs more than all the rest. */
function macOf(facts: Buffer, key: Buffer): string {
  let pads = padsByKey.get(key);
  if (!pads) {
    pads = padsOf(key);
    padsByKey.set(key, pads);
  }
  facts.copy(pads.inner, BLOCK_BYTES, 0, FACT_BYTES);
  pads.outer.write(hash('sha256', pads.inner, 'binary'), BLOCK_BYTES, 'binary');
  return hash('sha256', pads.outer, 'binary').slice(0, MAC_BYTES);
}

/** A click in 80 characters that are safe in a URL and that nobody without the key can make up. */
export function signClick({ id, projectId, linkId }: ClickFacts, key: Buffer): string {
  const bytes = Buffer.allocUnsafe(FACT_BYTES + MAC_BYTES);
  bytes.write((id + projectId + linkId).replaceAll('-', ''), 'hex');
  bytes.write(macOf(bytes, key), FACT_BYTES, 'binary');
  return bytes.toString('base64url');
}

function uuidAt(facts: Buffer, start: number): string {
  const hex = facts.toString('hex', start, start + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The click that a token names, or null when it was not signed with one of the keys. */
export function readSignedClick(token: string, keys: readonly Buffer[]): SignedClick | null {
  if (!SPELLING.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const facts = bytes.subarray(0, FACT_BYTES);
  const mac = bytes.subarray(FACT_BYTES);
  if (!keys.some((key) => timingSafeEqual(Buffer.from(macOf(facts, key), 'binary'), mac))) return null;
  return {
    id: uuidAt(facts, 0),
    projectId: uuidAt(facts, 16),
    linkId: uuidAt(facts, 32),
    clickedAt: new Date(facts.readUIntBE(0, 6)),
  };
}
