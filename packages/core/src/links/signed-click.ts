import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name under which a click travels: in the Play referrer, to web pages and in deep links. */
export const CLICK_PARAMETER = 'tm_click';

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

const macOf = (facts: Buffer, key: Buffer) => createHmac('sha256', key).update(facts).digest();

/** A click in 80 characters that are safe in a URL and that nobody without the key can make up. */
export function signClick({ id, projectId, linkId }: ClickFacts, key: Buffer): string {
  const bytes = Buffer.allocUnsafe(FACT_BYTES + MAC_BYTES);
  bytes.write((id + projectId + linkId).replaceAll('-', ''), 'hex');
  macOf(bytes.subarray(0, FACT_BYTES), key).copy(bytes, FACT_BYTES, 0, MAC_BYTES);
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
  if (!keys.some((key) => timingSafeEqual(macOf(facts, key).subarray(0, MAC_BYTES), mac))) return null;
  return {
    id: uuidAt(facts, 0),
    projectId: uuidAt(facts, 16),
    linkId: uuidAt(facts, 32),
    clickedAt: new Date(facts.readUIntBE(0, 6)),
  };
}
