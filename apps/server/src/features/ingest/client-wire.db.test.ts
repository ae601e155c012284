import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { later, MINUTE_MS } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { startCuttableProxy } from '../../testing/cuttable-proxy.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  beginScenario,
  buildWireProject,
  clearMeasured,
  type WireProject,
} from '../../testing/wire/project.ts';
import { sendAndBreak, sendAndRead } from '../../testing/wire/send.ts';
import { countsIn, rawIn, readRevenue, readRows, storedIn } from '../../testing/wire/stored.ts';
import {
  type Fate,
  requestOf,
  VECTORS,
  type WireCase,
  type WireRequest,
} from '../../testing/wire/vectors.ts';

/** Not at the end of a minute or a day. */
const NOW = '2026-09-21T14:22:10.250Z';
/** Counted with what was sent before. */
const COUNTED_AS_A_WHOLE = ['installs', 'users'];

type Answer = Awaited<ReturnType<typeof sendAndRead>>;

let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
let server: TestServer;
let project: WireProject;
beforeAll(async () => {
  const { hostname, port } = new URL(inject('postgresUrl'));
  proxy = await startCuttableProxy({ host: hostname, port: Number(port) });
  const edgeUrl = (databaseUrl: string) => databaseUrl.replace(/:\d+\//, `:${proxy.port}/`);
  server = await startTestServer({ edgeUrl });
  server.clock.set(new Date(NOW));
  project = await buildWireProject(server);
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
});
const rows = () => readRows(server, project.projectId);
beforeEach(() => clearMeasured(server, project.projectId));

/** The database is away: nothing can be taken. */
async function sendAndRefuse(sent: WireRequest): Promise<void> {
  proxy.cut();
  const { status } = await sendAndRead(server, sent);
  proxy.restore();
  expect(status).toBe(503);
}

async function sendWith(fate: Fate, sent: WireRequest): Promise<Answer[]> {
  if (fate === 'answered') return [await sendAndRead(server, sent)];
  if (fate === 'answer-lost') await sendAndBreak(server, sent);
  else await sendAndRefuse(sent);
  return [];
}

/** All requests of a case in their order; gives those that were answered. */
async function replay({ send, more, ...wire }: WireCase): Promise<Answer[]> {
  const start = new Date(wire.now ?? NOW);
  const answers: Answer[] = [];
  for (const { afterMs, fate } of send ?? [{ afterMs: 0, fate: 'answered' }]) {
    server.clock.set(later(start, afterMs));
    answers.push(...(await sendWith(fate, wire)));
  }
  for (const { afterMs, ...sent } of more ?? []) {
    server.clock.set(later(start, afterMs));
    answers.push(await sendAndRead(server, { call: wire.call, headers: wire.headers, ...sent }));
  }
  return answers;
}

/** Expected values as matchers: $text, $wholeSecond, and instants without fractions. */
function matcherOf(value: unknown): unknown {
  if (value === '$text') return expect.stringMatching(/./);
  if (value === '$wholeSecond') return expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, matcherOf(one)]));
}

/** What is stored, with instants as the vectors write them. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

interface Outcome {
  wire: WireCase;
  answers: Answer[];
  countsBefore: Record<string, number>;
}

/** One judge for each key that a case may expect; a key without a judge fails its case. */
const JUDGES: Record<string, (expected: never, outcome: Outcome) => Promise<void> | void> = {
  http: (expected: number | '4xx', { answers }) => {
    expect(answers.length).toBeGreaterThan(0);
    for (const { status, json } of answers) {
      const isAsExpected = expected === '4xx' ? status >= 400 && status < 500 : status === expected;
      expect(isAsExpected, `${status} ${JSON.stringify(json)}`).toBe(true);
    }
  },
  status: (expected: number, { answers }) => {
    expect(answers.map(({ json }) => json.status)).toEqual(answers.map(() => expected));
  },
  field: (expected: string, { answers }) => {
    expect(answers.map(({ json }) => Object.keys(json.error.fields))).toEqual(answers.map(() => [expected]));
  },
  data: (expected: object, { answers }) => {
    expect(answers.at(-1)?.json.data).toMatchObject(matcherOf(expected) as object);
  },
  dataIsObject: (_expected: true, { answers }) => {
    for (const { json } of answers) expect(json.data).toEqual(expect.objectContaining({}));
  },
  stored: async (expected: object, { wire }) => {
    expect(plain(storedIn(await rows(), wire))).toMatchObject(expected);
  },
  absentInRaw: async (expected: string[], { wire }) => {
    const names = Object.keys(rawIn(await rows(), wire));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => expected.includes(name))).toEqual([]);
  },
  counts: async (expected: Record<string, number>, { countsBefore }) => {
    const counts = Object.entries(countsIn(await rows())).map(([name, count]) => {
      const before = COUNTED_AS_A_WHOLE.includes(name) ? 0 : (countsBefore[name] ?? 0);
      return [name, count - before] as const;
    });
    expect(Object.fromEntries(counts)).toMatchObject(expected);
  },
  revenue: async (expected: string) => {
    expect(await readRevenue(server, project.projectId)).toBe(expected);
  },
};

/** On a cluster requests go past the coordinator, which is all that can be cut and locked here. */
const isWhole = ({ send = [] }: WireCase) =>
  process.env.TEST_POSTGRES !== 'cluster' || send.every(({ fate }) => fate === 'answered');

test.each(VECTORS.cases.filter(isWhole))('$id: $title', async (wire) => {
  const start = new Date(wire.now ?? NOW);
  server.clock.set(later(start, -MINUTE_MS));
  const completeScenario = await beginScenario(server, project, wire.world ?? 'organic');
  for (const named of wire.before ?? []) {
    const { status, json } = await sendAndRead(server, requestOf(named));
    expect([status, json.status], JSON.stringify(json)).toEqual([200, 200]);
  }
  await completeScenario();
  const countsBefore = countsIn(await rows());
  const answers = await replay(wire);
  for (const [name, expected] of Object.entries(wire.expect)) {
    const judge = JUDGES[name];
    if (!judge) throw new Error(`Nothing judges expect.${name}.`);
    await judge(expected as never, { wire, answers, countsBefore });
  }
  for (const { status, json } of answers) {
    if (status === 200) expect(json).toEqual({ msg: 'ok', status: 200, data: expect.objectContaining({}) });
  }
  expect(await findDifferences(server.db, project.projectId, '2000-01-01')).toEqual([]);
});

test('every case of the vectors is there', () => {
  expect(VECTORS.cases).toHaveLength(68);
});
