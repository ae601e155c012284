import { parseArgs } from 'node:util';
import { requireMigrated } from '../db/migrate.ts';
import { EnvError, readEnv } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { rebuildRollups } from '../rollups/rebuild.ts';
import { openDatabase } from './database.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Recounts the rollups of all projects, or of one, from raw rows and reports every difference. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { project: { type: 'string' } } });
  const env = readEnv(process.env, 'worker');
  const database = await openDatabase(env, createLog(env.logLevel), print);
  try {
    await requireMigrated(database.connection.pool);
    const { db } = database.connection;
    const projects = await db.selectFrom('projects').select(['project_id', 'name']).execute();
    let wrong = 0;
    for (const { project_id, name } of projects) {
      if (values.project && values.project !== project_id) continue;
      const differences = await rebuildRollups(db, project_id);
      wrong += differences.length;
      print(
        `${name}: ${differences.length === 0 ? 'nothing differed' : `${differences.length} rows differed`}`,
      );
      for (const { where, counted, kept } of differences) {
        print(
          `  ${where}: raw rows say ${counted.count} (${counted.amount}), kept was ${kept.count} (${kept.amount})`,
        );
      }
    }
    process.exitCode = wrong > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

await main().catch((error: unknown) => {
  const lines = error instanceof EnvError ? error.problems : [(error as Error).message];
  for (const line of lines) process.stderr.write(`trailmark: ${line}\n`);
  process.exit(1);
});
