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
  async answer({ db }, { arrival, query }) {
    const asked = validate(listAttributedUsers.query, query, 'query') as z.output<
      typeof listAttributedUsers.query
    >;
    return await listAttributed(db, {
      projectId: arrival.project.projectId,
      displayId: asked.display_id,
      from: instant(asked.start_timestamp),
      to: instant(asked.end_timestamp),
      cursor: asked.cursor,
      page: asked.page ?? 1,
      limit: asked.limit,
    });
  },
};

const resultCall: ServerCall = {
  route: getAttributionResult,
  async answer({ db }, { arrival, query }) {
    const asked = validate(getAttributionResult.query, query, 'query') as z.output<
      typeof getAttributionResult.query
    >;
    const { device_identifier: device, user_id: user = '' } = asked;
    return await findResult(db, arrival.project.projectId, device ? { device } : { user });
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
    const asked = validate(serverListCampaigns.query, query, 'query') as ServerCampaignQuery;
    return await campaigns.list(arrival.project.projectId, asked);
  },
};

/** What servers ask, and the campaigns that they make. */
export const QUESTION_CALLS: ServerCall[] = [
  attributedUsersCall,
  resultCall,
  createCampaignCall,
  campaignsCall,
];
