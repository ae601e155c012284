import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { GuideSlug } from '@trailmark/contract/guides';
import {
  listTestLinks,
  SDK_CAPABILITIES,
  SDK_WARNINGS,
  type SdkWarning,
} from '@trailmark/contract/sdk-check';
import { openGuide } from './copied.ts';
import type { Recipe } from './recipe.ts';
import { makeSite } from './web-visitors.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const INSTALL = 'b843aae6be012b526d61';

const EXAMPLES: Partial<Record<SdkWarning['kind'], string>> = {
  duplicate_payments: '499 INR: order-1001, order-1001-retry',
  clock_skew: '-19800',
  zero_advertising_ids: '00000000-0000-0000-0000-000000000000',
  click_before_open: '0.4 s',
  events_without_init: 'add_to_cart',
  old_sdk: 'react-native@0.0.9',
};

async function answer(page: Page, warnings: object[]): Promise<void> {
  const sighting = { seen_at: new Date().toISOString(), install_id: INSTALL, platform: 'android' };
  const capabilities = SDK_CAPABILITIES.map((capability) => ({ capability, ...sighting }));
  const json = { msg: 'ok', status: 200, data: { capabilities, warnings } };
  await page.route('**/api/project/sdk-check?*', (route) => route.fulfill({ json }));
}

const guide = (slug: GuideSlug): Recipe => ({
  name: `sdk-guide-${slug}`,
  who: 'owner',
  open: async ({ page, go, at }) => {
    await go(at('/sdk'));
    await openGuide(page, slug);
  },
});

/** The live test, the guides and the wizard of the SDK screen. */
export const SDK_TESTS: Recipe[] = [
  guide('web'),
  guide('device-data'),
  guide('testing'),
  {
    name: 'sdk-all-green',
    who: 'owner',
    open: async ({ page, at }) => {
      await answer(page, []);
      await page.goto(at('/sdk'));
      await expect(page.getByText('8 of 8 seen')).toBeVisible();
    },
  },
  {
    name: 'sdk-warnings',
    who: 'owner',
    open: async ({ page, at }) => {
      const found = { count: 12, of: 40, last_at: '2026-11-02T10:00:00Z', install_id: INSTALL };
      const warnings = SDK_WARNINGS.map((kind) => ({ kind, ...found, example: EXAMPLES[kind] ?? null }));
      await answer(page, warnings);
      await page.goto(at('/sdk'));
      await expect(page.locator('[data-warning]')).toHaveCount(SDK_WARNINGS.length);
    },
  },
  {
    name: 'sdk-check-failed',
    who: 'owner',
    expected: /the server responded with a status of 500/,
    open: async ({ page, at }) => {
      for (const path of ['sdk-check', 'test-links']) {
        await page.route(`**/api/project/${path}?*`, (route) => route.fulfill({ status: 500, json: {} }));
      }
      await page.goto(at('/sdk'));
      await expect(page.getByText('We couldn’t load the live test')).toBeVisible();
      await expect(page.getByText('We couldn’t load your links')).toBeVisible();
    },
  },
  {
    name: 'sdk-receipt',
    who: 'owner',
    open: async ({ page, go, at, rich }) => {
      const query = { project_id: rich.project.project_id };
      const [link] = await rich.people.owner.call(listTestLinks, { query });
      await page.request.get(link?.url ?? '', { headers: { 'user-agent': PHONE }, maxRedirects: 0 });
      await go(at('/sdk'));
      await expect(page.getByText(/^Clicked/)).toBeVisible();
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
    },
  },
  {
    name: 'sdk-receipt-web',
    who: makeSite,
    open: async ({ page }) => {
      await page.goto('/sdk');
      await expect(page.getByText(/^Clicked/)).toBeVisible();
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      await expect(page.getByRole('region', { name: 'What the script sends' })).toBeVisible();
    },
  },
];
