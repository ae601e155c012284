import { type AdsSearch, searchAnswer, searchRequest } from '@trailmark/core/networks/google/google-search';
import type { z } from 'zod';
import { askGoogle } from '../../../networks/google-login.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';

/** A page has 10,000 rows: who has more than that would wait for minutes. */
const MOST_PAGES = 20;

/** All rows of a query. */
export async function searchAds<Row extends z.ZodType>(
  kit: Kit,
  { token, row, ...search }: Omit<AdsSearch, 'pageToken'> & { token: string; row: Row },
): Promise<z.output<Row>[]> {
  const access = { version: kit.env.networkVersions.googleAds, token };
  const rows: z.output<Row>[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: { results: z.output<Row>[]; nextPageToken?: string | undefined } = await askGoogle(
      kit,
      searchRequest(access, { ...search, pageToken }),
      searchAnswer(row),
    );
    for (const one of answer.results) rows.push(one);
    pageToken = answer.nextPageToken || null;
    if (pageToken === null) return rows;
  }
  // A part of the rows would be taken for all of them.
  throw new AppError('unavailable', 'Google returned too many rows.');
}
