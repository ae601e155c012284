import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import type { PoolRow } from './pool-store.ts';

/** The link of a pool `p`, or else the default one of its campaign. */
export const poolSlug = (projectId: string) => sql<
  string | null
>`(select l.slug from links l where l.project_id = ${projectId}
  and l.campaign_id = p.campaign_id and (l.is_default or l.id = p.link_id)
  order by l.id = p.link_id desc nulls last limit 1)`;

export async function slugOf(tx: Tx, { project_id, pool_id }: PoolRow): Promise<string | null> {
  const { rows } = await sql<{
    slug: string | null;
  }>`select ${poolSlug(project_id)} as slug from coupon_pools p
    where p.project_id = ${project_id} and p.pool_id = ${pool_id}`.execute(tx);
  return rows[0]?.slug ?? null;
}

/** A link with the code, which opens the app and which the click keeps. */
export const couponLink = ({ publicUrl }: Kit, slug: string | null, code: string): string | null =>
  slug && `${publicUrl}/l/${slug}?coupon=${encodeURIComponent(code)}`;
