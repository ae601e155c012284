import { updateProject } from '@trailmark/contract/projects';
import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Candidate, Receipt } from '@trailmark/core/attribution/decision';
import { recompute } from '@trailmark/core/attribution/receipt';
import { buildCampaign, buildProject, type TestPerson } from './build.ts';
import { buildDevice, projectToken, type TestDevice } from './device.ts';
import type { TestServer } from './test-server.ts';

const STORES = {
  play_store_link: 'https://play.google.com/store/apps/details?id=com.kite',
  app_store_link: 'https://apps.apple.com/app/id123456789',
};
/** An iPhone is sent to a page, whose button is a link into the app. */
const PAGE = 'https://kite.example/get';

export interface StagedCampaign {
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
export interface Stage {
  owner: TestPerson;
  projectId: string;
  token: string;
  device(given?: Parameters<typeof buildDevice>[2]): TestDevice;
  campaign(given?: Parameters<typeof buildCampaign>[2]): Promise<StagedCampaign>;
  /** All decisions about an install, oldest first. */
  decisions(phone: TestDevice): Promise<StoredDecision[]>;
  /** The one that holds. */
  decision(phone: TestDevice): Promise<StoredDecision>;
  /** The clicks of a campaign, oldest first. */
  clickIds(campaign: StagedCampaign): Promise<string[]>;
  viewIds(campaign: StagedCampaign): Promise<string[]>;
}

let count = 0;

export async function buildStage(
  server: TestServer,
  { windows }: { windows?: Partial<AttributionWindows> } = {},
): Promise<Stage> {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const body = { project_id: projectId, ...STORES, ...(windows ? { windows } : {}) };
  await owner.call(updateProject, { body });

  const campaign: Stage['campaign'] = async (given = {}) => {
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
  const decisions: Stage['decisions'] = async (phone) =>
    (await server.db
      .selectFrom('decisions')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('install_id', '=', phone.installId)
      .orderBy('revision')
      .execute()) as unknown as StoredDecision[];
  const idsOf = async (table: 'clicks' | 'impressions', { id }: StagedCampaign) => {
    const rows = await server.db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', projectId)
      .where('campaign_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  };
  return {
    owner,
    projectId,
    token,
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
    .selectFrom('decisions')
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
