import type { SkanBase, SkanSchema } from '@trailmark/contract/skan-bases';
import { BUILT_IN_EVENTS } from '@trailmark/core/skan/schema/count-fact';
import { generateSchema } from '@trailmark/core/skan/schema/generate';
import type { RevenueHistory } from '@trailmark/core/skan/schema/revenue-buckets';
import type { Db, Tx } from '../../../db/connection.ts';
import { AppError } from '../../../platform/app-error.ts';
import { readRevenueHistory } from './read-revenue-history.ts';
import { listEventNames } from './store.ts';

/** What somebody asks for. */
export interface SchemaForm {
  bases: SkanBase[];
  install_value: 0 | 1;
  lock_first_window: SkanSchema['lock_first_window'];
}

/** Names of events by the field that they are in. */
function namesOf(base: SkanBase, at: number): [field: string, name: string][] {
  if (typeof base === 'string') return [[`bases.${at}`, base]];
  switch (base.type) {
    case 'event':
    case 'engagement':
      return [[`bases.${at}.event`, base.event]];
    case 'funnel':
      return base.steps.map((step, index) => [`bases.${at}.steps.${index}`, step]);
    case 'retention':
    case 'revenue':
      return [];
  }
}

/** An event that was never sent would be a value that nobody gets. */
async function refuseUnknownEvents(db: Db | Tx, projectId: string, bases: SkanBase[]): Promise<void> {
  const known = new Set([...(await listEventNames(db, projectId)), ...BUILT_IN_EVENTS]);
  const unknown = bases.flatMap(namesOf).filter(([, name]) => !known.has(name));
  if (unknown.length === 0) return;
  const fields = Object.fromEntries(unknown.map(([field]) => [field, 'is not an event of this project']));
  const [field, name] = unknown[0] as [string, string];
  throw new AppError('validation_failed', `${field} is not an event of this project: ${name}`, fields);
}

/** Only a base of revenue without buckets of its own is made from history. */
function needsHistory(bases: SkanBase[]): Extract<SkanBase, { type: 'revenue' }> | null {
  const revenue = bases.find((base) => typeof base !== 'string' && base.type === 'revenue');
  if (!revenue || typeof revenue === 'string' || revenue.type !== 'revenue') return null;
  const isGiven = revenue.bounds ?? revenue.min ?? revenue.max;
  return isGiven === undefined ? revenue : null;
}

/** Makes a schema from what somebody asks for and what the project has seen, or refuses. */
export async function makeSchema(
  db: Db | Tx,
  { projectId, currency, now }: { projectId: string; currency: string; now: Date },
  form: SchemaForm,
): Promise<{ schema: SkanSchema; history: RevenueHistory | null }> {
  await refuseUnknownEvents(db, projectId, form.bases);
  const revenue = needsHistory(form.bases);
  const history =
    revenue && (await readRevenueHistory(db, projectId, { currency: revenue.currency ?? currency, now }));
  const made = generateSchema({ ...form, currency, history });
  if ('schema' in made) return { schema: made.schema, history };
  const [field, reason] = Object.entries(made.refused)[0] as [string, string];
  throw new AppError('validation_failed', `${field} ${reason}`, made.refused);
}
