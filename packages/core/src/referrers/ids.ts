import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const ZEROS = /^[0-]*0[0-]*$/;

/** What clients and ad servers write when they have no id. */
const ABSENT = new Set(['', 'null', '<null>', '(null)', 'nil', 'undefined']);

// Everybody without an id would otherwise be one device: https://support.google.com/googleplay/android-developer/answer/6048248
const HASHED_ZEROS = new Set(
  ['00000000-0000-0000-0000-000000000000', '0'.repeat(32)].flatMap((zeros) =>
    ['sha256', 'sha1', 'md5'].map((algorithm) => createHash(algorithm).update(zeros).digest('hex')),
  ),
);

/** An advertising id (GAID or IDFA) in its one spelling; null when there is none, or one of zeros. */
export function advertisingId(value: unknown): string | null {
  const id = spelled(value);
  return id !== null && UUID.test(id) && !isNobody(id) ? id : null;
}

/** Whether something was sent as an advertising id that no device would give. */
export function isMalformedId(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  const id = spelled(value);
  return id === null || !(isNobody(id) || UUID.test(id));
}

function spelled(value: unknown): string | null {
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function isNobody(id: string): boolean {
  return ABSENT.has(id) || ZEROS.test(id) || HASHED_ZEROS.has(id);
}
