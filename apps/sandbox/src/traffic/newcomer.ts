import { MINUTE } from './calendar.ts';
import { ORGANIC } from './campaigns.data.ts';
import { addressOf, createDevice } from './device.ts';
import { accountOf, type Person, type Source, sourceOn, timeToInstall } from './person.ts';
import { createPhone, type Endpoint, type Phone } from './phone.ts';
import type { Random } from './random.ts';
import { habitOf } from './retention.ts';
import type { Scenario } from './scenario.ts';

/** Longer than this, nobody would wait to see an install. */
const LONGEST = 6 * MINUTE;

/** Somebody who comes now, in three steps: touches ads, opens the app, uses it. */
export interface Newcomer {
  phone: Phone;
  visitor: Pick<Person, 'device' | 'traits' | 'account' | 'habit'>;
  /** From the last touch to the open. */
  ctit: number;
  touch(): Promise<void>;
  open(): Promise<void>;
}

interface Part {
  scenario: Scenario;
  endpoint: Endpoint;
  random: Random;
}

/** The ads that were seen before the one that brings them, which is the last. */
function touchesOf({ scenario, random }: Part, source: Source): Source[] {
  const earlier = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, () =>
    sourceOn(scenario, scenario.days - 1, random),
  );
  return [...earlier.filter((one) => one !== null), source];
}

export function createNewcomer(part: Part): Newcomer {
  const { scenario, endpoint, random } = part;
  const source = sourceOn(scenario, scenario.days - 1, random);
  const traits = source?.campaign.traits ?? ORGANIC;
  const { audience, only } = source?.campaign.idea ?? { audience: 'everywhere' as const };
  const device = createDevice(random, { audience, only });
  const address = addressOf(device, random);
  const phone = createPhone(endpoint, { device, address, installId: random.hex(20) });
  const account = random.chance(traits.signup) ? accountOf(random, `l${random.hex(8)}`, 0) : null;
  const isView = source !== null && device.advertisingId !== null && random.chance(traits.viewShare);
  let click: string | null = null;
  return {
    phone,
    visitor: { device, traits, account, habit: habitOf(random) },
    ctit: source ? Math.min(LONGEST, timeToInstall(random, source)) : 0,
    async touch() {
      if (!source) return;
      for (const { link } of touchesOf(part, source)) {
        if (isView && link === source.link) await phone.view(link.slug);
        else click = await phone.click(link.slug);
      }
    },
    open: () => phone.open({ click }),
  };
}
