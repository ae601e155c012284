import type { MatchType, Verdict } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { NO_CREDIT } from './credit.ts';
import { type Group, type InstallState, type Item, installKey, type Step } from './group.ts';

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
  credited_from: Date | null;
  revision: number;
  match_type: string | null;
  touched_at: Date | null;
  verdict: string;
  deep_link: string | null;
  user_id: string | null;
  advertising_id: string | null;
  vendor_id: string | null;
}

function asState(row: InstallRow): InstallState {
  const credit = { campaignId: row.campaign_id, linkId: row.link_id, network: row.network };
  return {
    projectId: row.project_id,
    installId: row.install_id,
    isNew: false,
    platform: row.platform,
    country: row.country,
    installedAt: row.installed_at,
    kind: row.kind,
    cohortDate: row.cohort_date,
    timeline: [{ from: null, credit }],
    revision: row.revision,
    matchType: row.match_type as MatchType | null,
    touchedAt: row.touched_at,
    verdict: row.verdict as Verdict,
    deepLink: row.deep_link,
    userId: row.user_id,
    advertisingId: row.advertising_id,
    vendorId: row.vendor_id,
  };
}

interface Key {
  project_id: string;
  install_id: string;
}

/**
 * Loads and locks: two groups with the same install go one after the other, so that each sees what the one
 * before has stored. Keys come in order, so that nobody waits in a ring.
 */
async function lockRows(tx: Tx, keys: Key[]): Promise<InstallRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<InstallRow>`
    select i.project_id, i.install_id, i.platform, i.country, i.installed_at, i.kind, i.campaign_id, i.link_id,
      i.network, i.credited_from, i.revision, i.match_type, i.touched_at, i.verdict, i.deep_link, i.user_id,
      i.advertising_id, i.vendor_id, (i.installed_at at time zone p.timezone)::date as cohort_date
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (project_id uuid, install_id text)
    join installs i on i.project_id = k.project_id and i.install_id = k.install_id
    join projects p on p.project_id = k.project_id
    order by i.project_id, i.install_id
    for no key update of i`.execute(tx);
  return rows;
}

/** Rows for installs that were never heard of; what another process inserts meanwhile is left alone. */
async function insertUnknown(tx: Tx, items: Item[], now: Date): Promise<Set<string>> {
  const rows = items.map((item) => ({
    project_id: item.project.projectId,
    install_id: item.installId,
    platform: item.platform,
    country: item.country,
    first_seen_at: item.occurredAt ?? item.receivedAt,
    imported: item.imported !== null,
  }));
  const inserted = await sql<Key>`
    insert into installs (project_id, install_id, platform, country, first_seen_at, campaign_id, link_id,
      network, imported, updated_at)
    select project_id, install_id, platform, country, first_seen_at, ${NO_CREDIT.campaignId}::uuid,
      ${NO_CREDIT.linkId}::uuid, ${NO_CREDIT.network}, imported, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as k (project_id uuid, install_id text,
      platform text, country text, first_seen_at timestamptz, imported boolean)
    order by project_id, install_id
    on conflict do nothing
    returning project_id, install_id`.execute(tx);
  return new Set(inserted.rows.map((row) => installKey(row.project_id, row.install_id)));
}

interface DecisionRow extends Key {
  kind: string;
  in_force_from: Date;
  campaign_id: string;
  link_id: string;
  network: string;
}

/** Installs that were decided more than once: who was credited when. */
async function loadTimelines(tx: Tx, installs: InstallState[]): Promise<void> {
  const several = installs.filter((install) => install.revision > 1);
  if (several.length === 0) return;
  const keys = several.map((one) => ({ project_id: one.projectId, install_id: one.installId }));
  const { rows } = await sql<DecisionRow>`
    select d.project_id, d.install_id, d.kind, d.in_force_from, d.campaign_id, d.link_id, d.network
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (project_id uuid, install_id text)
    join decisions d on d.project_id = k.project_id and d.install_id = k.install_id
    order by d.revision`.execute(tx);
  for (const install of several) {
    const own = rows.filter(
      (row) => row.project_id === install.projectId && row.install_id === install.installId,
    );
    const credited = (row: DecisionRow) => ({
      campaignId: row.campaign_id,
      linkId: row.link_id,
      network: row.network,
    });
    const first = own.filter((row) => row.kind === 'install' || row.kind === 'reinstall').at(-1);
    const moved = own
      .filter((row) => row.kind === 'reattribution')
      .sort((one, other) => one.in_force_from.getTime() - other.in_force_from.getTime());
    install.timeline = [
      { from: null, credit: first ? credited(first) : NO_CREDIT },
      ...moved.map((row) => ({ from: row.in_force_from, credit: credited(row) })),
    ];
  }
}

function keysOf(items: Item[]): Key[] {
  const keys = new Map<string, Key>();
  for (const { project, installId } of items) {
    keys.set(installKey(project.projectId, installId), {
      project_id: project.projectId,
      install_id: installId,
    });
  }
  return [...keys.values()];
}

function remember(group: Group, rows: InstallRow[]): void {
  for (const row of rows) group.installs.set(installKey(row.project_id, row.install_id), asState(row));
}

/** One install, for looking only. */
export async function findInstallState(
  db: Db,
  projectId: string,
  installId: string,
): Promise<InstallState | null> {
  const { rows } = await sql<InstallRow>`
    select i.project_id, i.install_id, i.platform, i.country, i.installed_at, i.kind, i.campaign_id, i.link_id,
      i.network, i.credited_from, i.revision, i.match_type, i.touched_at, i.verdict, i.deep_link, i.user_id,
      i.advertising_id, i.vendor_id, null as cohort_date
    from installs i where i.project_id = ${projectId} and i.install_id = ${installId}`.execute(db);
  return rows[0] ? asState(rows[0]) : null;
}

/** Installs that a step needs beyond those of the items. */
export async function loadMoreInstalls(tx: Tx, group: Group, keys: Key[]): Promise<void> {
  const missing = keys.filter((key) => !group.installs.has(installKey(key.project_id, key.install_id)));
  const rows = await lockRows(tx, missing);
  remember(group, rows);
  const states = rows.flatMap((row) => group.installs.get(installKey(row.project_id, row.install_id)) ?? []);
  await loadTimelines(tx, states);
}

/** Every install of the group, known or new, is loaded and locked before anything is decided about it. */
export const loadInstalls: Step = async (tx, group) => {
  // A payment that is taken back brings its own install.
  const items = group.items.filter((item) => item.installId !== '');
  remember(group, await lockRows(tx, keysOf(items)));
  const isUnknown = (item: Item) => !group.installs.has(installKey(item.project.projectId, item.installId));
  const unknown = items.filter(isUnknown);
  if (unknown.length > 0) {
    const inserted = await insertUnknown(tx, unknown, group.now);
    remember(group, await lockRows(tx, keysOf(unknown)));
    for (const key of inserted) {
      const install = group.installs.get(key);
      if (install) install.isNew = true;
    }
  }
  await loadTimelines(tx, [...group.installs.values()]);
};
