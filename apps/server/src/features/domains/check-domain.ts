import type { DomainFindings } from '@trailmark/contract/domains';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { job } from '../../jobs/runner.ts';
import { createDns } from '../../platform/dns.ts';
import type { Kit } from '../../platform/kit.ts';
import { type DomainState, decideStatus, type Evidence } from './decide-status.ts';
import { linkTarget } from './link-target.ts';
import { lookUp } from './look-up.ts';
import { probe } from './probe.ts';
import { MISSES } from './problems.ts';
import {
  claimHost,
  type DomainKey,
  type DomainRow,
  findDomain,
  listDueDomains,
  lockDomain,
  releaseHost,
  releaseUnproven,
  updateDomain,
} from './store.ts';

interface Observation {
  evidence: Evidence;
  https: DomainFindings['https'];
  /** When the check began. */
  startedAt: Date;
  isComplete: boolean;
}

/** Two projects may prove a domain at once; the older proof keeps it, and no proof at all gives way to one. */
async function withClaim(tx: Tx, row: DomainRow, { evidence, startedAt }: Observation): Promise<Evidence> {
  if (evidence === 'silent' || 'miss' in evidence) return evidence;
  const displaced = await releaseUnproven(tx, row, MISSES.taken);
  if (displaced) await announce(tx, { kind: 'links', projectId: displaced });
  return (await claimHost(tx, row, startedAt)) ? evidence : { miss: 'taken', leadsHere: false };
}

function stamps(row: DomainRow, next: DomainState, { startedAt, isComplete }: Observation) {
  const isOwned = next.status !== 'not_verified';
  return {
    checked_at: isComplete ? startedAt : row.checked_at,
    verified_at: isOwned ? (row.verified_at ?? startedAt) : null,
    live_at: next.status === 'live' ? (row.live_at ?? startedAt) : null,
  };
}

/** Writes what an observation means; the row, the host and the announcement change together. */
async function settle(kit: Kit, key: DomainKey, observation: Observation): Promise<DomainRow | null> {
  const { https, startedAt } = observation;
  return await kit.db.transaction().execute(async (tx) => {
    const row = await lockDomain(tx, key);
    if (!row) return null;
    const evidence = await withClaim(tx, row, observation);
    // A check that ran at the same time is no earlier one.
    const isLater = row.checked_at !== null && row.checked_at < startedAt;
    const next = decideStatus(row, { evidence, https, isLater });
    const values = {
      status: next.status,
      verified_by: next.verified_by,
      problem: next.problem,
      ...stamps(row, next, observation),
    };
    await updateDomain(tx, key, values);
    if (next.status === 'not_verified') await releaseHost(tx, key);
    if (next.status !== row.status) await announce(tx, { kind: 'links', projectId: key.projectId });
    return { ...row, ...values };
  });
}

/** Looks at a domain from outside, as visitors and phones do, and moves its status; null when it is gone. */
export async function checkDomain(
  kit: Kit,
  key: DomainKey,
): Promise<{ row: DomainRow; found: DomainFindings } | null> {
  const startedAt = kit.clock.now();
  const before = await findDomain(kit.db, key);
  if (!before) return null;
  const { host, txt_value: txtValue } = before;
  const dns = createDns(kit.env.dnsServers);
  const { evidence, ...records } = await lookUp(dns, { host, target: linkTarget(kit), txtValue });
  const seen = { evidence, https: 'not_tried', startedAt, isComplete: false } as const;
  // The host must be known as ours before it is asked: only then does it get a certificate and an answer.
  const isNew = before.status === 'not_verified' && evidence !== 'silent' && 'by' in evidence;
  const current = isNew ? await settle(kit, key, seen) : before;
  if (!current) return null;
  const target = { host, addresses: records.addresses };
  const https = current.status === 'not_verified' ? 'not_tried' : await probe(kit, target);
  const row = await settle(kit, key, { ...seen, https, isComplete: true });
  return row && { row, found: { ...records, https } };
}

const AT_ONCE = 8;

/** Looks at every domain whose turn it is; one that cannot be checked keeps no other from its turn. */
export const checkDomains = job('check-domains', async (kit) => {
  const due = await listDueDomains(kit, kit.clock.now());
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
