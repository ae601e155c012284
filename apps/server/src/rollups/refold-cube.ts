import { type RawBuilder, sql } from 'kysely';
import { allProjects } from '../db/all-projects.ts';
import type { Db, Tx } from '../db/connection.ts';
import { lockByName, tryLockByName } from '../db/lock-by-name.ts';
import { addToCube, CUBES, type Cube, convertedWith } from './cube.ts';
import { type Grain, periodOf } from './grains.ts';

/** Days of a cube that one transaction folds again. */
const DAYS_AT_ONCE = 56;

/** Changes of rates wait for folds under way, on whichever node of a cluster; folds that begin later see them. */
const holdRates = sql`lock table currency_rates in share mode`;
/** One change of rates after the other. */
const changeInTurn = sql`select pg_advisory_xact_lock(hashtextextended('currency rates', 0))`;

const FOLD = 'fold';

/** Waits until nobody folds the project; until the transaction ends folding leaves it out. */
export async function holdFolding(tx: Tx, projectId: string): Promise<void> {
  await lockByName(tx, { projectId, name: FOLD });
}

/**
 * One fold of a project at a time, and none while rates change. Returns the currency of the project; null when there is
 * no such project, and undefined when somebody else folds or rebuilds it: other projects do not wait for that.
 */
export async function lockFolding(tx: Tx, projectId: string): Promise<string | null | undefined> {
  if (!(await tryLockByName(tx, { projectId, name: FOLD }))) return undefined;
  await holdRates.execute(tx);
  const project = await tx
    .selectFrom('projects')
    .select('currency')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return project?.currency ?? null;
}

/** From a day on, or up to another too. */
export interface Days {
  from: string;
  to?: string | undefined;
}

/** Makes a grain again from the finest rollup: the periods of some days, each as a whole. */
async function rebuildGrain(tx: Tx, cube: Cube, grain: Grain, { projectId, own, from, to }: Project & Days) {
  const first = periodOf(grain, sql`${from}::date`);
  const last = to === undefined ? null : periodOf(grain, sql`${to}::date`);
  const between = (column: RawBuilder<unknown>, end: RawBuilder<unknown> | null) =>
    end ? sql`${column} between ${first} and ${end}` : sql`${column} >= ${first}`;
  await sql`
    delete from ${sql.table(cube.table)}
    where project_id = ${projectId} and grain = ${grain.name} and ${between(sql.ref('period'), last)}`.execute(
    tx,
  );
  const lastDay = last && grain.period === 'week' ? sql`${last} + 6` : last;
  const rows = sql`(
    select * from ${sql.table(cube.of.table)}
    where project_id = ${projectId} and ${between(sql.ref(cube.of.date), lastDay)})`;
  await sql`
    with ${convertedWith(cube.of, rows, own)}
    ${addToCube(cube, sql`converted`, [grain])}`.execute(tx);
}

interface Project {
  projectId: string;
  /** Its currency. */
  own: string;
}

/** Makes the cubes of a project again from its finest rollups. */
export async function rebuildCubes(tx: Tx, project: Project & Days): Promise<void> {
  for (const cube of CUBES) {
    for (const grain of cube.grains) await rebuildGrain(tx, cube, grain, project);
  }
}

/** The next days to fold again; null when nothing is left. */
async function nextDays(tx: Tx, { projectId, own }: Project): Promise<{ from: string; to: string } | null> {
  const pending = await tx
    .selectFrom('cube_refolds')
    .selectAll()
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!pending) return null;
  const { from_date: from, done_until: until } = pending;
  // Installs of earlier days have money on these days too.
  const isCohort = until
    ? sql`cohort_date > ${until}::date`
    : sql`cohort_date + day_number >= ${from}::date and currency <> '' and currency <> ${own}`;
  const isDay = until ? sql`local_date > ${until}::date` : sql`local_date >= ${from}::date`;
  const { rows } = await sql<{ first: string | null; last: string }>`
    select d.day as first, d.day + ${DAYS_AT_ONCE - 1}::int as last
    from (
      select least(
        (select min(local_date) from rollup_days where project_id = ${projectId} and ${isDay}),
        (select min(cohort_date) from rollup_cohorts where project_id = ${projectId} and ${isCohort})) as day) d`.execute(
    tx,
  );
  const [next] = rows;
  return next?.first ? { from: next.first, to: next.last } : null;
}

/** Folds the cubes of a project again, some weeks at a time, after its currency or rates changed. */
export async function refoldCube(db: Db, projectId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await db.transaction().execute(async (tx) => {
      const own = await lockFolding(tx, projectId);
      if (own === undefined) return true;
      const days = own === null ? null : await nextDays(tx, { projectId, own });
      if (own === null || days === null) {
        await tx.deleteFrom('cube_refolds').where('project_id', '=', projectId).execute();
        return true;
      }
      await rebuildCubes(tx, { projectId, own, ...days });
      await tx
        .updateTable('cube_refolds')
        .set({ done_until: days.to })
        .where('project_id', '=', projectId)
        .execute();
      return false;
    });
  }
}

/** Marks the cube of a project to be folded again from a day on; until then reports do not read it. */
const mark = (projectId: string, { now, from }: { now: Date; from: string }) => sql`
  insert into cube_refolds (project_id, from_date, started_at) values (${projectId}, ${from}::date, ${now})
  on conflict (project_id) do update
  set from_date = least(cube_refolds.from_date, excluded.from_date), done_until = null, started_at = excluded.started_at`;

/** The currency of a project changes, in this transaction. */
export async function markCurrencyChange(tx: Tx, now: Date, projectId: string): Promise<void> {
  await mark(projectId, { now, from: '0001-01-01' }).execute(tx);
}

/** Changes rates, and marks the projects whose money they concern. */
export async function changeRates<Result>(
  db: Db,
  { now, rates }: { now: Date; rates: { currency: string; date: string }[] },
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const currencies = [...new Set(rates.map(({ currency }) => currency))];
  const from = rates.map(({ date }) => date).sort()[0];
  return await db.transaction().execute(async (tx) => {
    await changeInTurn.execute(tx);
    const result = await change(tx);
    if (from !== undefined) {
      const { rows: concerned } = await sql<{ project_id: string }>`${allProjects}
        select distinct p.project_id from rollup_currencies c join projects p on p.project_id = c.project_id
        where c.currency <> p.currency
          and (c.currency = any(${currencies}::text[]) or p.currency = any(${currencies}::text[]))
        order by p.project_id`.execute(tx);
      for (const { project_id } of concerned) await mark(project_id, { now, from }).execute(tx);
    }
    return result;
  });
}
