import { createProject } from '@trailmark/contract/projects';
import { MINUTE_MS } from '../platform/clock.ts';
import { buildCampaign, buildMember, buildPerson, type TestPerson } from './build.ts';
import { buildDevice, projectToken, type TestDevice } from './device.ts';
import { plantSpend } from './plant-counts.ts';
import type { TestServer } from './test-server.ts';

export interface ReportCampaign {
  id: string;
  name: string;
  slug: string;
}

/** A project whose numbers can be counted by hand. */
export interface ReportFixture {
  owner: TestPerson;
  projectId: string;
  token: string;
  campaign(
    name: string,
    network?: 'META' | 'GOOGLE' | 'NONE',
    more?: { owned_media?: boolean },
  ): Promise<ReportCampaign>;
  device(given?: Parameters<typeof buildDevice>[2]): TestDevice;
  /** A new phone with the app, brought by a campaign or by nobody. */
  install(by?: ReportCampaign, given?: Parameters<typeof buildDevice>[2]): Promise<TestDevice>;
  pay(phone: TestDevice, id: string, amount: number, currency?: string): Promise<void>;
  spend(campaign: ReportCampaign, date: string, amount: string, currency?: string): Promise<void>;
  /** Somebody who sees these campaigns and nothing else. */
  guest(...campaigns: ReportCampaign[]): Promise<TestPerson>;
}

export async function setRate(server: TestServer, currency: string, day: string, perUsd: string) {
  await server.db
    .insertInto('currency_rates')
    .values({ currency, day, per_usd: perUsd, updated_at: server.clock.now() })
    .execute();
}

export async function buildReportFixture(
  server: TestServer,
  { timezone = 'Asia/Kolkata', currency = 'INR' }: { timezone?: string; currency?: string } = {},
): Promise<ReportFixture> {
  const owner = await buildPerson(server);
  const play_store_link = 'https://play.google.com/store/apps/details?id=com.kite';
  const { project_id: projectId } = await owner.call(createProject, {
    body: { name: 'Kite', platform: 'app', currency, timezone, play_store_link },
  });
  const token = await projectToken(owner, projectId);
  const device: ReportFixture['device'] = (given) => buildDevice(server, token, given);
  return {
    owner,
    projectId,
    token,
    device,
    campaign: async (name, network = 'META', more = {}) => {
      const made = await buildCampaign(owner, projectId, { name, network, ...more });
      return { id: made.campaign_id, name, slug: made.link.split('/').at(-1) ?? '' };
    },
    install: async (by, given) => {
      const phone = device(given);
      if (by) {
        await phone.click(by.slug, phone.idQuery);
        // Who installs an app in no time at all is no person.
        server.clock.advance(MINUTE_MS);
      }
      await phone.init();
      return phone;
    },
    pay: async (phone, id, amount, paid = currency) => {
      await phone.call('capture-payment', { user_id: `u-${id}`, payment_id: id, amount, currency: paid });
    },
    spend: async (campaign, date, amount, paid = currency) => {
      await plantSpend(server, projectId, [{ date, campaignId: campaign.id, money: [amount, paid] }]);
    },
    guest: async (...campaigns) => {
      const person = await buildMember(server, projectId, 'guest');
      for (const { id } of campaigns) {
        await server.db
          .insertInto('campaign_members')
          .values({
            project_id: projectId,
            campaign_id: id,
            email: person.email,
            access: 'see',
            shared_at: server.clock.now(),
          })
          .execute();
      }
      return person;
    },
  };
}
