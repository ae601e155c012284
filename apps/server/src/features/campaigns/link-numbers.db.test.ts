import { getFirstClick, listCampaigns } from '@trailmark/contract/campaign-report';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildCampaign, buildLink, buildMember, buildProject } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { plantSpend } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
});
afterAll(() => server.stop());

async function buildFixture() {
  const { owner, projectId } = await buildProject(server);
  const body = { network: 'META', android_web_redirect: 'https://example.com/app' } as const;
  const campaign = await buildCampaign(owner, projectId, body);
  const ids = { projectId, campaignId: campaign.campaign_id };
  const [reel, story] = [
    await buildLink(owner, ids, { name: 'Reel' }),
    await buildLink(owner, ids, { name: 'Story' }),
  ];
  const firstClick = async (by = owner, campaign_id = campaign.campaign_id) =>
    (await by.call(getFirstClick, { query: { project_id: projectId, campaign_id } })).first_click_on;
  return { owner, projectId, campaign, reel, story, firstClick };
}

type Fixture = Awaited<ReturnType<typeof buildFixture>>;

/** As the tab of links asks for them. */
async function linkNumbers({ owner, projectId, campaign }: Fixture) {
  const columns = 'clicks|installs|revenue|spend|roas';
  const { groups, count } = await owner.call(listCampaigns, {
    query: {
      project_id: projectId,
      campaigns: campaign.campaign_id,
      group_by: 'link',
      filter: 'ALL',
      columns,
      limit: 500,
    },
  });
  expect(groups).toHaveLength(count);
  const numbers = groups.map(({ key, values }) => [key.split(':')[1], values] as const);
  return new Map(numbers.filter(([linkId]) => linkId !== NO_ID));
}

/** The same from the rows themselves, without a rollup. */
async function rawNumbers({ projectId }: Fixture, linkId: string) {
  const { rows } = await sql<{ clicks: number; installs: number; revenue: string; spend: string }>`
    select
      (select count(*)::int from clicks where project_id = ${projectId} and link_id = ${linkId}) as clicks,
      (select count(*)::int from installs where project_id = ${projectId} and link_id = ${linkId}) as installs,
      (select coalesce(sum(p.amount), 0)::text from payments p
        join installs i on i.project_id = p.project_id and i.install_id = p.install_id
        where p.project_id = ${projectId} and i.link_id = ${linkId}) as revenue,
      (select coalesce(sum(amount), 0)::text from spend_days
        where project_id = ${projectId} and link_id = ${linkId}) as spend`.execute(server.db);
  return rows[0];
}

test('clicks, installs and ROAS of links equal the raw rows, before and after folding', async () => {
  const fixture = await buildFixture();
  const { owner, projectId, campaign, reel, story } = fixture;
  const token = await projectToken(owner, projectId);
  const slugs = [reel.slug, reel.slug, reel.slug, story.slug];
  const phones = slugs.map(() => buildDevice(server, token));
  for (const [n, phone] of phones.entries()) await phone.click(slugs[n] ?? '', phone.idQuery);
  // Somebody who never installs.
  await buildDevice(server, token).click(story.slug);
  server.clock.advance(MINUTE_MS);
  for (const [n, phone] of phones.entries()) {
    await phone.init();
    await phone.call('trigger', { user_data: { id: `u${n}` } });
  }
  const payment = { user_id: 'u0', amount: 90, currency: 'INR', payment_id: 'a' };
  await phones[0]?.call('capture-payment', payment);
  await plantSpend(server, projectId, [
    { date: '2026-03-10', campaignId: campaign.campaign_id, money: ['60', 'INR'], link: reel.link_id },
  ]);

  const check = async () => {
    const numbers = await linkNumbers(fixture);
    expect([...numbers.keys()].sort()).toEqual(
      [campaign.default_link_id, reel.link_id, story.link_id].sort(),
    );
    for (const [linkId, values] of numbers) {
      const raw = await rawNumbers(fixture, linkId ?? '');
      expect(values).toMatchObject({ clicks: raw?.clicks, installs: raw?.installs });
      expect([Number(values.revenue), Number(values.spend)]).toEqual([
        Number(raw?.revenue),
        Number(raw?.spend),
      ]);
      const spend = Number(raw?.spend);
      expect(values.roas).toEqual(spend === 0 ? null : Number(raw?.revenue) / spend);
    }
    expect(numbers.get(reel.link_id)).toMatchObject({ clicks: 3, installs: 3, roas: 1.5 });
    expect(numbers.get(story.link_id)).toMatchObject({ clicks: 2, installs: 1, roas: null });
  };
  await check();
  await foldDeltas(server.db);
  await check();
});

test('the first click of a campaign is known at once, and stays the first', async () => {
  const fixture = await buildFixture();
  const { owner, projectId, story, firstClick } = fixture;
  expect(await firstClick()).toBeNull();
  const phone = buildDevice(server, await projectToken(owner, projectId));
  await phone.click(story.slug);
  // In the time of the project, Asia/Kolkata.
  expect(await firstClick()).toBe('2026-03-10');
  await foldDeltas(server.db);
  server.clock.advance(48 * 60 * MINUTE_MS);
  await phone.click(story.slug);
  expect(await firstClick()).toBe('2026-03-10');

  const quiet = await buildCampaign(owner, projectId);
  expect(await firstClick(owner, quiet.campaign_id)).toBeNull();
  const theirs = await buildFixture();
  await expect(firstClick(owner, theirs.campaign.campaign_id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(firstClick(theirs.owner)).rejects.toMatchObject({ code: 'not_found' });
  const guest = await buildMember(server, projectId, 'guest');
  await expect(firstClick(guest)).rejects.toMatchObject({ code: 'not_found' });
});
