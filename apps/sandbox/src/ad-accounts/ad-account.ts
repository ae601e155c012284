export interface Ad {
  id: string;
  name: string;
}

/** What Google calls an ad group, TikTok an adgroup. */
export interface AdSet {
  id: string;
  name: string;
  ads: Ad[];
}

export interface Campaign {
  id: string;
  name: string;
  adSets: AdSet[];
}

export interface AdAccount {
  id: string;
  name: string;
  currency: 'INR' | 'USD';
  timeZone: string;
  campaigns: Campaign[];
}

/** An account as its network declares it; ad sets and ads follow from the campaigns. */
export interface AccountPlan extends Omit<AdAccount, 'campaigns'> {
  campaigns: readonly { name: string; adSets: readonly [string, string] }[];
  /** Ids count up from here, one number for each campaign, ad set and ad. */
  firstId: bigint;
}

const AD_NAMES = ['Video 15s', 'Carousel'] as const;

export function planAccount({ campaigns, firstId, ...account }: AccountPlan): AdAccount {
  let last = firstId - 1n;
  const nextId = () => {
    last += 1n;
    return String(last);
  };
  return {
    ...account,
    campaigns: campaigns.map(({ name, adSets }) => ({
      id: nextId(),
      name,
      adSets: adSets.map((adSet) => ({
        id: nextId(),
        name: adSet,
        ads: AD_NAMES.map((ad) => ({ id: nextId(), name: `${adSet} - ${ad}` })),
      })),
    })),
  };
}

export type Level = 'account' | 'campaign' | 'adset' | 'ad';

/** One campaign, ad set or ad, with what it belongs to and the ads whose numbers it sums. */
export interface AdEntity {
  account: AdAccount;
  campaign: Campaign | null;
  adSet: AdSet | null;
  ad: Ad | null;
  ads: { ad: Ad; campaign: Campaign }[];
}

/** What an account consists of at a level, in the order of ids. */
export function entitiesOf(account: AdAccount, level: Level): AdEntity[] {
  const none = { account, campaign: null, adSet: null, ad: null };
  const adsOf = (campaign: Campaign) =>
    campaign.adSets.flatMap(({ ads }) => ads.map((ad) => ({ ad, campaign })));
  if (level === 'account') return [{ ...none, ads: account.campaigns.flatMap(adsOf) }];
  return account.campaigns.flatMap((campaign) => {
    if (level === 'campaign') return [{ ...none, campaign, ads: adsOf(campaign) }];
    return campaign.adSets.flatMap((adSet): AdEntity[] => {
      const ads = adSet.ads.map((ad) => ({ ad, campaign }));
      const entity = { ...none, campaign, adSet };
      return level === 'adset'
        ? [{ ...entity, ads }]
        : ads.map((of) => ({ ...entity, ad: of.ad, ads: [of] }));
    });
  });
}
