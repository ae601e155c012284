import {
  getCampaignTableColumns,
  getDashboardPreference,
  putCampaignTableColumns,
  putDashboardPreference,
} from '@trailmark/contract/preferences';
import { listSessions, logout, revokeSession, updateUser, verifyUser } from '@trailmark/contract/users';
import { loadProfile } from '../../access/profile.ts';
import { listLiveSessions, revokeSession as revoke, sessionEnd } from '../../access/session.ts';
import { type HandledRoute, onProject, onSignedIn } from '../../http/handled.ts';
import { rememberBrowser } from '../../http/known-browser.ts';
import { AppError } from '../../platform/app-error.ts';
import { changeUser } from './change-user.ts';
import { findPreference, upsertColumns, upsertPreference } from './store.ts';

export const routes: HandledRoute[] = [
  onSignedIn(verifyUser, async ({ kit, person, request, reply }) => {
    // Also for a session of an earlier release, or one that an invite opened.
    rememberBrowser(kit, person.email, { request, reply });
    return await loadProfile(kit, person.userId);
  }),

  onSignedIn(updateUser, async ({ kit, person, body }) => {
    await changeUser(kit, person.userId, body);
    return await loadProfile(kit, person.userId);
  }),

  onSignedIn(listSessions, async ({ kit, person }) => {
    const sessions = await listLiveSessions(kit.db, kit.clock.now(), person.userId);
    return sessions.map((session) => ({
      id: session.id,
      current: session.id === person.sessionId,
      method: session.method as 'google' | 'magic_link' | 'local' | 'invite',
      ip: session.ip,
      user_agent: session.user_agent,
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_used_at.toISOString(),
      expires_at: sessionEnd(session).toISOString(),
    }));
  }),

  onSignedIn(revokeSession, async ({ kit, person, query }) => {
    const found = await revoke(kit.db, kit.clock.now(), { id: query.session_id, userId: person.userId });
    if (!found) throw new AppError('not_found', 'We couldn’t find this session.');
    return { revoked: true };
  }),

  onSignedIn(logout, async ({ kit, person }) => {
    await revoke(kit.db, kit.clock.now(), { id: person.sessionId, userId: person.userId });
    return { signed_out: true };
  }),

  onProject(getDashboardPreference, async ({ kit, person, membership }) => {
    const row = await findPreference(kit.db, { projectId: membership.projectId, userId: person.userId });
    return { preference: row?.preference ?? {} };
  }),

  onProject(putDashboardPreference, async ({ kit, person, membership, body }) => {
    const owner = { projectId: membership.projectId, userId: person.userId };
    await upsertPreference(kit.db, kit.clock.now(), { ...owner, preference: body.preference });
    return { preference: body.preference };
  }),

  onProject(getCampaignTableColumns, async ({ kit, person, membership }) => {
    const row = await findPreference(kit.db, { projectId: membership.projectId, userId: person.userId });
    return { columns: row?.columns ?? [] };
  }),

  onProject(putCampaignTableColumns, async ({ kit, person, membership, body }) => {
    const owner = { projectId: membership.projectId, userId: person.userId };
    await upsertColumns(kit.db, kit.clock.now(), { ...owner, columns: body.columns });
    return { columns: body.columns };
  }),
];
