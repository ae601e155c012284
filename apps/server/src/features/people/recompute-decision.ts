import { compareStored } from '@trailmark/core/attribution/compare-stored';
import { type CampaignScope, isInScope } from '../../access/campaign-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { keepVisible } from './find-installs.ts';
import { loadDecisions, receiptOf } from './load-decisions.ts';
import { idOrNull } from './present-install.ts';

interface DecisionKey {
  projectId: string;
  scope: CampaignScope;
  installId: string;
  revision: number;
}

/** Decides again from the receipt alone: is it still the same? */
export async function recomputeDecision({ db }: Kit, key: DecisionKey) {
  const visible = await keepVisible(db, key, [key.installId]);
  const rows = await loadDecisions(db, key.projectId, visible);
  const row = rows.find(({ revision }) => revision === key.revision);
  // Another campaign's decision is shown to a guest as such, and nothing is to be found out about it.
  if (!row || !isInScope(key.scope, idOrNull(row.campaign_id))) {
    throw new AppError('not_found', 'We couldn’t find this decision.');
  }
  const receipt = receiptOf(row);
  if (!receipt) {
    throw new AppError('conflict', 'This install was imported: there is no decision to recompute.');
  }
  const differences = compareStored({ ...row, receipt });
  if (differences.length === 0) return { same: true, difference: null };
  const words = key.scope.all ? differences.join('; ') : 'the receipt leads to another decision';
  return { same: false, difference: words };
}
