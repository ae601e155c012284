import { forwardSkanPostback, SKAN_BODY_LIMIT } from '@trailmark/contract/skan-postbacks';
import { validate } from '../../http/mount.ts';
import type { ServerCall } from './server-calls.ts';

const postbackCall: ServerCall = {
  route: forwardSkanPostback,
  bodyLimit: SKAN_BODY_LIMIT,
  async answer(door, { arrival, json }) {
    validate(forwardSkanPostback.body, json, 'body');
    return await door.forwardPostback(arrival.project.projectId, json);
  },
};

/** What ad networks hand on with a private key. */
export const FORWARD_CALLS: ServerCall[] = [postbackCall];
