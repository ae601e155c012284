import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

type Body = Record<string, unknown>;

/** Signs postbacks as Apple does, with keys of its own. */
export interface PostbackSigner {
  /** For SKAN_TEST_KEYS of the product. */
  publicKeys: string;
  /** SKAdNetwork 3.0 and 4.0. */
  skan(body: Body): Body;
  /** AdAttributionKit; `outside` is not signed. */
  kit(payload: Body, outside: Body, options?: { isDevelopment?: boolean }): Body;
}

/** Joined by U+2063. https://developer.apple.com/documentation/storekit/verifying-an-install-validation-postback */
const ORDER = {
  '3.0': [
    ...['version', 'ad-network-id', 'campaign-id', 'app-id', 'transaction-id', 'redownload', 'source-app-id'],
    ...['fidelity-type', 'did-win'],
  ],
  '4.0': [
    ...['version', 'ad-network-id', 'source-identifier', 'app-id', 'transaction-id', 'redownload'],
    ...['source-app-id', 'source-domain', 'fidelity-type', 'did-win', 'postback-sequence-index'],
  ],
};

const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const encoded = (value: Body) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createPostbackSigner(): PostbackSigner {
  const production = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const development = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKeys: `${spki(production.publicKey)},${spki(development.publicKey)}`,
    skan(body) {
      const fields = ORDER[body.version as keyof typeof ORDER].filter((name) => body[name] !== undefined);
      const text = fields.map((name) => String(body[name])).join('\u2063');
      const signature = sign('sha256', Buffer.from(text), production.privateKey);
      return { ...body, 'attribution-signature': signature.toString('base64') };
    },
    kit(payload, outside, { isDevelopment = false } = {}) {
      const kid = isDevelopment ? 'apple-development-identifier/1' : 'apple-cas-identifier/0';
      const { privateKey } = isDevelopment ? development : production;
      const text = `${encoded({ kid, alg: 'ES256' })}.${encoded(payload)}`;
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return { 'jws-string': `${text}.${signature.toString('base64url')}`, ...outside };
    },
  };
}
