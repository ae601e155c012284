import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** A name on the project's link hosts, and the campaign that wants it. */
interface Claim {
  projectId: string;
  campaignId: string;
  name: string;
}

/**
 * Slugs and display ids share one name space on the hosts of a project, and no key of the database spans both. So
 * a transaction that takes a name locks the project's row first, before any row of a campaign: two that want the same
 * name come one after the other.
 */
export async function lockNames(tx: Tx, projectId: string): Promise<void> {
  await tx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forNoKeyUpdate()
    .execute();
}

/** Whether the name is another campaign's display id, in whatever case: so are they looked up. */
export async function isDisplayIdOfOther(tx: Tx, { projectId, campaignId, name }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select 1 from campaigns
    where project_id = ${projectId} and lower(display_id) = lower(${name}) and id <> ${campaignId}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether the name is the slug of another campaign's link, in whatever case. */
export async function isSlugOfOther(tx: Tx, { projectId, campaignId, name }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select 1 from links
    where project_id = ${projectId} and lower(slug) = lower(${name}) and campaign_id <> ${campaignId}
    limit 1`.execute(tx);
  return rows.length > 0;
}
