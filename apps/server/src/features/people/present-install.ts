import type { ConsentAnswer } from '@trailmark/contract/consent';
import type { InstallView, PersonRow } from '@trailmark/contract/people';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type CampaignScope, isInScope } from '../../access/campaign-scope.ts';
import type { LoadedInstall } from './load-installs.ts';
import { presentConsent } from './present-consent.ts';

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
  { decisions, consentChanges }: { decisions: InstallView['decisions']; consentChanges: ConsentAnswer[] },
): InstallView {
  const { row } = install;
  // What changes on a device, and its link, belong to the campaign that is credited now.
  const current = isInScope(scope, idOrNull(row.campaign_id)) ? row : null;
  const lastVisible = decisions.find(({ is_hidden }) => !is_hidden);
  return {
    ...presentPerson(install, scope),
    verdict: (current ?? lastVisible)?.verdict ?? 'clean',
    first_seen_at: row.first_seen_at.toISOString(),
    app_version: current?.app_version ?? null,
    sdk_version: current?.sdk_version ?? null,
    os_version: current?.os_version ?? null,
    language: current?.language ?? null,
    tracking_authorized: current?.tracking_authorized ?? null,
    advertising_id: current?.advertising_id ?? null,
    vendor_id: current?.vendor_id ?? null,
    deep_link: current?.deep_link ?? null,
    first_touch: current?.first_touch ?? null,
    last_touch: current?.last_touch ?? null,
    consent: current && presentConsent(current, consentChanges),
    imported: row.imported,
    decisions,
  };
}
