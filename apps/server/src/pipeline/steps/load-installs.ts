import type { MatchType, Verdict } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { coalesce } from '../coalesce.ts';
import { NO_CREDIT } from '../credit.ts';
import { type Group, type InstallState, type Item, installKey, type Step } from '../group.ts';

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
  touched_at: Date | null;
  verdict: string;
  deep_link: string | null;
  user_id: string | null;
}

function asState(row: InstallRow): InstallState {
  const credit = { campaignId: row.campaign_id, linkId: row.link_id, network: row.network };
  return {
    projectId: row.project_id,
    installId: row.install_id,
    bornOf: null,
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
    ad: null,
    userId: row.user_id,
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
const lock = prepare<InstallRow>(`
  select i.project_id, i.install_id, i.platform, i.country, i.installed_at, i.kind, i.campaign_id, i.link_id,
    i.network, i.revision, i.match_type, i.touched_at, i.verdict, i.deep_link, i.user_id,
    (i.installed_at at time zone p.timezone)::date as cohort_date
  from json_to_recordset($1::json) as k (p uuid, i text)
  join installs i on i.project_id = k.p and i.install_id = k.i
  join projects p on p.project_id = k.p
  order by i.project_id, i.install_id
  for no key update of i`);

const lockRows = async (tx: Tx, keys: Key[]): Promise<InstallRow[]> =>
  keys.length === 0
    ? []
    : await lock(tx, [JSON.stringify(keys.map((key) => ({ p: key.project_id, i: key.install_id })))]);

/** An install of which nothing has been heard: nobody's. */
export function unknownInstall(projectId: string, installId: string): InstallState {
  return {
    projectId,
    installId,
    bornOf: null,
    platform: 'other',
    country: '',
    installedAt: null,
    kind: null,
    cohortDate: null,
    timeline: [{ from: null, credit: NO_CREDIT }],
    revision: 0,
    matchType: null,
    touchedAt: null,
    verdict: 'clean',
    deepLink: null,
    ad: null,
    userId: null,
  };
}

function bornOf(item: Item): InstallState {
  const { platform, country } = item;
  return { ...unknownInstall(item.project.projectId, item.installId), bornOf: item, platform, country };
}

const insert = prepare<Key>(`
  insert into installs (project_id, install_id, platform, country, first_seen_at, imported, advertising_id,
    vendor_id, app_version, sdk_version, os_version, model, language, tracking_authorized, device_data,
    campaign_id, link_id, network, updated_at)
  select a, b, c, d, e, coalesce(f, false), g, h, i, j, k, l, m, n, o, '${NO_CREDIT.campaignId}'::uuid,
    '${NO_CREDIT.linkId}'::uuid, '${NO_CREDIT.network}', $2::timestamptz
  from json_to_recordset($1::json) as r (a uuid, b text, c text, d text, e timestamptz, f boolean, g text, h text,
    i text, j text, k text, l text, m text, n boolean, o jsonb)
  order by a, b
  on conflict do nothing
  returning project_id, install_id`);

function insertRow(item: Item) {
  const { device } = item;
  return {
    a: item.project.projectId,
    b: item.installId,
    c: item.platform,
    d: item.country,
    e: item.occurredAt ?? item.receivedAt,
    f: item.imported ? true : undefined,
    g: device?.advertisingId ?? undefined,
    h: device?.vendorId ?? undefined,
    i: device?.appVersion ?? undefined,
    j: device?.sdkVersion ?? undefined,
    k: device?.osVersion ?? undefined,
    l: device?.model ?? undefined,
    m: device?.language ?? undefined,
    n: device?.trackingAuthorized ?? undefined,
    o: device?.raw ?? undefined,
  };
}

/** Rows for installs that were never heard of; what another process inserts meanwhile is loaded as it is there. */
async function insertUnknown(tx: Tx, group: Group, items: Item[]): Promise<void> {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = installKey(item.project.projectId, item.installId);
    if (!group.installs.has(key) && !first.has(key)) first.set(key, item);
  }
  if (first.size === 0) return;
  const inserted = await insert(tx, [JSON.stringify([...first.values()].map(insertRow)), group.now]);
  for (const row of inserted) {
    const key = installKey(row.project_id, row.install_id);
    const item = first.get(key);
    if (item) group.installs.set(key, bornOf(item));
    first.delete(key);
  }
  remember(group, await lockRows(tx, keysOf([...first.values()])));
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

const findStates = prepare<InstallRow>(`
  select i.project_id, i.install_id, i.platform, i.country, i.installed_at, i.kind, i.campaign_id, i.link_id,
    i.network, i.revision, i.match_type, i.touched_at, i.verdict, i.deep_link, i.user_id, null as cohort_date
  from installs i where i.project_id = $1::uuid and i.install_id = any($2::text[])`);

type FindState = (projectId: string, installId: string) => Promise<InstallState | null>;
const finders = new WeakMap<Db, FindState>();

const createFinder = (db: Db): FindState =>
  coalesce(async (projectId, installIds) => {
    const rows = await findStates(db, [projectId, installIds]);
    return new Map(rows.map((row) => [row.install_id, asState(row)]));
  });

/** One install, for looking only; many that are looked up at once are one question to the database. */
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
  await insertUnknown(tx, group, items);
  await loadTimelines(tx, [...group.installs.values()]);
  for (const item of items) {
    // A call that does not name its platform has that of its install.
    if (item.platform === 'other') item.platform = group.installOf(item).platform as Item['platform'];
  }
};
