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
  wanted: PeopleFilter,
): Promise<{ items: PersonRow[]; next_cursor: string | null }> {
  const { scope, limit } = wanted;
  const after = timeCursor.read(wanted.cursor);
  const context = await contextOf(db, clock.now(), wanted);
  const found = wanted.search ? await searchInstalls(db, wanted, wanted.search) : null;
  const isAnyTime = found !== null && wanted.from === undefined && wanted.to === undefined;
  const filter = {
    ...wanted,
    timezone: context.timezone,
    range: isAnyTime ? null : context.range,
    isSuspicious: wanted.suspicious ?? false,
  };
  const places = await listInstalls(db, filter, {
    found,
    after: after && { at: after[0], installId: after[1] },
    // One more than asked for tells whether there is a next page.
    limit: limit + 1,
  });
  const page = places.slice(0, limit);
  const ids = page.map(({ installId }) => installId);
  const items = (await loadInstalls(db, wanted, ids)).map((install) => presentPerson(install, scope));
  const last = places.length > limit ? page.at(-1) : undefined;
  return { items, next_cursor: last ? timeCursor.write([last.at, last.installId]) : null };
}
