import type { CoarseValue, SkanWindow } from '@trailmark/contract/skan-bases';
import { countFact } from '@trailmark/core/skan/schema/count-fact';
import { type ConversionValue, encode, measuredHours, raise } from '@trailmark/core/skan/schema/encode';
import { NO_FACTS, type WindowFacts } from '@trailmark/core/skan/schema/levels';
import { activeVersionAt } from '@trailmark/core/skan/schema/versions';
import { dayAfter, windowAt } from '@trailmark/core/skan/schema/windows';
import { bulk } from '../../../db/bulk.ts';
import type { Tx } from '../../../db/connection.ts';
import { prepare } from '../../../db/run-prepared.ts';
import type { Fact, Group, InstallState, Step } from '../../../pipeline/group.ts';
import type { SkanConfig } from '../../../pipeline/project-config.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import { type AmountsIn, convertPayments } from './convert-payments.ts';

type Version = SkanConfig['versions'][number];

interface ValueRow {
  install_id: string;
  sequence: SkanWindow;
  version: number;
  fine: number | null;
  coarse: CoarseValue;
  locked: boolean;
  facts: WindowFacts;
}

const VALUES = bulk<ValueRow>({
  install_id: 'text',
  sequence: 'smallint',
  version: 'int',
  fine: 'smallint',
  coarse: 'text',
  locked: 'boolean',
  facts: 'jsonb',
});

/** The installs are locked, so that nobody else changes their values meanwhile. */
const FIND = prepare<ValueRow>(`
  select ${VALUES.names} from skan_values where project_id = $1::uuid and install_id = any($2::text[])`);

const STORE = prepare(`
  insert into skan_values (project_id, ${VALUES.names}, updated_at)
  select $1::uuid, ${VALUES.names}, $2::timestamptz from ${VALUES.table(3)}
  order by install_id, sequence
  on conflict (project_id, install_id, sequence) do update set fine = excluded.fine, coarse = excluded.coarse,
    locked = excluded.locked, facts = excluded.facts, updated_at = excluded.updated_at`);

/** An install of an app on iOS that is in a conversion window. */
interface Opened {
  install: InstallState;
  firstOpenAt: Date;
  window: SkanWindow;
  rows: ValueRow[];
  version: Version;
}

/**
 * The version in force when the app was first opened: its values are decoded by that one. What was opened before the
 * first activation has the oldest.
 */
function versionOf({ versions }: SkanConfig, firstOpenAt: Date, rows: ValueRow[]): Version | undefined {
  const begun = versions.find(({ version }) => version === rows[0]?.version);
  return begun ?? activeVersionAt(versions, firstOpenAt) ?? versions.at(-1);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

async function findOpened(tx: Tx, group: Group, skan: SkanConfig): Promise<Opened[]> {
  const phones = [...group.installs.values()].flatMap((install) => {
    if (install.platform !== 'ios' || !install.installedAt) return [];
    const window = windowAt(install.installedAt, group.now);
    return window === null ? [] : [{ install, firstOpenAt: install.installedAt, window }];
  });
  if (phones.length === 0) return [];
  const found = await FIND(tx, [group.projectId, phones.map(({ install }) => install.installId)]);
  const rowsOf = groupBy(found, ({ install_id }) => install_id);
  return phones.flatMap((phone) => {
    const rows = rowsOf.get(phone.install.installId) ?? [];
    const version = versionOf(skan, phone.firstOpenAt, rows);
    return version ? [{ ...phone, rows, version }] : [];
  });
}

/** What the group adds to the window that an install is in. Money that goes back takes nothing back. */
function countFacts(
  { firstOpenAt, window, version }: Opened,
  before: WindowFacts,
  stored: Stored,
): WindowFacts {
  const lastMs = firstOpenAt.getTime() + measuredHours(version.schema) * HOUR_MS;
  return stored.facts.reduce((facts, fact) => {
    if (fact.kind === 'refund' || windowAt(firstOpenAt, fact.occurredAt) !== window) return facts;
    if (window === 0 && fact.occurredAt.getTime() >= lastMs) return facts;
    const day = dayAfter(firstOpenAt, fact.occurredAt);
    return countFact(version.schema, facts, { name: fact.name, day, amount: stored.amountOf(fact, version) });
  }, before);
}

interface Stored {
  facts: Fact[];
  amountOf(fact: Fact, version: Version): string | null;
}

const currencyOf = ({ schema }: Version): string | null => {
  const money = schema.bases.find(({ type }) => type === 'revenue');
  return money?.type === 'revenue' ? money.currency : null;
};

const conversionValueOf = ({ fine, coarse, locked }: ValueRow): ConversionValue => ({
  fine,
  coarse,
  lock: locked,
});

/** The value of the window now. */
function raised(
  opened: Opened,
  { before, now }: { before: ValueRow | null; now: Date },
  stored: Stored,
): ValueRow {
  const { install, firstOpenAt, window, version } = opened;
  const facts = countFacts(opened, before?.facts ?? NO_FACTS, stored);
  const hours = (now.getTime() - firstOpenAt.getTime()) / HOUR_MS;
  const value = raise(before && conversionValueOf(before), encode(version.schema, facts, { window, hours }));
  return {
    install_id: install.installId,
    sequence: window,
    version: version.version,
    fine: value.fine,
    coarse: value.coarse,
    locked: value.lock,
    facts,
  };
}

/** Later windows have no fine value; Apple's call asks for one, and so do apps: it stays that of the first. */
const fineOf = (row: ValueRow, { rows, version }: Opened): number =>
  row.fine ?? rows.find(({ sequence }) => sequence === 0)?.fine ?? version.schema.install_value;

const isImport = ({ items }: Group) => items.some(({ imported }) => imported !== null);

/** Raises the conversion values of installs on iOS by what they did, where the project has activated SKAN. */
export const raiseConversionValues: Step = async (tx, group) => {
  const skan = group.items[0]?.project.skan;
  if (!skan || isImport(group)) return;
  const values: NonNullable<Group['conversionValues']> = new Map();
  group.conversionValues = values;
  const all = await findOpened(tx, group, skan);
  if (all.length === 0) return;
  const amounts: AmountsIn = await convertPayments(
    tx,
    group.stored,
    new Set(skan.versions.flatMap((one) => currencyOf(one) ?? [])),
  );
  const factsOf = groupBy(group.stored, ({ install }) => install.installId);
  const rows = all.flatMap((opened) => {
    const before = opened.rows.find(({ sequence }) => sequence === opened.window) ?? null;
    // Nothing more can be said in a locked window. The answer that locked it may be lost, so that it is given again.
    const row = before?.locked
      ? before
      : raised(
          opened,
          { before, now: group.now },
          {
            facts: factsOf.get(opened.install.installId) ?? [],
            amountOf: (fact, version) => amounts(fact, currencyOf(version)),
          },
        );
    const { coarse, locked: lock } = row;
    values.set(opened.install.installId, { fine: fineOf(row, opened), coarse, lock });
    return before?.locked ? [] : [row];
  });
  if (rows.length > 0) await STORE(tx, [group.projectId, group.now, ...VALUES.values(rows)]);
};
