import { describe, expect, test } from 'vitest';
import { callsOf, createFakeBrowser, openPage, sentBy } from './testing/fake-browser.ts';

const MINUTE = 60_000;
const VISIT = ['init', 'session-start', 'page-view'];
const bodiesOf = (browser: Parameters<typeof sentBy>[0], call: string) =>
  sentBy(browser)
    .filter((item) => item.call === call)
    .map(({ body }) => body);

describe('page views', () => {
  test('the first page begins a visit, the next goes on with it', async () => {
    const browser = createFakeBrowser();
    const url = 'https://shop.example/menu?utm_source=news&code=secret&gclid=g1#top';
    await openPage(browser, { url, referrer: 'https://news.example/a' });
    await browser.time.pass(MINUTE);
    await openPage(browser, { url: 'https://shop.example/cart', referrer: 'https://shop.example/menu' });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'page-view']);
    expect(browser.requests[0]).toBe('https://t.example/api/client/batch?t=t1');
    const [init] = bodiesOf(browser, 'init');
    const touch = {
      url: 'https://shop.example/menu?utm_source=news&gclid=g1',
      referrer: 'https://news.example/a',
      at: expect.any(Number),
    };
    expect(init).toMatchObject({
      platform: 'WEB',
      link: 'https://shop.example/menu?utm_source=news&code=secret&gclid=g1',
      referrer: 'https://news.example/a',
      first_touch: touch,
      last_touch: touch,
      device_data: { is_bot: false, language: 'en-GB' },
    });
    const [first, second] = bodiesOf(browser, 'page-view');
    expect(first).toMatchObject({ page_title: 'Shop', page_referrer: 'https://news.example/a' });
    expect(second).toMatchObject({
      page_url: 'https://shop.example/cart',
      install_instance_id: init?.install_instance_id,
      session_id: first?.session_id,
    });
  });

  test('the history leads to further pages, each once', async () => {
    const browser = createFakeBrowser();
    const { history, emit, location } = await openPage(browser);
    history.replaceState(null, '', '/');
    await browser.time.pass(MINUTE);
    history.pushState(null, '', '/menu');
    await browser.time.pass(MINUTE);
    history.pushState(null, '', '/menu#part');
    await browser.time.pass(MINUTE);
    location.href = 'https://shop.example/';
    emit('popstate');
    await browser.time.pass(MINUTE);
    emit('pageshow', { persisted: true });
    await browser.time.pass(MINUTE);
    const seen = bodiesOf(browser, 'page-view').map((body) => [body.page_url, body.page_referrer]);
    expect(seen).toEqual([
      ['https://shop.example/', ''],
      ['https://shop.example/menu', 'https://shop.example/'],
      ['https://shop.example/', 'https://shop.example/menu'],
      ['https://shop.example/', 'https://shop.example/'],
    ]);
  });

  test('with hash the part after # is a page, without spa nothing is', async () => {
    const browser = createFakeBrowser();
    const { emit, location } = await openPage(browser, { attributes: { token: 't1', spa: 'hash' } });
    location.href = 'https://shop.example/#/menu';
    emit('popstate');
    await browser.time.pass(MINUTE);
    expect(bodiesOf(browser, 'page-view').map((body) => body.page_url)).toEqual([
      'https://shop.example/',
      'https://shop.example/#/menu',
    ]);
    const quiet = createFakeBrowser();
    const { trailmark } = await openPage(quiet, { attributes: { token: 't1', spa: 'false' } });
    await quiet.time.pass(MINUTE);
    expect(callsOf(quiet)).toEqual([]);
    trailmark('page', { section: 'food' });
    await quiet.time.pass(MINUTE);
    expect(callsOf(quiet)).toEqual(VISIT);
    expect(bodiesOf(quiet, 'page-view')[0]?.event_data).toEqual({ section: 'food' });
  });
});

