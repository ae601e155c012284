import { sql } from 'kysely';
import { enqueue } from '../../jobs/queue.ts';
import { type Group, type Item, installKey, type Step } from '../../pipeline/group.ts';
import { later } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Question } from './ask-adservices.ts';

/** First opens that carry Apple's token, one for each install. */
function awaitedOf(group: Group): Map<string, { item: Item; token: string }> {
  const awaited = new Map<string, { item: Item; token: string }>();
  for (const item of group.items) {
    const token = item.device?.adServicesToken;
    if (!token || item.imported || item.call !== 'open' || item.platform !== 'ios') continue;
    if (group.installOf(item).installedAt !== null) continue;
    awaited.set(installKey(item.project.projectId, item.installId), { item, token });
  }
  return awaited;
}

async function hold(tx: Parameters<Step>[0], items: Item[], until: Date): Promise<void> {
  const rows = items.map((item) => ({ p: item.project.projectId, i: item.installId }));
  await sql`
    update installs t set claim_pending_until = ${until}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (p uuid, i text)
    where t.project_id = r.p and t.install_id = r.i`.execute(tx);
}

/**
 * Has Apple asked about new installs, and holds back what would be told of them meanwhile. Stands before the
 * decisions, after which nobody can tell that an open was the first.
 */
export function createAwaitClaims({ secrets, holdMs }: { secrets: Secrets; holdMs: number }): Step {
  return async (tx, group) => {
    const awaited = [...awaitedOf(group).values()];
    if (awaited.length === 0) return;
    await hold(
      tx,
      awaited.map(({ item }) => item),
      later(group.now, holdMs),
    );
    for (const { item, token } of awaited) {
      const { projectId } = item.project;
      const askedAt = group.now.toISOString();
      const question: Question = { projectId, installId: item.installId, token, askedAt, tries: 1 };
      await enqueue(tx, 'ask-adservices', { sealed: secrets.seal('jobs', question) });
    }
  };
}
