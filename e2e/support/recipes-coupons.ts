import { createHmac, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { createCouponPool, importCouponCodes } from '@trailmark/contract/coupon-pools';
import { createCouponNetwork, updateCouponPostback } from '@trailmark/contract/coupons';
import { listProjects } from '@trailmark/contract/projects';
import { endpointUrl } from './receivers.ts';
import { page, type Recipe, workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';

const SCREEN = '/integrations/jio_coupons';

/** Posts a call as a network signs it. */
export async function postCoupon(
  { endpoint, secret }: { endpoint: string; secret: string },
  call: Record<string, unknown>,
): Promise<number> {
  const body = JSON.stringify({ event_id: randomUUID(), occurred_at: new Date().toISOString(), ...call });
  const [id, time] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
  const answer = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return answer.status;
}

const AFTER_EVENT: Record<string, string> = { 'Welcome offer': '$signup' };

/** What becomes of the codes of each pool. */
const CALLS: [type: string, code: number, order: string | null][] = [
  ['issued', 0, null],
  ['redeemed', 0, 'A-1'],
  ['redeemed', 1, 'A-2'],
  ['reversed', 1, 'A-2'],
  ['issued', 2, null],
];

/** Somebody with a network that has issued, redeemed and reversed codes of two pools. */
async function couponist(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  const project_id = project?.project_id ?? '';
  const { network, secret } = await owner.call(createCouponNetwork, {
    body: { project_id, name: 'JioCoupons' },
  });
  const { ad_network_id, endpoint } = network;
  const url = `${endpointUrl('kite-coupons')}?click={click_id}&code={coupon_code}&event={event_name}&value={value}`;
  await owner.call(updateCouponPostback, {
    params: { ad_network_id },
    query: { project_id },
    body: { postback: { method: 'GET', url } },
  });
  for (const name of ['Holi sale', 'Welcome offer']) {
    const { campaign_id } = await owner.call(createCampaign, {
      body: { project_id, name: `${name} coupons`, network: 'JIO_COUPONS' },
    });
    const { pool_id } = await owner.call(createCouponPool, {
      body: { project_id, ad_network_id, campaign_id, name, after_event: AFTER_EVENT[name] ?? null },
    });
    const codes = ['7KQM', '8PRT', '9XWZ'].map((end) => `${name.slice(0, 4).toUpperCase()}-${end}`);
    await owner.call(importCouponCodes, {
      params: { pool_id },
      query: { project_id },
      body: { csv: ['code', ...codes].join('\n') },
    });
    for (const [type, nth, order_id] of CALLS) {
      const order = order_id && { order_id, amount: '1499.00', currency: 'INR' };
      const call = { type, coupon_code: codes[nth], ...order };
      expect(await postCoupon({ endpoint, secret }, call)).toBe(202);
    }
  }
  return owner;
}

/** Networks, pools, codes, postbacks and reconciliation. */
export const COUPONS: Record<string, Recipe[]> = {
  [SCREEN]: [
    {
      name: 'coupons',
      who: couponist,
      open: async ({ page }) => {
        await page.goto(SCREEN);
        await expect(page.getByRole('table', { name: 'Codes by day' }).getByText('Holi sale')).toBeVisible();
        await expect(page.getByText('Example of a GET')).toBeVisible();
      },
    },
    { name: 'coupons-new', who: 'owner', open: page(SCREEN, 'No network yet') },
    { name: 'coupons-viewer', who: 'viewer', open: page(SCREEN, 'but not change them') },
    {
      name: 'coupons-codes',
      who: couponist,
      open: async ({ page }) => {
        await page.goto(SCREEN);
        await page.getByRole('button', { name: 'Actions for Holi sale' }).click();
        await page.getByRole('menuitem', { name: 'View codes' }).click();
        await expect(page.getByRole('dialog').getByText('HOLI-7KQM')).toBeVisible();
      },
    },
    {
      name: 'coupons-pool',
      who: couponist,
      open: async ({ page }) => {
        await page.goto(SCREEN);
        await page.getByRole('button', { name: 'Actions for Welcome offer' }).click();
        await page.getByRole('menuitem', { name: 'Change pool' }).click();
        await expect(page.getByRole('dialog').getByText('Sign-up')).toBeVisible();
      },
    },
    {
      name: 'coupons-network',
      who: couponist,
      open: async ({ page }) => {
        await page.goto(SCREEN);
        await page.getByRole('button', { name: 'Change network' }).click();
        await page.getByRole('dialog').getByLabel('Provider profile').fill('{"fields":{"code":"data.id"}}');
        await expect(page.getByText('“code” is not a known field')).toBeVisible();
      },
    },
  ],
};
