import { isIP } from 'node:net';
import { asHost } from '@trailmark/contract/domains';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

export const url = (protocols: RegExp, what: string) =>
  z.url({ protocol: protocols, error: `is not ${what}` });
export const port = z.coerce
  .number({ error: 'is not a port' })
  .int('is not a port')
  .min(0)
  .max(65535, 'is not a port');
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean),
);

export const trustProxy = z.string().transform((value, context) => {
  if (/^\d+$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  const known = ['loopback', 'linklocal', 'uniquelocal'];
  const good = parts.every((part) => known.includes(part) || isIP(part) || ipaddr.isValidCIDR(part));
  if (good) return parts;
  context.issues.push({
    code: 'custom',
    message: 'is neither a number of proxies nor addresses',
    input: value,
  });
  return z.NEVER;
});

const DNS_SERVER = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** As Node's resolver takes them: 192.0.2.53, 192.0.2.53:5353, ::1, [::1]:5353. */
export function isDnsServer(value: string): boolean {
  const parts = DNS_SERVER.exec(value);
  return isIP(value) !== 0 || isIP(parts?.[1] ?? parts?.[2] ?? '') !== 0;
}

export const host = z.string().transform((value, context) => {
  const name = asHost(value);
  if (name !== null) return name;
  context.issues.push({ code: 'custom', message: 'is not a host name', input: value });
  return z.NEVER;
});

/** A limit that an operator may set; the product is not built for more than `most`. */
export const count = (usual: number, most: number) =>
  z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(1, 'is less than 1')
    .max(most, `is more than ${most}`)
    .default(usual);

export const probe = z
  .string()
  .regex(/^https?(?::\d{1,5})?$/, 'is not http or https with an optional port')
  .transform((value) => {
    const [scheme, given] = value.split(':');
    const secure = scheme === 'https';
    return { secure, port: Number(given ?? (secure ? 443 : 80)) };
  });

/** A duration that an operator may set. */
export const seconds = (usual: number, most: number) =>
  z.coerce
    .number({ error: 'is not a number' })
    .min(0)
    .max(most, `is not between 0 and ${most}`)
    .default(usual);
