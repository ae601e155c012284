import { afterEach, expect, test, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;

/** Globals of a page that the browser has prepared and nobody sees yet, as far as the package uses them. */
function preparePage() {
  const sent: string[] = [];
  const stored = new Map<string, string>();
  const listeners: [string, Listener][] = [];
  const respond = async (_address: string, { body }: { body: string }) => {
    sent.push(body);
    const { items } = JSON.parse(body) as { items: unknown[] };
    return Response.json({ data: { results: items.map(() => ({ ok: true })) } });
  };
  vi.stubGlobal('document', { prerendering: true, referrer: '', title: 'Shop', hidden: false });
  vi.stubGlobal('location', new URL('https://shop.example/'));
  vi.stubGlobal('history', { pushState: () => {}, replaceState: () => {} });
  vi.stubGlobal('navigator', { language: 'en-GB', webdriver: false });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('addEventListener', (name: string, run: Listener) => listeners.push([name, run]));
  return {
    stored,
    calls: () =>
      sent.flatMap((body) =>
        (JSON.parse(body) as { items: { call: string }[] }).items.map(({ call }) => call),
      ),
    emit: (name: string) => {
      for (const [listened, run] of listeners) if (listened === name) run({ type: name });
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the package stores and sends nothing of a prepared page until it is seen, and keeps its calls', async () => {
  vi.useFakeTimers();
  const { stored, calls, emit } = preparePage();
  const { init } = await import('./index.ts');
  const trailmark = init({ token: 't1', endpoint: 'https://t.example' });
  trailmark.track('one');
  await trailmark.flush();
  emit('visibilitychange');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([calls(), stored.size, trailmark.visitorId()]).toEqual([[], 0, undefined]);
  expect(trailmark.decorate('https://go.example/')).toBe('https://go.example/');

  emit('prerenderingchange');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toEqual(['init', 'session-start', 'page-view', 'capture-event']);
  expect(trailmark.visitorId()).toMatch(/^\w{20}$/);
});
