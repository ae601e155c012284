import { isIP } from 'node:net';
import type { Kit } from '../../platform/kit.ts';

type Where = Pick<Kit, 'env' | 'publicUrl'>;

function publicHost({ publicUrl }: Where): string {
  return new URL(publicUrl).hostname.toLowerCase();
}

/** What the CNAME record of a link domain points at; null when we have only a number, which no CNAME can name. */
export function linkTarget(kit: Where): string | null {
  const target = kit.env.linkHost ?? publicHost(kit);
  return isIP(target.replace(/[[\]]/g, '')) ? null : target;
}

/** Whether people and apps reach this installation itself under the name. */
export function isOwnHost(kit: Where, host: string): boolean {
  return host === publicHost(kit) || host === kit.env.linkHost;
}
