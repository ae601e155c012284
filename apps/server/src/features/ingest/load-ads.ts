import type { ClaimedAd } from '@trailmark/core/attribution/claim';
import type { MetaReferrer } from '@trailmark/core/referrers/meta-referrer';
import type { Db } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type AdDetails, adDetails } from '../../pipeline/ad-details.ts';

interface Row {
  install_id: string;
  ad_set: string | null;
  creative: string | null;
  claim: ClaimedAd | null;
  meta: MetaReferrer | null;
  params: Record<string, string> | null;
}

/** The decision that credits the install now, with the touch that won: a claim of a network, or a click of ours. */
const find = prepare<Row>(`
  select d.install_id, d.receipt #>> '{decision,adSet}' as ad_set, d.receipt #>> '{decision,creative}' as creative,
    t.touch -> 'claim' as claim, t.touch -> 'meta' as meta, k.params
  from unnest($2::text[]) as n (install_id)
  cross join lateral (select d.install_id, d.receipt, d.touch_id, d.touched_at from decisions_in_force d
    where d.project_id = $1 and d.install_id = n.install_id and d.moves_credit
    order by d.in_force_from desc, d.revision desc limit 1) d
  left join lateral (select touch from jsonb_array_elements(d.receipt -> 'touches') as touch
    where touch ->> 'id' = d.touch_id::text limit 1) t on true
  left join lateral (select c.params from clicks c
    where c.project_id = $1 and c.id = d.touch_id and c.clicked_at = d.touched_at limit 1) k on true`);

/** The ads of installs of one project. */
export async function loadAds(
  db: Db,
  projectId: string,
  installIds: string[],
): Promise<Map<string, AdDetails>> {
  const rows = await find(db, [projectId, installIds]);
  return new Map(rows.map(({ ad_set, ...row }) => [row.install_id, adDetails({ ...row, adSet: ad_set })]));
}
