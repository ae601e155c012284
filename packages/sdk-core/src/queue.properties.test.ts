import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Client, createClient } from './client.ts';
import type { Dropped } from './outcome.ts';
import {
  createFakeDevice,
  createFakeRandom,
  createFakeStorage,
  createFakeTime,
} from './testing/fake-device.ts';
import { createFakeServer, FAULTS, type Fault } from './testing/fake-server.ts';

const HOUR = 3_600_000;
const MAX = 12;

/** Two tabs of a browser on one storage, and a network that does what it wants. */
function createScenario(seed: number) {
  const time = createFakeTime();
  const server = createFakeServer();
  const { storage } = createFakeStorage();
  const random = createFakeRandom(seed);
  const faults: Fault[] = [];
  const dropped: Dropped[] = [];
  const send = async (_path: string, text: string) => {
    const latency = 20 + random() * 2000;
    const reply = server.take(text, faults.shift());
    await new Promise<void>((resolve) => time.schedule(resolve, reply ? latency : 10 * HOUR));
    return reply ?? { status: 0 };
  };
  const start = () => {
    const device = createFakeDevice(time, { storage, random, send });
    const client = createClient(device.ports, {
      token: 'token',
      platform: 'WEB',
      max: MAX,
      onDropped: (drop) => dropped.push(drop),
    });
    return { client, kill: device.kill };
  };
  const tabs = [start(), start()];
  return {
    time,
    server,
    faults,
    dropped,
    tab: (index: number) => (tabs[index] as { client: Client }).client,
    restart(index: number) {
      tabs[index]?.kill();
      tabs[index] = start();
    },
  };
}

const tab = fc.nat(1);
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('track' as const), tab, bad: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payment' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(20_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2 * HOUR) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      ms: fc.integer({ min: -900 * 24 * HOUR, max: 900 * 24 * HOUR }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flush' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), tab, arrives: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
type Scenario = ReturnType<typeof createScenario>;

/** Returns the number that was given to what happened, if something did. */
async function act(scenario: Scenario, step: Action, number: number): Promise<boolean> {
  const { server, time } = scenario;
  switch (step.kind) {
    case 'track':
      scenario.tab(step.tab).track(step.bad ? 'bad' : 'good', { number });
      return true;
    case 'payment':
      scenario.tab(step.tab).payment({ amount: '9.90', event_data: { number } });
      return true;
    case 'fault':
      scenario.faults.push(step.fault);
      return false;
    case 'pass':
      await time.pass(step.ms);
      return false;
    case 'jump':
      time.jump(step.ms);
      return false;
    case 'restart':
      scenario.restart(step.tab);
      return false;
    case 'flush':
      void scenario.tab(step.tab).flush();
      return false;
    case 'leave':
      scenario.tab(step.tab).leave((_path, text) => {
        if (step.arrives) server.take(text);
        return true;
      });
      return false;
    case 'repeat': {
      // A proxy may repeat a request that was answered long ago.
      const text = server.texts[Math.floor(server.texts.length / 2)];
      if (text) server.take(text);
      return false;
    }
  }
}

const numberOf = ({ event_data }: Record<string, unknown>) => (event_data as { number: number }).number;

test('whatever fails, every event is stored exactly once or reported as dropped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(action, { maxLength: 60 }), async (seed, steps) => {
      const scenario = createScenario(seed);
      const numbers: { number: number; isBad: boolean }[] = [];
      for (const [number, step] of steps.entries()) {
        if (await act(scenario, step, number))
          numbers.push({ number, isBad: step.kind === 'track' && step.bad });
      }
      // The network recovers, and one page is opened again: what a killed tab left behind is sent by it.
      scenario.faults.length = 0;
      await scenario.time.pass(24 * HOUR);
      scenario.restart(0);
      await scenario.time.pass(24 * HOUR);

      const rows = [...scenario.server.rows.values()].filter((row) => row.event_data).map(numberOf);
      const drops = scenario.dropped.filter(({ body }) => body.event_data);
      for (const { number, isBad } of numbers) {
        const stored = rows.filter((row) => row === number).length;
        const reports = drops.filter(({ body }) => numberOf(body) === number);
        expect(stored).toBeLessThanOrEqual(1);
        expect(stored + reports.length).toBeGreaterThanOrEqual(1);
        if (isBad) expect(stored).toBe(0);
        else expect(reports.every(({ reason }) => reason === 'full')).toBe(true);
      }
      for (const index of [0, 1]) expect(scenario.tab(index).stats().waiting).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('as long as the queue is not full, nothing is dropped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(fc.constantFrom(...FAULTS), { maxLength: 30 }),
      async (seed, faults) => {
        const scenario = createScenario(seed);
        scenario.faults.push(...faults);
        for (let number = 0; number < 5; number++) {
          scenario.tab(0).track('good', { number });
          await scenario.time.pass(400);
        }
        await scenario.time.pass(24 * HOUR);
        expect(scenario.dropped).toEqual([]);
        const rows = [...scenario.server.rows.values()].filter((row) => row.event_data);
        expect(rows.map(numberOf).sort()).toEqual([0, 1, 2, 3, 4]);
      },
    ),
    { numRuns: 100 },
  );
});
