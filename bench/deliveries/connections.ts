import type { ConnectionKind } from '@trailmark/contract/connections';
import { type ConnectionSettings, insertConnection } from '../../apps/server/src/connections/connection.ts';
import { sealCredentials } from '../../apps/server/src/connections/destination-of.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { Product } from '../product.ts';

const ALL = { host: null, events: null, event_names: {}, property_names: {} };

/** One of each kind. */
const KINDS = (receiver: string): [ConnectionKind, ConnectionSettings, Record<string, string>][] => [
  [
    'webhook',
    { url: `${receiver}/hook`, events: null, oldSecretUntil: null },
    { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  ],
  ['mixpanel', { ...ALL, region: 'us' }, { project_token: 'bench-token' }],
  ['amplitude', { ...ALL, region: 'us' }, { api_key: 'bench-key' }],
  ['posthog', { ...ALL, region: 'us' }, { project_token: 'phc_bench' }],
  ['clevertap', { ...ALL, region: 'in1' }, { account_id: 'BENCH', passcode: 'bench-passcode' }],
  ['moengage', { ...ALL, region: '01' }, { workspace_id: 'BENCH', api_key: 'bench-key' }],
];

/** Six connections that are switched off: what is planned for them waits. */
export async function createConnections(
  { connection: { db, pool }, secrets }: Product,
  projectId: string,
  receiver: string,
): Promise<void> {
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    for (const [kind, settings, credentials] of KINDS(receiver)) {
      await insertConnection(tx, now, {
        project_id: projectId,
        connection_id: newId(now),
        kind,
        name: kind,
        settings,
        sealed_credentials: sealCredentials(secrets, credentials),
        credential_hints: {},
      });
    }
  });
  await pool.query(`update connections set state = 'paused'`);
}

/** Whether the project has its connections; every process is notified. */
export async function showConnections(
  { connection: { pool } }: Product,
  projectId: string,
  areThere: boolean,
) {
  await pool.query('update connections set removed_at = $1', [areThere ? null : new Date()]);
  await pool.query(`select pg_notify('trailmark_changes', $1)`, [
    JSON.stringify({ kind: 'project', projectId }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Switches one of them on, or all off. */
export async function sendOnly(
  { connection: { pool } }: Product,
  kind: ConnectionKind | null,
): Promise<void> {
  await pool.query(
    `update connections set state = case when kind = $1 then 'active' else 'paused' end, removed_at = null`,
    [kind],
  );
  await pool.query('update delivery_lanes set due_at = now(), hints = hints + 1');
}

/** Keeps workers from what is planned, or lets them have it. */
export async function holdWorkers({ connection: { pool } }: Product, areHeld: boolean): Promise<void> {
  await pool.query('update delivery_lanes set leased_until = $1, due_at = now(), hints = hints + 1', [
    areHeld ? new Date(Date.now() + 3_600_000) : null,
  ]);
}
