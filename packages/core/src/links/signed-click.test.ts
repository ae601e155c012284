import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSignedClick, signClick } from './signed-click.ts';

const KEY = Buffer.alloc(32, 7);
const CLICK = {
  id: '0195a1b2-c3d4-7123-8abc-0123456789ab',
  projectId: '0195a000-0000-7000-8000-000000000001',
  linkId: '0195a000-0000-7000-8000-000000000002',
};
const TOKEN = signClick(CLICK, KEY);

describe('a signed click', () => {
  test('comes back with its ids and its time', () => {
    expect(readSignedClick(TOKEN, [KEY])).toEqual({ ...CLICK, clickedAt: new Date(0x0195a1b2c3d4) });
  });

  test('is 80 characters that need no encoding', () => {
    expect(TOKEN).toMatch(/^[\w-]{80}$/);
    expect(encodeURIComponent(TOKEN)).toBe(TOKEN);
  });

  test.each([0, 1, 32, 64, 65, 200])('ends with the HMAC of its ids under a key of %i bytes', (length) => {
    const key = randomBytes(length);
    const bytes = Buffer.from(signClick(CLICK, key), 'base64url');
    const mac = createHmac('sha256', key).update(bytes.subarray(0, 48)).digest();
    expect(bytes.subarray(48)).toEqual(mac.subarray(0, 12));
    expect(readSignedClick(bytes.toString('base64url'), [randomBytes(32), key])?.id).toBe(CLICK.id);
  });

  test('is read with an older key too, and not with a foreign one', () => {
    expect(readSignedClick(TOKEN, [randomBytes(32), KEY])?.id).toBe(CLICK.id);
    expect(readSignedClick(TOKEN, [randomBytes(32)])).toBeNull();
    expect(readSignedClick(TOKEN, [])).toBeNull();
  });

  test('with any other character at any position is invalid', () => {
    const others = fc.constantFrom(...'ABCDwxyz0189-_ =+/%\n'.split(''));
    fc.assert(
      fc.property(fc.nat(79), others, (at, other) => {
        fc.pre(TOKEN[at] !== other);
        expect(readSignedClick(TOKEN.slice(0, at) + other + TOKEN.slice(at + 1), [KEY])).toBeNull();
      }),
    );
  });

  test('is invalid when it is cut, longer or something else', () => {
    for (const text of ['', TOKEN.slice(1), `${TOKEN}A`, `${TOKEN}\n`, 'x'.repeat(80), 'a'.repeat(10_000)]) {
      expect(readSignedClick(text, [KEY])).toBeNull();
    }
  });

  test('every click comes back', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), fc.uuid(), fc.uuid(), (id, projectId, linkId) => {
        expect(readSignedClick(signClick({ id, projectId, linkId }, KEY), [KEY])).toMatchObject({
          id,
          projectId,
          linkId,
        });
      }),
    );
  });
});
