import { sql } from 'kysely';
import { type Group, type Item, installKey, type Step } from '../../pipeline/group.ts';
import type { LimitHits } from './limit-hits.ts';

/** A new install was stored with the device that it was first heard of by. */
const isStored = (group: Group, item: Item) => item.call === 'open' && group.installOf(item).bornOf === item;

const CALLS: Item['call'][] = ['open', 'deep_link', 'push_token', 'integrations', 'user'];

/** What an install keeps of ids in other tools as they were sent. */
const MAX_INTEGRATION_CHARACTERS = 64 * 1024;

const saysNothing = ({ device, pushToken, integrations }: Item) => !device && !pushToken && !integrations;

/**
 * Ids in other tools. Those that an install has are renewed; new ones are added, in the order of their names, until it
 * has as many as it may.
 */
const integrationsOf = (maxKeys: number) => sql`
  coalesce(t.integrations, '{}') || coalesce((
    select jsonb_object_agg(k.key, k.value)
    from (
      select n.key, n.value, coalesce(t.integrations, '{}') ? n.key as is_known,
        row_number() over (partition by coalesce(t.integrations, '{}') ? n.key order by n.key) as place
      from jsonb_each(r.m) n) k
    where k.is_known
      or k.place <= ${maxKeys}::int - (select count(*) from jsonb_object_keys(coalesce(t.integrations, '{}')))), '{}')`;

/** Ids as they were sent, with those from before as long as all of them are not too many. */
const integrationDataOf = sql`
  case when r.n is null then t.integration_data
    when length((coalesce(t.integration_data, t.integrations, '{}') || r.n)::text) > ${MAX_INTEGRATION_CHARACTERS}::int
    then r.n
    else coalesce(t.integration_data, t.integrations, '{}') || r.n end`;

/** Keys that were not taken, by the row as it is now. */
const beyond = sql`(select array_agg(k) from jsonb_object_keys(r.m) k where not t.integrations ? k)`;

interface Updated {
  project_id: string;
  beyond: string[] | null;
}

function rowOf(item: Item) {
  return {
    a: item.project.projectId,
    b: item.installId,
    c: item.device?.advertisingId ?? null,
    d: item.device?.vendorId ?? null,
    e: item.device?.appVersion ?? null,
    f: item.device?.sdkVersion ?? null,
    g: item.device?.osVersion ?? null,
    h: item.device?.model ?? null,
    i: item.device?.language ?? null,
    j: item.device?.trackingAuthorized ?? null,
    k: item.device?.raw ?? null,
    l: item.pushToken,
    m: item.integrations,
    n: item.integrationData ?? item.integrations,
  };
}
type Row = ReturnType<typeof rowOf>;

/** What came later holds; what it does not say stays. */
function combine(before: Row, row: Row): Row {
  const said = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  const [m, n] = [row.m ? { ...before.m, ...row.m } : before.m, row.n ? { ...before.n, ...row.n } : before.n];
  return { ...before, ...said, m, n } as Row;
}

/** One row for each install: a statement changes a stored row once, whatever else it joins to. */
function rowsOf(items: Item[]): Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const key = installKey(item.project.projectId, item.installId);
    const before = rows.get(key);
    rows.set(key, before ? combine(before, rowOf(item)) : rowOf(item));
  }
  return [...rows.values()];
}

/** What an open tells about its device; and push tokens and ids of other tools when they come. */
export const createUpdateDevices =
  ({ maxKeys, hits }: { maxKeys: number; hits: LimitHits }): Step =>
  async (tx, group) => {
    const rows = rowsOf(
      group.items.filter((item) => CALLS.includes(item.call) && !saysNothing(item) && !isStored(group, item)),
    );
    if (rows.length === 0) return;
    const updated = await sql<Updated>`
    update installs t set
      advertising_id = coalesce(r.c, t.advertising_id), vendor_id = coalesce(r.d, t.vendor_id),
      app_version = coalesce(r.e, t.app_version), sdk_version = coalesce(r.f, t.sdk_version),
      os_version = coalesce(r.g, t.os_version), model = coalesce(r.h, t.model),
      language = coalesce(r.i, t.language), tracking_authorized = coalesce(r.j, t.tracking_authorized),
      device_data = coalesce(r.k, t.device_data), push_token = coalesce(r.l, t.push_token),
      integrations = ${integrationsOf(maxKeys)}, integration_data = ${integrationDataOf},
      updated_at = ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e text, f text,
      g text, h text, i text, j boolean, k jsonb, l text, m jsonb, n jsonb)
    where t.project_id = r.a and t.install_id = r.b
    returning t.project_id, ${beyond} as beyond`.execute(tx);
    for (const { project_id: projectId, beyond: keys } of updated.rows) {
      const example = keys?.[0];
      if (!keys || example === undefined) continue;
      hits.note({ projectId, kind: 'integration_keys', beyond: keys.length, example });
    }
  };
