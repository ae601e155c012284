import type { AttributionData, CampaignData } from './attribution.ts';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Reads `data` of init, attribution-data and handle-deeplink; null: it holds no attribution. */
export function readAttribution(data: unknown): AttributionData | null {
  if (!isObject(data) || typeof data.attribution_source !== 'string') return null;
  const campaign = data.campaign_data;
  return {
    attributionSource: data.attribution_source,
    matchType: textOf(data.match_type) ?? 'organic',
    deeplink: textOf(data.deeplink),
    campaignData: isObject(campaign)
      ? (Object.fromEntries(
          Object.entries(campaign).map(([name, value]) => [camel(name), value]),
        ) as unknown as CampaignData)
      : null,
  };
}
