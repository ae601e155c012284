import { type Call, createCaller } from '@trailmark/contract/call';

export interface Visit {
  /** Where the browser ended up. */
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

export interface Browser {
  ip: string;
  /** Calls the api as a page of the dashboard would, cookies and all. */
  call: Call;
  /** Goes to an address, or sends a form to it, and follows redirects while `follow` says so. */
  visit(
    url: string,
    options?: { form?: Record<string, string>; follow?: (url: string) => boolean },
  ): Promise<Visit>;
  /** The Set-Cookie headers that this browser got, in order. */
  cookies: string[];
  /** Puts a cookie into the jar, written as a Set-Cookie header, that this server did not send. */
  plant(header: string): void;
}

let count = 0;

/** An address that nobody else in this test file has, so that limits per address do not meet. */
export function freshIp(): string {
  count += 1;
  return `10.20.${count >> 8}.${count & 255}`;
}

function createJar() {
  const jar = new Map<string, { pair: string; path: string }>();
  return {
    keep(header: string): void {
      const [pair = '', ...attributes] = header.split(/; */);
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
      const isGone = attributes.some((part) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(part));
      if (isGone) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { pair, path });
    },
    sentTo(url: string): string {
      const { pathname } = new URL(url);
      const isBelow = (path: string) =>
        path === '/' || pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
      return [...jar.values()]
        .filter(({ path }) => isBelow(path))
        .map(({ pair }) => pair)
        .join('; ');
    },
  };
}

/** As much of a browser as signing in takes: an address of its own and a jar of cookies. */
export function createBrowser(server: { url: string }, given: { ip?: string; token?: string } = {}): Browser {
  const jar = createJar();
  const ip = given.ip ?? freshIp();
  const cookies: string[] = [];

  const send: typeof fetch = async (input, init) => {
    const url = String(input);
    const cookie = jar.sentTo(url);
    const headers = { ...(init?.headers as Record<string, string>), 'x-forwarded-for': ip };
    const response = await fetch(url, { ...init, headers: cookie ? { ...headers, cookie } : headers });
    for (const header of response.headers.getSetCookie()) {
      cookies.push(header);
      jar.keep(header);
    }
    return response;
  };

  const visit: Browser['visit'] = async (url, { form, follow = () => false } = {}) => {
    const response = await send(url, {
      redirect: 'manual',
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    const location = response.headers.get('location');
    const next = location ? new URL(location, url).href : null;
    if (next && follow(next)) return await visit(next, { follow });
    return {
      url: next ?? url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
  };

  const call = createCaller({
    baseUrl: `${server.url}/api`,
    timeoutMs: 30_000,
    token: () => given.token ?? null,
    fetch: send,
  });
  return { ip, call, visit, cookies, plant: jar.keep };
}
