import { zodResolver } from '@hookform/resolvers/zod';
import { type Campaign, CampaignForm, type Network } from '@trailmark/contract/campaigns';
import { AttributionWindows } from '@trailmark/contract/windows';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { withScheme } from '../../../ui/with-scheme.ts';
import { fromZonedInput, toZonedInput } from '../../../words/zoned-time.ts';

type WindowName = keyof AttributionWindows;

/** What the form of a campaign holds; empty text means "not set". */
export interface CampaignValues {
  name: string;
  network: Network;
  network_name: string;
  display_id: string;
  owned_media: boolean;
  desktop_redirect: string;
  ios_web_redirect: string;
  android_web_redirect: string;
  ios_store_listing_id: string;
  android_store_listing_id: string;
  deep_link: string;
  deferred_deep_link: string;
  utm: { source: string; medium: string; campaign: string; content: string; term: string };
  passthrough: string[];
  /** As typed; empty: the project's. */
  windows: Record<WindowName, string>;
  tags: string[];
  /** In the project's own time. */
  expires_at: string;
  skan_network_id: string;
  skan_ids: string[];
}

export type FilledCampaign = z.output<typeof CampaignForm>;
export type CampaignFormControl = UseFormReturn<CampaignValues, unknown, FilledCampaign>;

const WINDOWS: readonly WindowName[] = [
  'click_hours',
  'probabilistic_hours',
  'view_hours',
  'reattribution_days',
  'inactivity_days',
  'web_days',
];

function windowTexts(windows: Partial<AttributionWindows>): CampaignValues['windows'] {
  const texts = WINDOWS.map((name) => [name, String(windows[name] ?? '')]);
  return Object.fromEntries(texts) as CampaignValues['windows'];
}

export function emptyCampaign(): CampaignValues {
  return {
    name: '',
    network: 'NONE',
    network_name: '',
    display_id: '',
    owned_media: false,
    desktop_redirect: '',
    ios_web_redirect: '',
    android_web_redirect: '',
    ios_store_listing_id: '',
    android_store_listing_id: '',
    deep_link: '',
    deferred_deep_link: '',
    utm: { source: '', medium: '', campaign: '', content: '', term: '' },
    passthrough: [],
    windows: windowTexts({}),
    tags: [],
    expires_at: '',
    skan_network_id: '',
    skan_ids: [],
  };
}

export function valuesOf(campaign: Campaign, timezone: string): CampaignValues {
  const { utm } = campaign;
  return {
    name: campaign.name,
    network: campaign.network,
    network_name: campaign.network_name ?? '',
    display_id: campaign.display_id,
    owned_media: campaign.owned_media,
    desktop_redirect: campaign.desktop_redirect ?? '',
    ios_web_redirect: campaign.ios_web_redirect ?? '',
    android_web_redirect: campaign.android_web_redirect ?? '',
    ios_store_listing_id: campaign.ios_store_listing_id ?? '',
    android_store_listing_id: campaign.android_store_listing_id ?? '',
    deep_link: campaign.deep_link ?? '',
    deferred_deep_link: campaign.deferred_deep_link ?? '',
    utm: {
      source: utm.source ?? '',
      medium: utm.medium ?? '',
      campaign: utm.campaign ?? '',
      content: utm.content ?? '',
      term: utm.term ?? '',
    },
    passthrough: campaign.passthrough,
    windows: windowTexts(campaign.windows),
    tags: campaign.tags,
    expires_at: toZonedInput(campaign.expires_at, timezone),
    skan_network_id: campaign.skan_network_id ?? '',
    skan_ids: campaign.skan_ids,
  };
}

function windowNumbers(texts: CampaignValues['windows']): Partial<AttributionWindows> {
  const set = WINDOWS.filter((name) => texts[name].trim() !== '');
  return Object.fromEntries(set.map((name) => [name, Number(texts[name])]));
}

/** The windows as they are typed; null where they are not valid, or the same as before. */
export function triedWindows(
  texts: CampaignValues['windows'],
  saved: Partial<AttributionWindows>,
): Partial<AttributionWindows> | null {
  const { data } = AttributionWindows.partial().safeParse(windowNumbers(texts));
  return data && WINDOWS.some((name) => data[name] !== saved[name]) ? data : null;
}

/** What the values mean to the contract. */
export function formOf(values: CampaignValues, timezone: string): z.input<typeof CampaignForm> {
  return {
    ...values,
    network_name: values.network === 'OTHER' ? values.network_name : '',
    desktop_redirect: withScheme(values.desktop_redirect),
    ios_web_redirect: withScheme(values.ios_web_redirect),
    android_web_redirect: withScheme(values.android_web_redirect),
    windows: windowNumbers(values.windows),
    expires_at: fromZonedInput(values.expires_at, timezone),
  };
}

export function campaignResolver(timezone: string) {
  const typed = z.custom<CampaignValues>();
  return zodResolver(typed.transform((values) => formOf(values, timezone)).pipe(CampaignForm));
}
