import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LinkTarget } from './link-target.ts';
import { resolveTarget, type Target } from './resolve-target.ts';
import { readVisitor, type Visitor } from './visitor.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const TOKEN = 'T'.repeat(80);
const PLAY = 'https://play.google.com/store/apps/details?id=com.kite.grocery';
const APP_STORE = 'https://apps.apple.com/in/app/kite/id123456789?pt=1&ct=summer&mt=8';

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  instagramIos:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.3 (iPhone15,2; iOS 17_5; en_IN; en; scale=3.00; 1179x2556; 600)',
  facebookAndroid:
    'Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0;]',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};
type Who = keyof typeof AGENTS;
const visitorOf = (who: Who): Visitor => readVisitor({ userAgent: AGENTS[who], headers: {} });

const buildLink = (given: Partial<LinkTarget> = {}): LinkTarget => ({
  projectId: '0195a000-0000-7000-8000-000000000001',
  linkId: '0195a000-0000-7000-8000-000000000002',
  campaignId: '0195a000-0000-7000-8000-000000000003',
  slug: 'summer',
  displayId: 'summer',
  isDefault: true,
  network: 'META',
  projectName: 'Kite Grocery',
  website: null,
  active: true,
  expiresAtMs: null,
  desktopRedirect: null,
  iosWebRedirect: null,
  androidWebRedirect: null,
  iosStore: null,
  androidStore: null,
  deepLink: null,
  utm: {},
  passthrough: [],
  ...given,
});

const everything: Partial<LinkTarget> = {
  website: 'https://kite.example/',
  desktopRedirect: 'https://kite.example/summer',
  iosWebRedirect: 'https://kite.example/ios',
  androidWebRedirect: 'https://kite.example/android',
  iosStore: APP_STORE,
  androidStore: PLAY,
};

function go(who: Who, given: Partial<LinkTarget>, query = '', clickToken: string | null = null): Target {
  return resolveTarget(buildLink(given), visitorOf(who), {
    clickToken,
    query: new URLSearchParams(query),
    nowMs: NOW,
  });
}
const urlOf = (target: Target) => (target.kind === 'redirect' ? target.url : target.kind);
const without = (...names: (keyof LinkTarget)[]) => ({
  ...everything,
  ...Object.fromEntries(names.map((name) => [name, null])),
});

describe('the chain of destinations', () => {
  const cases: [string, Who, Partial<LinkTarget>, string][] = [
    ['an iPhone goes to the web page for iOS', 'iphone', everything, 'https://kite.example/ios'],
    ['then to the App Store, untouched', 'iphone', without('iosWebRedirect'), APP_STORE],
    [
      'then to the campaign’s page',
      'iphone',
      without('iosWebRedirect', 'iosStore'),
      'https://kite.example/summer',
    ],
    [
      'then to the project’s website',
      'iphone',
      without('iosWebRedirect', 'iosStore', 'desktopRedirect'),
      'https://kite.example/',
    ],
    [
      'then to the other phone’s page',
      'iphone',
      without('iosWebRedirect', 'iosStore', 'desktopRedirect', 'website'),
      'https://kite.example/android',
    ],
    ['then into the app', 'iphone', { deepLink: 'kite://home', androidStore: PLAY }, 'kite://home'],
    ['then to the other store', 'iphone', { androidStore: PLAY }, `${PLAY}&referrer=`],
    ['Android goes to the web page for Android', 'android', everything, 'https://kite.example/android'],
    ['then to Google Play', 'android', without('androidWebRedirect'), `${PLAY}&referrer=`],
    ['a desktop goes to the campaign’s page', 'windows', everything, 'https://kite.example/summer'],
    ['then to the website', 'windows', without('desktopRedirect'), 'https://kite.example/'],
    ['then to a store’s page', 'windows', without('desktopRedirect', 'website'), `${PLAY}&referrer=`],
    ['on a Mac to Apple’s', 'mac', without('desktopRedirect', 'website'), APP_STORE],
    [
      'then to a phone’s web page',
      'mac',
      { androidWebRedirect: 'https://kite.example/a' },
      'https://kite.example/a',
    ],
    ['a desktop never goes into an app', 'windows', { deepLink: 'kite://home' }, 'gone'],
    ['without any destination there is nothing', 'iphone', {}, 'gone'],
  ];
  test.each(cases)('%s', (_name, who, given, expected) => {
    expect(urlOf(go(who, given))).toBe(expected);
  });

  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'intent://x#Intent;scheme=javascript;end',
    'https://user:pass@kite.example/',
    'nonsense',
    '//kite.example',
    '',
  ])('%j is no destination of any kind', (bad) => {
    const given = { ...everything, deepLink: bad };
    for (const name of Object.keys(everything)) Object.assign(given, { [name]: bad });
    for (const who of ['iphone', 'android', 'windows', 'mac', 'instagramIos'] as const) {
      expect(go(who, given)).toMatchObject({ kind: 'gone', reason: 'nowhere' });
    }
    expect(go('iphone', { ...given, active: false })).toMatchObject({ kind: 'gone', website: null });
  });
});

