import { SECOND } from './calendar.ts';
import { createNewcomer, type Newcomer } from './newcomer.ts';
import type { Endpoint } from './phone.ts';
import { playVisit } from './play-visit.ts';
import { createRandom } from './random.ts';
import type { Scenario } from './scenario.ts';

/** People who tap ads while history is still being written, and open the app when it is. */
export interface FirstVisitors {
  open(): Promise<void>;
}

const PEOPLE_PER_VISITOR = 150;
const LEAST = 8;
const MOST = 140;
const AT_ONCE = 4;

async function each(newcomers: readonly Newcomer[], work: (one: Newcomer) => Promise<void>): Promise<void> {
  const left = [...newcomers];
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const firstVisitorCount = ({ people }: Scenario) =>
  Math.min(MOST, Math.max(LEAST, Math.ceil(people / PEOPLE_PER_VISITOR)));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets them touch ads now. Live decisions have a receipt, imported ones have none. */
export async function startFirstVisitors(scenario: Scenario, endpoint: Endpoint): Promise<FirstVisitors> {
  const random = createRandom(`${scenario.seed}/guests`);
  const all = Array.from({ length: firstVisitorCount(scenario) }, () =>
    createNewcomer({ scenario, endpoint, random }),
  );
  // Injected clicks come moments before the open, all others well before.
  const isHasty = ({ ctit }: Newcomer) => ctit < 10 * SECOND;
  await each(
    all.filter((one) => !isHasty(one)),
    (one) => one.touch(),
  );
  return {
    async open() {
      await each(all, async (one) => {
        if (isHasty(one)) {
          await one.touch();
          await pause(one.ctit);
        }
        await one.open();
        const wait = async () => {};
        await playVisit({ phone: one.phone, random, wait }, one.visitor, { isFirst: true });
      });
    },
  };
}
