import { getPerson } from '@trailmark/contract/people';
import { sql } from 'kysely';
import type { DeliveryFixture } from './delivery-fixture.ts';
import type { TestDevice } from './device.ts';
import type { GoogleClaims } from './google-claims.ts';
import { unsoundBooks } from './sound-books.ts';
import type { TestServer } from './test-server.ts';
import { until } from './until.ts';

/** A project whose app tells Google when a session begins, and phones that come back after silence. */
export async function buildGoogleSessions(
  server: TestServer,
  fixture: DeliveryFixture,
  claims: GoogleClaims,
) {
  const { projectId, owner } = fixture;
  await claims.addMap('app_opened', 'session_start', { value: { from: 'none' } });
  const secondsAgo = (seconds: number) => server.clock.now().getTime() / 1000 - seconds;
  const open = (phone: TestDevice) => phone.init({ app_version: '3.2.0', os_version: '14' });
  return {
    secondsAgo,
    open,
    /** An install that nobody is credited with, and that was silent since. */
    async silentPhone(silenceMs: number): Promise<TestDevice> {
      const phone = fixture.device();
      await open(phone);
      await claims.sendUntil('app_conversion', 1);
      server.clock.advance(silenceMs);
      return phone;
    },
    async openByAd(phone: TestDevice, seconds = 5): Promise<void> {
      await claims.claim(phone, { timestamp: secondsAgo(seconds) });
      await phone.event('app_opened');
    },
    /** The phone taps a link of ours, and the app reports it. */
    async openByLink(phone: TestDevice, { slug }: { slug: string }): Promise<void> {
      const token = await phone.clickToken(slug);
      server.clock.advance(1000);
      await phone.deeplink(`https://kite.example/offer?tm_click=${token}`);
    },
    /** Sends the session that an app has reported, and decides about what Google says to it. */
    async sendSession(calls = 2): Promise<void> {
      await claims.sendUntil('app_conversion', calls);
      await server.runJobs();
    },
    personOf: ({ installId }: TestDevice) =>
      owner.call(getPerson, { query: { project_id: projectId, install_id: installId } }),
    inShort: async (phone: TestDevice) =>
      (await fixture.decisions(phone)).map((one) => [one.kind, one.because, one.match_type, one.network]),
    async creditedEvents({ installId }: TestDevice): Promise<string[][]> {
      const { rows } = await sql<{ name: string; network: string }>`select name, network from events
        where project_id = ${projectId} and install_id = ${installId} order by occurred_at, name`.execute(
        server.db,
      );
      return rows.map((row) => [row.name, row.network]);
    },
    /** Sends and decides what is left, so that nothing is sent during the next test; gives what does not add up then. */
    async settle(): Promise<object[]> {
      await until(async () => {
        await fixture.send();
        await server.runJobs();
        const { rows } =
          await sql`select from deliveries where project_id = ${projectId} and state = 'waiting'
          union all select from delivery_plans where project_id = ${projectId}`.execute(server.db);
        return rows.length === 0;
      });
      // Days go by in a test: the jobs of the next one do not read what the ads of this one cost.
      await sql`delete from network_accounts where project_id = ${projectId}`.execute(server.db);
      return await unsoundBooks(server, projectId);
    },
  };
}

export type GoogleSessions = Awaited<ReturnType<typeof buildGoogleSessions>>;
