import { HISTORY_LISTS, importHistory, MAX_IMPORT_BYTES } from '@trailmark/contract/history';
import { enqueue } from '../../jobs/queue.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { checkLinks, checkTimes, readHistory, refuseRows } from './check-history.ts';
import { findCredits } from './find-credits.ts';
import { touchOf, unitOf } from './read-history.ts';
import type { ServerCall } from './server-calls.ts';
import { historySpan } from './time-span.ts';

/** After all that was imported until then is folded into the rollups. */
const STATISTICS = { key: 'refresh-statistics', inMs: MINUTE_MS, keepsTime: true };

const importCall: ServerCall = {
  route: importHistory,
  bodyLimit: MAX_IMPORT_BYTES,
  async answer({ connection, history: past }, { kit, arrival, json }) {
    const { projectId } = arrival.project;
    const history = readHistory(importHistory.body, json);
    refuseRows(checkTimes(history, historySpan(arrival.receivedAt, kit.env.limits.importPastDays)));
    const { db } = await connection.of(projectId);
    const creditOf = await findCredits(db, projectId, history);
    refuseRows(checkLinks(history, creditOf));
    const { unit, reasons } = unitOf(arrival, { history, creditOf });
    refuseRows(reasons);
    await past.clicks(history.clicks.map((row) => touchOf(projectId, creditOf, row)));
    await past.views(history.impressions.map((row) => touchOf(projectId, creditOf, row)));
    if (unit.length > 0) await past.add(unit);
    await enqueue(kit.db, 'refresh-statistics', {}, STATISTICS);
    return { accepted: Object.fromEntries(HISTORY_LISTS.map((list) => [list, history[list].length])) };
  },
};

export const IMPORT_CALLS: ServerCall[] = [importCall];
