import type { APIRequestContext, Page } from '@playwright/test';
import { GUIDES, type GuideSlug } from '@trailmark/contract/guides';

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Makes the call that a copied command would make. */
export async function runCommand(request: APIRequestContext, command: string): Promise<number> {
  const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? [];
  const [, data = ''] = /-d '([\s\S]*)'$/.exec(command) ?? [];
  const answer = await request.post(url, { headers: { 'content-type': 'application/json' }, data });
  return answer.status();
}

/** Opens a guide of the SDK screen with all its sections. */
export async function openGuide(page: Page, slug: GuideSlug): Promise<void> {
  const name = GUIDES.find((guide) => guide.slug === slug)?.title ?? '';
  await page.getByRole('radiogroup', { name: 'Guide' }).getByRole('radio', { name, exact: true }).click();
  await page.locator(`[data-guide="${slug}"]`).waitFor();
  const closed = page.locator('details:not([open]) > summary:has(h3)');
  while ((await closed.count()) > 0) await closed.first().click();
}
