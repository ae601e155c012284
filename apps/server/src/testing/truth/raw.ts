import type { Db } from '../../db/connection.ts';
import type { Rate } from './money.ts';
import { dateIn, timeIn } from './zone.ts';

/** Everything that is known of a project, row by row and without a sum. */
export type Raw = Awaited<ReturnType<typeof loadRaw>>;

/** Plain selects: nothing is joined, counted or converted by the database. */
export async function loadRaw(db: Db, projectId: string, now: Date) {
  const of = <Table extends 'clicks' | 'impressions' | 'installs' | 'decisions' | 'events' | 'spend_days'>(
    table: Table,
  ) =>
    db
      .selectFrom(table as 'clicks')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
  const project = await db
    .selectFrom('projects')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const settings = await db
    .selectFrom('project_settings')
    .select('day_kind')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const campaigns = await db
    .selectFrom('campaigns')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const links = await db.selectFrom('links').selectAll().where('project_id', '=', projectId).execute();
  const rates: Rate[] = await db
    .selectFrom('currency_rates')
    .select(['currency', 'day', 'per_usd'])
    .execute();
  return {
    zone: project.timezone,
    currency: project.currency,
    is24h: settings?.day_kind === '24h',
    today: dateIn(project.timezone, now),
    /** To the minute. */
    time: timeIn(project.timezone, now).slice(0, 5),
    clicks: await of('clicks'),
    impressions: (await of('impressions')) as unknown as ImpressionRow[],
    installs: (await of('installs')) as unknown as InstallRow[],
    decisions: (await of('decisions')) as unknown as DecisionRow[],
    events: (await of('events')) as unknown as EventRow[],
    spend: ((await of('spend_days')) as unknown as SpendRow[]).filter(({ counted }) => counted),
    networks: new Map(campaigns.map(({ id, network }) => [id, network])),
    ownedMedia: new Set(campaigns.filter(({ owned_media }) => owned_media).map(({ id }) => id)),
    links: new Map(links.map((link) => [link.id, link])),
    rates,
  };
}

interface ImpressionRow {
  viewed_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
}

export interface InstallRow {
  install_id: string;
  installed_at: Date | null;
  country: string;
  platform: string;
}

export interface DecisionRow {
  install_id: string;
  revision: number;
  kind: string;
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  verdict: string;
}

export interface EventRow {
  id: string;
  install_id: string;
  kind: string;
  name: string;
  is_other: boolean;
  session_id: string | null;
  user_id: string | null;
  occurred_at: Date;
  received_at: Date;
  amount: string | null;
  currency: string | null;
}

interface SpendRow {
  local_date: string;
  campaign_id: string;
  link_id: string;
  currency: string;
  amount: string;
  counted: boolean;
}
