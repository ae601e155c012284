import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAgent, readVisitor } from './visitor.ts';

const IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

describe('in-app browsers are known by name', () => {
  test.each([
    [
      'Instagram',
      `${IOS} Mobile/15E148 Instagram 330.0.3.29.80 (iPhone15,2; iOS 17_5_1; en_IN; en; scale=3.00; 1179x2556; 60)`,
    ],
    ['Facebook', `${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0;FBDV/iPhone15,2;FBSV/17.5.1;FBLC/en_IN]`],
    ['Facebook', `${WEBVIEW} [FB_IAB/FB4A;FBAV/460.0.0;]`],
    ['Messenger', `${IOS} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0]`],
    ['TikTok', `${WEBVIEW} trill_2022803040 JsSdk/1.0 AppName/musical_ly ByteLocale/en`],
    ['LinkedIn', `${IOS} Mobile/15E148 [LinkedInApp]/9.29.4`],
    ['X', `${IOS} Mobile/15E148 Twitter for iPhone/10.40`],
    ['Snapchat', `${IOS} Mobile/15E148 Snapchat/12.80.0.40 (like Safari/8617)`],
    ['WeChat', `${IOS} Mobile/15E148 MicroMessenger/8.0.49(0x18003129) NetType/WIFI Language/en`],
    ['Line', `${IOS} Mobile/15E148 Safari Line/14.8.0`],
    ['Pinterest', `${IOS} Mobile/15E148 [Pinterest/iOS]`],
    ['KakaoTalk', `${WEBVIEW} KAKAOTALK 10.8.0 (INAPP)`],
    ['Android WebView', WEBVIEW],
    ['iOS WebView', `${IOS} Mobile/15E148`],
    [null, `${IOS} Version/17.5 Mobile/15E148 Safari/604.1`],
    [null, `${IOS} CriOS/126.0 Mobile/15E148 Safari/604.1`],
    [null, `${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
    [null, `${IOS} GSA/320.0 Mobile/15E148 Safari/604.1`],
    [null, `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    [null, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ])('%s: %s', (inApp, userAgent) => {
    expect(readAgent(userAgent)).toMatchObject({ inApp, kind: 'person' });
  });
});

describe('system, version and model', () => {
  test.each([
    [`${IOS} Version/17.5 Mobile/15E148 Safari/604.1`, 'ios', 'iOS', '17.5.1', null],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'ios',
      'iOS',
      null,
      null,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'ios',
      'iOS',
      '18.6',
      null,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone17,1;FBSV/26.1]',
      'ios',
      'iOS',
      '26.1',
      'iPhone17,1',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'ios',
      'iOS',
      '16.6',
      null,
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'android', 'Android', null, null],
    [WEBVIEW, 'android', 'Android', '13', 'SM-G991B'],
    [
      'Mozilla/5.0 (Linux; U; Android 9; en-us; Redmi Note 8 Build/PKQ1) AppleWebKit/537.36 Version/4.0 Chrome/89.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13',
      'android',
      'Android',
      '9',
      'Redmi Note 8',
    ],
    [
      'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
      'android',
      'Android',
      '14',
      null,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      'desktop',
      'macOS',
      null,
      null,
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'desktop', 'Windows', null, null],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'desktop', 'ChromeOS', null, null],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'desktop', 'Linux', null, null],
    [
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 Edge/15.1',
      'other',
      null,
      null,
      null,
    ],
    [
      'Mozilla/5.0 (Mobile; Nokia_2720; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
      'other',
      null,
      null,
      null,
    ],
  ])('%s', (userAgent, platform, os, osVersion, model) => {
    expect(readAgent(userAgent)).toMatchObject({ platform, os, osVersion, model, kind: 'person' });
  });

  const frozen = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`;
  test.each([
    [{ 'sec-ch-ua-model': '"Pixel 8"', 'sec-ch-ua-platform-version': '"14.0.0"' }, '14.0.0', 'Pixel 8'],
    [{ 'sec-ch-ua-model': '""', 'sec-ch-ua-platform-version': '"0.0.0"' }, null, null],
    [{ 'sec-ch-ua-model': 'Pixel', 'sec-ch-ua-platform-version': '"x"' }, null, null],
    [{ 'sec-ch-ua-model': ['"a"', '"b"'] }, null, null],
  ])('hints %j melt a frozen Chrome', (headers, osVersion, model) => {
    expect(readVisitor({ userAgent: frozen, headers })).toMatchObject({ osVersion, model });
  });

  test.each([
    ['en-IN,en;q=0.9', 'en-IN'],
    ['de', 'de'],
    ['zh-Hant-TW;q=0.8', 'zh-Hant-TW'],
    ['*', null],
    ['', null],
    ['<script>', null],
    [undefined, null],
  ])('language %j', (value, language) => {
    expect(readVisitor({ userAgent: frozen, headers: { 'accept-language': value } }).language).toBe(language);
  });
});

describe('who is no person', () => {
  test.each([
    ['preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['preview', 'Twitterbot/1.0'],
    ['preview', 'WhatsApp/2.23.20.0 A'],
    ['preview', 'TelegramBot (like TwitterBot)'],
    ['preview', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['preview', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    [
      'preview',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
    ['preview', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
    ['bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['bot', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
    [
      'bot',
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36`,
    ],
    ['bot', 'curl/8.5.0'],
    ['bot', 'python-requests/2.31'],
    ['bot', ''],
  ])('%s: %s', (kind, userAgent) => {
    expect(readAgent(userAgent).kind).toBe(kind);
  });

  test.each([
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ])('a browser that fetches ahead says so: %j', (headers) => {
    const userAgent = `${IOS} Version/17.5 Mobile/15E148 Safari/604.1`;
    expect(readVisitor({ userAgent, headers }).kind).toBe('prefetch');
    expect(readVisitor({ userAgent, headers: {} }).kind).toBe('person');
  });
});

test('any text is read without an error, and the values of the device are short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.string(), (userAgent, value) => {
      const headers = {
        'sec-ch-ua-model': value,
        'accept-language': value,
        'sec-ch-ua-platform-version': value,
      };
      const visitor = readVisitor({ userAgent: `Mozilla/5.0 (Linux; Android 13; ${userAgent}`, headers });
      expect((visitor.model ?? '').length).toBeLessThanOrEqual(60);
      expect((visitor.language ?? '').length).toBeLessThanOrEqual(40);
    }),
  );
});
