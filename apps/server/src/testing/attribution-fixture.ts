import { updateProject } from '@trailmark/contract/projects';
import { addCampaignMember } from '@trailmark/contract/sharing';
import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Candidate, Receipt } from '@trailmark/core/attribution/decision';
import { recompute } from '@trailmark/core/attribution/receipt';
import { buildCampaign, buildMember, buildProject, type TestPerson } from './build.ts';
import { buildDevice, projectToken, type TestDevice } from './device.ts';
import type { TestServer } from './test-server.ts';

const STORES = {
  play_store_link: 'https://play.google.com/store/apps/details?id=com.kite',
  app_store_link: 'https://apps.apple.com/app/id123456789',
};
/** An iPhone is sent to a page, whose button is a link into the app. */
const PAGE = 'https://kite.example/get';

const META_SEALED = {
  data: 'afe56cf6228c6ea8c79da49186e718e92a579824596ae1d0d4d20d7793dca797bd4034ccf467bfae5c79a3981e7a2968c41949237e2b2db678c1c3d39c9ae564c5cafd52f2b77a3dc77bf1bae063114d0283b97417487207735da31ddc1531d5645a9c3e602c195a0ebf69c272aa5fda3a2d781cb47e117310164715a54c7a5a032740584e2789a7b4e596034c16425139a77e507c492b629c848573c714a03a2e7d25b9459b95842332b460f3682d19c35dbc7d53e3a51e0497ff6a6cbb367e760debc4194ae097498108df7b95eac2fa9bac4320077b510be3b7b823248bfe02ae501d9fe4ba179c7de6733c92bf89d523df9e31238ef497b9db719484cbab7531dbf6c5ea5a8087f95d59f5e4f89050e0f1dc03e464168ad76a64cca64b79',
  nonce: 'b7203c6a6fb633d16e9cf5c1',
};

/** A referrer as Meta writes it, with these values sealed in it. */
export const metaReferrer = (source: { data: string; nonce: string } = META_SEALED) =>
  `utm_source=apps.facebook.com&utm_content=${encodeURIComponent(JSON.stringify({ source }))}`;

/** Meta's own example: https://developers.facebook.com/docs/app-ads/install-referrer */
export const META_EXAMPLE = {
  key: '2575590594a9cd809e5bfacf397f8c1ac730dbc38a3e137ecd1ab66591c8c3c9',
  ...META_SEALED,
  referrer: metaReferrer(),
};

export interface FixtureCampaign {
  id: string;
  linkId: string;
  slug: string;
  name: string;
  network: string;
}

export interface StoredDecision {
  revision: number;
  kind: string;
  because: string;
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string;
  touch_id: string | null;
  touched_at: Date | null;
  rule_version: number;
  verdict: string;
  reasons: string[];
  receipt: Receipt;
}

/** A project in which phones click links and open the app. */
export interface AttributionFixture {
  owner: TestPerson;
  projectId: string;
  token: string;
  device(given?: Parameters<typeof buildDevice>[2]): TestDevice;
  campaign(given?: Parameters<typeof buildCampaign>[2]): Promise<FixtureCampaign>;
  /** All decisions about an install, oldest first. */
  decisions(phone: TestDevice): Promise<StoredDecision[]>;
  /** The one that holds. */
  decision(phone: TestDevice): Promise<StoredDecision>;
  /** The clicks of a campaign, oldest first. */
  clickIds(campaign: FixtureCampaign): Promise<string[]>;
  viewIds(campaign: FixtureCampaign): Promise<string[]>;
  /** The names of all events, in their order. */
  eventNames(): Promise<string[]>;
  /** A guest with whom these campaigns are shared. */
  guestOf(...campaigns: FixtureCampaign[]): Promise<TestPerson>;
}

let count = 0;

async function readEventNames({ db }: TestServer, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('name')
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function buildAttributionFixture(
  server: TestServer,
  { windows }: { windows?: Partial<AttributionWindows> } = {},
): Promise<AttributionFixture> {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const body = { project_id: projectId, ...STORES, ...(windows ? { windows } : {}) };
  await owner.call(updateProject, { body });

  const campaign: AttributionFixture['campaign'] = async (given = {}) => {
    count += 1;
    const name = given.name ?? `Campaign ${count}`;
    const form = { name, network: 'META' as const, ios_web_redirect: PAGE, ...given };
    const made = await buildCampaign(owner, projectId, form);
    const slug = made.link.split('/').at(-1) ?? '';
    const { id } = await server.db
      .selectFrom('links')
      .select('id')
      .where('project_id', '=', projectId)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return { id: made.campaign_id, linkId: id, slug, name, network: form.network };
  };
  const decisions: AttributionFixture['decisions'] = async (phone) =>
    (await server.db
      .selectFrom('decisions_with_rules')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('install_id', '=', phone.installId)
      .orderBy('revision')
      .execute()) as unknown as StoredDecision[];
  const idsOf = async (table: 'clicks' | 'impressions', { id }: FixtureCampaign) => {
    const rows = await server.db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', projectId)
      .where('campaign_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  };
  const guestOf: AttributionFixture['guestOf'] = async (...campaigns) => {
    const guest = await buildMember(server, projectId, 'guest');
    for (const { id: campaign_id } of campaigns) {
      const share = { project_id: projectId, campaign_id, email: guest.email, access: 'see' as const };
      await owner.call(addCampaignMember, { body: share });
    }
    return guest;
  };
  return {
    owner,
    projectId,
    token,
    eventNames: () => readEventNames(server, projectId),
    guestOf,
    device: (given) => buildDevice(server, token, given),
    campaign,
    decisions,
    decision: async (phone) => {
      const last = (await decisions(phone)).at(-1);
      if (!last) throw new Error('Nothing was decided about this install.');
      return last;
    },
    clickIds: (one) => idsOf('clicks', one),
    viewIds: (one) => idsOf('impressions', one),
  };
}

/** The candidates of a receipt in short: the touch, how it was matched, what became of it. */
export function candidatesOf({ receipt }: StoredDecision): [string, Candidate['matchType'], string][] {
  return receipt.decision.candidates.map((one) => [one.touchId, one.matchType, one.outcome]);
}

/** Empties the tables that decisions were made from, decides all receipts again, and lists what differs. */
export async function recomputeWithoutTouches(
  server: TestServer,
): Promise<{ receipts: number; different: string[] }> {
  await server.pool.query('truncate clicks, impressions, events, touch_uses');
  const rows = (await server.db
    .selectFrom('decisions_with_rules')
    .selectAll()
    .execute()) as unknown as (StoredDecision & {
    install_id: string;
  })[];
  const isSame = (row: StoredDecision) => {
    const { same, decision } = recompute(row.receipt);
    return same && decision.kind === row.kind && decision.matchType === row.match_type;
  };
  const different = rows.filter((row) => !isSame(row)).map((row) => `${row.install_id} ${row.revision}`);
  return { receipts: rows.length, different };
}
