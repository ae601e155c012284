import { newToken } from '../../platform/ids.ts';

const CODE_LENGTH = 7;

/** Base58: without the characters that look alike and those that a word selection stops at. */
export function newShortCode(): string {
  return newToken()
    .replace(/[0OIl_-]/g, '')
    .slice(0, CODE_LENGTH);
}