describe('visits and touches', () => {
  test('after 30 minutes there is a new visit, which did not come from outside', async () => {
    const browser = createFakeBrowser();
    const { history } = await openPage(browser, { referrer: 'https://news.example/' });
    await browser.time.pass(31 * MINUTE);
    history.pushState(null, '', '/menu');
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, ...VISIT]);
    expect(bodiesOf(browser, 'session-start')[1]).toMatchObject({
      entry_url: 'https://shop.example/menu',
      referrer: 'https://shop.example/',
    });
    expect(bodiesOf(browser, 'init')[1]).toMatchObject({ last_touch: { referrer: 'https://news.example/' } });
  });

  test('a click on an ad is a visit of its own, the same page again is not', async () => {
    const browser = createFakeBrowser();
    await openPage(browser);
    await browser.time.pass(MINUTE);
    for (let load = 0; load < 2; load++) {
      await openPage(browser, { url: 'https://shop.example/?fbclid=f1' });
      await browser.time.pass(MINUTE);
    }
    expect(callsOf(browser)).toEqual([...VISIT, ...VISIT, 'page-view']);
    const [, second] = bodiesOf(browser, 'init');
    expect(second).toMatchObject({
      first_touch: { url: 'https://shop.example/?' },
      last_touch: { url: 'https://shop.example/?fbclid=f1' },
    });
  });

  test('touches are kept for 90 days', async () => {
    const browser = createFakeBrowser();
    await openPage(browser, { url: 'https://shop.example/?gclid=g1' });
    await browser.time.pass(MINUTE);
    browser.time.jump(91 * 24 * 60 * MINUTE);
    await openPage(browser);
    await browser.time.pass(MINUTE);
    expect(bodiesOf(browser, 'init')[1]).toMatchObject({ last_touch: { url: 'https://shop.example/?' } });
  });

  test('links to apps carry the campaign', async () => {
    const browser = createFakeBrowser();
    const { trailmark, emit } = await openPage(browser, {
      url: 'https://shop.example/?utm_source=news&gclid=g1&x=1',
    });
    expect(trailmark('decorate', 'https://play.google.com/store/apps/details?id=a.b')).toBe(
      'https://play.google.com/store/apps/details?id=a.b&referrer=utm_source%3Dnews%26gclid%3Dg1',
    );
    expect(trailmark('decorate', 'https://go.example/menu?utm_source=own#a')).toBe(
      'https://go.example/menu?utm_source=own&utm_source=news&gclid=g1#a',
    );
    const link = { href: 'https://go.example/menu' };
    emit('click', { target: { closest: () => link } });
    expect(link.href).toBe('https://go.example/menu?&utm_source=news&gclid=g1');
    const decorated = link.href;
    emit('click', { target: { closest: () => link } });
    expect(link.href).toBe(decorated);
    emit('click', { target: {} });
  });

  test('what something else has written in place of the state or its touches is nothing', async () => {
    for (const written of ['{"f":{}}', '{"f":[null]}', '{"f":[{"at":1}]}', '7', '{', 'null']) {
      const browser = createFakeBrowser();
      browser.local.values.set('tm', written);
      await openPage(browser, { url: 'https://shop.example/?gclid=g1' });
      await browser.time.pass(MINUTE);
      expect(callsOf(browser)).toEqual(VISIT);
      expect(bodiesOf(browser, 'init')[0]).toMatchObject({
        first_touch: { url: 'https://shop.example/?gclid=g1' },
      });
    }
  });

  test('a visitor who is forgotten takes the touches along', async () => {
    const browser = createFakeBrowser();
    const { trailmark, history } = await openPage(browser, { url: 'https://shop.example/?gclid=g1' });
    history.pushState(null, '', '/menu');
    trailmark('reset', true);
    trailmark('track', 'one');
    await browser.time.pass(MINUTE);
    const [before, after] = bodiesOf(browser, 'init');
    expect(after?.install_instance_id).not.toBe(before?.install_instance_id);
    expect(after?.first_touch).toMatchObject({ url: 'https://shop.example/menu?' });
  });
});

