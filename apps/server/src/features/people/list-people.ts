import type { PersonRow } from '@trailmark/contract/people';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { contextOf } from '../../report/context.ts';
import { timeCursor } from './cursor.ts';
import { listInstalls, searchInstalls } from './find-installs.ts';
import { loadInstalls } from './load-installs.ts';
import { presentPerson } from './present-install.ts';

interface PeopleFilter extends ReportFilter {
  search?: string | undefined;
  suspicious?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Installs and who uses them, newest first. A search without days looks at all times. */
export async function listPeople(
  { db, clock }: Kit,
  query: PeopleFilter,
): Promise<{ items: PersonRow[]; next_cursor: string | null }> {
  const { scope, limit } = query;
  const after = timeCursor.read(query.cursor);
  const context = await contextOf(db, clock.now(), query);
  const found = query.search ? await searchInstalls(db, query, query.search) : null;
  const isAnyTime = found !== null && query.from === undefined && query.to === undefined;
  const filter = {
    ...query,
    timezone: context.timezone,
    range: isAnyTime ? null : context.range,
    isSuspicious: query.suspicious ?? false,
  };
  const installs = await listInstalls(db, filter, {
    found,
    after: after && { at: after[0], installId: after[1] },
    // One more than the limit shows whether there is a next page.
    limit: limit + 1,
  });
  const page = installs.slice(0, limit);
  const ids = page.map(({ installId }) => installId);
  const items = (await loadInstalls(db, query, ids)).map((install) => presentPerson(install, scope));
  const last = installs.length > limit ? page.at(-1) : undefined;
  return { items, next_cursor: last ? timeCursor.write([last.at, last.installId]) : null };
}
