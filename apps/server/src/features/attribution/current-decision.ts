import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Receipt, Verdict } from '@trailmark/core/attribution/decision';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';

export interface InstallKey {
  projectId: string;
  installId: string;
}

/** The decision about an install itself that holds now, with the windows of networks in its rules. */
export interface CurrentDecision {
  verdict: Verdict;
  receipt: Receipt;
  in_force_from: Date;
  network_windows: Record<string, Partial<AttributionWindows>> | null;
}

const find = prepare<CurrentDecision & { install_id: string }>(`
  select distinct on (d.install_id) d.install_id, d.verdict, d.receipt, d.in_force_from, r.network_windows
  from decisions_with_rules d
  left join attribution_rules r on r.project_id = $1::uuid and r.version = d.rule_version
  where d.project_id = $1::uuid and d.install_id = any($2::text[]) and d.kind in ('install', 'reinstall')
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
