import { CONSENT_PURPOSES } from '@trailmark/contract/consent';
import type { EXPORT_KINDS } from '@trailmark/contract/exports';
import { consentWord, PURPOSES, type Purpose } from '@trailmark/core/client/read-consent';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleUserId } from '../../access/visible-people-statement.ts';

export type ExportKind = (typeof EXPORT_KINDS)[number];

/** What a column of a file holds. Money is exact, so it is text; so is JSON. */
export type ColumnType = 'text' | 'time' | 'day' | 'boolean' | 'integer';

export interface Column {
  name: string;
  type: ColumnType;
  read: RawBuilder<unknown>;
  /** Left empty in the file of a guest: it can tell of more than the campaigns that they see. */
  forTeam?: boolean;
  /** What the file of a guest has instead. */
  forGuest?: (reader: Reader) => RawBuilder<unknown>;
}

interface Source {
  table: 'clicks' | 'impressions' | 'installs' | 'events';
  /** When a row counts. */
  at: string;
  /** Orders rows of the same moment. */
  id: string;
  columns: Column[];
}

const ref = (name: string) => sql.ref(`r.${name}`);
const text = (name: string): Column => ({ name, type: 'text', read: ref(name) });
const time = (name: string): Column => ({ name, type: 'time', read: ref(name) });
const flag = (name: string): Column => ({ name, type: 'boolean', read: ref(name) });
const json = (name: string): Column => ({ name, type: 'text', read: sql`${ref(name)}::text` });
const amount = (name: string): Column => ({ name, type: 'text', read: sql`trim_scale(${ref(name)})::text` });
const id = (name: string): Column => ({
  name,
  type: 'text',
  read: sql`nullif(${ref(name)}, ${NO_ID}::uuid)`,
});
const called = (name: string, column: Column): Column => ({ ...column, name });
const forTeam = (column: Column): Column => ({ ...column, forTeam: true });
const address = forTeam({ name: 'ip', type: 'text', read: sql`host(r.ip)` });

const localDate: Column = { name: 'local_date', type: 'day', read: ref('local_date') };
const credit: Column[] = [
  id('campaign_id'),
  { name: 'campaign_name', type: 'text', read: sql.ref('c.name') },
  id('link_id'),
  { name: 'link_name', type: 'text', read: sql.ref('l.name') },
  text('network'),
];

/** The device's user; a guest learns it from what is credited to their campaigns. */
const userOfInstall: Column = {
  ...text('user_id'),
  forGuest: (reader) => visibleUserId(reader, { id: ref('install_id'), userId: ref('user_id') }),
};

/** An answer that is in force, and since when; empty where it is not known. */
function consentColumns(name: Purpose): Column[] {
  const column = `consent_${PURPOSES[name]}`;
  const answer = sql`(r.consent ->> ${sql.lit(name)})`;
  const word = (value: boolean) => sql.lit(consentWord(name, value));
  const read = sql`case ${answer} when 'true' then ${word(true)} when 'false' then ${word(false)} else ${answer} end`;
  const since = sql`case when ${answer} is not null then (r.consent_times #>> array[${sql.lit(name)}, 'since'])::timestamptz end`;
  return [
    { name: column, type: 'text', read },
    { name: `${column}_at`, type: 'time', read: since },
  ];
}
const consent = (Object.keys(PURPOSES) as Purpose[])
  .sort((one, other) => CONSENT_PURPOSES.indexOf(PURPOSES[one]) - CONSENT_PURPOSES.indexOf(PURPOSES[other]))
  .flatMap(consentColumns);

/** What each kind of file is read from; the order of columns is a promise. */
export const SOURCES: Record<ExportKind, Source> = {
  clicks: {
    table: 'clicks',
    at: 'clicked_at',
    id: 'id',
    columns: [
      ...[called('click_id', text('id')), time('clicked_at'), localDate, ...credit],
      ...[text('platform'), text('country'), text('device_key'), address, text('user_agent')],
      ...[text('os_version'), text('model'), text('language'), text('advertising_id')],
      ...[json('click_ids'), json('params'), text('outcome'), flag('imported')],
    ],
  },
  impressions: {
    table: 'impressions',
    at: 'viewed_at',
    id: 'id',
    columns: [
      ...[called('impression_id', text('id')), time('viewed_at'), localDate, ...credit],
      ...[text('platform'), text('country'), text('device_key'), address, text('user_agent')],
      ...[text('advertising_id'), json('params'), flag('imported')],
    ],
  },
  installs: {
    table: 'installs',
    at: 'installed_at',
    id: 'install_id',
    columns: [
      ...[text('install_id'), time('installed_at'), localDate, time('first_seen_at'), text('kind')],
      ...[userOfInstall, ...credit, text('match_type'), text('touch_id'), time('touched_at')],
      ...[text('verdict'), { ...text('revision'), type: 'integer' as const }, text('platform')],
      ...[text('country'), text('model'), text('os_version'), text('app_version'), text('sdk_version')],
      ...[text('language'), flag('tracking_authorized'), text('advertising_id'), text('vendor_id')],
      ...[text('deep_link'), forTeam(json('device_data')), flag('imported')],
      ...consent,
    ],
  },
  events: {
    table: 'events',
    at: 'occurred_at',
    id: 'id',
    columns: [
      ...[called('event_id', text('id')), time('occurred_at'), localDate, time('received_at')],
      ...[text('kind'), text('name'), text('install_id'), text('user_id'), ...credit],
      ...[text('platform'), text('country'), amount('amount'), text('currency'), json('data')],
      ...[flag('imported')],
    ],
  },
};
