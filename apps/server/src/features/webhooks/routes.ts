import {
  listWebhooks,
  testWebhook as testWebhookRoute,
  updateWebhook as updateWebhookRoute,
} from '@trailmark/contract/webhooks';
import { actorOf } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { type ConnectionRow, findConnection, listConnections } from '../../connections/connection.ts';
import { readHealth } from '../../connections/read-health.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { saveWebhook } from './change-webhook.ts';
import { presentWebhook } from './present.ts';
import { testWebhook } from './test-webhook.ts';

async function present({ db, clock }: Kit, projectId: string, rows: ConnectionRow[]) {
  const now = clock.now();
  const health = await readHealth(db, rows, { projectId, now });
  return rows.flatMap((row, n) => {
    const own = health[n];
    return own ? [presentWebhook(row, own, now)] : [];
  });
}

async function getWebhook({ db }: Kit, projectId: string, connectionId: string): Promise<ConnectionRow> {
  const row = await findConnection(db, { projectId, connectionId });
  if (row?.kind !== 'webhook') throw new AppError('not_found', 'We couldn’t find this webhook.');
  return row;
}

export const routes: HandledRoute[] = [
  onProject(listWebhooks, async ({ kit, membership: { projectId } }) => {
    const rows = (await listConnections(kit.db, projectId)).filter(({ kind }) => kind === 'webhook');
    return { webhooks: await present(kit, projectId, rows) };
  }),

  onProject(updateWebhookRoute, async ({ kit, person, client, membership: { projectId }, body }) => {
    const { project_id: _, webhook_id: webhookId, ...change } = body;
    const acting = { projectId, actor: actorOf(person, client) };
    const { connectionId, secret } = await saveWebhook(kit, acting, { webhookId, change });
    if (connectionId === null) return { webhook: null, secret };
    const [webhook] = await present(kit, projectId, [await getWebhook(kit, projectId, connectionId)]);
    return { webhook: webhook ?? null, secret };
  }),

  onProject(testWebhookRoute, async ({ kit, membership: { projectId }, body }) => {
    const row = await getWebhook(kit, projectId, body.webhook_id);
    await spend(kit.db, kit.clock.now(), [
      { bucket: `test-webhook:${projectId}`, max: 30, perMs: MINUTE_MS },
    ]);
    return await testWebhook(kit, row);
  }),
];
