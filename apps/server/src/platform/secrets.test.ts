import { describe, expect, test } from 'vitest';
import { createSecrets, hashToken } from './secrets.ts';

const secrets = createSecrets('a-secret-key-of-thirty-two-letters');

describe('a sealed value', () => {
  test.each([[{ to: 'a@example.com', list: [1, null, true] }], ['ü€𝄞'], [''], [0], [null], [{}]])(
    'opens to what it was: %j',
    (value) => {
      expect(secrets.open('jobs', secrets.seal('jobs', value))).toEqual(value);
    },
  );

  test('shows nothing of itself and never looks the same twice', () => {
    const value = { email: 'somebody@example.com' };
    const [first, second] = [secrets.seal('jobs', value), secrets.seal('jobs', value)];
    expect(first).not.toBe(second);
    expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('somebody');
    expect(first).toMatch(/^[\w-]+$/);
  });

  test('does not open for another purpose', () => {
    expect(secrets.open('cookies', secrets.seal('jobs', 'value'))).toBeNull();
  });

  test('does not open with another key', () => {
    const others = createSecrets('another-secret-key-of-forty-letters');
    expect(others.open('jobs', secrets.seal('jobs', 'value'))).toBeNull();
  });

  test('does not open when any byte of it was changed', () => {
    const bytes = Buffer.from(secrets.seal('jobs', { a: 1 }), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(secrets.open('jobs', changed.toString('base64url'))).toBeNull();
    }
  });

  test.each(['', 'x', 'not sealed at all, and long enough to be taken for it', '\0', '%%%', 'A'.repeat(38)])(
    'is not %j',
    (text) => {
      expect(secrets.open('cookies', text)).toBeNull();
    },
  );

  test('does not open when it was cut or lengthened', () => {
    const sealed = secrets.seal('jobs', 'value');
    const bytes = Buffer.from(sealed, 'base64url');
    expect(secrets.open('jobs', bytes.subarray(0, -1).toString('base64url'))).toBeNull();
    expect(secrets.open('jobs', Buffer.concat([bytes, bytes]).toString('base64url'))).toBeNull();
  });
});

test('the hash of a token is SHA-256 of it', () => {
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
