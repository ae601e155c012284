import { sql } from 'kysely';
import { buildDeliveryFixture } from './delivery-fixture.ts';
import { startReceiver } from './receiver.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** What is needed of the sandbox, which plays the networks. */
interface NetworkSandbox {
  toolsUrl: string;
  receivers: {
    clock: { follow(now: () => Date): void };
    list(): { forget(): void }[];
  };
  stop(): Promise<void>;
}

/** A server whose networks are played by a sandbox with the same clock. */
export async function startNetworkServer<Sandbox extends NetworkSandbox>(
  startSandbox: () => Promise<Sandbox>,
) {
  const sandbox = await startSandbox();
  /** The log. */
  const lines: string[] = [];
  const server = await startTestServer({
    env: { TOOLS_URL: sandbox.toolsUrl },
    log: { write: (line: string) => void lines.push(line) },
  });
  sandbox.receivers.clock.follow(() => server.clock.now());
  return {
    sandbox,
    server,
    lines,
    forget() {
      for (const receiver of sandbox.receivers.list()) receiver.forget();
    },
    async stop() {
      await server.stop();
      await sandbox.stop();
    },
  };
}

/** The same with what deliveries need. */
export async function startNetworkDeliveries<Sandbox extends NetworkSandbox>(
  startSandbox: () => Promise<Sandbox>,
) {
  const [network, receiver] = [await startNetworkServer(startSandbox), await startReceiver()];
  return {
    ...network,
    /** A new project; what networks were sent before is forgotten. */
    async buildFixture() {
      network.forget();
      return await buildDeliveryFixture(network.server, receiver);
    },
    async stop() {
      await network.stop();
      await receiver.stop();
    },
  };
}

/** What a person does in the dialog of a network; gives where the network sends them. */
export async function allowAccess(authUrl: string | URL): Promise<URL> {
  const decision = new URLSearchParams({ decision: 'allow' });
  const answer = await fetch(authUrl, { method: 'POST', redirect: 'manual', body: decision });
  return new URL(answer.headers.get('location') ?? '');
}

const TABLES = ['network_settings', 'network_logins', 'network_accounts', 'connections', 'audit_log'];

/** Everything that is stored about networks, as it would be found by somebody who reads the tables. */
export async function storedText({ db }: TestServer): Promise<string> {
  const stored = await Promise.all(
    TABLES.map((table) =>
      sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(db),
    ),
  );
  return stored.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}

/** The tokens of the only login of a project, opened. */
export async function openedTokens(
  { db, kit }: TestServer,
  projectId: string,
): Promise<Record<string, string>> {
  const { sealed_tokens } = await db
    .selectFrom('network_logins')
    .select('sealed_tokens')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return kit.secrets.open('networks', sealed_tokens) as Record<string, string>;
}
