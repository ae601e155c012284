import { NO_CREDIT } from '../../pipeline/credit.ts';
import type { Group, Step } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import type { Outcome } from './decision-statement.ts';
import { snapshot, storeOutcomes } from './store-decisions.ts';

function outcomesOf(group: Group): Outcome[] {
  const outcomes: Outcome[] = [];
  const taken = new Set();
  for (const item of group.items) {
    if (!item.imported || item.call !== 'open') continue;
    const install = group.installOf(item);
    if (install.installedAt !== null || taken.has(install)) {
      // What is known of the device is newer than history.
      item.device = null;
      continue;
    }
    taken.add(install);
    const before = snapshot(install);
    const from = occurredAt(item, install);
    const { credit, kind, matchType, touchedAt } = item.imported;
    install.platform = item.platform;
    install.country = item.country;
    outcomes.push({
      before,
      install,
      kind,
      because: 'import',
      from,
      receivedAt: item.receivedAt,
      credit: credit ?? NO_CREDIT,
      row: {
        matchType,
        touchId: null,
        touchedAt,
        ruleVersion: item.project.rules.version,
        verdict: 'clean',
        reasons: [],
        receipt: { imported: true },
        deepLink: null,
      },
    });
  }
  return outcomes;
}

/** Installs of history come with their decision; one that is decided already keeps what it has. */
export const importInstalls: Step = async (tx, group) => {
  await storeOutcomes(tx, group, outcomesOf(group));
};
