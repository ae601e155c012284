import type { MatchType, Verdict } from '@trailmark/core/attribution/decision';
import { type Consent, NO_CONSENT } from '@trailmark/core/client/read-consent';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { coalesce } from '../coalesce.ts';
import { type CreditPeriod, NO_CREDIT_PERIOD } from '../credit.ts';
import type { Group, InstallState, Item, Step } from '../group.ts';
import { unknownInstall } from '../unknown-install.ts';

interface InstallRow {
  project_id: string;
  install_id: string;
  platform: string;
  country: string;
  installed_at: Date | null;
  kind: 'install' | 'reinstall' | null;
  cohort_date: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  revision: number;
  match_type: string | null;
  touch_id: string | null;
  touched_at: Date | null;
  verdict: string;
  deep_link: string | null;
  user_id: string | null;
  claim_pending_until: Date | null;
  denies_ads: boolean;
  has_denied_analytics: boolean;
  consent: Consent | null;
}

function asState(row: InstallRow): InstallState {
  const credit = { campaignId: row.campaign_id, linkId: row.link_id, network: row.network };
  const { revision } = row;
  const matchType = row.match_type as MatchType | null;
  return {
    projectId: row.project_id,
    installId: row.install_id,
    bornOf: null,
    platform: row.platform,
    country: row.country,
    installedAt: row.installed_at,
    kind: row.kind,
    cohortDate: row.cohort_date,
    timeline: [{ from: null, credit, matchType, revision }],
    revision,
    matchType,
    touchId: row.touch_id,
    touchedAt: row.touched_at,
    verdict: row.verdict as Verdict,
    deepLink: row.deep_link,
    ad: null,
    userId: row.user_id,
    claimPendingUntil: row.claim_pending_until,
    deniesAds: row.denies_ads,
    hasDeniedAnalytics: row.has_denied_analytics,
    storedConsent: row.consent && { ...NO_CONSENT, ...row.consent },
    consent: null,
  };
}

const STATE = `i.project_id, i.install_id, i.platform, i.country, i.installed_at, i.kind, i.campaign_id, i.link_id,
    i.network, i.revision, i.match_type, i.touch_id, i.touched_at, i.verdict, i.deep_link, i.user_id, i.claim_pending_until,
    i.denies_ads, i.has_denied_analytics, i.consent`;

/**
 * Loads and locks: two groups with the same install go one after the other, so that each sees what the one
 * before has stored. Ids come in order, so that nobody waits in a ring.
 */
const lock = prepare<InstallRow>(`
  select ${STATE}, (i.installed_at at time zone p.timezone)::date as cohort_date
  from installs i cross join projects p
  where p.project_id = $1::uuid and i.project_id = $1::uuid and i.install_id = any($2::text[])
  order by i.install_id
  for no key update of i`);

const lockRows = async (tx: Tx, projectId: string, installIds: string[]): Promise<InstallRow[]> =>
  installIds.length === 0 ? [] : await lock(tx, [projectId, installIds]);

function bornOf(item: Item): InstallState {
  const { platform, country } = item;
  return { ...unknownInstall(item.project.projectId, item.installId), bornOf: item, platform, country };
}

/** Installs that were never heard of; they are stored once it is decided who brought them. */
function addUnknown(group: Group, items: Item[]): void {
  for (const item of items) {
    if (!group.installs.has(item.installId)) group.installs.set(item.installId, bornOf(item));
  }
}

interface DecisionRow {
  install_id: string;
  kind: string;
  revision: number;
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string | null;
}

const periodOf = (row: DecisionRow, from: Date | null): CreditPeriod => ({
  from,
  credit: { campaignId: row.campaign_id, linkId: row.link_id, network: row.network },
  matchType: row.match_type as MatchType | null,
  revision: row.revision,
});

/** Installs that were decided more than once: who was credited when. */
async function loadTimelines(tx: Tx, { projectId }: Group, installs: InstallState[]): Promise<void> {
  const several = installs.filter((install) => install.revision > 1);
  if (several.length === 0) return;
  const { rows } = await sql<DecisionRow>`
    select d.install_id, d.kind, d.revision, d.in_force_from, d.campaign_id, d.link_id, d.network, d.match_type
    from decisions_in_force d
    where d.project_id = ${projectId} and d.install_id = any(${several.map(({ installId }) => installId)}::text[])
      and d.moves_credit
    order by d.revision`.execute(tx);
  for (const install of several) {
    const own = rows.filter((row) => row.install_id === install.installId);
    const isFirst = ({ kind }: DecisionRow) => kind === 'install' || kind === 'reinstall';
    const first = own.filter(isFirst).at(-1);
    const moved = own
      .filter((row) => !isFirst(row))
      .sort((one, other) => one.in_force_from.getTime() - other.in_force_from.getTime());
    install.timeline = [
      first ? periodOf(first, null) : NO_CREDIT_PERIOD,
      ...moved.map((row) => periodOf(row, row.in_force_from)),
    ];
  }
}

function remember(group: Group, rows: InstallRow[]): void {
  for (const row of rows) group.installs.set(row.install_id, asState(row));
}

const findStates = prepare<InstallRow>(`
  select ${STATE}, null as cohort_date
  from installs i where i.project_id = $1::uuid and i.install_id = any($2::text[])`);

type FindState = (projectId: string, installId: string) => Promise<InstallState | null>;
const finders = new WeakMap<Db, FindState>();

const createFinder = (db: Db): FindState =>
  coalesce(async (projectId, installIds) => {
    const rows = await findStates(db, [projectId, installIds]);
    return new Map(rows.map((row) => [row.install_id, asState(row)]));
  });

/** One install, for looking only; many that are looked up at once are one query. */
export async function findInstallState(
  db: Db,
  projectId: string,
  installId: string,
): Promise<InstallState | null> {
  const find = finders.get(db) ?? createFinder(db);
  finders.set(db, find);
  return await find(projectId, installId);
}

/** Installs that a step needs beyond those of the items. */
export async function loadMoreInstalls(tx: Tx, group: Group, installIds: string[]): Promise<void> {
  const missing = [...new Set(installIds)].filter((id) => !group.installs.has(id));
  const rows = await lockRows(tx, group.projectId, missing);
  remember(group, rows);
  const states = rows.flatMap((row) => group.installs.get(row.install_id) ?? []);
  await loadTimelines(tx, group, states);
}

/**
 * Every known install of the group is loaded and locked before anything is decided about it. One that is only claimed is
 * not new: it is gone.
 */
export const loadInstalls: Step = async (tx, group) => {
  // A payment that is taken back brings its own install.
  const items = group.items.filter((item) => item.installId !== '');
  const installIds = [
    ...new Set([...items, ...group.claims, ...group.coupons].map(({ installId }) => installId)),
  ];
  remember(group, await lockRows(tx, group.projectId, installIds));
  addUnknown(group, items);
  await loadTimelines(tx, group, [...group.installs.values()]);
  for (const item of items) {
    // A call that does not name its platform has that of its install.
    if (item.platform === 'other') item.platform = group.installOf(item).platform as Item['platform'];
  }
};
