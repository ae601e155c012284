import { downloadCouponReport, getCouponReport } from '@trailmark/contract/coupon-calls';
import {
  CouponCode,
  createCouponPool,
  deleteCouponPool,
  generateCouponCodes,
  getCouponCode,
  importCouponCodes,
  listCouponCodes,
  listCouponPools,
  updateCouponPool,
  withdrawCouponCodes,
} from '@trailmark/contract/coupon-pools';
import {
  createCouponNetwork,
  deleteCouponNetwork,
  listCouponNetworks,
  previewCouponPostback,
  replaceCouponSecret,
  updateCouponNetwork,
  updateCouponPostback,
} from '@trailmark/contract/coupons';
import {
  exampleOf,
  LISTED_MACROS,
  templateProblems,
} from '@trailmark/core/destinations/affiliate/macro-meanings';
import { z } from 'zod';
import { actorOf } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { listAccounts } from '../../networks/network-store.ts';
import { createCursor } from '../../platform/cursor.ts';
import type { Kit } from '../../platform/kit.ts';
import { addGenerated, importCodes, withdrawCodes } from './change-codes.ts';
import { addNetwork, changeNetwork, removeNetwork, replaceSecret, savePostback } from './change-network.ts';
import { addPool, changePool, removePool } from './change-pool.ts';
import { getCode, listCodes, presentCode } from './code-store.ts';
import { listEvents } from './event-store.ts';
import { JIO_COUPONS, presentNetwork } from './network-row.ts';
import { listPools, presentPool } from './pool-store.ts';
import { couponCsv, readCouponRows, readPostbackDays } from './read-report.ts';

async function networksOf(kit: Kit, projectId: string) {
  const rows = await listAccounts(kit.db, { projectId, kind: JIO_COUPONS });
  return { networks: rows.map((row) => presentNetwork(kit, row)) };
}

const networkRoutes: HandledRoute[] = [
  onProject(listCouponNetworks, ({ kit, membership: { projectId } }) => networksOf(kit, projectId)),

  onProject(createCouponNetwork, async ({ kit, person, client, membership: { projectId }, body }) => {
    const acting = { projectId, actor: actorOf(person, client) };
    const { row, secret } = await addNetwork(kit, acting, {
      name: body.name,
      profile: body.provider_profile,
    });
    return { network: presentNetwork(kit, row), secret };
  }),

  onProject(updateCouponNetwork, async ({ kit, person, client, membership: { projectId }, params, body }) => {
    const key = { projectId, adNetworkId: params.ad_network_id, actor: actorOf(person, client) };
    const change = { name: body.name, profile: body.provider_profile };
    return presentNetwork(kit, await changeNetwork(kit, key, change));
  }),

  onProject(replaceCouponSecret, async ({ kit, person, client, membership: { projectId }, params, body }) => {
    const key = { projectId, adNetworkId: params.ad_network_id, actor: actorOf(person, client) };
    const { row, secret } = await replaceSecret(kit, key, body.keep_old_hours);
    return { network: presentNetwork(kit, row), secret };
  }),

  onProject(deleteCouponNetwork, async ({ kit, person, client, membership: { projectId }, params }) => {
    const actor = actorOf(person, client);
    await removeNetwork(kit, { projectId, adNetworkId: params.ad_network_id, actor });
    return await networksOf(kit, projectId);
  }),

  onProject(
    updateCouponPostback,
    async ({ kit, person, client, membership: { projectId }, params, body }) => {
      const key = { projectId, adNetworkId: params.ad_network_id, actor: actorOf(person, client) };
      return presentNetwork(kit, await savePostback(kit, key, body.postback));
    },
  ),

  onProject(previewCouponPostback, async ({ body }) => ({
    ...exampleOf(body),
    problems: Object.entries(templateProblems(body)).map(([field, reason]) => `${field} ${reason}`),
    macros: LISTED_MACROS,
  })),
];

const poolRoutes: HandledRoute[] = [
  onProject(listCouponPools, async ({ kit, membership: { projectId }, query }) => {
    const rows = await listPools(kit.db, { projectId, adNetworkId: query.ad_network_id });
    return { pools: rows.map(presentPool) };
  }),

  onProject(createCouponPool, ({ kit, person, client, membership: { projectId }, body }) =>
    addPool(kit, { projectId, actor: actorOf(person, client) }, body),
  ),

  onProject(updateCouponPool, ({ kit, person, client, membership: { projectId }, params, body }) =>
    changePool(kit, { projectId, actor: actorOf(person, client), poolId: params.pool_id }, body),
  ),

  onProject(deleteCouponPool, async ({ kit, person, client, membership: { projectId }, params }) => {
    await removePool(kit, { projectId, actor: actorOf(person, client), poolId: params.pool_id });
    return { deleted: true as const };
  }),
];

const codeCursor = createCursor(z.tuple([CouponCode]));

const codeRoutes: HandledRoute[] = [
  onProject(importCouponCodes, ({ kit, person, client, membership: { projectId }, params, body }) => {
    const acting = { projectId, actor: actorOf(person, client), poolId: params.pool_id };
    return importCodes(kit, acting, { csv: body.csv, dryRun: body.dry_run });
  }),

  onProject(generateCouponCodes, ({ kit, person, client, membership: { projectId }, params, body }) =>
    addGenerated(kit, { projectId, actor: actorOf(person, client), poolId: params.pool_id }, body),
  ),

  onProject(listCouponCodes, async ({ kit, membership: { projectId }, query }) => {
    const { pool_id: poolId, state, search, cursor, limit } = query;
    const [after = null] = codeCursor.read(cursor) ?? [];
    const now = kit.clock.now();
    const rows = await listCodes(kit.db, { projectId, poolId, now, state, search, after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const hasMore = last !== undefined && rows.length > limit;
    return { items: items.map(presentCode), next_cursor: hasMore ? codeCursor.write([last.code]) : null };
  }),

  onProject(getCouponCode, async ({ kit, membership: { projectId }, query }) => {
    const key = { projectId, code: query.code };
    return {
      code: await getCode(kit.db, { ...key, now: kit.clock.now() }),
      events: await listEvents(kit.db, key),
    };
  }),

  onProject(withdrawCouponCodes, ({ kit, person, client, membership: { projectId }, body }) =>
    withdrawCodes(kit, { projectId, actor: actorOf(person, client) }, body.codes),
  ),
];

const reportRoutes: HandledRoute[] = [
  onProject(getCouponReport, async ({ kit, membership: { projectId }, query }) => {
    const report = { projectId, from: query.from, to: query.to, adNetworkId: query.ad_network_id };
    return {
      rows: await readCouponRows(kit.db, report),
      postbacks: await readPostbackDays(kit.db, report),
    };
  }),

  onProject(downloadCouponReport, async ({ kit, membership: { projectId }, query }) => {
    const { from, to } = query;
    const rows = await readCouponRows(kit.db, { projectId, from, to, adNetworkId: query.ad_network_id });
    const filename = `coupons ${from} to ${to}.csv`;
    return { contentType: 'text/csv; charset=utf-8', filename, body: couponCsv(rows), attachment: true };
  }),
];

export const routes: HandledRoute[] = [...networkRoutes, ...poolRoutes, ...codeRoutes, ...reportRoutes];
