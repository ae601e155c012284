import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { layOutNewTables } from '../cluster/apply-layout.ts';
import { migrate } from '../db/migrate.ts';
import { issueLocalOwnerLink, printsSignInLink } from '../features/sign-in/local-owner.ts';
import { type Env, EnvError, PROCESS_ROLES, type ProcessRole, readEnv } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { openDatabase } from './database.ts';
import { type RunningServer, startServer } from './start-server.ts';

const STOP_WITHIN_MS = 9000;

const print = (text: string) => process.stdout.write(`${text}\n`);

function fail(lines: string[]): never {
  for (const line of lines) process.stderr.write(`trailmark: ${line}\n`);
  process.exit(1);
}

function readArguments(): { role: ProcessRole; migrateOnly: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        role: { type: 'string', default: 'all' },
        'migrate-only': { type: 'boolean', default: false },
      },
    });
    const role = PROCESS_ROLES.find((one) => one === values.role);
    if (!role) fail([`--role is one of ${PROCESS_ROLES.join(', ')}`]);
    return { role, migrateOnly: values['migrate-only'] };
  } catch (error) {
    fail([(error as Error).message]);
  }
}

function readEnvironment(role: ProcessRole): Env {
  try {
    return readEnv(process.env, role);
  } catch (error) {
    if (error instanceof EnvError) fail(error.problems);
    throw error;
  }
}

/** PORT=0 takes any free port; it must be known before links are built with it. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

async function greet(server: RunningServer): Promise<void> {
  const { kit } = server;
  print(`\n  Trailmark is ready at ${kit.publicUrl}`);
  if (printsSignInLink(kit.env)) {
    print(`\n  Sign in (once, within 15 minutes):\n  ${await issueLocalOwnerLink(kit)}`);
  }
  print('\n  Ctrl-C stops it.\n');
}

function stopOnSignal(server: RunningServer): void {
  let stopping = false;
  const stop = async (reason: string | null, code: number) => {
    if (stopping) return;
    stopping = true;
    if (reason) print(reason);
    setTimeout(() => fail([`did not stop within ${STOP_WITHIN_MS / 1000} s`]), STOP_WITHIN_MS).unref();
    await server.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      print('Stopping…');
      void server.drain().then(() => stop(null, 0));
    });
  }
  void server.failed.then((reason) => stop(`PostgreSQL ended: ${reason}`, 1));
}

function explain(env: Env, error: unknown): string {
  const { code, port, message } = error as Error & { code?: string; port?: number };
  if (code !== 'EADDRINUSE') return message;
  const name = port === env.metricsPort ? 'METRICS_PORT' : 'PORT';
  return `${name} ${port} is taken by another program: stop it or set ${name}.`;
}

async function main(): Promise<void> {
  const { role, migrateOnly } = readArguments();
  const given = readEnvironment(role);
  const log = createLog(given.logLevel);
  if (migrateOnly) {
    const database = await openDatabase(given, log, print);
    await migrate(database.connection.pool, print, layOutNewTables).finally(() => database.close());
    print('The database is up to date.');
    return;
  }
  const env = { ...given, port: given.port || (await freePort(given.host)) };
  const server = await startServer(env, log, { print }).catch((error: unknown) =>
    fail([explain(env, error)]),
  );
  stopOnSignal(server);
  await greet(server);
}

await main();
