/** A country with the first half of IP addresses that it really has. */
export interface Region {
  country: string;
  networks: readonly string[];
  /** What they pay with; null: the currency of the project. */
  currency: 'USD' | null;
  language: string;
  /** How large a basket is, and how readily people buy; 1 is usual. */
  basket?: number;
  buying?: number;
}

export const REGIONS: Readonly<Record<string, Region>> = {
  IN: {
    country: 'IN',
    networks: ['49.36', '49.37', '106.192', '117.96', '157.32', '157.48'],
    currency: null,
    language: 'en-IN',
  },
  AE: {
    country: 'AE',
    networks: ['94.200', '86.96'],
    currency: 'USD',
    language: 'en-AE',
    // Families from India who order for the week.
    basket: 4.4,
    buying: 1.5,
  },
  US: { country: 'US', networks: ['73.12', '98.200'], currency: 'USD', language: 'en-US' },
  SG: { country: 'SG', networks: ['116.86', '118.200'], currency: 'USD', language: 'en-SG' },
  GB: { country: 'GB', networks: ['86.1', '81.100'], currency: 'USD', language: 'en-GB' },
  NP: { country: 'NP', networks: ['27.34'], currency: null, language: 'ne-NP' },
  BD: { country: 'BD', networks: ['114.130'], currency: null, language: 'bn-BD' },
  ID: { country: 'ID', networks: ['36.68'], currency: 'USD', language: 'id-ID' },
};

export interface Share {
  country: string;
  weight: number;
}

const shares = (weights: Record<string, number>): readonly Share[] =>
  Object.entries(weights).map(([country, weight]) => ({ country, weight }));

/** Whom an ad is shown to; organic people come from everywhere. */
export const AUDIENCES = {
  everywhere: shares({ IN: 88, AE: 3, US: 2.5, SG: 1.5, GB: 1.5, NP: 1.5, BD: 1, ID: 1 }),
  india: shares({ IN: 98.5, NP: 0.8, AE: 0.4, BD: 0.3 }),
  gulf: shares({ AE: 92, IN: 6, US: 1, GB: 1 }),
  abroad: shares({ US: 38, GB: 24, AE: 20, SG: 18 }),
  neighbours: shares({ NP: 46, BD: 34, ID: 20 }),
} as const;

export type Audience = keyof typeof AUDIENCES;