describe('what goes along', () => {
  const utm = { utm_source: 'meta', utm_campaign: 'Sommer & Söhne', utm_term: '' };

  test('the referrer of Google Play holds utm, handed-on parameters and the click, encoded once', () => {
    const given = { androidStore: PLAY, utm, passthrough: ['sub1', 'sub2', 'tm_click'] };
    const url = new URL(urlOf(go('android', given, 'sub1=a%26b%3Dc&sub3=x&tm_click=forged', TOKEN)));
    expect(url.searchParams.get('id')).toBe('com.kite.grocery');
    expect([...new URLSearchParams(url.searchParams.get('referrer')!)]).toEqual([
      ['utm_source', 'meta'],
      ['utm_campaign', 'Sommer & Söhne'],
      ['sub1', 'a&b=c'],
      ['tm_click', TOKEN],
    ]);
  });

  test('a referrer that the listing has is kept, and wins', () => {
    const given = { androidStore: `${PLAY}&referrer=${encodeURIComponent('utm_source=own&x=1')}`, utm };
    const url = new URL(urlOf(go('android', given, '', TOKEN)));
    expect(url.searchParams.getAll('referrer')).toEqual([
      `utm_source=own&x=1&utm_campaign=Sommer%20%26%20S%C3%B6hne&tm_click=${TOKEN}`,
    ]);
  });

  test('pages of the campaign get utm, the click and only the named parameters, before the fragment', () => {
    const given = {
      iosWebRedirect: 'https://kite.example/p?utm_source=own&sub2=own#top',
      utm,
      passthrough: ['sub1', 'sub2'],
    };
    expect(urlOf(go('iphone', given, 'sub1=1&sub2=2&sub3=3', TOKEN))).toBe(
      `https://kite.example/p?utm_source=own&sub2=own&utm_campaign=Sommer%20%26%20S%C3%B6hne&sub1=1&tm_click=${TOKEN}#top`,
    );
  });

  test('a page that names a click itself gets ours instead', () => {
    const given = { iosWebRedirect: 'https://kite.example/?tm_click=old&a=1' };
    expect(urlOf(go('iphone', given, '', TOKEN))).toBe(`https://kite.example/?a=1&tm_click=${TOKEN}`);
  });

  test('the project’s website and the App Store do not get the click', () => {
    expect(
      urlOf(go('windows', { website: 'https://kite.example/', utm: { utm_source: 'x' } }, '', TOKEN)),
    ).toBe('https://kite.example/?utm_source=x');
    expect(urlOf(go('iphone', { iosStore: APP_STORE, utm, passthrough: ['ct'] }, 'ct=theirs', TOKEN))).toBe(
      APP_STORE,
    );
  });

  test('macros that nobody filled in are not handed on', () => {
    const given = { iosWebRedirect: 'https://kite.example/', passthrough: ['sub1', 'sub2', 'sub3'] };
    expect(urlOf(go('iphone', given, 'sub1={sub1}&sub2=__SUB__&sub3=ok'))).toBe(
      'https://kite.example/?sub3=ok',
    );
  });
});

