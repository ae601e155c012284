import { expect } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { listNetworkImports, matchNetworkAd, type NetworkImport } from '@trailmark/contract/network-spend';
import { listProjects } from '@trailmark/contract/projects';
import { importSpend } from '@trailmark/contract/spend';
import { META_ACCOUNTS } from '@trailmark/sandbox/meta/meta.data';
import { connectMetaFor } from './networks.ts';
import { makeBuyer } from './phone.ts';
import { clicked, page, type Recipe, type ScreenFixture, shown, workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';
import { failing } from './states.ts';

/** The first campaign of the first ad account that the sandbox has at Meta. */
export const META_CAMPAIGN = {
  adAccountId: META_ACCOUNTS[0]?.id ?? '',
  id: META_ACCOUNTS[0]?.campaigns[0]?.id ?? '',
  name: META_ACCOUNTS[0]?.campaigns[0]?.name ?? '',
};

/** Waits until what the ads of Meta cost is there. */
export async function importsDone({ call }: SignedInPerson, project_id: string): Promise<void> {
  await expect(async () => {
    const { imports } = await call(listNetworkImports, { query: { project_id } });
    expect(imports.map(({ state, pulled_at }) => state === 'waiting' && pulled_at !== null)).toEqual([
      true,
      true,
    ]);
  }).toPass({ timeout: 30_000 });
}

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

async function makeSpender(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  const project_id = project?.project_id ?? '';
  const body = { project_id, name: 'Android in India', network: 'META' } as const;
  const { campaign_id } = await owner.call(createCampaign, { body });
  await makeBuyer(owner.call, rich.url, project_id);
  await connectMetaFor(owner, project_id);
  await importsDone(owner, project_id);
  const { adAccountId: ad_account_id, id: network_campaign_id } = META_CAMPAIGN;
  await owner.call(matchNetworkAd, {
    body: { project_id, kind: 'META', ad_account_id, network_campaign_id, campaign_id },
  });
  const csv = `date,campaign,amount\n${yesterday()},${campaign_id},1000`;
  await owner.call(importSpend, { body: { project_id, csv } });
  return owner;
}

const spenders = new WeakMap<RichProject, Promise<SignedInPerson>>();

/** Somebody whose spend comes from Meta and, for a day, from a file. Made once. */
export function spender(rich: RichProject): Promise<SignedInPerson> {
  const made = spenders.get(rich) ?? makeSpender(rich);
  spenders.set(rich, made);
  return made;
}

/** One account that is being imported and one that Meta refuses. */
async function interrupt({ page }: ScreenFixture): Promise<void> {
  await page.route(`**/api${listNetworkImports.path}?*`, async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { imports: NetworkImport[] } };
    const [running, failed] = json.data.imports;
    const days = { from: '2026-10-20', to: '2026-11-16', reached: '2026-10-28' };
    if (running) Object.assign(running, { state: 'running', days });
    const reason = 'Meta refused: 190/463 Session has expired on Monday';
    if (failed) Object.assign(failed, { state: 'failed', reason });
    await route.fulfill({ json });
  });
}

async function mockDifference({ page }: ScreenFixture): Promise<void> {
  const items = Object.entries({
    not_repulled: '-6',
    suspicious: '9',
    reinstall: '4',
    other_network: '17',
    view_through: '8',
    look_back: '2',
    zone: '-3',
    date_basis: '-5',
    other_rule: '1',
    not_seen: '14',
  }).map(([cause, installs]) => ({ cause, installs }));
  const network_rules = { click_days: 7, view_days: 1, counts_by: 'touch', time_zone: 'Asia/Kolkata' };
  const pulled_at = new Date(Date.now() - 3_600_000).toISOString();
  const data = { claimed: '412', ours: 371, difference: '41', items, pulled_at, network_rules };
  await page.route('**/api/project/network-difference?*', (route) =>
    route.fulfill({ json: { msg: 'ok', status: 200, data } }),
  );
  const rows = Array.from({ length: 12 }, (_, nth) => ({
    install_id: `3f9c1b7a2d5e8f60${nth}`,
    installed_at: `2026-11-1${nth % 7}T08:21:00.000Z`,
    touched_at: '2026-11-09T18:40:00.000Z',
    credited_network: 'GOOGLE',
    match_type: 'click_id',
    counts: 1,
  }));
  await page.route('**/api/project/network-difference/rows?*', (route) =>
    route.fulfill({ json: { msg: 'ok', status: 200, data: { items: rows, next_cursor: null } } }),
  );
}

/** What the ads of networks cost, whose they are, and why their number is not ours. */
export const SPEND: Record<string, Recipe[]> = {
  '/spend': [
    { name: 'spend-imports', who: spender, open: shown('/spend', 'Up to date') },
    { name: 'spend-new', who: 'owner', open: page('/spend', 'No ad account is connected') },
    {
      name: 'spend-interrupted',
      who: spender,
      open: async (fixture) => {
        await interrupt(fixture);
        await shown('/spend', 'Session has expired')(fixture);
      },
    },
    {
      name: 'spend-backfill',
      who: spender,
      open: clicked('/spend', 'Backfill…', '90 days to import.'),
    },
    {
      name: 'spend-failing',
      who: spender,
      expected: /the server responded with a status of 500/,
      open: async (fixture) => {
        await fixture.page.route('**/api/project/network-ads?*', failing);
        await shown('/spend?tab=matching', 'We couldn’t load the campaigns of networks')(fixture);
      },
    },
    {
      name: 'spend-matching',
      who: spender,
      open: async ({ page }) => {
        await page.goto('/spend?tab=matching&state=all');
        await page.getByRole('button', { name: `Ad sets and ads of ${META_CAMPAIGN.name}` }).click();
        await expect(page.getByText('As the level above').first()).toBeVisible();
      },
    },
    {
      name: 'spend-match',
      who: spender,
      open: async ({ page }) => {
        await page.goto('/spend?tab=matching');
        await page
          .getByRole('button', { name: /^Match / })
          .first()
          .click();
        await page.getByRole('combobox', { name: 'Campaign' }).click();
        await page.getByRole('option', { name: 'Android in India' }).click();
        await expect(page.getByRole('combobox', { name: 'Link' })).toBeVisible();
      },
    },
    { name: 'spend-difference', who: spender, open: shown('/spend?tab=difference', 'Trailmark counts') },
    {
      name: 'spend-difference-causes',
      who: spender,
      open: async (fixture) => {
        await mockDifference(fixture);
        await shown('/spend?tab=difference', '41 more')(fixture);
      },
    },
    {
      name: 'spend-difference-rows',
      who: spender,
      open: async (fixture) => {
        await mockDifference(fixture);
        await fixture.page.goto('/spend?tab=difference&cause=other_network');
        await expect(fixture.page.getByRole('table', { name: 'Installs' })).toBeVisible();
      },
    },
  ],
};

/** Spend of two sources. */
export const MONEY_OF_TWO: Recipe = {
  name: 'money-two-sources',
  who: spender,
  open: shown('/settings/money', 'On days with both, only one of them counts'),
};
