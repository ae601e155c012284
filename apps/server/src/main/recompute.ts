import { parseArgs } from 'node:util';
import { requireMigrated } from '../db/migrate.ts';
import { recomputeDecisions } from '../features/attribution/recompute-decisions.ts';
import { EnvError, readEnv } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { openDatabase } from './database.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const print = (text: string) => process.stdout.write(`${text}\n`);

function readProject(): string | null {
  const { values } = parseArgs({ options: { project: { type: 'string' } } });
  if (values.project !== undefined && !UUID.test(values.project)) {
    throw new Error('--project is not the id of a project');
  }
  return values.project ?? null;
}

/** Recomputes all stored receipts; returns how many lead to another decision. */
async function main(): Promise<number> {
  const projectId = readProject();
  const env = readEnv(process.env, 'edge');
  const database = await openDatabase(env, createLog(env.logLevel ?? 'error'), print);
  let count = 0;
  let different = 0;
  try {
    await requireMigrated(database.connection.pool);
    for await (const one of recomputeDecisions(database.connection.db, { projectId })) {
      count += 1;
      if (one.differences.length === 0) continue;
      different += 1;
      const where = `project ${one.projectId}, install ${one.installId}, revision ${one.revision}`;
      print(`${where}: ${one.differences.join('; ')}`);
    }
  } finally {
    await database.close();
  }
  print(`${count} decisions were decided once more, ${different} of them differently.`);
  return different;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} catch (error) {
  const lines = error instanceof EnvError ? error.problems : [(error as Error).message];
  for (const line of lines) process.stderr.write(`trailmark: ${line}\n`);
  process.exitCode = 1;
}
