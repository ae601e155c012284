import pg from 'pg';

export const superuser = 'trailmark';
const databaseName = 'trailmark';

type Server = { port: number; password: string };

export function databaseUrl({ port, password }: Server, database = databaseName): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates Trailmark's database if it is missing and proves that it answers. */
export async function ensureDatabase(server: Server): Promise<void> {
  await withClient(databaseUrl(server, 'postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  });
  await withClient(databaseUrl(server), (client) => client.query('select 1'));
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection lost between two queries is reported by the next query.
  client.on('error', () => {});
  try {
    await client.connect();
    await use(client);
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  } finally {
    await client.end();
  }
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '28P01')
    return 'The embedded database refuses its password: restore DATA_DIR/postgres-password.';
  return `The embedded database does not answer: ${message}`;
}
