import type { SkanSchema } from '@trailmark/contract/skan-bases';
import type { previewSkanSchema } from '@trailmark/contract/skan-schema';
import { listCoarse, listValues } from '@trailmark/core/skan/schema/conditions';
import { encode, measuredHours } from '@trailmark/core/skan/schema/encode';
import { NO_FACTS } from '@trailmark/core/skan/schema/levels';
import { ALL_WINDOWS, isDayOf } from '@trailmark/core/skan/schema/windows';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Kit } from '../../../platform/kit.ts';
import { makeSchema } from './make-schema.ts';

type Preview = z.output<(typeof previewSkanSchema)['response']>;
type Form = z.output<(typeof previewSkanSchema)['body']>;

function reachedBy(schema: SkanSchema, path: NonNullable<Form['path']>): Preview['reached'] {
  const window = ALL_WINDOWS.find((one) => isDayOf(one, path.day));
  if (window === undefined) return { sequence: null, fine: null, coarse: null, lock: false };
  const counts = Object.fromEntries(path.events.map(({ name, count }) => [name, count]));
  const hours = path.day * 24;
  // What happens after the first window is closed counts in none.
  const isOver = window === 0 && hours >= measuredHours(schema);
  const facts = isOver ? NO_FACTS : { counts, lastDay: path.day, revenue: path.revenue };
  return { sequence: window, ...encode(schema, facts, { window, hours }) };
}

/** What a schema would be, without storing it. */
export async function previewSchema(kit: Kit, projectId: string, { path, ...form }: Form): Promise<Preview> {
  const { rows } = await sql<{ currency: string }>`
    select currency from projects where project_id = ${projectId}`.execute(kit.db);
  const { currency } = rows[0] as { currency: string };
  const { schema, history } = await makeSchema(kit.db, { projectId, currency, now: kit.clock.now() }, form);
  return {
    schema,
    values: listValues(schema),
    coarse: listCoarse(schema),
    history: history && { days: history.days, payers: history.amounts.length },
    reached: path ? reachedBy(schema, path) : null,
  };
}
