import { APPLE } from '@trailmark/contract/networks';
import type { Claim } from '@trailmark/core/attribution/claim';
import { type AdServicesClaim, readAdServices } from '@trailmark/core/referrers/adservices';
import { z } from 'zod';
import { enqueue } from '../../jobs/queue.ts';
import { type Job, job } from '../../jobs/runner.ts';
import type { InstallClaim } from '../../pipeline/group.ts';
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { fetchConfigured, readText } from '../../platform/outbound.ts';
import { endHold } from './apply-claims.ts';

// https://developer.apple.com/documentation/adservices/aaattribution/attributiontoken()
const TOKEN_LIVES_MS = 24 * HOUR_MS;
const AGAIN_MS = 5 * SECOND_MS;
const MOST_TRIES = 3;
const TIMEOUT_MS = 10 * SECOND_MS;
const MOST_BYTES = 100_000;

const AdServicesRequest = z.object({
  projectId: z.string(),
  installId: z.string(),
  token: z.string(),
  askedAt: z.iso.datetime(),
  /** Counts only those to which Apple answered that it does not know the token yet. */
  tries: z.int(),
});
export type AdServicesRequest = z.infer<typeof AdServicesRequest>;

type Answer = { kind: 'answered'; claim: AdServicesClaim | null } | { kind: 'unknown' } | { kind: 'refused' };

/** Throws when Apple cannot answer now: then the job is tried again, with growing pauses. */
async function ask({ env }: Kit, token: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetchConfigured(env, env.adServicesUrl, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: token,
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
  });
  if (response.status === 200) {
    return { kind: 'answered', claim: readAdServices(JSON.parse(await readText(response))) };
  }
  response.body.destroy();
  if (response.status >= 300 && response.status < 400) throw new Error('AdServices answered elsewhere.');
  if (response.status === 404) return { kind: 'unknown' };
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`AdServices answered ${response.status}.`);
  }
  return { kind: 'refused' };
}

function claimOf(answer: AdServicesClaim): Claim {
  const { kind, at } = answer;
  const evidence = { network: APPLE, platform: 'ios', foundBy: 'adservices' } as const;
  return { ...evidence, kind, at, answer: { ...answer } };
}

async function askAgain({ db, secrets }: Kit, request: AdServicesRequest): Promise<void> {
  const next: AdServicesRequest = { ...request, tries: request.tries + 1 };
  await enqueue(db, 'ask-adservices', { sealed: secrets.seal('jobs', next) }, { inMs: AGAIN_MS });
}

/** Asks Apple who brought an install; what it claims is decided about with the rest. */
export function createAskAdServices(applyClaim: (kit: Kit, claim: InstallClaim) => Promise<void>): Job {
  return job('ask-adservices', async (kit, { sealed }, signal) => {
    const request = AdServicesRequest.parse(kit.secrets.open('jobs', sealed));
    const { projectId, installId } = request;
    const isDead = kit.clock.now().getTime() - Date.parse(request.askedAt) >= TOKEN_LIVES_MS;
    if (isDead) return await endHold(kit, request);
    const answer = await ask(kit, request.token, signal);
    if (answer.kind === 'unknown' && request.tries < MOST_TRIES) return await askAgain(kit, request);
    if (answer.kind === 'answered' && answer.claim) {
      return await applyClaim(kit, { projectId, installId, claim: claimOf(answer.claim) });
    }
    if (answer.kind === 'refused') {
      kit.log.info({ project_id: projectId, install_id: installId }, 'Apple refused an attribution token');
    }
    await endHold(kit, request);
  });
}
