import { type KeyObject, sign } from 'node:crypto';
import type { Body } from './postback.ts';
import { signedText } from './signed-text.ts';

/** A postback of SKAdNetwork, signed as Apple signs it, with a key of our own. */
export function signSkadnetwork(body: Body, privateKey: KeyObject): Body {
  const version = typeof body.version === 'string' ? body.version : '1.0';
  const text = signedText(version, body);
  if (text === null) throw new Error(`a postback of version ${version} lacks a signed field`);
  const signature = sign('sha256', Buffer.from(text, 'utf8'), privateKey);
  return { ...body, 'attribution-signature': signature.toString('base64') };
}

interface Jws {
  kid: string;
  payload: Body;
  /** What is sent next to the JWS, unsigned. */
  outside: Body;
}

/** A postback of AdAttributionKit, signed as Apple signs it, with a key of our own. */
export function signAdAttributionKit({ kid, payload, outside }: Jws, privateKey: KeyObject): Body {
  const encode = (value: Body) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
  const text = `${encode({ kid, alg: 'ES256' })}.${encode(payload)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', Buffer.from(text, 'utf8'), key);
  return { 'jws-string': `${text}.${signature.toString('base64url')}`, ...outside };
}
