import { generateKeyPairSync } from 'node:crypto';
import type { sendSkanTest } from '@trailmark/contract/skan-postbacks';
import { z } from 'zod';
import { spend } from '../../../access/rate-limit.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { fetchOwn, readText } from '../../../platform/outbound.ts';
import { POSTBACK_PATHS } from '../postbacks/postback-paths.ts';
import { listSkanApps } from '../postbacks/skan-settings.ts';
import { makeTestTicket, TEST_HEADER } from '../postbacks/test-ticket.ts';
import { type SamplePostback, samplePostbacks } from './sample-postbacks.ts';

type Answer = z.output<(typeof sendSkanTest)['response']>;

const TESTS_PER_MINUTE = 10;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 10_000;

const Taken = z.object({
  data: z.object({
    postback_id: z.uuid(),
    verdict: z.enum(['valid', 'invalid', 'unverifiable', 'development']),
  }),
});

async function findApp(kit: Kit, projectId: string, given: string | undefined): Promise<string> {
  const apps = await listSkanApps(kit.db, projectId);
  const app = given === undefined ? apps[0] : apps.find(({ app_id }) => app_id === given);
  if (!app) {
    if (given !== undefined) throw badField('app_id', 'is not an app of this project');
    throw new AppError(
      'conflict',
      'Add a store listing of your iOS app first: postbacks are found by its App Store id.',
    );
  }
  if (app.receives) return app.app_id;
  throw new AppError('conflict', 'Another project has listed this app before, and receives its postbacks.');
}

async function send(kit: Kit, sample: SamplePostback, ticket: string): Promise<Answer['sent'][number]> {
  const { name, framework, expected } = sample;
  const body = JSON.stringify(sample.body);
  const common = { name, framework, expected, body };
  try {
    const answer = await fetchOwn(`${kit.publicUrl}${POSTBACK_PATHS[framework]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [TEST_HEADER]: ticket },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    });
    const { status } = answer;
    const taken = Taken.safeParse(JSON.parse(await readText(answer)));
    const verdict = taken.data?.data.verdict ?? null;
    const passed = status === 200 && verdict === expected;
    return { ...common, status, verdict, passed, postback_id: taken.data?.data.postback_id ?? null };
  } catch (error) {
    kit.log.warn({ err: error }, 'a test postback was not answered');
    return { ...common, status: null, verdict: null, passed: false, postback_id: null };
  }
}

/** Sends one postback of each kind the whole way: out, in at the public address, checked and stored. None counts. */
export async function sendTest(
  kit: Kit,
  { projectId, appId: given }: { projectId: string; appId: string | undefined },
): Promise<Answer> {
  const now = kit.clock.now();
  await spend(kit.db, now, [{ bucket: `skan-test:${projectId}`, max: TESTS_PER_MINUTE, perMs: MINUTE_MS }]);
  const appId = await findApp(kit, projectId, given);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ticket = makeTestTicket(kit.secrets, { projectId, key: publicKey, now });
  const samples = samplePostbacks(Number(appId), privateKey);
  const sent = await Promise.all(samples.map((sample) => send(kit, sample, ticket)));
  return { app_id: appId, url: kit.publicUrl, sent };
}
