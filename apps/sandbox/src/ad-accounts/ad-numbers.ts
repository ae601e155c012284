import { createRandom } from '../traffic/random.ts';
import { addDays, dayOf, dayStartMs, localTimeMs } from './account-days.ts';
import type { AdAccount, AdEntity, Campaign } from './ad-account.ts';

/** How far back accounts have numbers. */
export const HISTORY_DAYS = 60;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Networks recompute the present day about every quarter of an hour. */
const REFRESH_MS = HOUR_MS / 4;
/** Spend is final after three days, installs after 28. */
const SPEND_FINAL_MS = 3 * DAY_MS;
const INSTALLS_FINAL_MS = 28 * DAY_MS;

/** What an ad of each currency spends on a usual day, in minor units. */
const USUAL_SPEND = { INR: [12_000, 42_000], USD: [200, 900] } as const;
/** What a thousand impressions cost, in minor units. */
const USUAL_CPM = { INR: [6_000, 14_000], USD: [250, 700] } as const;

export interface AdNumbers {
  /** In the minor unit of the account, such as paise. */
  spend: number;
  impressions: number;
  clicks: number;
  installs: number;
}

const NO_NUMBERS: AdNumbers = { spend: 0, impressions: 0, clicks: 0, installs: 0 };
const sum = (a: AdNumbers, b: AdNumbers): AdNumbers => ({
  spend: a.spend + b.spend,
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
  installs: a.installs + b.installs,
});

/** The share of a final number that is reported so far; it never falls. */
function reportedShare(ageMs: number, { from, finalMs }: { from: number; finalMs: number }): number {
  if (ageMs < 0) return ((DAY_MS + ageMs) / DAY_MS) * from;
  return from + (1 - from) * Math.min(1, ageMs / finalMs);
}

export interface NumbersAt {
  day: string;
  now: Date;
}

/** The numbers of ads by day: from a seed, and with the costs that a test has changed. */
export function createAdNumbers(seed: string) {
  const changedCosts = new Map<string, number>();

  const finalOf = (adId: string, currency: AdAccount['currency'], day: string): AdNumbers => {
    const random = createRandom(`${seed}/${adId}/${day}`);
    // Some ads do not run on some days, and have no row then.
    if (random.chance(0.05)) return NO_NUMBERS;
    const [least, most] = USUAL_SPEND[currency];
    const [cheap, dear] = USUAL_CPM[currency];
    const spend = Math.round(random.between(least, most));
    const impressions = Math.round((spend / random.between(cheap, dear)) * 1000);
    const clicks = Math.round(impressions * random.between(0.008, 0.022));
    return { spend, impressions, clicks, installs: Math.round(clicks * random.between(0.05, 0.14)) };
  };

  const ofAd = (adId: string, account: AdAccount, { day, now }: NumbersAt): AdNumbers => {
    const localMs = localTimeMs(now, account.timeZone);
    const startMs = dayStartMs(day);
    const today = dayOf(localMs);
    if (startMs === null || day > today || day < addDays(today, -HISTORY_DAYS)) return NO_NUMBERS;
    const refreshedMs = Math.floor(localMs / REFRESH_MS) * REFRESH_MS;
    const ageMs = refreshedMs - startMs - DAY_MS;
    const delivered = reportedShare(ageMs, { from: 0.94, finalMs: SPEND_FINAL_MS });
    const installed = reportedShare(ageMs, { from: 0.8, finalMs: INSTALLS_FINAL_MS });
    const final = finalOf(adId, account.currency, day);
    return {
      spend: Math.round(final.spend * delivered),
      impressions: Math.round(final.impressions * delivered),
      clicks: Math.round(final.clicks * delivered),
      installs: Math.round(final.installs * installed),
    };
  };

  /** A changed cost of a campaign is divided among its ads as before; the last takes the rest. */
  const changedSpend = (account: AdAccount, campaign: Campaign, at: NumbersAt) => {
    const cost = changedCosts.get(`${campaign.id}/${at.day}`);
    if (cost === undefined) return null;
    const ads = campaign.adSets.flatMap((adSet) => adSet.ads);
    const before = ads.map(({ id }) => ofAd(id, account, at).spend);
    const total = before.reduce((all, spend) => all + spend, 0);
    const parts = before.map((spend) => Math.floor(total === 0 ? cost / ads.length : (cost * spend) / total));
    const rest = cost - parts.reduce((all, part) => all + part, 0);
    return new Map(ads.map(({ id }, n) => [id, (parts[n] ?? 0) + (n === ads.length - 1 ? rest : 0)]));
  };

  return {
    /** What a campaign, ad set or ad has on a day, as the network reports it now. */
    of({ account, ads }: AdEntity, at: NumbersAt): AdNumbers {
      const changes = new Map(
        [...new Set(ads.map(({ campaign }) => campaign))].map((campaign) => [
          campaign.id,
          changedSpend(account, campaign, at),
        ]),
      );
      return ads.reduce((all, { ad, campaign }) => {
        const own = ofAd(ad.id, account, at);
        return sum(all, { ...own, spend: changes.get(campaign.id)?.get(ad.id) ?? own.spend });
      }, NO_NUMBERS);
    },
    /** The sum of several days. */
    ofDays(entity: AdEntity, days: readonly string[], now: Date): AdNumbers {
      return days.reduce((all, day) => sum(all, this.of(entity, { day, now })), NO_NUMBERS);
    },
    changeCost({ campaignId, day, cost }: { campaignId: string; day: string; cost: number }) {
      changedCosts.set(`${campaignId}/${day}`, cost);
    },
    forget() {
      changedCosts.clear();
    },
  };
}
export type AdNumbersSource = ReturnType<typeof createAdNumbers>;

export const hasDelivery = ({ spend, impressions, clicks }: AdNumbers): boolean =>
  spend > 0 || impressions > 0 || clicks > 0;

/** 123456 paise are "1234.56" rupees. */
export const majorUnits = (minor: number): string => (minor / 100).toFixed(2);
