import {
  getSdkCheck,
  listTestLinks as listTestLinksRoute,
  simulateOpen,
} from '@trailmark/contract/sdk-check';
import { spend } from '../../access/rate-limit.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { checkSdk } from './check-sdk.ts';
import { type DecideOpen, simulate } from './simulate-open.ts';
import { listTestLinks } from './test-links.ts';

const SIMULATIONS_A_MINUTE = 20;

export const sdkCheckRoutes = (decideOpen: DecideOpen): HandledRoute[] => [
  onProject(getSdkCheck, ({ kit, membership }) => checkSdk(kit, membership.projectId)),

  onProject(listTestLinksRoute, ({ kit, membership }) => listTestLinks(kit, membership.projectId)),

  onProject(simulateOpen, async ({ kit, membership, client, body }) => {
    const { projectId } = membership;
    const bucket = `simulated-open:project:${projectId}`;
    await spend(kit.db, kit.clock.now(), [{ bucket, max: SIMULATIONS_A_MINUTE, perMs: MINUTE_MS }]);
    const { link_id: linkId, platform } = body;
    return await simulate(kit, { projectId, linkId, platform, ip: client.ip }, decideOpen);
  }),
];
