import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Kit } from '../platform/kit.ts';

/**
 * A cookie that only we can set. Over https its name begins with __Host-: browsers take such a cookie from this
 * very host alone, so that no subdomain and no plain http page can plant one:
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
export function ownCookie(
  { publicUrl }: Pick<Kit, 'publicUrl'>,
  name: string,
  path: string,
): { name: string; options: CookieSerializeOptions } {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: secure ? '/' : path, httpOnly: true, sameSite: 'lax', secure },
  };
}
