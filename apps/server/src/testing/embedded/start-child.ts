import { join } from 'node:path';
import { readPostmasterFile } from '../../db/embedded/orphan.ts';
import { startEmbeddedPostgres } from '../../db/embedded/start.ts';

// Run by the tests: a Trailmark that owns a PostgreSQL and then stays, or leaves without stopping it.
const [dataDir = '', then = 'stay'] = process.argv.slice(2);
const say = (message: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(message)}\n`);

process.on('SIGINT', () => say({ interrupted: true }));
const postgres = await startEmbeddedPostgres({ dataDir, fast: true, progress: (line) => say({ line }) });
say({ url: postgres.url, pid: readPostmasterFile(join(dataDir, 'postgres'))?.pid });
if (then === 'stop') await postgres.stop();
if (then === 'exit') process.exit(0);
