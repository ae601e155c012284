import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import { ReportAnswer, reportRequest } from '@trailmark/core/networks/tiktok/tiktok-report';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askTiktok } from './ask-tiktok.ts';

const MOST_PAGES = 200;

/** What the ads of an advertiser cost. */
export async function readTiktokReport(
  kit: Kit,
  { query, token }: { query: AdReportQuery; token: string },
): Promise<AdReportRow[]> {
  const app = { version: kit.env.networkVersions.tiktok };
  const rows: AdReportRow[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await askTiktok(kit, reportRequest(app, query, { token, page }), ReportAnswer);
    for (const row of answer.rows) rows.push(row);
    if (answer.isLast) return rows;
  }
  throw new AppError('unavailable', 'TikTok returned too many rows for a week.');
}