describe('browsers inside apps', () => {
  test('get a page with a button for the app and one for the store', () => {
    const target = go('instagramIos', { iosStore: APP_STORE, deepLink: 'kite://sale?x=1' }, '', TOKEN);
    expect(target).toEqual({
      kind: 'interstitial',
      projectName: 'Kite Grocery',
      inApp: 'Instagram',
      appUrl: `kite://sale?x=1&tm_click=${TOKEN}`,
      elseUrl: APP_STORE,
      elseOutcome: 'store',
    });
  });

  test('on Android by an intent that falls back to the store', () => {
    const target = go('facebookAndroid', { androidStore: PLAY, deepLink: 'kite://sale' }, '', TOKEN);
    if (target.kind !== 'interstitial') throw new Error(target.kind);
    const fallback = encodeURIComponent(target.elseUrl!);
    expect(target.appUrl).toBe(
      `intent://sale?tm_click=${TOKEN}#Intent;scheme=kite;package=com.kite.grocery;S.browser_fallback_url=${fallback};end`,
    );
    expect(target.elseUrl).toContain(PLAY);
  });

  test('without a deep link get the store alone', () => {
    expect(go('facebookAndroid', { androidStore: PLAY })).toMatchObject({
      kind: 'interstitial',
      appUrl: null,
    });
  });

  test('go straight to a web page, when there is nothing to open', () => {
    expect(go('facebookAndroid', everything)).toMatchObject({ kind: 'redirect', outcome: 'web' });
  });
});

describe('who is not a visitor, and links that are closed', () => {
  test.each(['slack', 'googlebot'] as const)('%s gets a preview', (who) => {
    expect(go(who, everything)).toEqual({ kind: 'preview', projectName: 'Kite Grocery' });
  });

  test.each([
    ['switched off', { active: false }, 'gone'],
    ['expired to the millisecond', { expiresAtMs: NOW }, 'gone'],
    ['about to expire', { expiresAtMs: NOW + 1 }, 'redirect'],
  ])('%s', (_name, given, kind) => {
    expect(go('iphone', { ...everything, ...given }).kind).toBe(kind);
  });

  test('no link is no target', () => {
    const visit = { clickToken: null, query: new URLSearchParams(), nowMs: NOW };
    expect(resolveTarget(null, visitorOf('iphone'), visit)).toEqual({ kind: 'unknown' });
  });
});

describe('an open redirect is impossible', () => {
  const own = [
    everything.website,
    everything.desktopRedirect,
    everything.iosWebRedirect,
    everything.androidWebRedirect,
    APP_STORE,
    PLAY,
    'kite://sale/1',
  ].map((url) => new URL(url!));
  const isOwn = (text: string) => {
    const url = new URL(text);
    return own.some(
      (one) => one.protocol === url.protocol && one.host === url.host && one.pathname === url.pathname,
    );
  };
  const hostile = fc.oneof(
    fc.constantFrom(
      '//evil.example',
      '\\\\evil.example',
      '@evil.example',
      '#@evil.example',
      '\r\nlocation: x',
      '?',
      '/../',
      '&referrer=x',
    ),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  );
  const names = fc.oneof(
    fc.constantFrom(
      'url',
      'redirect',
      'next',
      'link',
      'sub1',
      'tm_click',
      'referrer',
      'id',
      '__proto__',
      'ios_url',
    ),
    fc.string({ unit: 'binary' }),
  );

  test('whatever the query says, scheme, host and path are the campaign’s own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(names, hostile), { maxLength: 8 }),
        fc.constantFrom(...(Object.keys(AGENTS) as Who[])),
        fc.subarray(Object.keys(everything) as (keyof LinkTarget)[]),
        (pairs, who, missing) => {
          const given = {
            ...without(...missing),
            deepLink: 'kite://sale/1',
            passthrough: pairs.map(([name]) => name),
          };
          const query = { get: (name: string) => pairs.find(([one]) => one === name)?.[1] ?? null };
          const target = resolveTarget(buildLink(given), visitorOf(who), {
            clickToken: TOKEN,
            query,
            nowMs: NOW,
          });
          const urls =
            target.kind === 'redirect'
              ? [target.url]
              : target.kind === 'interstitial'
                ? [target.appUrl, target.elseUrl].filter((url) => url !== null)
                : [];
          for (const url of urls) {
            expect(url).toMatch(/^[\x21-\x7e]+$/);
            const intent =
              /^intent:(\/\/[^#]*)#Intent;scheme=(\w+);package=com\.kite\.grocery;S\.browser_fallback_url=([^;]*);end$/.exec(
                url,
              );
            if (!intent) expect(isOwn(url), url).toBe(true);
            else {
              expect(isOwn(`${intent[2]}:${intent[1]}`), url).toBe(true);
              expect(isOwn(decodeURIComponent(intent[3]!)), url).toBe(true);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
