import type { SkanOverlap, SkanReport, SkanRow, SkanValues } from '@trailmark/contract/skan-report';

const DAY_MS = 86_400_000;
const DAYS = 30;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const NONE: SkanValues = {
  postbacks: 0,
  installs: 0,
  redownloads: 0,
  reengagements: 0,
  lost: 0,
  null_rate: null,
  revenue: null,
  spend: null,
  cpi: null,
  roas: null,
};

const revenue = (low: string, expected: string, high: string | null, open = 0) => ({
  revenue: { low, expected, high, open },
});

const campaign = (n: number, name: string) => ({
  campaign_id: `0192f000-0000-7000-8000-00000000000${n}`,
  name,
});
const DIWALI = campaign(1, 'Diwali groceries, Bengaluru and Hyderabad');
const HOLI = campaign(2, 'Holi sweets');
const ONAM = campaign(3, 'Onam');

const row = (key: string, campaigns: SkanRow['campaigns'], values: Partial<SkanValues>): SkanRow => ({
  key,
  network: null,
  source: null,
  campaigns,
  ...NONE,
  ...values,
});

const ROWS: SkanRow[] = [
  row(DIWALI.campaign_id, [DIWALI], {
    installs: 812,
    redownloads: 61,
    postbacks: 1904,
    lost: 140,
    null_rate: 0.083,
    ...revenue('41200', '68450.5', '90210'),
    spend: '52000',
    cpi: '64.04',
    roas: 1.316,
  }),
  row('two', [DIWALI, HOLI], {
    installs: 304,
    redownloads: 22,
    postbacks: 702,
    null_rate: 0.41,
    ...revenue('2100', '9800', null, 12),
  }),
  row(ONAM.campaign_id, [ONAM], {
    installs: 96,
    reengagements: 31,
    postbacks: 188,
    lost: 12,
    null_rate: 0.12,
    ...revenue('3100', '5020', '7400'),
    spend: '0',
  }),
  row('none', [], { installs: 7, postbacks: 9, null_rate: 0.857 }),
];

function days(): SkanReport['days'] {
  return Array.from({ length: DAYS }, (_, n) => ({
    date: dayBefore(DAYS - 1 - n),
    ...NONE,
    installs: 20 + ((n * 37) % 41),
    redownloads: (n * 5) % 7,
    reengagements: n % 4,
    postbacks: 60 + ((n * 53) % 90),
    null_rate: 0.17,
  }));
}

/** A report with everything in it. */
export function fullReport(): SkanReport {
  const fine = Array.from({ length: 64 }, (_, value) => Math.round(140 / (1 + value) + ((value * 7) % 5)));
  const noSplit = { low: 0, medium: 0, high: 0, fine: 0, none: 0 };
  return {
    from: dayBefore(DAYS - 1),
    to: dayBefore(0),
    timezone: 'Asia/Kolkata',
    currency: 'INR',
    day_basis: 'received',
    digits_kept: 'last',
    has_postbacks: true,
    breakdown: 'campaign',
    total: {
      ...NONE,
      installs: 1219,
      redownloads: 83,
      reengagements: 31,
      postbacks: 2803,
      lost: 152,
      null_rate: 0.171,
      ...revenue('46400', '83270.5', null, 12),
      spend: '52000',
      cpi: '42.66',
      roas: 1.601,
    },
    days: days(),
    rows: ROWS,
    other_rows: 0,
    tiers: [221, 318, 604, 190],
    without_tier: 41,
    fine,
    coarse: [
      { ...noSplit, low: 210, medium: 71, high: 37, fine: 794, none: 221 },
      { ...noSplit, low: 402, medium: 190, high: 88, none: 0 },
      { ...noSplit, low: 301, medium: 97, high: 30, none: 0 },
    ],
    events: [
      { window: 0, name: 'add_to_cart', low: 402, expected: 455.2, high: 512 },
      { window: 0, name: 'trial_started', low: 120, expected: 131, high: 140 },
      { window: 1, name: 'add_to_cart', low: 88, expected: null, high: 278 },
    ],
    undecoded: 14,
    schema_versions: [3, 4],
    unconverted: [],
  };
}

const overlap = (network: string, skan: number, user: number, consented: number): SkanOverlap => {
  const in_both = Math.min(consented, skan);
  return {
    network,
    skan_installs: skan,
    user_installs: user,
    consented,
    in_both,
    most_in_both: Math.min(user, skan),
    together: user + skan - in_both,
  };
};

export function fullOverlap() {
  const networks = [
    overlap('META', 1116, 340, 262),
    overlap('GOOGLE', 96, 120, 104),
    overlap('OTHER', 7, 0, 0),
  ];
  const sum = (name: Exclude<keyof SkanOverlap, 'network'>) =>
    networks.reduce((all, one) => all + one[name], 0);
  return {
    from: dayBefore(DAYS - 1),
    to: dayBefore(0),
    timezone: 'Asia/Kolkata',
    day_basis: 'install',
    networks,
    total: {
      skan_installs: sum('skan_installs'),
      user_installs: sum('user_installs'),
      consented: sum('consented'),
      in_both: sum('in_both'),
      most_in_both: sum('most_in_both'),
      together: sum('together'),
    },
    other_user_installs: 911,
  };
}
