import { affiliateNetwork } from '../affiliate/affiliate.ts';
import { amplitude } from '../amplitude/amplitude.ts';
import { clevertap } from '../clevertap/clevertap.ts';
import { createGoogleAds } from '../google-ads/google-ads.ts';
import { createMeta } from '../meta/meta.ts';
import { mixpanel } from '../mixpanel/mixpanel.ts';
import { moengage } from '../moengage/moengage.ts';
import { posthog } from '../posthog/posthog.ts';
import { createTiktok } from '../tiktok/tiktok.ts';
import { slack } from '../webhook/slack.ts';
import { createWebhookEndpoint } from '../webhook/webhook.ts';
import { createReceiver, type Receiver } from './receiver.ts';
import { createReceiverClock } from './receiver-clock.ts';
import type { Tool } from './tool.ts';

/** PostHog last: it may be at any host. Ad networks have state of their own in each sandbox. */
const createTools = (): Tool[] => [
  ...[mixpanel, amplitude, clevertap, moengage, slack, affiliateNetwork],
  ...[createMeta(), createTiktok(), createGoogleAds()],
  posthog,
];
const WEBHOOK_PREFIX = 'webhook-';
const WEBHOOK_NAME = /^[\w-]{1,64}$/;
const MOST_WEBHOOKS = 200;
const MOST_STRAYS = 100;

/** A request to an address at which no tool has anything. */
export interface Stray {
  at: string;
  method: string;
  url: string;
}

/** The stand-ins for the tools and ad networks that deliveries go to. */
export function createReceivers({ seed = 'receivers' }: { seed?: string } = {}) {
  const clock = createReceiverClock();
  const create = (tool: Tool) => createReceiver(tool, { clock, seed });
  const tools = new Map(createTools().map((tool) => [tool.name, create(tool)]));
  const webhooks = new Map<string, Receiver>();
  const strays: Stray[] = [];

  /** The endpoint of this name, which exists from the first time that it is asked for; null where it cannot. */
  const findWebhook = (name: string): Receiver | null => {
    const known = webhooks.get(name);
    if (known) return known;
    if (!WEBHOOK_NAME.test(name) || webhooks.size >= MOST_WEBHOOKS) return null;
    const receiver = create(createWebhookEndpoint(name));
    webhooks.set(name, receiver);
    return receiver;
  };
  const find = (name: string): Receiver | null =>
    name.startsWith(WEBHOOK_PREFIX)
      ? findWebhook(name.slice(WEBHOOK_PREFIX.length))
      : (tools.get(name) ?? null);

  return {
    clock,
    list: (): Receiver[] => [...tools.values(), ...webhooks.values()],
    find,
    /** The receiver of this name, such as mixpanel or webhook-orders. */
    get(name: string): Receiver {
      const receiver = find(name);
      if (!receiver) throw new Error(`There is no receiver ${name}.`);
      return receiver;
    },
    /** The receiver at an address, and its endpoint there. */
    at(host: string, path: string): { receiver: Receiver; endpoint: string } | null {
      const [, name] = /^\/webhooks\/([^/]+)\/?$/.exec(path) ?? [];
      const webhook = name === undefined ? null : findWebhook(name);
      if (webhook) return { receiver: webhook, endpoint: 'webhook' };
      for (const receiver of tools.values()) {
        const endpoint = receiver.tool.endpointOf(host, path);
        if (endpoint !== null) return { receiver, endpoint };
      }
      return null;
    },
    strays: () => [...strays],
    addStray(stray: Stray) {
      strays.push(stray);
      if (strays.length > MOST_STRAYS) strays.shift();
    },
    /** Everything as it was at the start, the clock too. */
    forget() {
      for (const receiver of [...tools.values(), ...webhooks.values()]) receiver.forget();
      strays.length = 0;
      clock.set(null);
    },
  };
}
export type Receivers = ReturnType<typeof createReceivers>;
