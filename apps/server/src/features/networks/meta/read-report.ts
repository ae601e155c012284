import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import type { MetaApp } from '@trailmark/core/networks/meta/meta-auth';
import {
  InsightsAnswer,
  insightsRequest,
  isTooLarge,
  ReportStatus,
  reportRowsRequest,
  reportStatusRequest,
  StartedReport,
  startReportRequest,
} from '@trailmark/core/networks/meta/meta-report';
import type { z } from 'zod';
import { NetworkRefused } from '../../../networks/ask-network.ts';
import { AppError } from '../../../platform/app-error.ts';
import { SECOND_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askMeta, getMetaApp } from './ask-meta.ts';

/** With 500 rows each: a week of an account with more ads than Meta allows. */
const MOST_PAGES = 400;
const MOST_POLLS = 60;
const POLL_MS = 2 * SECOND_MS;

async function readPages(
  kit: Kit,
  requestFor: (after: string | null) => OutboundRequest,
): Promise<AdReportRow[]> {
  const rows: AdReportRow[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: z.output<typeof InsightsAnswer> = await askMeta(kit, requestFor(after), InsightsAnswer);
    for (const row of answer.rows) rows.push(row);
    after = answer.after;
    if (after === null) return rows;
  }
  throw new AppError('unavailable', 'Meta returned too many rows for a week.');
}

/** Lets Meta prepare a report, waits for it and reads it. */
async function readPrepared(
  kit: Kit,
  app: MetaApp,
  { query, token, signal }: { query: AdReportQuery; token: string; signal: AbortSignal },
): Promise<AdReportRow[]> {
  const { report_run_id: id } = await askMeta(kit, startReportRequest(app, query, token), StartedReport);
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const { state, words } = await askMeta(kit, reportStatusRequest(app, id, token), ReportStatus);
    if (state === 'done') {
      return await readPages(kit, (after) => reportRowsRequest(app, id, { token, after }));
    }
    if (state === 'failed') throw new AppError('unavailable', `Meta could not prepare the report: ${words}`);
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new AppError('unavailable', 'Meta is still preparing the report.');
}

/** What the ads of an account cost: at once, or by a report where the answer would be too large. */
export async function readMetaReport(
  kit: Kit,
  {
    projectId,
    query,
    token,
    signal,
  }: { projectId: string; query: AdReportQuery; token: string; signal: AbortSignal },
): Promise<AdReportRow[]> {
  const app = await getMetaApp(kit, projectId);
  try {
    return await readPages(kit, (after) => insightsRequest(app, query, { token, after }));
  } catch (error) {
    if (!(error instanceof NetworkRefused && isTooLarge(error.error))) throw error;
    return await readPrepared(kit, app, { query, token, signal });
  }
}
