import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

// Keeps the text of every statement that the tests send to the database, for the same to be prepared on the oldest
// PostgreSQL that we run on (oldest.db.test.ts).

const dir = process.env.RECORD_STATEMENTS;
const KEY = Symbol.for('trailmark.statements');

/** What this process has sent, and what of it is written down; files of tests share it. */
interface Recorded {
  seen: Set<string>;
  fresh: string[];
}

function startRecording(): Recorded {
  const recorded: Recorded = { seen: new Set(), fresh: [] };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && !recorded.seen.has(text)) {
      recorded.seen.add(text);
      recorded.fresh.push(text);
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  return recorded;
}

if (dir) {
  const known = globalThis as { [KEY]?: Recorded };
  known[KEY] ??= startRecording();
  const recorded = known[KEY];
  afterAll(() => {
    mkdirSync(dir, { recursive: true });
    const lines = recorded.fresh.splice(0).map((text) => `${JSON.stringify(text)}\n`);
    appendFileSync(join(dir, `${process.pid}.jsonl`), lines.join(''));
  });
}
