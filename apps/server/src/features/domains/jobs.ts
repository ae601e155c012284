import { job } from '../../jobs/runner.ts';
import { checkDomain } from './check-domain.ts';
import { listDueDomains } from './store.ts';

const AT_ONCE = 8;

/** Looks at every domain whose turn it is; one that cannot be checked keeps no other from its turn. */
export const checkDomains = job('check-domains', async (kit) => {
  const due = await listDueDomains(kit.db, kit.clock.now());
  const work = async () => {
    for (let key = due.shift(); key; key = due.shift()) {
      try {
        await checkDomain(kit, key);
      } catch (error) {
        kit.log.warn({ err: error, domain_id: key.id }, 'a link domain could not be checked');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
});
