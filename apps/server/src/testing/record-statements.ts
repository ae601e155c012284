import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { isSentByTest } from './cluster/sent-by-test.ts';
import { type RecordedStatement, sameParameters } from './recorded-statements.ts';

// Keeps the text of every statement that the tests send to the database, for the same to be prepared on the oldest
// PostgreSQL that we run on (oldest.db.test.ts) and to be held against the rule of a cluster (routed.db.test.ts).

const dir = process.env.RECORD_STATEMENTS;
const KEY = Symbol.for('trailmark.statements');

/** What this process has sent, and what of it is not written down yet; files of tests share it. */
interface Recorded {
  /** Each text, with whether so far only tests have sent it. */
  seen: Map<string, boolean>;
  fresh: RecordedStatement[];
}

/** Where nothing shows who sends a text, and nobody has sent it before, it counts as one of the product. */
function record({ seen, fresh }: Recorded, text: string, values: readonly unknown[]): void {
  if (seen.get(text) === false) return;
  const stack = new Error().stack ?? '';
  // A step of a migration fits the tables of before alone, and migrations run on the oldest PostgreSQL anyway.
  if (stack.includes('/db/migrate.ts')) return;
  const isOfTest = isSentByTest(stack);
  if (isOfTest !== false && seen.has(text)) return;
  seen.set(text, isOfTest ?? false);
  fresh.push({ text, isOfTest: isOfTest ?? false, sameAs: sameParameters(values) });
}

type Query = (...args: unknown[]) => unknown;

function recordQueries(recorded: Recorded, of: { prototype: { query: unknown } }): void {
  const query = of.prototype.query as Query;
  of.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } = (typeof first === 'string' ? { text: first } : (first ?? {})) as {
      text?: unknown;
      values?: unknown;
    };
    const given = values ?? second;
    if (typeof text === 'string') record(recorded, text, Array.isArray(given) ? given : []);
    return query.apply(this, args);
  };
}

function startRecording(): Recorded {
  // What waits in between is part of the stack, and the driver of the database takes several of its places.
  Error.stackTraceLimit = 40;
  const recorded: Recorded = { seen: new Map(), fresh: [] };
  // A pool asks its clients only when one is free, and who asked the pool is not in that stack any more.
  recordQueries(recorded, pg.Pool);
  recordQueries(recorded, pg.Client);
  return recorded;
}

if (dir) {
  const known = globalThis as { [KEY]?: Recorded };
  known[KEY] ??= startRecording();
  const recorded = known[KEY];
  afterAll(() => {
    mkdirSync(dir, { recursive: true });
    const lines = recorded.fresh.splice(0).map((statement) => `${JSON.stringify(statement)}\n`);
    appendFileSync(join(dir, `${process.pid}.jsonl`), lines.join(''));
  });
}
