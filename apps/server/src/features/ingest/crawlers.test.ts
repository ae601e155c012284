import { expect, test } from 'vitest';
import { isCrawler } from './crawlers.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each<[string | undefined, boolean]>([
  [CHROME, false],
  [undefined, false],
  ['', false],
  [`${CHROME} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`, true],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36', true],
  ['facebookexternalhit/1.1', true],
])('%s: %s', (agent, expected) => {
  // The second answer is a remembered one.
  expect([isCrawler(agent), isCrawler(agent)]).toEqual([expected, expected]);
});
