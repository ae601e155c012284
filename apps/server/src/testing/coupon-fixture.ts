import { createCouponPool, importCouponCodes } from '@trailmark/contract/coupon-pools';
import { type CouponNetwork, createCouponNetwork } from '@trailmark/contract/coupons';
import { signWebhook } from '@trailmark/core/destinations/webhook/sign-webhook';
import type { TestPerson } from './build.ts';
import type { Answer } from './device.ts';
import type { TestServer } from './test-server.ts';

interface Owned {
  owner: TestPerson;
  projectId: string;
}

/** What a network posts; fields are left out by undefined. */
export type GivenCall = Record<string, unknown>;

export interface TestNetwork {
  network: CouponNetwork;
  id: string;
  secret: string;
  /** Posts a call that is signed as it should be, or with what is given instead. */
  post(
    call: GivenCall,
    over?: { headers?: Record<string, string>; text?: string; key?: string },
  ): Promise<Answer>;
}

let count = 0;

export async function buildNetwork(server: TestServer, own: Owned, name = 'Jio'): Promise<TestNetwork> {
  const { network, secret } = await own.owner.call(createCouponNetwork, {
    body: { project_id: own.projectId, name },
  });
  const post: TestNetwork['post'] = async (call, over = {}) => {
    count += 1;
    const given = { event_id: `e-${count}`, type: 'redeemed', occurred_at: server.clock.now().toISOString() };
    const body = over.text ?? JSON.stringify({ ...given, ...call });
    const signature = signWebhook({ id: `m-${count}`, sentAt: server.clock.now(), body }, [secret]);
    const response = await fetch(`${server.url}/api/in/coupons/${over.key ?? network.network_key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature, ...over.headers },
      body,
    });
    return { status: response.status, json: await response.json(), headers: response.headers };
  };
  return { network, id: network.ad_network_id, secret, post };
}

/** A pool with these codes; gives its id. */
export async function buildPool(
  { owner, projectId }: Owned,
  given: { networkId: string; campaignId: string; codes?: string[] } & Record<string, unknown>,
): Promise<string> {
  count += 1;
  const { networkId, campaignId, codes = [], ...pool } = given;
  const { pool_id } = await owner.call(createCouponPool, {
    body: {
      project_id: projectId,
      ad_network_id: networkId,
      campaign_id: campaignId,
      name: `Pool ${count}`,
      ...pool,
    },
  });
  if (codes.length > 0) {
    const csv = ['code', ...codes].join('\n');
    const { problems } = await owner.call(importCouponCodes, {
      params: { pool_id },
      query: { project_id: projectId },
      body: { csv },
    });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  }
  return pool_id;
}
