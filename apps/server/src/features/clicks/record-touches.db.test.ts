import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectConnection } from '../../db/connection.ts';
import { createPartitions } from '../../db/partitions.ts';
import { newId } from '../../platform/ids.ts';
import { plantLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { PartlyStored, recordTouches } from './record-touches.ts';
import type { Click, Touch } from './touch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const refuse = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
const LOST = { pool: { query: refuse, connect: refuse }, server: {} } as unknown as ProjectConnection;

async function clickOn(projectId: string, linkId: string): Promise<Touch> {
  const now = server.clock.now();
  const row: Partial<Click> = {
    id: newId(now),
    project_id: projectId,
    link_id: linkId,
    campaign_id: newId(now),
    network: 'META',
    platform: 'ios',
    country: 'IN',
    device_key: newId(now),
    params: {},
    click_ids: {},
    clicked_at: now.toISOString(),
    outcome: 'store',
  };
  return { kind: 'click', row: row as Click };
}

test('touches that one node cannot take are named, and all others are stored once', async () => {
  const struck = await plantLink(server, {});
  const healthy = await plantLink(server, {});
  let isLost = true;
  const connection = {
    of: (projectId: string) =>
      isLost && projectId === struck.projectId ? LOST : server.connection.of(projectId),
  };
  const needs = { connection, partitions: createPartitions(server.pool, server.clock) };
  const touches = [
    await clickOn(struck.projectId, struck.linkId),
    await clickOn(healthy.projectId, healthy.linkId),
  ];
  const error = await recordTouches(needs, touches).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(PartlyStored);
  expect([...(error as PartlyStored).left]).toEqual([touches[0]?.row.id]);
  const stored = async (projectId: string) =>
    (await server.db.selectFrom('clicks').select('id').where('project_id', '=', projectId).execute()).length;
  expect([await stored(struck.projectId), await stored(healthy.projectId)]).toEqual([0, 1]);

  isLost = false;
  await recordTouches(needs, touches);
  expect([await stored(struck.projectId), await stored(healthy.projectId)]).toEqual([1, 1]);
});
