import { expect, it } from 'vitest';
import { targetInWords } from './target-in-words.ts';

const PLAY = 'https://play.google.com/store/apps/details?id=example.kite';

it.each([
  [{ kind: 'redirect', url: PLAY, outcome: 'store' }, 'Google Play', PLAY, false],
  [
    { kind: 'redirect', url: 'https://apps.apple.com/app/id1', outcome: 'store' },
    'App Store',
    'https://apps.apple.com/app/id1',
    false,
  ],
  [
    { kind: 'redirect', url: 'https://kite.example/', outcome: 'web' },
    'Web page',
    'https://kite.example/',
    false,
  ],
  [{ kind: 'redirect', url: 'kite://x', outcome: 'app' }, 'The app', 'kite://x', false],
  [{ kind: 'gone', reason: 'closed' }, /closed/, null, true],
  [{ kind: 'gone', reason: 'nowhere' }, /no destination/, null, true],
  [{ kind: 'interstitial', app_url: 'kite://x', else_url: PLAY }, /the app, or else/, PLAY, false],
  [{ kind: 'interstitial', app_url: 'kite://x', else_url: null }, /opens the app/, 'kite://x', false],
  [{ kind: 'interstitial', app_url: null, else_url: PLAY }, /to the store/, PLAY, false],
] as const)('%j', (target, title, url, warns) => {
  const words = targetInWords(target);
  expect(words.title).toMatch(title);
  expect(words.url).toBe(url);
  expect(words.warns).toBe(warns);
});
