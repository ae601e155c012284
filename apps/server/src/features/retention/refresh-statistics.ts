import { refreshStatistics } from '../../db/statistics.ts';
import { job } from '../../jobs/runner.ts';

/** Some time after history was imported, once for all requests until then. */
export const refreshStatisticsJob = job('refresh-statistics', ({ db }) => refreshStatistics(db));
