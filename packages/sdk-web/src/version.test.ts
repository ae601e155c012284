import { readFileSync } from 'node:fs';
import { isOldSdk } from '@trailmark/core/sdk-check/sdk-versions';
import { expect, test } from 'vitest';
import { createFakeBrowser, openPage, sentBy } from './testing/fake-browser.ts';
import { VERSION } from './version.ts';

test('the version is the one of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text).version).toBe(VERSION);
});

test('a visit names the SDK, so that its project hears when it is old', async () => {
  const browser = createFakeBrowser();
  await openPage(browser);
  await browser.time.pass(1000);
  const { package_version } = sentBy(browser)[0]?.body ?? {};
  expect(package_version).toBe(`web@${VERSION}`);
  expect(isOldSdk(`${package_version}`)).toBe(false);
  expect(isOldSdk(`${package_version}`, { web: '999.0.0' })).toBe(true);
});