describe('calls', () => {
  test('calls before the script are made in their order', async () => {
    const browser = createFakeBrowser();
    await openPage(browser, {
      before: [
        ['track', 'one', { a: 1 }],
        ['identify', 'u1'],
        ['nothing', 1],
      ],
    });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'capture-event', 'set-user-data']);
  });

  test('without a token in the tag, init starts it, once', async () => {
    const browser = createFakeBrowser();
    const { trailmark } = await openPage(browser, { attributes: {} });
    trailmark('track', 'too early');
    trailmark('init', { token: 't2', endpoint: '/t' });
    trailmark('init', { token: 't3' });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual(VISIT);
    expect(browser.requests).toEqual(['/t/api/client/batch?t=t2']);
  });

  test('a tag that occurs twice measures once', async () => {
    const browser = createFakeBrowser();
    const { runAgain, trailmark } = await openPage(browser);
    await runAgain();
    trailmark('track', 'one');
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'capture-event']);
  });

  test('a page that is prepared is not seen, and keeps its calls until it is', async () => {
    const browser = createFakeBrowser();
    const before = [['track', 'one']];
    const { emit } = await openPage(browser, { prerendering: true, before });
    await browser.time.pass(MINUTE);
    expect([callsOf(browser), browser.local.values.size]).toEqual([[], 0]);
    emit('prerenderingchange');
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'capture-event']);
  });

  test('no handler of an event throws into the page', async () => {
    const browser = createFakeBrowser();
    const sendBeacon = () => {
      throw new Error('blocked');
    };
    const { emit, document } = await openPage(browser, { navigator: { sendBeacon } });
    emit('click', { target: null });
    document.hidden = true;
    emit('visibilitychange');
    emit('pagehide');
    document.hidden = false;
    emit('visibilitychange');
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual(VISIT);
  });

  test('nothing throws into the page', async () => {
    const browser = createFakeBrowser();
    const { trailmark } = await openPage(browser, { storage: 'throws' });
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    trailmark('track', 'loop', loop);
    trailmark('decorate', 'http://[');
    trailmark();
    trailmark('constructor');
    trailmark('consent', null);
    trailmark('payment');
    trailmark('track', 'good');
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toContain('capture-event');
    expect(browser.local.values.size).toBe(0);
  });

  test('a bot says that it is one in every call', async () => {
    const browser = createFakeBrowser();
    await openPage(browser, { navigator: { webdriver: true } });
    await browser.time.pass(MINUTE);
    for (const { body } of sentBy(browser)) expect(body.device_data).toMatchObject({ is_bot: true });
  });
});

describe('leaving and coming back', () => {
  test('what is not on its way is handed over when the page is hidden', async () => {
    const browser = createFakeBrowser();
    const { trailmark, document, emit } = await openPage(browser);
    await browser.time.pass(MINUTE);
    trailmark('track', 'last');
    document.hidden = true;
    emit('visibilitychange');
    expect(browser.beacons).toEqual(['https://t.example/api/client/batch?t=t1']);
    expect(callsOf(browser)).toEqual([...VISIT, 'capture-event']);
  });

  test('a page that is left and then hidden hands over once', async () => {
    const browser = createFakeBrowser();
    const { document, emit } = await openPage(browser);
    emit('pagehide');
    document.hidden = true;
    emit('visibilitychange');
    expect(browser.beacons.length).toBe(1);
    expect(callsOf(browser)).toEqual(VISIT);
    // It comes back from the cache of the browser: nobody has confirmed what was handed over.
    document.hidden = false;
    emit('visibilitychange');
    await browser.time.pass(MINUTE);
    expect(browser.server.rows.size).toBe(3);
    expect(browser.local.values.get('tm.q')).toBeUndefined();
  });

  test('the status of a proxy counts, also without JSON', async () => {
    const browser = createFakeBrowser();
    browser.faults.push('503', '413');
    const { emit } = await openPage(browser);
    await browser.time.pass(400);
    emit('online');
    await browser.time.pass(4000);
    expect(browser.requests.length).toBe(1);
    await browser.time.pass(MINUTE);
    // Refused as too long, the batch is sent in parts.
    expect(browser.requests.length).toBeGreaterThan(2);
    expect(browser.server.rows.size).toBe(3);
  });

  test('what was not sent is sent by the next page, and once online', async () => {
    const browser = createFakeBrowser();
    browser.faults.push('refused', 'refused', 'refused');
    await openPage(browser);
    await browser.time.pass(2000);
    const { emit } = await openPage(browser, { url: 'https://shop.example/menu' });
    browser.faults.length = 0;
    emit('online');
    await browser.time.pass(0);
    const rows = [...browser.server.rows.keys()].map((key) => key.split(',')[0]);
    expect(rows.sort()).toEqual(['init', 'page-view', 'page-view', 'session-start']);
  });
});

