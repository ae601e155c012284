import { serverGetCoupon, serverIssueCoupon } from '@trailmark/contract/coupon-calls';
import {
  getAttributionResult,
  listAttributedUsers,
  type ServerCampaignForm,
  type ServerCampaignQuery,
  serverCreateCampaign,
  serverListCampaigns,
} from '@trailmark/contract/server-api';
import type { z } from 'zod';
import { validate } from '../../http/mount.ts';
import { findResult } from './find-result.ts';
import { listAttributed } from './list-attributed.ts';
import type { ServerCall } from './server-calls.ts';

const instant = (text: string | undefined) => (text ? new Date(text) : null);

const attributedUsersCall: ServerCall = {
  route: listAttributedUsers,
  async answer({ connection }, { arrival, query }) {
    const filter = validate(listAttributedUsers.query, query, 'query') as z.output<
      typeof listAttributedUsers.query
    >;
    const { projectId } = arrival.project;
    const { db } = await connection.of(projectId);
    return await listAttributed(db, {
      projectId,
      displayId: filter.display_id,
      from: instant(filter.start_timestamp),
      to: instant(filter.end_timestamp),
      cursor: filter.cursor,
      page: filter.page ?? 1,
      limit: filter.limit,
    });
  },
};

const resultCall: ServerCall = {
  route: getAttributionResult,
  async answer({ connection }, { arrival, query }) {
    const filter = validate(getAttributionResult.query, query, 'query') as z.output<
      typeof getAttributionResult.query
    >;
    const { device_identifier: device, user_id: user = '' } = filter;
    const { projectId } = arrival.project;
    const { db } = await connection.of(projectId);
    return await findResult(db, projectId, device ? { device } : { user });
  },
};

const createCampaignCall: ServerCall = {
  route: serverCreateCampaign,
  async answer({ campaigns }, { arrival, json, actor }) {
    const form = validate(serverCreateCampaign.body, json, 'body') as ServerCampaignForm;
    return await campaigns.create({ projectId: arrival.project.projectId, actor }, form);
  },
};

const campaignsCall: ServerCall = {
  route: serverListCampaigns,
  async answer({ campaigns }, { arrival, query }) {
    const filter = validate(serverListCampaigns.query, query, 'query') as ServerCampaignQuery;
    return await campaigns.list(arrival.project.projectId, filter);
  },
};

const issueCouponCall: ServerCall = {
  route: serverIssueCoupon,
  async answer({ coupons }, { arrival, json }) {
    const request = validate(serverIssueCoupon.body, json, 'body') as z.output<typeof serverIssueCoupon.body>;
    return await coupons.issue(arrival.project.projectId, request);
  },
};

const couponCall: ServerCall = {
  route: serverGetCoupon,
  async answer({ coupons }, { arrival, query }) {
    const { code } = validate(serverGetCoupon.query, query, 'query') as z.output<
      typeof serverGetCoupon.query
    >;
    return await coupons.get(arrival.project.projectId, code);
  },
};

/** What servers ask, the campaigns that they make, and the codes that they have issued. */
export const QUERY_CALLS: ServerCall[] = [
  ...[attributedUsersCall, resultCall, createCampaignCall, campaignsCall],
  ...[issueCouponCall, couponCall],
];
