import { randomBytes } from 'node:crypto';
import { amplitude } from '@trailmark/core/destinations/amplitude/amplitude';
import { clevertap } from '@trailmark/core/destinations/clevertap/clevertap';
import { inBatches } from '@trailmark/core/destinations/deliver-items';
import type { DeliveryEvent, DeliveryKind } from '@trailmark/core/destinations/delivery-event';
import { deliveryId } from '@trailmark/core/destinations/delivery-id';
import type { Destination, PlannedRequest } from '@trailmark/core/destinations/destination';
import { mixpanel } from '@trailmark/core/destinations/mixpanel/mixpanel';
import { moengage } from '@trailmark/core/destinations/moengage/moengage';
import { posthog } from '@trailmark/core/destinations/posthog/posthog';
import { ALL_EVENTS, buildDeliveryEvent } from '@trailmark/core/destinations/testing/build-delivery-event';
import { webhook } from '@trailmark/core/destinations/webhook/webhook';
import type { FaultRule } from '@trailmark/sandbox/receivers/faults';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Every destination against the stand-in of its tool, which accepts only what the tool documents.

const NOW = new Date('2026-11-16T10:00:05Z');
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.receivers.forget();
  sandbox.receivers.clock.follow(() => NOW);
});

const KINDS: DeliveryKind[] = [
  ...(['install', 'reinstall', 'reengagement', 'reattribution', 'signup', 'event'] as const),
  ...(['payment', 'refund'] as const),
];
const NESTED = { cart: { items: [{ sku: 'tea' }, { sku: 'cup' }] }, note: 'é'.repeat(2000), empty: null };
const nested = (depth: number): unknown => (depth === 0 ? '😀'.repeat(600) : { inner: [nested(depth - 1)] });
/** More than some tools take, in ways that none of them may refuse. */
const LARGE = {
  deep: nested(40),
  list: Array.from({ length: 300 }, (_, n) => ({ n })),
  keys: Object.fromEntries(Array.from({ length: 255 }, (_, n) => [`k${n}`, n])),
};
const uuid = (n: number) => `01a1e8c4-88b7-7364-9aa0-${String(n).padStart(12, '0')}`;

/** All kinds, and what clients really send. */
const EVENTS = [
  ...KINDS.map((kind) => {
    const money = kind === 'payment' || kind === 'refund' ? { amount: '499.00', currency: 'INR' } : {};
    return { kind, name: kind === 'event' ? 'add_to_cart' : `$${kind}`, ...money };
  }),
  { id: 'not-a-uuid: 7', name: 'Überweisung 🙂' },
  { data: NESTED },
  { data: LARGE },
  { data: { '[Trailmark] id': 'the same for all', huge: Number.POSITIVE_INFINITY } },
  { data: null, userId: null },
  { userId: 'u7', platform: 'other', country: '' },
  { installedAt: null, occurredAt: new Date('2026-11-10T10:00:00Z') },
  { occurredAt: NOW },
].map((over: Partial<DeliveryEvent>, n) => buildDeliveryEvent({ id: uuid(n), ...over }));

