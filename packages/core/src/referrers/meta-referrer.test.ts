import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decryptMetaReferrer } from './meta-referrer.ts';
import { parsePlayReferrer } from './play-referrer.ts';

// Meta's published example: https://developers.facebook.com/docs/app-ads/install-referrer
const KEY = '2575590594a9cd809e5bfacf397f8c1ac730dbc38a3e137ecd1ab66591c8c3c9';
const NONCE = 'b7203c6a6fb633d16e9cf5c1';
const DATA =
  'afe56cf6228c6ea8c79da49186e718e92a579824596ae1d0d4d20d7793dca797bd4034ccf467bfae5c79a3981e7a2968c41949237e2b2db678c1c3d39c9ae564c5cafd52f2b77a3dc77bf1bae063114d0283b97417487207735da31ddc1531d5645a9c3e602c195a0ebf69c272aa5fda3a2d781cb47e117310164715a54c7a5a032740584e2789a7b4e596034c16425139a77e507c492b629c848573c714a03a2e7d25b9459b95842332b460f3682d19c35dbc7d53e3a51e0497ff6a6cbb367e760debc4194ae097498108df7b95eac2fa9bac4320077b510be3b7b823248bfe02ae501d9fe4ba179c7de6733c92bf89d523df9e31238ef497b9db719484cbab7531dbf6c5ea5a8087f95d59f5e4f89050e0f1dc03e464168ad76a64cca64b79';

/** Seals a text as Meta does. */
function seal(plain: string | Buffer) {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(KEY, 'hex'), Buffer.from(NONCE, 'hex'));
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { data: body.toString('hex'), nonce: NONCE };
}

describe("Meta's referrer", () => {
  const example = {
    accountId: '444444',
    campaignId: '654321',
    campaignName: 'Adams Test Campaign Group',
    adSetId: '987654',
    adSetName: 'Adams Test Campaign',
    adId: '54321',
    adName: 'Adams Test Ad Group',
    objective: 'APP_INSTALLS',
    publisherPlatform: null,
    platformPosition: null,
  };

  test('is opened with the key of the app, in the words of the Ads Manager', () => {
    expect(decryptMetaReferrer({ data: DATA, nonce: NONCE }, KEY)).toEqual(example);
  });

  test('is opened as it comes in the referrer of the store', () => {
    const content = JSON.stringify({ a: 1, t: 2, source: { data: DATA, nonce: NONCE } });
    const { metaPayload } = parsePlayReferrer(`utm_content=${encodeURIComponent(content)}`);
    expect(decryptMetaReferrer(metaPayload!, KEY)).toEqual(example);
  });

  test('may hold numbers, placements and ads by their newer name', () => {
    const plain = JSON.stringify({
      ad_id: 7,
      account_id: 8,
      publisher_platform: 'instagram',
      platform_position: 'feed',
      campaign_name: 'Frühling\0 🪁',
    });
    expect(decryptMetaReferrer(seal(plain), KEY)).toMatchObject({
      adId: '7',
      accountId: '8',
      publisherPlatform: 'instagram',
      platformPosition: 'feed',
      adSetName: 'Frühling 🪁',
      campaignId: null,
    });
  });

  const flipped = `${DATA.slice(0, 10)}${DATA[10] === '0' ? '1' : '0'}${DATA.slice(11)}`;
  test.each([
    ['another key', { data: DATA, nonce: NONCE }, KEY.replace('25', '26')],
    ['a short key', { data: DATA, nonce: NONCE }, KEY.slice(2)],
    ['a key that is none', { data: DATA, nonce: NONCE }, `${KEY.slice(1)}M`],
    ['no key', { data: DATA, nonce: NONCE }, ''],
    ['another nonce', { data: DATA, nonce: NONCE.replace('b7', 'b8') }, KEY],
    ['a short nonce', { data: DATA, nonce: NONCE.slice(2) }, KEY],
    ['one bit changed', { data: flipped, nonce: NONCE }, KEY],
    ['the end cut off', { data: DATA.slice(0, -2), nonce: NONCE }, KEY],
    ['a tag and no text', { data: '00'.repeat(16), nonce: NONCE }, KEY],
    ['no text', { data: '', nonce: NONCE }, KEY],
    ['what is not hexadecimal', { data: 'zz'.repeat(40), nonce: NONCE }, KEY],
    ['a text that is no JSON', seal('hello'), KEY],
    ['a list', seal('[1]'), KEY],
    ['null', seal('null'), KEY],
    ['bytes that are no text', seal(Buffer.from([0xff, 0xfe])), KEY],
  ])('is null for %s', (_, cipher, key) => {
    expect(decryptMetaReferrer(cipher, key)).toBeNull();
  });
});
