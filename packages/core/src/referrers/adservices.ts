import { z } from 'zod';

/** Comes back for tokens of apps under development; such an answer says nothing about a person. */
const SAMPLE_ID = '1234567890';

const AppleId = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)])
  .transform(String)
  .nullish();

// https://developer.apple.com/documentation/adservices/aaattribution/attributiontoken()
export const AdServicesPayload = z.object({
  attribution: z.boolean(),
  orgId: AppleId,
  campaignId: AppleId,
  adGroupId: AppleId,
  keywordId: AppleId,
  adId: AppleId,
  countryOrRegion: z.string().max(8).nullish().catch(null),
  conversionType: z.string().nullish().catch(null),
  claimType: z.string().nullish().catch(null),
  clickDate: z.string().nullish().catch(null),
  impressionDate: z.string().nullish().catch(null),
});
export type AdServicesPayload = z.infer<typeof AdServicesPayload>;

/** What Apple claims about an install. */
export interface AdServicesClaim {
  kind: 'click' | 'view';
  orgId: string | null;
  campaignId: string;
  adGroupId: string | null;
  keywordId: string | null;
  adId: string | null;
  country: string | null;
  isRedownload: boolean;
  /** Apple sends the time only when tracking is authorised. */
  at: string | null;
}

/** Apple's claim in its answer to an attribution token; null when it claims nothing, or sent its sample. */
export function readAdServices(payload: unknown): AdServicesClaim | null {
  const parsed = AdServicesPayload.safeParse(payload);
  if (!parsed.success || !parsed.data.attribution) return null;
  const { orgId, campaignId, adGroupId, keywordId, adId, ...rest } = parsed.data;
  if (!campaignId || [orgId, campaignId, adGroupId, adId].includes(SAMPLE_ID)) return null;
  const kind = rest.claimType?.toLowerCase() === 'impression' ? 'view' : 'click';
  return {
    kind,
    orgId: orgId ?? null,
    campaignId,
    adGroupId: adGroupId ?? null,
    keywordId: keywordId ?? null,
    adId: adId ?? null,
    country: rest.countryOrRegion || null,
    isRedownload: rest.conversionType?.toLowerCase() === 'redownload',
    at: instant(kind === 'click' ? rest.clickDate : rest.impressionDate),
  };
}

/** Apple writes minutes only: `2024-10-08T17:17Z`. */
function instant(date: string | null | undefined): string | null {
  const ms = date && /Z$|[+-]\d\d:?\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
