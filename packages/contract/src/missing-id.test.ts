import { expect, test } from 'vitest';
import { isMissingId } from './missing-id.ts';
import { OptionalId, PayloadId } from './payload.ts';

const NONE = [
  '',
  ' ',
  'null',
  'NULL',
  '<null>',
  '(null)',
  'nil',
  'undefined',
  'unknown',
  '0',
  '0000',
  '00-00',
];
const FAILED = ['ERROR_GENERAING_INSTALL_INSTANCE_ID', 'ERROR_GENERATING_INSTALL_INSTANCE_ID'];
const LONG_ZEROS = '0'.repeat(64);

test.each([...NONE, ...FAILED, LONG_ZEROS])('%j is no id', (text) => {
  expect(isMissingId(text)).toBe(true);
  expect(OptionalId(64).parse(text)).toBeNull();
  expect(PayloadId(64).safeParse(text).error?.issues[0]?.message).toBe('is required');
});

test.each(['u_1001', '42', 'nullable', 'unknown-1', '10', 'k3Jd82LmQz71TyWpVx09'])('%j is one', (text) => {
  expect(isMissingId(text)).toBe(false);
  expect(PayloadId(64).parse(text)).toBe(text);
});

test('zeros without end are read in one pass', () => {
  // With backtracking from every zero, this would take an hour.
  expect(isMissingId(`${'0'.repeat(1_000_000)}x`)).toBe(false);
  expect(isMissingId(`${'-0'.repeat(500_000)}`)).toBe(true);
});

test('a number is an id in its own spelling', () => {
  expect(PayloadId(64).parse(42)).toBe('42');
});
