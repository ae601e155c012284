import type { getPerson as getPersonRoute, InstallView } from '@trailmark/contract/people';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isVisibleProfile, isVisibleUse, type Reader } from '../../access/visible-people-statement.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { keepVisible } from './find-installs.ts';
import { loadConsentChanges } from './load-consent.ts';
import { loadDecisions, loadNames } from './load-decisions.ts';
import { type LoadedInstall, loadInstalls } from './load-installs.ts';
import { presentDecision } from './present-decision.ts';
import { presentInstall } from './present-install.ts';

type Answer = z.output<(typeof getPersonRoute)['response']>;

/** Devices of one person that are shown; the newest ones. */
const MOST_INSTALLS = 50;

async function installsOf(db: Db, reader: Reader, userId: string): Promise<string[]> {
  const { projectId } = reader;
  const isUse = isVisibleUse(reader, { installId: sql.ref('i.install_id'), userId: sql.val(userId) });
  const { rows } = await sql<{ install_id: string }>`
    select i.install_id from installs i
    where i.project_id = ${projectId} and i.install_id in (
      select install_id from person_installs where project_id = ${projectId} and user_id = ${userId}
      union select install_id from installs where project_id = ${projectId} and user_id = ${userId})
      and ${isUse}
    order by coalesce(i.installed_at, i.first_seen_at) desc, i.install_id desc limit 1000`.execute(db);
  return rows.map((row) => row.install_id);
}

async function findUser(db: Db, reader: Reader, userId: string | null) {
  if (userId === null) return null;
  const row = await db
    .selectFrom('people')
    .select(['user_id', 'name', 'email', 'phone', 'signed_up_at'])
    .where('project_id', '=', reader.projectId)
    .where('user_id', '=', userId)
    .where(isVisibleProfile(reader, sql.ref('people.user_id')))
    .executeTakeFirst();
  return row ?? null;
}

async function presentInstalls(
  db: Db,
  { projectId, scope }: Reader,
  installs: LoadedInstall[],
): Promise<InstallView[]> {
  const ids = installs.map(({ row }) => row.install_id);
  const decisions = await loadDecisions(db, projectId, ids);
  const names = await loadNames(db, projectId, decisions);
  const changes = await loadConsentChanges(db, projectId, ids);
  return installs.map((install) => {
    const mine = decisions.filter(({ install_id }) => install_id === install.row.install_id);
    return presentInstall(install, scope, {
      decisions: mine.map((row) => presentDecision(row, { scope, names })),
      consentChanges: changes.get(install.row.install_id) ?? [],
    });
  });
}

export interface PersonQuery extends Reader {
  userId?: string | undefined;
  installId?: string | undefined;
}

/** A person with their devices, or one device with its person; each with why it was credited. */
export async function getPerson({ db }: Kit, query: PersonQuery): Promise<Answer> {
  const { userId, installId } = query;
  const known = installId === undefined ? await installsOf(db, query, userId ?? '') : [installId];
  const visible = new Set(await keepVisible(db, query, known));
  const shown = known.filter((id) => visible.has(id)).slice(0, MOST_INSTALLS);
  const installs = await loadInstalls(db, query, shown);
  const [first] = installs;
  if (!first) throw new AppError('not_found', 'We couldn’t find this person or install.');
  const user = await findUser(db, query, userId ?? first.row.user_id);
  return {
    user_id: userId ?? first.row.user_id,
    name: user?.name ?? null,
    email: user?.email ?? null,
    phone: user?.phone ?? null,
    signed_up_at: user?.signed_up_at?.toISOString() ?? null,
    installs: await presentInstalls(db, query, installs),
  };
}
