import { randomBytes } from 'node:crypto';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

/** A stored postback; what is not said is a winning first one of SKAdNetwork 4 by Meta, of a download, without a value. */
export interface PlantedPostback {
  at: string;
  network_id?: string;
  framework?: 'skadnetwork' | 'adattributionkit';
  version?: string | null;
  sequence?: number;
  source_identifier?: string | null;
  campaign_number?: number;
  network_campaign_id?: string;
  network_campaign_name?: string;
  raw?: string;
  conversion_type?: 'download' | 'redownload' | 're-engagement';
  interaction?: 'view' | 'click';
  did_win?: boolean | null;
  source_app_id?: number;
  country?: string;
  fine_value?: number;
  coarse_value?: 'low' | 'medium' | 'high';
  not_counted?: 'invalid' | 'replay' | 'development';
}

/** Stores them as they would be after they were received; gives their ids. */
export async function plantPostbacks(
  server: TestServer,
  projectId: string,
  postbacks: PlantedPostback[],
): Promise<string[]> {
  const rows = postbacks.map(({ at, ...given }) => ({
    project_id: projectId,
    postback_id: newId(new Date(at)),
    received_at: new Date(at),
    framework: 'skadnetwork',
    version: '4.0',
    came_by: 'device',
    verdict: 'valid',
    app_id: 64310,
    network_id: 'v9wttpbfk9.skadnetwork',
    transaction_id: newId(new Date(at)),
    sequence: 0,
    conversion_type: 'download',
    interaction: 'click',
    did_win: true,
    source_identifier: '5239',
    raw: '{}',
    digest: randomBytes(16),
    counted: given.not_counted === undefined,
    ...given,
  }));
  await server.db.insertInto('skan_postbacks').values(rows).execute();
  return rows.map(({ postback_id }) => postback_id);
}

/** A schema that was in force from an instant on. */
export async function plantSchema(
  server: TestServer,
  projectId: string,
  { version, at, schema }: { version: number; at: string; schema: SkanSchema },
): Promise<void> {
  await sql`update skan_schemas set state = 'retired', retired_at = ${at}
    where project_id = ${projectId} and state = 'active'`.execute(server.db);
  await sql`insert into skan_schemas (project_id, version, state, bases, schema, created_at, activated_at)
    values (${projectId}, ${version}, 'active', ${JSON.stringify(schema.bases)}, ${JSON.stringify(schema)}, ${at}, ${at})`.execute(
    server.db,
  );
  await sql`insert into skan_activations (project_id, changed_at, activate_skan, version)
    values (${projectId}, ${at}, true, ${version})`.execute(server.db);
}
