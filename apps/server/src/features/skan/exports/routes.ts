import {
  getSkanGoogleStatus,
  getSkanMetaStatus,
  renewSkanSchemaUrl,
  uploadSkanToGoogle,
} from '@trailmark/contract/skan-exports';
import { sql } from 'kysely';
import { actorOf } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { spendCall } from '../../../networks/network-accounts.ts';
import { uploadSkanSchemaSoon } from '../../../networks/upload-skan-schema.ts';
import { presentGoogleStatus } from './google-status.ts';
import { presentMetaStatus, renewSchemaUrl } from './schema-url.ts';

export const routes: HandledRoute[] = [
  onProject(getSkanGoogleStatus, ({ kit, membership: { projectId } }) =>
    presentGoogleStatus(kit.db, projectId),
  ),

  onProject(uploadSkanToGoogle, async ({ kit, person, client, membership: { projectId } }) => {
    await spendCall(kit, projectId);
    const actor = actorOf(person, client);
    await kit.db.transaction().execute(async (tx) => {
      await sql`delete from skan_uploads where project_id = ${projectId}`.execute(tx);
      await uploadSkanSchemaSoon(tx, projectId);
      const action = 'skan_schema.uploaded';
      await recordChange(tx, kit.clock.now(), { projectId, actor, action, target: 'Google Ads' });
    });
    return await presentGoogleStatus(kit.db, projectId);
  }),

  onProject(getSkanMetaStatus, ({ kit, membership: { projectId } }) => presentMetaStatus(kit, projectId)),

  onProject(renewSkanSchemaUrl, async ({ kit, person, client, membership: { projectId } }) => {
    await renewSchemaUrl(kit, { projectId, actor: actorOf(person, client) });
    return await presentMetaStatus(kit, projectId);
  }),
];
