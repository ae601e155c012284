import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import { DEVICE_COLUMNS, type DeviceColumns, deviceColumnsOf } from '../../pipeline/device-columns.ts';
import type { Group, Item, Step } from '../../pipeline/group.ts';
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
      from jsonb_each(r.integrations) n) k
    where k.is_known
      or k.place <= ${maxKeys}::int - (select count(*) from jsonb_object_keys(coalesce(t.integrations, '{}')))), '{}')`;

/** Ids as they were sent, with those from before as long as all of them are not too many. */
const integrationDataOf = sql`
  case when r.integration_data is null then t.integration_data
    when length((coalesce(t.integration_data, t.integrations, '{}') || r.integration_data)::text) > ${MAX_INTEGRATION_CHARACTERS}::int
    then r.integration_data
    else coalesce(t.integration_data, t.integrations, '{}') || r.integration_data end`;

/** Keys that were not taken, by the row as it is now. */
const beyond = sql`(select array_agg(k) from jsonb_object_keys(r.integrations) k where not t.integrations ? k)`;

/** What is said later holds; what is not said stays. */
const SIMPLE_COLUMNS = sql.join(
  [...Object.keys(DEVICE_COLUMNS), 'push_token'].map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`r.${column}`)}, ${sql.ref(`t.${column}`)})`,
  ),
);

interface DeviceRow extends DeviceColumns {
  install_id: string;
  push_token: string | null;
  integrations: Record<string, string> | null;
  integration_data: Record<string, unknown> | null;
}

const DEVICES = bulk<DeviceRow>({
  install_id: 'text',
  ...DEVICE_COLUMNS,
  push_token: 'text',
  integrations: 'jsonb',
  integration_data: 'jsonb',
});

function rowOf(item: Item): DeviceRow {
  return {
    install_id: item.installId,
    ...deviceColumnsOf(item.device),
    push_token: item.pushToken,
    integrations: item.integrations,
    integration_data: item.integrationData ?? item.integrations,
  };
}

/** What came later holds; what it does not say stays. */
function combine(before: DeviceRow, row: DeviceRow): DeviceRow {
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return {
    ...before,
    ...given,
    integrations: row.integrations ? { ...before.integrations, ...row.integrations } : before.integrations,
    integration_data: row.integration_data
      ? { ...before.integration_data, ...row.integration_data }
      : before.integration_data,
  };
}

/** One row for each install: a statement changes a stored row once, whatever else it joins to. */
function rowsOf(items: Item[]): DeviceRow[] {
  const rows = new Map<string, DeviceRow>();
  for (const item of items) {
    const before = rows.get(item.installId);
    rows.set(item.installId, before ? combine(before, rowOf(item)) : rowOf(item));
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
    const { projectId } = group;
    const updated = await sql<{ beyond: string[] | null }>`
    update installs t set ${SIMPLE_COLUMNS}, integrations = ${integrationsOf(maxKeys)},
      integration_data = ${integrationDataOf}, updated_at = ${group.now}::timestamptz
    from ${DEVICES.rows(rows)}
    where t.project_id = ${projectId} and t.install_id = r.install_id
    returning ${beyond} as beyond`.execute(tx);
    for (const { beyond: keys } of updated.rows) {
      const example = keys?.[0];
      if (!keys || example === undefined) continue;
      hits.note({ projectId, kind: 'integration_keys', beyond: keys.length, example });
    }
  };
