import {
  getCampaignTableColumns,
  getDashboardPreference,
  putCampaignTableColumns,
  putDashboardPreference,
} from '@trailmark/contract/preferences';
import { type Handled, onProject } from '../../http/handled.ts';
import { findPreference, upsertColumns, upsertPreference } from './store.ts';

export const routes: Handled[] = [
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
