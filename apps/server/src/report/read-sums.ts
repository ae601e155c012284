import type { Tx } from '../db/connection.ts';
import type { ReportQuery } from './query.ts';
import { readCohorts } from './read-cohorts.ts';
import { readDays, readEvents } from './read-days.ts';
import { readDistinct } from './read-distinct.ts';
import { readOwned } from './read-owned.ts';
import { readPartOfDay } from './read-part-of-day.ts';
import { type ReportSums, reportSums, type SumsByDimension } from './report-sums.ts';

/** Sums up what a query reads, and reads nothing else. Within a snapshot all of it is of one moment. */
export async function readSums(tx: Tx, given: ReportQuery): Promise<ReportSums> {
  const sums: SumsByDimension = new Map();
  const query = { ...given, partOfDay: await readPartOfDay(tx, given) };
  const ofDays = await readDays(tx, query, sums);
  await readOwned(tx, query, sums);
  await readEvents(tx, query, sums);
  const ofCohorts = await readCohorts(tx, query, sums);
  await readDistinct(tx, query, sums);
  return reportSums(sums, query, { ...ofDays, cohorts: ofCohorts });
}
