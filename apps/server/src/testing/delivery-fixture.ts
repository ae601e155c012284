import { syncTool, type Tool } from '@trailmark/contract/analytics-tools';
import {
  type Delivery,
  type DeliveryDetails,
  getDelivery,
  listDeliveries,
} from '@trailmark/contract/deliveries';
import { updateWebhook } from '@trailmark/contract/webhooks';
import { sendDue } from '../features/deliveries/start-sending.ts';
import { unfoldPlans } from '../features/deliveries/unfold-plans.ts';
import { type AttributionFixture, buildAttributionFixture } from './attribution-fixture.ts';
import type { TestReceiver } from './receiver.ts';
import type { TestServer } from './test-server.ts';
import { until } from './until.ts';

const CREDENTIALS: Record<Tool, Record<string, string>> = {
  mixpanel: { project_token: 'mixpanel-token-0123456789' },
  amplitude: { api_key: 'amplitude-key-0123456789' },
  posthog: { project_token: 'phc_posthog0123456789' },
  clevertap: { account_id: 'TEST-W8W-6WR-846Z', passcode: 'clevertap-passcode-0123' },
  moengage: { workspace_id: 'WORKSPACE0123', api_key: 'moengage-key-0123456789' },
};
const REGIONS: Record<Tool, string> = {
  mixpanel: 'eu',
  amplitude: 'us',
  posthog: 'us',
  clevertap: 'in1',
  moengage: '01',
};

/** Where a server under test may connect to a receiver on this machine. */
export const receiverEnv = ({ url }: TestReceiver) => ({
  OUTBOUND_ALLOW: '127.0.0.0/8',
  TOOLS_URL: `${url}/tools`,
});

/** A project with connections, and the ledger of what they are sent. */
export interface DeliveryFixture extends AttributionFixture {
  /** Gives the id and the secret. */
  webhook(given?: { path?: string; event_types?: string[] | null }): Promise<{ id: string; secret: string }>;
  connect(tool: Tool): Promise<string>;
  /** Waits until so many deliveries are planned, and makes them. */
  planned(count: number): Promise<void>;
  /** Sends what is due. */
  send(): Promise<void>;
  /** The ledger, newest first. */
  deliveries(query?: Record<string, string>): Promise<Delivery[]>;
  details(deliveryId: string): Promise<DeliveryDetails>;
}

/** Deliveries, and those that are still to be made of plans. */
async function countPlanned({ pool }: TestServer, projectId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from deliveries where project_id = $1)
      + (select coalesce(sum(cardinality(source_ids) * cardinality(connections)), 0) from delivery_plans
        where project_id = $1) as count`,
    [projectId],
  );
  return Number(rows[0]?.count);
}

export async function buildDeliveryFixture(
  server: TestServer,
  receiver: TestReceiver,
): Promise<DeliveryFixture> {
  const fixture = await buildAttributionFixture(server);
  const { owner, projectId } = fixture;
  return {
    ...fixture,
    webhook: async ({ path = '/hook', event_types = null } = {}) => {
      const body = { project_id: projectId, url: `${receiver.url}${path}`, event_types };
      const { webhook, secret } = await owner.call(updateWebhook, { body });
      return { id: webhook?.webhook_id ?? '', secret: secret ?? '' };
    },
    connect: async (tool) => {
      const { connection } = await owner.call(syncTool, {
        params: { tool },
        body: {
          project_id: projectId,
          action: 'connect',
          settings: { region: REGIONS[tool] },
          credentials: CREDENTIALS[tool],
        },
      });
      return connection?.connection_id ?? '';
    },
    planned: async (count) => {
      await until(async () => (await countPlanned(server, projectId)) === count);
      await unfoldPlans(server.db, projectId, server.clock.now());
    },
    send: () => sendDue(server.kit),
    deliveries: async (query = {}) =>
      (await owner.call(listDeliveries, { query: { project_id: projectId, ...query } })).items,
    details: (deliveryId) =>
      owner.call(getDelivery, { query: { project_id: projectId, delivery_id: deliveryId } }),
  };
}

export const SECRETS = Object.values(CREDENTIALS).flatMap((credentials) => Object.values(credentials));
