import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Receipt, Verdict } from '@trailmark/core/attribution/decision';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { NewDecision } from '../../pipeline/group.ts';
import { type DecidedReturn, isFirst } from './decision-statement.ts';

export interface InstallKey {
  projectId: string;
  installId: string;
}

/** A decision that holds now, about an install itself or a return, with the windows of networks in its rules. */
export interface CurrentDecision {
  revision: number;
  kind: NewDecision['kind'];
  campaign_id: string;
  link_id: string;
  network: string;
  verdict: Verdict;
  receipt: Receipt;
  in_force_from: Date;
  keeps_credit: boolean;
  network_windows: Record<string, Partial<AttributionWindows>> | null;
}

const COLUMNS = `d.revision, d.kind, d.campaign_id, d.link_id, d.network, d.verdict, d.receipt, d.in_force_from,
    f.keeps_credit, r.network_windows
  from decisions_in_force f
  join decisions_with_rules d on d.project_id = $1::uuid and d.install_id = f.install_id and d.revision = f.revision
  left join attribution_rules r on r.project_id = $1::uuid and r.version = d.rule_version`;

const find = prepare<CurrentDecision & { install_id: string }>(`
  select distinct on (d.install_id) d.install_id, ${COLUMNS}
  where f.project_id = $1::uuid and f.install_id = any($2::text[]) and d.kind in ('install', 'reinstall')
    and d.because <> 'import'
  order by d.install_id, d.revision desc`);

/** What holds about installs, by their ids; nothing about what was imported, which was decided elsewhere. */
export async function findCurrentDecisions(
  tx: Tx,
  projectId: string,
  installIds: string[],
): Promise<Map<string, CurrentDecision>> {
  const rows = await find(tx, [projectId, installIds]);
  return new Map(rows.map(({ install_id, ...decision }) => [install_id, decision]));
}

const nearest = prepare<CurrentDecision>(`
  select ${COLUMNS}
  where f.project_id = $1::uuid and f.install_id = $2 and d.kind in ('reengagement', 'reattribution')
    and d.in_force_from between $3::timestamptz and $4::timestamptz
  order by abs(extract(epoch from d.in_force_from - $5::timestamptz)), d.revision desc limit 1`);

/** What holds about the return of a time, the nearest to an instant; null: nobody came back then. */
export async function findReturn(
  tx: Tx,
  { projectId, installId }: InstallKey,
  { from, to, at }: { from: Date; to: Date; at: Date },
): Promise<CurrentDecision | null> {
  return (await nearest(tx, [projectId, installId, from, to, at]))[0] ?? null;
}

/** What a decision about a return replaces; null: it is about the install, which has one that holds. */
export function returnOf({ revision, kind, ...decided }: CurrentDecision): DecidedReturn | null {
  if (isFirst(kind)) return null;
  const { campaign_id: campaignId, link_id: linkId, network, keeps_credit: keepsCredit } = decided;
  return { revision, kind, credit: { campaignId, linkId, network }, keepsCredit };
}

/** A click that lost its install is free for another. */
export async function releaseTouch(tx: Tx, key: InstallKey, touchId: string | null): Promise<void> {
  if (touchId === null) return;
  await tx
    .deleteFrom('touch_uses')
    .where('project_id', '=', key.projectId)
    .where('touch_id', '=', touchId)
    .where('install_id', '=', key.installId)
    .execute();
}
