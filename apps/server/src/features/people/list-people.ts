import type { ListedPerson } from '@trailmark/contract/people';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { contextOf } from '../../report/context.ts';
import { readRawOrNull } from '../../report/read-raw.ts';
import { timeCursor } from './cursor.ts';
import { countInstalls, type InstallCount, type InstallFilter, listInstalls } from './find-installs.ts';
import { loadInstalls } from './load-installs.ts';
import { presentPerson } from './present-install.ts';
import { type FoundInstalls, searchInstalls } from './search-installs.ts';

interface PeopleFilter extends ReportFilter {
  search?: string | undefined;
  suspicious?: boolean | undefined;
}

interface SelectedPeople {
  filter: InstallFilter;
  /** null: nothing was searched. */
  found: FoundInstalls | null;
}

/** A search without days looks at all times. */
async function selectPeople({ db, clock }: Kit, query: PeopleFilter): Promise<SelectedPeople> {
  const context = await contextOf(db, clock.now(), query);
  const found = query.search ? await searchInstalls(db, query, query.search) : null;
  const isAnyTime = found !== null && query.from === undefined && query.to === undefined;
  const filter = {
    ...query,
    timezone: context.timezone,
    range: isAnyTime ? null : context.range,
    isSuspicious: query.suspicious ?? false,
  };
  return { filter, found };
}

/** Installs and who uses them, newest first. */
export async function listPeople(
  kit: Kit,
  query: PeopleFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: ListedPerson[]; next_cursor: string | null }> {
  const { db } = kit;
  const { scope, limit } = query;
  const after = timeCursor.read(query.cursor);
  const { filter, found } = await selectPeople(kit, query);
  const installs = await listInstalls(db, filter, {
    found: found?.ids ?? null,
    after: after && { at: after[0], installId: after[1] },
    // One more than the limit shows whether there is a next page.
    limit: limit + 1,
  });
  const page = installs.slice(0, limit);
  const ids = page.map(({ installId }) => installId);
  const items = (await loadInstalls(db, query, ids)).map((install) => ({
    ...presentPerson(install, scope),
    found_by: found?.by.get(install.row.install_id) ?? [],
  }));
  const last = installs.length > limit ? page.at(-1) : undefined;
  return { items, next_cursor: last ? timeCursor.write([last.at, last.installId]) : null };
}

type PeopleCount = Omit<InstallCount, 'installs' | 'people'> & {
  installs: number | null;
  people: number | null;
};

/** How many the list has. Who uses an install is for a guest what their campaigns say, and so is not counted. */
export async function countPeople(kit: Kit, query: PeopleFilter): Promise<PeopleCount> {
  const { filter, found } = await selectPeople(kit, query);
  const count = await readRawOrNull(kit.db, filter.projectId, (tx) =>
    countInstalls(tx, filter, found?.ids ?? null),
  );
  if (!count) return { installs: null, people: null, is_more: true };
  const is_more = count.is_more || (found?.isPartial ?? false);
  return { ...count, is_more, people: query.scope.all && !is_more ? count.people : null };
}
