import { bulk } from '../../db/bulk.ts';
import { prepare } from '../../db/run-prepared.ts';
import { creditNow } from '../credit.ts';
import { DEVICE_COLUMNS, type DeviceColumns, deviceColumnsOf } from '../device-columns.ts';
import type { InstallState, Item, Step } from '../group.ts';
import { occurredAtByItself } from '../occurred-at.ts';
import { StoredMeanwhile } from '../process-units.ts';

interface NewInstall extends DeviceColumns {
  install_id: string;
  platform: string;
  country: string;
  first_seen_at: Date;
  imported: boolean;
  installed_at: Date | null;
  kind: string | null;
  revision: number;
  campaign_id: string;
  link_id: string;
  network: string;
  match_type: string | null;
  touch_id: string | null;
  touched_at: Date | null;
  credited_from: Date | null;
  verdict: string;
  deep_link: string | null;
  claim_pending_until: Date | null;
  consent: unknown;
  consent_times: unknown;
  denies_ads: boolean;
  has_denied_analytics: boolean;
}

const NEW_INSTALLS = bulk<NewInstall>({
  install_id: 'text',
  platform: 'text',
  country: 'text',
  first_seen_at: 'timestamptz',
  imported: 'boolean',
  installed_at: 'timestamptz',
  kind: 'text',
  revision: 'int',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  match_type: 'text',
  touch_id: 'uuid',
  touched_at: 'timestamptz',
  credited_from: 'timestamptz',
  verdict: 'text',
  deep_link: 'text',
  claim_pending_until: 'timestamptz',
  consent: 'jsonb',
  consent_times: 'jsonb',
  denies_ads: 'boolean',
  has_denied_analytics: 'boolean',
  ...DEVICE_COLUMNS,
});

/** In order, so that two groups do not wait for each other in a ring. */
const insert = prepare<{ install_id: string }>(`
  insert into installs (project_id, ${NEW_INSTALLS.names}, updated_at)
  select $1::uuid, ${NEW_INSTALLS.names}, $2::timestamptz from ${NEW_INSTALLS.table(3)}
  order by install_id
  on conflict do nothing
  returning install_id`);

function rowOf(install: InstallState, item: Item): NewInstall {
  const credit = creditNow(install);
  return {
    install_id: install.installId,
    platform: install.platform,
    country: install.country,
    first_seen_at: occurredAtByItself(item),
    imported: item.imported !== null,
    installed_at: install.installedAt,
    kind: install.kind,
    revision: install.revision,
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    match_type: install.matchType,
    touch_id: install.touchId,
    touched_at: install.touchedAt,
    credited_from: install.timeline.at(-1)?.from ?? null,
    verdict: install.verdict,
    deep_link: install.deepLink,
    claim_pending_until: install.claimPendingUntil,
    consent: install.consent?.consent ?? null,
    consent_times: install.consent?.times ?? null,
    denies_ads: install.deniesAds,
    has_denied_analytics: install.hasDeniedAnalytics,
    ...deviceColumnsOf(item.device),
  };
}

/**
 * Stores new installs as they were decided: a row that was changed afterwards would be written twice, with all its
 * entries in indexes. Of one that another process has stored meanwhile more is known by now, so the group begins again.
 */
export const insertInstalls: Step = async (tx, group) => {
  const rows: NewInstall[] = [];
  for (const install of group.installs.values()) {
    if (install.bornOf) rows.push(rowOf(install, install.bornOf));
  }
  if (rows.length === 0) return;
  const inserted = await insert(tx, [group.projectId, group.now, ...NEW_INSTALLS.values(rows)]);
  if (inserted.length < rows.length) throw new StoredMeanwhile();
};
