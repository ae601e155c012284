import type { Db, Tx } from '../db/connection.ts';
import type { DeltaRow } from './deltas.ts';

type DailyRow = Omit<DeltaRow, 'cohort_date' | 'day_number'>;

/**
 * Daily rollups as they are at this moment: what was folded and what waits to be, in one statement and so in
 * one snapshot.
 */
export function dailyRollups(db: Db | Tx, projectId: string, range: { from: string; to: string }) {
  return db.selectFrom((eb) =>
    eb
      .selectFrom('rollup_days')
      .select(['local_date', 'metric', 'campaign_id', 'link_id', 'network', 'country', 'platform'])
      .select(['event_name', 'currency', 'count', 'amount'])
      .where('project_id', '=', projectId)
      .where('local_date', '>=', range.from)
      .where('local_date', '<=', range.to)
      .unionAll(
        eb
          .selectFrom('rollup_deltas')
          .select(['local_date', 'metric', 'campaign_id', 'link_id', 'network', 'country', 'platform'])
          .select(['event_name', 'currency', 'count', 'amount'])
          .where('project_id', '=', projectId)
          .where('local_date', '>=', range.from)
          .where('local_date', '<=', range.to)
          .$castTo<DailyRow>(),
      )
      .as('r'),
  );
}
