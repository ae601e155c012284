import { createHash } from 'node:crypto';
import { isMissingId } from '@trailmark/contract/missing-id';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** 64 bits that Android made up for the app, written in hex without leading zeros. */
const ANDROID_ID = /^[0-9a-f]{12,16}$/;
/** Given by a whole series of old phones and emulators: https://issuetracker.google.com/issues/36919980 */
const SHARED_ANDROID_ID = '9774d56d682e549c';

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
  return id === null || !(isNobody(id) || UUID.test(id) || androidId(id) !== null);
}

/**
 * Android's id of a device for one vendor. Clients put it, and other things, into several fields: code names,
 * build labels and board names are shared by thousands of phones, and are none.
 */
export function androidId(value: unknown): string | null {
  const id = spelled(value);
  if (id === null || !ANDROID_ID.test(id) || isMissingId(id)) return null;
  return id === SHARED_ANDROID_ID ? null : id;
}

function spelled(value: unknown): string | null {
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function isNobody(id: string): boolean {
  return isMissingId(id) || HASHED_ZEROS.has(id);
}
