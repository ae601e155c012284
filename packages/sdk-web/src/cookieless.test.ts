import { expect, test } from 'vitest';
import { createFakeBrowser, type FakeBrowser, openPage, type PageOptions } from './testing/fake-browser.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The fake clock starts at nine in the morning. */
const UNTIL_MIDNIGHT = 15 * 60 * MINUTE;

const open = (browser: FakeBrowser, options: PageOptions = {}) =>
  openPage(browser, { attributes: { token: 't1', cookieless: '' }, ...options });
/** What the server has stored of a call, in the order of its arrival. */
const storedOf = ({ server }: FakeBrowser, call: string) =>
  [...server.rows].filter(([key]) => key.startsWith(`${call},`)).map(([, body]) => body);

test('nothing outlives the tab, and tomorrow is someone else', async () => {
  const browser = createFakeBrowser();
  for (const wait of [MINUTE, DAY, MINUTE]) {
    await open(browser);
    await browser.time.pass(wait);
  }
  expect(browser.local.values.size).toBe(0);
  const ids = storedOf(browser, 'page-view').map((body) => body.install_instance_id);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('what waits over midnight is stored once, as of the visitor of the day before', async () => {
  const browser = createFakeBrowser();
  await browser.time.pass(UNTIL_MIDNIGHT - MINUTE);
  const offline = new Array(20).fill('refused');
  browser.faults.push('lost', ...offline);
  const { trailmark, close } = await open(browser);
  trailmark('track', 'arrived');
  await browser.time.pass(500);
  // The server has stored the first batch, but the page was not told; from now on it is offline.
  trailmark('track', 'waits');
  await browser.time.pass(2 * MINUTE);
  close();
  browser.faults.length = 0;
  const today = await open(browser, { url: 'https://shop.example/menu' });
  today.trailmark('track', 'today');
  await browser.time.pass(MINUTE);
  const events = storedOf(browser, 'capture-event');
  expect(events.map((body) => body.event_name)).toEqual(['arrived', 'waits', 'today']);
  const [before, after] = storedOf(browser, 'page-view').map((body) => body.install_instance_id);
  expect(events.map((body) => body.install_instance_id)).toEqual([before, before, after]);
  expect(after).not.toBe(before);
});

test('a choice of consent is kept over midnight', async () => {
  const browser = createFakeBrowser();
  const { trailmark, close } = await open(browser);
  trailmark('consent', { analytics_storage: 'denied' });
  await browser.time.pass(DAY);
  close();
  await open(browser);
  await browser.time.pass(MINUTE);
  expect(storedOf(browser, 'page-view')).toEqual([]);
  expect([...browser.session.values]).toEqual([['tm', '{"c":{"analytics_storage":"denied"}}']]);

  const other = createFakeBrowser();
  const attributes = { token: 't1', cookieless: '', consent: 'denied' };
  const page = await open(other, { attributes });
  page.trailmark('consent', { analytics_storage: 'granted' });
  await other.time.pass(DAY);
  page.history.pushState(null, '', '/menu');
  await other.time.pass(MINUTE);
  expect(storedOf(other, 'page-view').length).toBe(2);
});

test.each(['works', 'throws'] as const)(
  'a page that is open over midnight has a new visitor, storage %s',
  async (storage) => {
    const browser = createFakeBrowser();
    const url = 'https://shop.example/?gclid=click-of-yesterday';
    const { trailmark, history } = await open(browser, { url, storage });
    trailmark('identify', 'u1');
    history.pushState(null, '', '/menu');
    // Within half an hour of each other, so that the same visit would go on.
    await browser.time.pass(UNTIL_MIDNIGHT - 10 * MINUTE);
    trailmark('track', 'late');
    await browser.time.pass(20 * MINUTE);
    trailmark('track', 'early');
    await browser.time.pass(MINUTE);
    const [late, early] = storedOf(browser, 'capture-event');
    expect(late?.user_id).toBe('u1');
    expect(early?.user_id).toBeUndefined();
    expect(early?.install_instance_id).not.toBe(late?.install_instance_id);
    expect(early?.session_id).not.toBe(late?.session_id);
    expect(storedOf(browser, 'init').at(-1)).toMatchObject({
      install_instance_id: early?.install_instance_id,
      first_touch: { url: 'https://shop.example/menu?' },
    });
    expect([...browser.session.values.values()].join()).not.toContain('click-of-yesterday');
  },
);
