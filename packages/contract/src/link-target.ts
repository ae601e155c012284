import { z } from 'zod';
import { storable } from './fields.ts';

const MAX_LENGTH = 2000;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/i;

/** Schemes that run script, read the device or lead to somewhere else than an app. */
const REFUSED_SCHEMES = [
  ...['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem'],
  ...['about', 'content', 'intent', 'view-source', 'http'],
];

function plain(value: string): boolean {
  return storable(value) && !/[\p{Cc}\s]/u.test(value) && URL.canParse(value);
}

/** An http(s) address of a site, without a name and password before the host. */
export function isWebTarget(value: string): boolean {
  if (!plain(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return /\.|:|^localhost$/.test(hostname) && !username && !password;
}

/** An https address, or one of an app's own scheme. */
export function isAppTarget(value: string): boolean {
  const [, scheme = '', rest = ''] = SCHEME.exec(value) ?? [];
  if (!scheme || !rest || !plain(value)) return false;
  if (scheme.toLowerCase() === 'https') return isWebTarget(value);
  return !REFUSED_SCHEMES.includes(scheme.toLowerCase());
}

/** As a Location header can carry it. */
function ascii(value: string): string {
  return /^[!-~]*$/.test(value) ? value : new URL(value).href;
}

function target(isGood: (value: string) => boolean, message: string) {
  return z
    .string()
    .trim()
    .max(MAX_LENGTH, `is longer than ${MAX_LENGTH} characters`)
    .refine((value) => value === '' || isGood(value), { message, abort: true })
    .nullable()
    .transform((value) => (value ? ascii(value) : null));
}

/** Where a browser is sent; may be left empty. */
export const WebTarget = target(isWebTarget, 'is not an http or https address');

/** Where an app is opened; may be left empty. */
export const AppTarget = target(isAppTarget, 'is neither an https address nor one of an app’s own scheme');