/** As the product sends it where tools have another base address. */
async function send({ request: { method, url, headers, body } }: PlannedRequest<unknown>) {
  const moved = url.startsWith(sandbox.httpUrl) ? url : url.replace('https://', `${sandbox.toolsUrl}/`);
  const response = await fetch(moved, { method, headers, body, redirect: 'manual' });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

interface Case<Config, Item> {
  destination: Destination<Config, Item>;
  receiver: string;
  configs(): Config[];
}

async function deliver<Config, Item>(
  { destination }: Case<Config, Item>,
  config: Config,
  events: DeliveryEvent[],
): Promise<unknown[]> {
  const items = events.map((event) => {
    const mapped = destination.map(event, config, NOW);
    if ('skip' in mapped) throw new Error(mapped.skip);
    return mapped.send;
  });
  const verdicts: unknown[] = [];
  for (const batch of inBatches(items, destination.limits)) {
    for (const planned of destination.requests(batch, config, NOW)) {
      const judgement = destination.judge(await send(planned), planned, NOW);
      verdicts.push(...('verdicts' in judgement ? judgement.verdicts : [judgement]));
    }
  }
  return verdicts;
}

const RENAMED = {
  events: null,
  eventNames: { Install: 'App installed', add_to_cart: 'Cart' },
  propertyNames: { '[Trailmark] network': 'Media source' },
};
const CHOICES = [ALL_EVENTS, RENAMED];
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const across = <Choice, Region>(
  regions: readonly Region[],
  make: (region: Region, choice: typeof ALL_EVENTS) => Choice,
) => regions.flatMap((region) => CHOICES.map((choice) => make(region, choice)));

/** Hides which configuration a destination has, so that all are in one table. */
function caseOf<Config, Item>(one: Case<Config, Item>) {
  return {
    receiver: one.receiver,
    recognisesRepeats: () => sandbox.receivers.get(one.receiver).tool.recognisesRepeats !== false,
    configs: () => one.configs().length,
    deliver: (config: number, events: DeliveryEvent[]) =>
      deliver(one, one.configs()[config] as Config, events),
  };
}

const CASES = [
  caseOf({
    destination: mixpanel,
    receiver: 'mixpanel',
    configs: () =>
      across(['us', 'eu', 'in'] as const, (region, choice) => ({
        ...choice,
        region,
        projectToken: 'token-1',
      })),
  }),
  caseOf({
    destination: amplitude,
    receiver: 'amplitude',
    configs: () =>
      across(['us', 'eu'] as const, (region, choice) => ({ ...choice, region, apiKey: 'key-1' })),
  }),
  caseOf({
    destination: posthog,
    receiver: 'posthog',
    configs: () =>
      across(
        ['https://us.i.posthog.com', 'https://eu.i.posthog.com', 'https://stats.kite.example:8443/ph/'],
        (host, choice) => ({ ...choice, host, projectToken: 'phc_1' }),
      ),
  }),
  caseOf({
    destination: clevertap,
    receiver: 'clevertap',
    configs: () =>
      across(['in1', 'us1', 'sg1', 'eu1', 'aps3', 'mec1', 'sk1'] as const, (region, choice) => ({
        ...choice,
        region,
        accountId: 'ACC-1',
        passcode: 'pass-1',
      })),
  }),
  caseOf({
    destination: moengage,
    receiver: 'moengage',
    configs: () =>
      across(['01', '02', '03', '04', '05', '06', '101'] as const, (dataCentre, choice) => ({
        ...choice,
        dataCentre,
        workspaceId: 'WORK/1',
        apiKey: 'key-1',
      })),
  }),
  caseOf({
    destination: webhook,
    receiver: 'webhook-orders',
    configs: () => {
      const url = `${sandbox.webhooksUrl}/orders`;
      return [
        { url, secrets: [SECRET], events: null },
        { url, secrets: [`whsec_${randomBytes(24).toString('base64')}`, SECRET], events: null },
      ];
    },
  }),
];

const receiverOf = (name: string) => sandbox.receivers.get(name);
const DELIVERED = ['delivered'];
const unique = (verdicts: unknown[]) => [...new Set(verdicts)];

describe.each(CASES)('$receiver', (one) => {
  const { receiver } = one;

  test('accepts everything that is sent to it, in every configuration', async () => {
    for (let config = 0; config < one.configs(); config += 1) {
      receiverOf(receiver).forget();
      if (receiver.startsWith('webhook-')) receiverOf(receiver).accept([{ secret: SECRET }]);
      expect(unique(await one.deliver(config, EVENTS))).toEqual(DELIVERED);
      expect(receiverOf(receiver).received.counts()).toMatchObject({
        taken: EVENTS.length,
        repeats: 0,
        refused: 0,
        dropped: 0,
        failed_requests: 0,
      });
      expect(
        receiverOf(receiver)
          .received.requests()
          .flatMap(({ warnings }) => warnings),
      ).toEqual([]);
    }
    expect(sandbox.receivers.strays()).toEqual([]);
  });

  test('recognises what is sent again, where its tool does', async () => {
    await one.deliver(0, EVENTS);
    expect(unique(await one.deliver(0, EVENTS))).toEqual(DELIVERED);
    const taken = one.recognisesRepeats() ? EVENTS.length : 2 * EVENTS.length;
    expect(receiverOf(receiver).received.counts()).toMatchObject({ taken, repeats: EVENTS.length });
  });

  test('knows each event by the id that a repeat has too', async () => {
    await one.deliver(0, EVENTS);
    const ids = receiverOf(receiver)
      .received.items()
      .map(({ id }) => id);
    expect(ids.toSorted()).toEqual(EVENTS.map(({ id }) => deliveryId(id)).toSorted());
  });

  test('accepts as many events in a request as the destination puts into it', async () => {
    const count = receiver.startsWith('webhook-') ? 20 : 2500;
    const events = Array.from({ length: count }, (_, n) =>
      buildDeliveryEvent({ id: uuid(n), kind: 'install', userId: `user-${n}`, data: null }),
    );
    expect(unique(await one.deliver(0, events))).toEqual(DELIVERED);
    expect(receiverOf(receiver).received.counts()).toMatchObject({ taken: count, failed_requests: 0 });
  });

  const outcomes: [string, FaultRule, string][] = [
    ['too many requests', { throttle: true, retry_after: 7 }, 'retry'],
    ['an error of the server', { answer: 503 }, 'retry'],
    ['wrong credentials', { bad_credentials: true }, receiver.startsWith('webhook-') ? 'retry' : 'reconnect'],
  ];
  test.each(outcomes)('that answers with %s is understood', async (_which, rule, outcome) => {
    receiverOf(receiver).setFaults([rule]);
    const verdicts = await one.deliver(0, EVENTS);
    expect(verdicts.length).toBeGreaterThanOrEqual(EVENTS.length);
    for (const verdict of verdicts) expect(verdict).toHaveProperty(outcome);
    expect(receiverOf(receiver).received.counts().taken).toBe(0);
  });
});

const TOOLS = CASES.filter(({ receiver }) => !receiver.startsWith('webhook-'));
describe.each(TOOLS)('in front of $receiver', ({ receiver, deliver: deliverTo }) => {
  test('a page of someone else takes nothing, although it says 200', async () => {
    receiverOf(receiver).setFaults([{ garbage: true }]);
    const verdicts = await deliverTo(0, EVENTS);
    const retry = expect.stringMatching(/^answered 200 with something that is not an answer of \w+$/);
    for (const verdict of verdicts) expect(verdict).toEqual({ retry });
    expect(receiverOf(receiver).received.counts().taken).toBe(0);
    receiverOf(receiver).setFaults([]);
    expect(unique(await deliverTo(0, EVENTS))).toEqual(DELIVERED);
  });
});

test('PostHog over its quota takes nothing, although it says 200', async () => {
  receiverOf('posthog').setFaults([{ answer: 200 }]);
  const verdicts = await CASES.find(({ receiver }) => receiver === 'posthog')?.deliver(0, EVENTS);
  expect(verdicts).toHaveLength(EVENTS.length);
  for (const verdict of verdicts ?? []) expect(verdict).toEqual({ retry: expect.stringContaining('quota') });
});

describe('a tool that refuses every third event', () => {
  const third = (what: (n: number) => unknown) =>
    EVENTS.map((_, n) => ((n + 1) % 3 === 0 ? expect.anything() : what(n)));
  const events = EVENTS.map((event, n) => ({ ...event, kind: 'event' as const, name: 'view', data: { n } }));
  const verdictsOf = async (name: string, rule: FaultRule) => {
    receiverOf(name).setFaults([rule]);
    const one = CASES.find(({ receiver }) => receiver === name);
    return (await one?.deliver(0, events)) ?? [];
  };

  test('is understood where the others were taken', async () => {
    for (const name of ['mixpanel', 'clevertap']) {
      const verdicts = await verdictsOf(name, {
        refuse_every: 3,
        ...(name === 'clevertap' && { reason: '528' }),
      });
      expect(verdicts).toEqual(third(() => 'delivered'));
      const rejected = verdicts.filter((_, n) => (n + 1) % 3 === 0);
      for (const verdict of rejected) expect(verdict).toHaveProperty('rejected');
      expect(receiverOf(name).received.counts().taken).toBe(EVENTS.length - rejected.length);
    }
  });

  test('is understood where none was taken', async () => {
    const verdicts = await verdictsOf('amplitude', { refuse_every: 3 });
    expect(verdicts).toEqual(third(() => 'again'));
    expect(verdicts[2]).toHaveProperty('rejected');
    expect(receiverOf('amplitude').received.counts().taken).toBe(0);
  });
});
