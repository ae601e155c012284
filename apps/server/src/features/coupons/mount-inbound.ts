import { COUPON_BODY_LIMIT, CouponCall, receiveCouponCall } from '@trailmark/contract/coupon-calls';
import { readByProfile } from '@trailmark/core/coupons/provider-profile';
import { verifyWebhook } from '@trailmark/core/destinations/webhook/verify-webhook';
import { sql } from 'kysely';
import { spend } from '../../access/rate-limit.ts';
import type { Db } from '../../db/connection.ts';
import { isAway } from '../../db/is-away.ts';
import type { App } from '../../http/app.ts';
import { type DirectRequest, mountDirect } from '../../http/direct-calls.ts';
import { validate } from '../../http/mount.ts';
import type { NetworkAccountRow } from '../../networks/network-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { findSecrets, profileOf, validSecrets } from './network-row.ts';
import { takeCall } from './take-call.ts';

const CALLS_PER_MINUTE = 1200;
const REFUSALS_PER_MINUTE = 120;
/** Calls of one network that are stored at the same time: the connections are there for all projects. */
const MOST_AT_ONCE = 2;
const RETRY_SECONDS = 2;
const KEY = /^[a-z0-9-]{10,80}$/;

type CallingNetwork = Pick<NetworkAccountRow, 'settings' | 'sealed_credentials'> & {
  project_id: string;
  ad_network_id: string;
};

async function findNetwork(db: Db, networkKey: string): Promise<CallingNetwork | null> {
  if (!KEY.test(networkKey)) return null;
  const { rows: keys } = await sql<Pick<CallingNetwork, 'project_id' | 'ad_network_id'>>`
    select k.project_id, k.ad_network_id from coupon_network_keys k
    join projects p on p.project_id = k.project_id and p.deleted_at is null
    where k.network_key = ${networkKey}`.execute(db);
  const [key] = keys;
  if (!key) return null;
  const { rows } = await sql<CallingNetwork>`
    select project_id, ad_network_id, settings, sealed_credentials from network_accounts
    where project_id = ${key.project_id} and ad_network_id = ${key.ad_network_id}`.execute(db);
  return rows[0] ?? null;
}

type Head = Omit<DirectRequest, 'bytes'>;

const headerOf = ({ headers }: Head, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The same answer for a key that nobody has and for a wrong signature: nobody learns which keys there are. */
async function refuse({ kit, db }: { kit: Kit; db: Db }, { ip }: Head): Promise<never> {
  const bucket = `coupon-refusals:${ip}`;
  await spend(db, kit.clock.now(), [{ bucket, max: REFUSALS_PER_MINUTE, perMs: MINUTE_MS }]);
  throw new AppError('signature_invalid', 'The key or the signature does not belong to a coupon network.');
}

/** Nobody without a key makes us read a body. */
async function identify(door: { kit: Kit; db: Db }, request: Head) {
  const { network_key: key } = request.params as { network_key: string };
  const network = await findNetwork(door.db, key);
  const secrets = network && findSecrets(door.kit.secrets, network);
  return network && secrets ? { network, secrets } : await refuse(door, request);
}

async function authenticate(door: { kit: Kit; db: Db }, request: DirectRequest): Promise<CallingNetwork> {
  const { kit } = door;
  const { network, secrets } = await identify(door, request);
  const now = kit.clock.now();
  const message = {
    id: headerOf(request, 'webhook-id'),
    timestamp: headerOf(request, 'webhook-timestamp'),
    signature: headerOf(request, 'webhook-signature'),
    body: request.bytes.toString('utf8'),
  };
  const isSigned = verifyWebhook(message, validSecrets(secrets, network, now), now);
  return isSigned ? network : await refuse(door, request);
}

function bodyOf({ bytes }: DirectRequest): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return json as Record<string, unknown>;
  } catch {
    // Answered below, as everything else that is no object.
  }
  throw new AppError('malformed_request', 'The body is not a JSON object.');
}

/** How many calls of each network are being stored by this process. */
function createTurns() {
  const counts = new Map<string, number>();
  return async <Result>(network: string, take: () => Promise<Result>): Promise<Result> => {
    const count = counts.get(network) ?? 0;
    if (count >= MOST_AT_ONCE) {
      throw new AppError(
        'unavailable',
        'Too many calls at once. Please try again.',
        undefined,
        RETRY_SECONDS,
      );
    }
    counts.set(network, count + 1);
    try {
      return await take();
    } finally {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    }
  };
}

/** Networks come back by themselves: nothing was answered, so nothing is lost. */
function sayAway(error: unknown): never {
  if (!isAway(error)) throw error;
  throw new AppError(
    'unavailable',
    'The database cannot be reached. Please try again.',
    undefined,
    RETRY_SECONDS,
  );
}

/** Puts the call by which networks report redemptions on the server. */
export async function mountInbound(app: App, kit: Kit, db: Db): Promise<void> {
  const door = { kit, db };
  const inTurn = createTurns();
  const take = async (request: DirectRequest) => {
    const network = await authenticate(door, request);
    const { project_id: projectId, ad_network_id: adNetworkId } = network;
    const bucket = `coupons:${adNetworkId}`;
    await spend(db, kit.clock.now(), [{ bucket, max: CALLS_PER_MINUTE, perMs: MINUTE_MS }]);
    const body = readByProfile(bodyOf(request), profileOf(network));
    const call = validate(CouponCall, body, 'body') as CouponCall;
    const { repeated } = await inTurn(adNetworkId, () => takeCall(door, { projectId, adNetworkId }, call));
    return { msg: 'ok', status: 202, data: { accepted: true, repeated } };
  };
  await mountDirect(app, [
    {
      route: receiveCouponCall,
      bodyLimit: COUPON_BODY_LIMIT,
      status: 202,
      admit: async (request) => {
        await identify(door, request).catch(sayAway);
      },
      answer: (request) => take(request).catch(sayAway),
    },
  ]);
}
