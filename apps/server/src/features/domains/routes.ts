import {
  addDomain as addDomainRoute,
  asHost,
  askDomain,
  deleteDomain as deleteDomainRoute,
  getDomainStatus,
  getVerificationObjects,
  listDomains as listDomainsRoute,
  saveVerificationObject as saveVerificationObjectRoute,
} from '@trailmark/contract/domains';
import { actorOf } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { type HandledRoute, onProject, onPublic } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { addDomain, deleteDomain } from './add-domain.ts';
import { checkDomain } from './check-domain.ts';
import { presentDomain, presentObject } from './present.ts';
import { saveVerificationObject } from './save-verification-object.ts';
import { isLinkHost, listDomains, listObjects } from './store.ts';

const CHECKS_A_MINUTE = 10;
const PROJECT_CHECKS_A_MINUTE = 60;

const noSuchDomain = () => new AppError('not_found', 'We couldn’t find this domain.');

export const routes: HandledRoute[] = [
  onProject(listDomainsRoute, async ({ kit, membership }) =>
    (await listDomains(kit.db, membership.projectId)).map((row) => presentDomain(kit, row)),
  ),

  onProject(addDomainRoute, async ({ kit, person, client, membership, body }) => {
    const domain = { projectId: membership.projectId, host: body.host };
    return presentDomain(kit, await addDomain(kit, actorOf(person, client), domain));
  }),

  onProject(deleteDomainRoute, async ({ kit, person, client, membership, query }) => {
    await deleteDomain(kit, actorOf(person, client), { projectId: membership.projectId, id: query.id });
    return { id: query.id };
  }),

  onProject(getDomainStatus, async ({ kit, membership: { projectId }, query: { id } }) => {
    await spend(kit.db, kit.clock.now(), [
      { bucket: `domain-check:${projectId}:${id}`, max: CHECKS_A_MINUTE, perMs: MINUTE_MS },
      { bucket: `domain-check:${projectId}`, max: PROJECT_CHECKS_A_MINUTE, perMs: MINUTE_MS },
    ]);
    const checked = await checkDomain(kit, { projectId, id });
    if (!checked) throw noSuchDomain();
    return { ...presentDomain(kit, checked.row), found: checked.found };
  }),

  onProject(saveVerificationObjectRoute, ({ kit, person, client, body }) =>
    saveVerificationObject(kit, actorOf(person, client), body),
  ),

  onProject(getVerificationObjects, async ({ kit, membership }) => {
    const rows = await listObjects(kit.db, membership.projectId);
    const of = (platform: string) => {
      const row = rows.find((one) => one.platform === platform);
      return row ? presentObject(row) : null;
    };
    return { ios: of('IOS'), android: of('ANDROID') };
  }),

  onPublic(askDomain, async ({ kit, query }) => {
    const host = asHost(query.domain);
    if (!host || !(await isLinkHost(kit.db, host))) throw noSuchDomain();
    return {};
  }),
];
