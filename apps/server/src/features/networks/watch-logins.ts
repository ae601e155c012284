import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import { mailAdmins } from '../../connections/needs-attention.ts';
import { allProjects, rowsOfAll } from '../../db/all-projects.ts';
import { job } from '../../jobs/runner.ts';
import { loseLogin, NETWORK_WORDS } from '../../networks/lose-login.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';

/** So long before a permission ends somebody is asked to connect again. */
const WARNED_BEFORE_MS = 7 * DAY_MS;

interface EndingLogin {
  project_id: string;
  login_id: string;
  kind: NetworkKind;
  name: string;
  expires_at: Date;
}

/** Logins whose permission ends soon, or has ended. Those that are renewed without a person have no such time. */
async function listEnding(kit: Kit): Promise<EndingLogin[]> {
  const now = kit.clock.now();
  const ending = sql<EndingLogin>`${allProjects}
    select l.project_id, l.login_id, l.kind, l.name, l.expires_at
    from network_logins l join projects p on p.project_id = l.project_id and p.deleted_at is null
    where l.state = 'active' and (l.expires_at <= ${now}
      or (l.expires_at <= ${later(now, WARNED_BEFORE_MS)} and l.warned_at is null))
    order by l.project_id, l.login_id`;
  return await rowsOfAll(kit, ending);
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Once for each permission: connecting again gives a new one. */
async function warn(
  kit: Kit,
  { project_id: projectId, login_id: loginId, kind, name, expires_at }: EndingLogin,
) {
  const { label, screen } = NETWORK_WORDS[kind];
  await kit.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update network_logins set warned_at = ${kit.clock.now()}
      where project_id = ${projectId} and login_id = ${loginId} and warned_at is null`.execute(tx);
    if (numAffectedRows === 0n) return;
    await mailAdmins(tx, kit, {
      projectId,
      label: `the login ${name} at ${label}`,
      ending: `ends on ${dayOf(expires_at)}`,
      paragraphs: [
        `${label} lets Trailmark read the accounts of ${name} until ${dayOf(expires_at)}.`,
        'Connect again before that day to avoid a gap.',
      ],
      button: { label: 'Connect again', path: screen },
    });
  });
}

async function look(kit: Kit, login: EndingLogin): Promise<void> {
  if (login.expires_at > kit.clock.now()) return await warn(kit, login);
  const reason = `The permission ended on ${dayOf(login.expires_at)}`;
  await loseLogin(kit, { projectId: login.project_id, loginId: login.login_id, reason });
}

/** Looks at the permissions that people gave; one that cannot be handled keeps no other from its turn. */
export const watchLogins = job('watch-logins', async (kit) => {
  for (const login of await listEnding(kit)) {
    try {
      await look(kit, login);
    } catch (error) {
      kit.log.warn({ err: error, login_id: login.login_id }, 'a login with a network could not be looked at');
    }
  }
});
