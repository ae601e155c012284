import type { History } from '@trailmark/contract/history';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Credit } from '../../pipeline/credit.ts';

/** The names by which a row of history says who brought it. */
interface Named {
  slug?: string | null | undefined;
  display_id?: string | null | undefined;
  network?: string | null | undefined;
}

/** `unknown`: it names something that the project does not have; null: it names nobody. */
export type CreditOf = (row: Named) => Credit | 'unknown' | null;

interface Row extends Credit {
  key: string;
}

const keyOf = ({ slug, display_id }: Named) => (slug ? `s ${slug}` : `d ${(display_id ?? '').toLowerCase()}`);

/** All links that history names, looked up at once. */
export async function findCredits(db: Db, projectId: string, history: History): Promise<CreditOf> {
  const rows: Named[] = [...history.clicks, ...history.impressions, ...history.installs];
  const slugs = [...new Set(rows.flatMap(({ slug }) => slug ?? []))];
  const ids = [...new Set(rows.flatMap(({ display_id }) => display_id?.toLowerCase() ?? []))];
  const known = new Map<string, Credit>();
  if (slugs.length > 0 || ids.length > 0) {
    const found = await sql<Row>`
      select 's ' || l.slug as key, l.id as "linkId", c.id as "campaignId", c.network
      from links l join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
      where l.project_id = ${projectId} and l.slug = any(${slugs})
      union all
      select 'd ' || lower(c.display_id), l.id, c.id, c.network
      from campaigns c join links l on l.project_id = c.project_id and l.campaign_id = c.id and l.is_default
      where c.project_id = ${projectId} and lower(c.display_id) = any(${ids})`.execute(db);
    for (const { key, ...credit } of found.rows) known.set(key, credit);
  }
  return (row) => {
    if (row.slug || row.display_id) return known.get(keyOf(row)) ?? 'unknown';
    return row.network ? { campaignId: NO_ID, linkId: NO_ID, network: row.network } : null;
  };
}
