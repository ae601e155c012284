import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Receipt, Verdict } from '@trailmark/core/attribution/decision';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { installKey } from '../../pipeline/group.ts';

export interface InstallKey {
  projectId: string;
  installId: string;
}

/** The decision about an install itself that holds now, with the windows of networks in its rules. */
export interface Standing {
  verdict: Verdict;
  receipt: Receipt;
  in_force_from: Date;
  network_windows: Record<string, Partial<AttributionWindows>> | null;
}

const find = prepare<Standing & { project_id: string; install_id: string }>(`
  select distinct on (d.project_id, d.install_id) d.project_id, d.install_id, d.verdict, d.receipt, d.in_force_from,
    r.network_windows
  from json_to_recordset($1::json) as k (p uuid, i text)
  join decisions d on d.project_id = k.p and d.install_id = k.i
  left join attribution_rules r on r.project_id = d.project_id and r.version = d.rule_version
  where d.kind in ('install', 'reinstall') and d.because <> 'import'
  order by d.project_id, d.install_id, d.revision desc`);

/** What holds about installs, by `installKey`; nothing about what was imported, which was decided elsewhere. */
export async function findStanding(tx: Tx, keys: InstallKey[]): Promise<Map<string, Standing>> {
  const rows = await find(tx, [
    JSON.stringify(keys.map(({ projectId, installId }) => ({ p: projectId, i: installId }))),
  ]);
  return new Map(
    rows.map(({ project_id, install_id, ...standing }) => [installKey(project_id, install_id), standing]),
  );
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
