import { createPartitions, dayOf, PARTITIONED, queriesOf } from '../../db/partitions.ts';
import { refreshStatistics } from '../../db/statistics.ts';
import { job } from '../../jobs/runner.ts';
import { DAY_MS, later } from '../../platform/clock.ts';

const DAYS_BACK = 2;
const DAYS_AHEAD = 7;

/** Partitions are there before a row needs them: nobody waits for one to be made. */
export const makePartitions = job('make-partitions', async ({ db, clock }) => {
  const partitions = createPartitions(queriesOf(db), clock);
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, at) =>
    dayOf(later(clock.now(), (at - DAYS_BACK) * DAY_MS)),
  );
  for (const table of PARTITIONED) await partitions.ensure(table, days);
});

/** Some time after history was imported, once for all requests until then. */
export const refreshStatisticsJob = job('refresh-statistics', ({ db }) => refreshStatistics(db));