describe('privacy', () => {
  test('without consent nothing is stored or sent; when granted it goes on with the landing', async () => {
    const browser = createFakeBrowser();
    const { trailmark, history } = await openPage(browser, {
      url: 'https://shop.example/?utm_source=news',
      attributes: { token: 't1', consent: 'denied' },
    });
    trailmark('track', 'before');
    trailmark('identify', 'u1');
    history.pushState(null, '', '/menu');
    await browser.time.pass(MINUTE);
    expect([browser.server.texts.length, browser.local.values.size]).toEqual([0, 0]);
    trailmark('consent', { analytics_storage: 'granted' });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual(['init', 'session-start', 'consent', 'page-view']);
    expect(bodiesOf(browser, 'session-start')[0]?.entry_url).toBe('https://shop.example/?utm_source=news');
    expect(bodiesOf(browser, 'page-view')[0]?.page_url).toBe('https://shop.example/menu');
  });

  test('withdrawn consent forgets the visitor, also on the next page', async () => {
    const browser = createFakeBrowser();
    const { trailmark } = await openPage(browser);
    await browser.time.pass(MINUTE);
    trailmark('consent', { analytics_storage: 'denied' });
    trailmark('track', 'after');
    await browser.time.pass(MINUTE);
    await openPage(browser, { url: 'https://shop.example/menu' });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'consent']);
    expect([...browser.local.values]).toEqual([['tm', '{"c":{"analytics_storage":"denied"}}']]);
  });

  test('what waits in another tab is not handed over after consent is withdrawn', async () => {
    const browser = createFakeBrowser();
    browser.faults.push('refused', 'refused', 'refused');
    const { emit } = await openPage(browser);
    await browser.time.pass(500);
    browser.faults.length = 0;
    const other = await openPage(browser, { url: 'https://shop.example/menu' });
    other.trailmark('consent', { analytics_storage: 'denied' });
    const before = browser.server.rows.size;
    emit('pagehide');
    await browser.time.pass(MINUTE);
    expect(before).toBe(0);
    expect([...browser.server.rows.keys()].map((key) => key.split(',')[0])).toEqual(['consent']);
  });

  test('the tag takes any choice; without page views of its own, a grant sends none', async () => {
    const browser = createFakeBrowser();
    const attributes = { token: 't1', consent: 'granted', spa: 'false' };
    const { trailmark } = await openPage(browser, { attributes });
    trailmark('track', 'one');
    trailmark('consent', { analytics_storage: 'denied' });
    trailmark('consent', { analytics_storage: 'granted' });
    trailmark('track', 'two');
    await browser.time.pass(MINUTE);
    expect(bodiesOf(browser, 'init')[0]?.consent).toEqual({ analytics_storage: 'granted' });
    expect(callsOf(browser)).not.toContain('page-view');
    expect(bodiesOf(browser, 'capture-event').map((body) => body.event_name)).toEqual(['two']);
  });

  test('where ad_storage is denied no id of a click is stored, sent as a touch or carried on', async () => {
    const url = 'https://shop.example/?utm_source=news&gclid=g1&tm_click=t1&gad_source=1';
    const without = 'https://shop.example/?utm_source=news';
    const store = 'https://play.google.com/store/apps/details?id=a.b';
    const browser = createFakeBrowser();
    const first = await openPage(browser, {
      url,
      before: [['init', { token: 't1', consent: { ad_storage: 'denied' } }]],
      attributes: {},
    });
    await browser.time.pass(MINUTE);
    expect(bodiesOf(browser, 'init')[0]).toMatchObject({
      first_touch: { url: without },
      last_touch: { url: without },
    });
    expect(browser.local.values.get('tm')).not.toMatch(/g1|t1|gad/);
    expect(first.trailmark('decorate', store)).toBe(`${store}&referrer=utm_source%3Dnews`);
    // The same address again is no visit of its own.
    const before = [['init', { token: 't1', consent: { ad_storage: 'denied' } }]];
    await openPage(browser, { url, before, attributes: {} });
    await browser.time.pass(MINUTE);
    expect(callsOf(browser)).toEqual([...VISIT, 'page-view']);
  });

  test('when ad_storage is denied later, the ids of clicks leave the stored touches', async () => {
    const browser = createFakeBrowser();
    const url = 'https://shop.example/?utm_source=news&gclid=g1';
    const { trailmark } = await openPage(browser, { url });
    trailmark('consent', { analytics_storage: 'granted' });
    expect(browser.local.values.get('tm')).toContain('gclid=g1');
    trailmark('consent', { ad_storage: 'denied' });
    const { f } = JSON.parse(browser.local.values.get('tm') ?? '');
    const touch = { url: 'https://shop.example/?utm_source=news', referrer: '', at: expect.any(Number) };
    expect(f).toEqual([touch, touch]);
    expect(trailmark('decorate', 'https://go.example/')).toBe('https://go.example/?&utm_source=news');
  });

  test('Global Privacy Control denies ads where it is asked for', async () => {
    const navigator = { globalPrivacyControl: true };
    for (const [gpc, consent] of [
      ['', { gpc: true, ad_user_data: 'denied', ad_personalization: 'denied' }],
      ['false', {}],
    ] as const) {
      const browser = createFakeBrowser();
      await openPage(browser, { navigator, attributes: { token: 't1', gpc } });
      await browser.time.pass(MINUTE);
      expect(bodiesOf(browser, 'init')[0]?.consent).toEqual(consent);
    }
  });
});
