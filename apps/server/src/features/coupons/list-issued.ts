import type { ClientCoupon } from '@trailmark/contract/client';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { wholeSeconds } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { couponLink, poolSlug } from './coupon-link.ts';
import { issuedTo } from './issued-to.ts';

/** More than an app can show. */
const LISTED = 50;

interface IssuedRow {
  code: string;
  campaign_id: string;
  campaign_name: string;
  issued_at: Date;
  valid_to: Date | null;
  slug: string | null;
}

async function findUser(db: Db, { projectId, installId }: { projectId: string; installId: string }) {
  const { rows } = await sql<{ user_id: string | null }>`select user_id from installs
    where project_id = ${projectId} and install_id = ${installId}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** The codes that an app can show: issued to who uses the install, and still to be redeemed. The newest first. */
export async function listIssued(
  kit: Kit,
  db: Db,
  { projectId, installId }: { projectId: string; installId: string },
): Promise<ClientCoupon[]> {
  const now = kit.clock.now();
  const person = { installId, userId: await findUser(db, { projectId, installId }) };
  const { rows } = await sql<IssuedRow>`
    select e.code, c.display_id as campaign_id, c.name as campaign_name, e.issued_at,
      least(k.valid_to, p.valid_to) as valid_to, ${poolSlug(projectId)} as slug
    from (select code, max(received_at) as issued_at from ${issuedTo(projectId, person)} i group by code) e
    join coupon_codes k on k.project_id = ${projectId} and k.code = e.code
    join coupon_pools p on p.project_id = ${projectId} and p.pool_id = k.pool_id
    join campaigns c on c.project_id = ${projectId} and c.id = p.campaign_id
    where k.withdrawn_at is null and k.uses < k.max_uses
      and (least(k.valid_to, p.valid_to) is null or least(k.valid_to, p.valid_to) >= ${now})
    order by e.issued_at desc, e.code limit ${LISTED}`.execute(db);
  return rows.map(({ slug, ...row }) => ({
    code: row.code,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    issued_at: wholeSeconds(row.issued_at),
    valid_to: row.valid_to && wholeSeconds(row.valid_to),
    link: couponLink(kit, slug, row.code),
  }));
}
