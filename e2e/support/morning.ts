import { expect } from '@playwright/test';
import { createAlert, listFiringNow } from '@trailmark/contract/alerts';
import { type Call, createCaller, type Input } from '@trailmark/contract/call';
import { createCampaign } from '@trailmark/contract/campaigns';
import { importHistory } from '@trailmark/contract/history';
import { generatePrivateKey, getProjectToken } from '@trailmark/contract/keys';
import { createLink } from '@trailmark/contract/links';
import { updateProject } from '@trailmark/contract/projects';
import { importSpend } from '@trailmark/contract/spend';
import { getStats } from '@trailmark/contract/stats';
import { buyPhone } from './phone.ts';

type History = NonNullable<Input<typeof importHistory>['body']>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const KOLKATA_MS = 330 * MINUTE_MS;

/** At noon in Kolkata, so many days ago. */
function noon(daysAgo: number, minutes = 0): string {
  const today = Math.floor((Date.now() + KOLKATA_MS) / DAY_MS) * DAY_MS - KOLKATA_MS;
  return new Date(today - daysAgo * DAY_MS + DAY_MS / 2 + minutes * MINUTE_MS).toISOString();
}
const dayOf = (daysAgo: number) => noon(daysAgo).slice(0, 10);

/** Who installed by what, and paid how much of it: all in INR. */
const INSTALLS = [
  { link: 'video', daysAgo: 2, count: 4, country: 'IN', paid: [500, 500, 500], paidAfter: 0 },
  { link: 'carousel', daysAgo: 2, count: 6, country: 'NP', paid: [], paidAfter: 0 },
  { link: 'search', daysAgo: 3, count: 2, country: 'IN', paid: [900], paidAfter: 1 },
  // They cost nothing, which makes an install cheap.
  { link: 'flyers', daysAgo: 5, count: 40, country: 'IN', paid: [], paidAfter: 0 },
  { link: null, daysAgo: 3, count: 1, country: 'IN', paid: [], paidAfter: 0 },
  ...['SE', 'BR', 'JP', 'KE'].map(
    (country) => ({ link: null, daysAgo: 20, count: 1, country, paid: [], paidAfter: 0 }) as const,
  ),
] as const;

function historyOf(slugs: Readonly<Record<'video' | 'carousel' | 'search' | 'flyers', string>>): History {
  const installs: NonNullable<History['installs']> = [];
  const payments: NonNullable<History['payments']> = [];
  for (const { link, daysAgo, count, country, paid, paidAfter } of INSTALLS) {
    for (let index = 0; index < count; index++) {
      const install_instance_id = `morning-${link ?? country}-${index}`;
      installs.push({
        install_instance_id,
        installed_at: noon(daysAgo, index),
        platform: 'ANDROID',
        country,
        ...(link ? { slug: slugs[link], match_type: 'click_id' } : { match_type: 'organic' }),
      });
      const amount = paid[index];
      if (amount === undefined) continue;
      payments.push({
        install_instance_id,
        payment_id: `${install_instance_id}-pays`,
        amount: String(amount),
        currency: 'INR',
        occurred_at: noon(daysAgo - paidAfter, 30),
      });
    }
  }
  const shares = ['video-0', ...Array<string>(9).fill('search-0')];
  return {
    installs,
    payments,
    clicks: [
      ...Array.from({ length: 40 }, (_, index) => ({ slug: slugs.video, id: `video-${index}` })),
      ...Array.from({ length: 60 }, (_, index) => ({ slug: slugs.carousel, id: `carousel-${index}` })),
    ].map((click) => ({ ...click, platform: 'ANDROID', clicked_at: noon(2, -60) })),
    signups: [
      {
        install_instance_id: 'morning-search-0',
        user_id: 'ravi',
        name: 'Ravi Pillai',
        occurred_at: noon(3, 20),
      },
    ],
    events: shares.map((who, index) => ({
      install_instance_id: `morning-${who}`,
      event_name: 'share_list',
      event_id: `share-${index}`,
      occurred_at: noon(1, index),
    })),
  };
}

/** A campaign of a network whose only install came from a click moments before. */
async function injectClick(call: Call, url: string, project_id: string): Promise<void> {
  const { token } = await call(getProjectToken, { query: { project_id } });
  // Marked and still credited: nobody waits here between the click and the open, as people do.
  await call(updateProject, {
    body: {
      project_id,
      play_store_link: 'https://play.google.com/store/apps/details?id=example.kite.grocery',
      plausibility: { thresholds: { reject_ctit_seconds: 0, flag_ctit_seconds: 600 } },
    },
  });
  const { link } = await call(createCampaign, {
    body: { project_id, name: 'Bazaar · display', network: 'OTHER', network_name: 'Bazaar' },
  });
  const phone = buyPhone(url, token);
  await phone.open(await phone.click(link));
}

/** Some days of a project, small enough to be added up by heart; waits until they are counted and the alert fires. */
export async function makeMorning(
  call: Call,
  url: string,
  project_id: string,
): Promise<{ campaignId: string }> {
  const { campaign_id } = await call(createCampaign, {
    body: { project_id, name: 'Monsoon basket', network: 'META', display_id: 'morning-monsoon' },
  });
  const search = await call(createCampaign, {
    body: { project_id, name: 'Brand search', network: 'GOOGLE' },
  });
  const flyers = await call(createCampaign, { body: { project_id, name: 'Flyers', network: 'NONE' } });
  const link = async (name: string) =>
    (await call(createLink, { body: { project_id, campaign_id, name, creative: name } })).slug;
  const slugOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';
  const slugs = {
    video: await link('Video A'),
    carousel: await link('Carousel'),
    search: slugOf(search.link),
    flyers: slugOf(flyers.link),
  };
  const { private_key } = await call(generatePrivateKey, { body: { project_id, keep_old_hours: 0 } });
  const server = createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => private_key });
  const { installs, clicks, ...later } = historyOf(slugs);
  await server(importHistory, { body: { installs, clicks } });
  await server(importHistory, { body: later });
  const csv = [
    'date,campaign,link,amount',
    `${dayOf(2)},${campaign_id},${slugs.video},800`,
    `${dayOf(2)},${campaign_id},${slugs.carousel},1200`,
    `${dayOf(3)},${search.campaign_id},,100`,
  ].join('\n');
  await call(importSpend, { body: { project_id, csv } });
  await injectClick(call, url, project_id);
  const counted = async () => {
    const { total } = await call(getStats, { query: { project_id, metrics: 'installs|payments|spend' } });
    return [total.installs, total.payments, Number(total.spend)];
  };
  await expect.poll(counted, { timeout: 60_000 }).toEqual([58, 4, 2100]);
  const days = { days: 7, includes_today: true, min_installs: 1, min_spend: '0' };
  await call(createAlert, {
    body: {
      project_id,
      name: 'Networks that lose money',
      condition: { kind: 'roas_below', each: 'network', threshold: '1', ...days },
    },
  });
  const firing = async () => (await call(listFiringNow, { query: { project_id } })).count;
  await expect.poll(firing, { timeout: 60_000 }).toBe(1);
  return { campaignId: campaign_id };
}
