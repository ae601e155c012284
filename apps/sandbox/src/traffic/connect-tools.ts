import type { Sandbox } from '../start.ts';
import type { Project, Session } from './set-up.ts';

type Stand = Pick<Sandbox, 'receivers' | 'webhooksUrl'>;

/** Credentials as the stand-ins take them: well formed. */
const TOOLS = [
  { tool: 'mixpanel', region: 'in', credentials: { project_token: '3f9c1b7e5a2d4c68b0e1f7a9d2c4b6e8' } },
  { tool: 'amplitude', region: 'us', credentials: { api_key: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' } },
  { tool: 'posthog', region: 'eu', credentials: { project_token: 'phc_kiteGroceryDemo0123456789' } },
  {
    tool: 'clevertap',
    region: 'in1',
    credentials: { account_id: 'TEST-W8W-6WR-846Z', passcode: 'QYW-KEE-AULX' },
  },
  {
    tool: 'moengage',
    region: '03',
    credentials: { workspace_id: 'KITE0123DEMO', api_key: 'Q2hhaW5lZFRvVGhlTWFzdA' },
  },
] as const;

const DAY_MS = 86_400_000;

/** A few requests fail, as they do in life: the ledger shows what becomes of them. */
export function misbehaveALittle({ receivers }: Stand): void {
  receivers.get('mixpanel').setFaults([{ refuse_every: 60 }]);
  receivers.get('clevertap').setFaults([{ throttle: true, retry_after: 20, share: 0.1 }]);
  receivers.get('posthog').setFaults([{ answer: 503, share: 0.05 }]);
  receivers.get('webhook-warehouse').setFaults([{ hang_up: 'before', share: 0.03 }]);
}

/** Connects all analytics tools and two webhooks to their stand-ins, and fills one tool with the last days. */
export async function connectTools(
  { product, bearer }: Session,
  { projectId: project_id }: Project,
  { webhooksUrl }: Stand,
): Promise<void> {
  const sync = (tool: string, given: Record<string, unknown>) =>
    product.call('POST', `/project/integration-sync/${tool}`, { bearer, body: { project_id, ...given } });
  for (const { tool, region, credentials } of TOOLS) {
    await sync(tool, { action: 'connect', settings: { region }, credentials });
  }
  const to = new Date();
  const from = new Date(to.getTime() - 2 * DAY_MS);
  await sync('mixpanel', { action: 'backfill', from: from.toISOString(), to: to.toISOString() });
  const addWebhook = (name: string, given: Record<string, unknown>) =>
    product.call('POST', '/project/update-webhook', {
      bearer,
      body: { project_id, name, url: `${webhooksUrl}/${name.toLowerCase()}`, ...given },
    });
  await addWebhook('Warehouse', {});
  await addWebhook('Orders', { event_types: ['payment', 'refund'] });
}
