import { createContext, runInContext } from 'node:vm';
import { createFakeStorage, createFakeTime } from '@trailmark/sdk-core/testing/fake-device';
import { createFakeServer, type Fault } from '@trailmark/sdk-core/testing/fake-server';

type Listener = (event: Record<string, unknown>) => void;
type Item = { call: string; body: Record<string, unknown> };

/** What outlives a page: the storage of the browser, its clock, and the server. */
export function createFakeBrowser() {
  return {
    time: createFakeTime(),
    server: createFakeServer(),
    local: createFakeStorage(),
    session: createFakeStorage(),
    faults: [] as Fault[],
    requests: [] as string[],
    beacons: [] as string[],
  };
}
export type FakeBrowser = ReturnType<typeof createFakeBrowser>;

export interface PageOptions {
  url?: string;
  referrer?: string;
  /** The attributes of the script tag; none without it. */
  attributes?: Record<string, string>;
  storage?: 'works' | 'throws';
  navigator?: Record<string, unknown>;
  /** The browser prepares the page, which nobody sees yet. */
  prerendering?: boolean;
  /** Calls that the snippet has kept. */
  before?: unknown[][];
}

/** The script as it is published, with its short names. */
async function builtScript(): Promise<string> {
  const { buildScript } = await import(new URL('../../../../scripts/build-sdk.mjs', import.meta.url).href);
  return await buildScript();
}
let script: Promise<string> | undefined;

const fetchOf =
  ({ requests, server, faults }: FakeBrowser) =>
  async (address: string, { body }: { body: string }) => {
    requests.push(address);
    const reply = server.take(body, faults.shift()) ?? { status: 0 };
    if (!reply.status) throw new TypeError('Failed to fetch');
    const headers = new Map([['retry-after', String(reply.retryAfter ?? '')]]);
    const json = async () => {
      // What a proxy answers is a page.
      if (reply.body === undefined) throw new SyntaxError('Unexpected token <');
      return reply.body;
    };
    return { status: reply.status, headers, json };
  };

/** A page with the script in it, as far as the script uses one. */
export async function openPage(browser: FakeBrowser, options: PageOptions = {}) {
  const { url = 'https://shop.example/', referrer = '', attributes = { token: 't1' } } = options;
  const { time, server } = browser;
  const listeners: [string, Listener][] = [];
  let isOpen = true;
  const location = new URL(url);
  const go = (_state: unknown, _title: string, to: string) => {
    location.href = new URL(to, location.href).href;
  };
  const emit = (name: string, event: Record<string, unknown> = {}) => {
    for (const [listened, listener] of listeners) if (listened === name) listener({ type: name, ...event });
  };
  class FakeDate extends Date {
    constructor(ms?: number) {
      super(ms ?? time.now());
    }
    static override now = time.now;
  }
  const document = {
    referrer,
    title: 'Shop',
    hidden: false,
    prerendering: options.prerendering ?? false,
    currentScript: { src: 'https://t.example/sdk/v1.js', dataset: attributes },
  };
  const window: Record<string, unknown> = {
    document,
    location,
    URL,
    Date: FakeDate,
    fetch: fetchOf(browser),
    encodeURIComponent,
    setTimeout: (run: () => void, ms = 0) => void time.schedule(() => isOpen && run(), ms),
    history: { pushState: go, replaceState: go },
    navigator: {
      language: 'en-GB',
      webdriver: false,
      sendBeacon: (address: string, body: string) => browser.beacons.push(address) && server.take(body),
      ...options.navigator,
    },
    addEventListener: (name: string, listener: Listener) => listeners.push([name, listener]),
    console: { log: () => {} },
    trailmark: options.before && { q: options.before },
  };
  for (const [name, storage] of [
    ['localStorage', browser.local],
    ['sessionStorage', browser.session],
  ] as const) {
    Object.defineProperty(window, name, {
      get() {
        if (options.storage === 'throws') throw new Error('SecurityError');
        return storage.storage;
      },
    });
  }
  window.window = window;
  script ??= builtScript();
  const context = createContext(window);
  runInContext(await script, context);
  return {
    /** The tag is there once more. */
    runAgain: async () => runInContext((await script) ?? '', context),
    /** The page is gone with all that was in its memory; no timer of it runs any more. */
    close: () => {
      isOpen = false;
    },
    document,
    location,
    emit,
    history: window.history as { pushState: typeof go; replaceState: typeof go },
    trailmark: window.trailmark as (...call: unknown[]) => unknown,
  };
}

/** What the server got, each as its call and what it is about. */
export const sentBy = ({ server }: FakeBrowser): Item[] =>
  server.texts.flatMap((text) => (JSON.parse(text) as { items: Item[] }).items);
export const callsOf = (browser: FakeBrowser) => sentBy(browser).map(({ call }) => call);
