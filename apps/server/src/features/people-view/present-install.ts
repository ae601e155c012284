import type { InstallView, PersonRow } from '@trailmark/contract/people';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type CampaignScope, isInScope } from '../../access/campaign-scope.ts';
import type { LoadedInstall } from './load-installs.ts';

/** Stands for the network of a campaign that does not exist for the reader. */
export const HIDDEN = 'HIDDEN';

/** The nil id stands where there is none. */
export function idOrNull(id: string | null): string | null {
  return id === NO_ID ? null : id;
}

export function presentPerson({ row, revenue }: LoadedInstall, scope: CampaignScope): PersonRow {
  const campaignId = idOrNull(row.campaign_id);
  const isShown = isInScope(scope, campaignId);
  return {
    install_id: row.install_id,
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    kind: row.kind,
    installed_at: row.installed_at?.toISOString() ?? null,
    // What somebody did while another campaign was credited is that campaign's.
    last_active_on: isShown ? row.last_active_on : null,
    campaign_id: isShown ? campaignId : null,
    campaign_name: isShown ? row.campaign_name : null,
    network: isShown ? row.network : HIDDEN,
    match_type: isShown ? row.match_type : null,
    verdict: row.verdict,
    country: row.country,
    platform: row.platform,
    model: row.model,
    revenue,
  };
}

export function presentInstall(
  install: LoadedInstall,
  scope: CampaignScope,
  decisions: InstallView['decisions'],
): InstallView {
  const { row } = install;
  return {
    ...presentPerson(install, scope),
    first_seen_at: row.first_seen_at.toISOString(),
    app_version: row.app_version,
    sdk_version: row.sdk_version,
    os_version: row.os_version,
    language: row.language,
    tracking_authorized: row.tracking_authorized,
    advertising_id: row.advertising_id,
    vendor_id: row.vendor_id,
    // It is the campaign's.
    deep_link: isInScope(scope, idOrNull(row.campaign_id)) ? row.deep_link : null,
    imported: row.imported,
    decisions,
  };
}
