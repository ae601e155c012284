import { APP_VERSIONS, agentOf, PHONES, type Phone } from './devices.data.ts';
import type { Random } from './random.ts';
import { AUDIENCES, type Audience, REGIONS, type Region } from './regions.data.ts';

/** A phone and where it is. */
export interface Device {
  platform: 'ANDROID' | 'IOS';
  model: string;
  osVersion: string;
  appVersion: string;
  region: Region;
  /** null: its person does not let apps follow them. */
  advertisingId: string | null;
  vendorId: string;
  agent: string;
}

/** The share of people who allow apps to read their advertising id. */
export const TELLS_ID = { ANDROID: 0.9, IOS: 0.45 } as const;

const ON: Record<Phone['platform'], readonly Phone[]> = {
  ANDROID: PHONES.filter(({ platform }) => platform === 'ANDROID'),
  IOS: PHONES.filter(({ platform }) => platform === 'IOS'),
};

function regionOf(audience: Audience, random: Random): Region {
  const { country } = random.weighted(AUDIENCES[audience]);
  const region = REGIONS[country];
  if (!region) throw new Error(`There is no region ${country}.`);
  return region;
}

/** iPhones are more frequent where people pay in dollars. */
function platformIn({ currency }: Region, random: Random): Phone['platform'] {
  return random.chance(currency === null ? 0.11 : 0.55) ? 'IOS' : 'ANDROID';
}

export function createDevice(
  random: Random,
  { audience, only }: { audience: Audience; only?: Phone['platform'] | undefined },
): Device {
  const region = regionOf(audience, random);
  const phone = random.weighted(ON[only ?? platformIn(region, random)]);
  const osVersion = random.chance(0.6) ? (phone.versions[0] ?? '') : random.pick(phone.versions);
  return {
    platform: phone.platform,
    model: phone.model,
    osVersion,
    appVersion: random.pick(APP_VERSIONS),
    region,
    advertisingId: random.chance(TELLS_ID[phone.platform]) ? random.uuid() : null,
    vendorId: phone.platform === 'IOS' ? random.uuid().toUpperCase() : random.hex(16),
    agent: agentOf(phone, osVersion),
  };
}

/** An address in the country of the device. */
export function addressOf({ region }: Device, random: Random): string {
  return `${random.pick(region.networks)}.${random.int(1, 120)}.${random.int(1, 254)}`;
}
