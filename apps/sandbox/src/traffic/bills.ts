import { DAY, dateOf, dayOf } from './calendar.ts';
import { TELLS_ID } from './device.ts';
import { createRandom } from './random.ts';
import type { HistoryRows, OpenRow } from './rows.ts';
import type { Campaign, Link, Scenario } from './scenario.ts';

/** How many units of each currency a dollar was worth when the scenario begins. */
const RATES: Readonly<Record<string, number>> = { INR: 88.6, AED: 3.6725, EUR: 0.86, GBP: 0.75, SGD: 1.29 };
const DAILY_CHANGE = 0.0022;

/** Exchange rates of every day, as a file. */
export function ratesFile(scenario: Scenario): string {
  const lines = ['date,currency,rate'];
  for (const [currency, first] of Object.entries(RATES)) {
    const random = createRandom(`${scenario.seed}/rates/${currency}`);
    let rate = first;
    for (let day = 0; day < scenario.days; day += 1) {
      lines.push(`${dateOf(scenario, day)},${currency},${rate.toFixed(6)}`);
      // The dirham is tied to the dollar.
      if (currency !== 'AED') rate *= 1 + DAILY_CHANGE * random.normal();
    }
  }
  return `${lines.join('\n')}\n`;
}

const keyOf = (slug: string, day: number) => `${slug} ${day}`;

function countBy(pairs: Iterable<[string, number]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [slug, day] of pairs) {
    const key = keyOf(slug, day);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** On iPhones only people who allow it can be recognised. */
const isCounted = ({ handset: { device } }: OpenRow) =>
  device.platform === 'ANDROID' || device.advertisingId !== null;

/** What a day of a link cost: about its price for every install, and something for clicks. */
function costOf(
  { idea, traits }: Campaign,
  link: Link,
  { clicks, installs }: { clicks: number; installs: number },
): number {
  const expected = clicks * traits.clickToInstall * (idea.only === 'IOS' ? TELLS_ID.IOS : 1);
  // Its budget is spent, whatever a tired ad brings.
  return traits.cpi * (link.tiresForWeeks ? expected : 0.5 * installs + 0.5 * expected);
}

/** What each link cost on each day, as a file. */
export function spendFile(scenario: Scenario, rows: Pick<HistoryRows, 'touches' | 'opens'>): string {
  const clicks = countBy(
    rows.touches
      .filter(({ kind }) => kind === 'click')
      .map(({ slug, at }): [string, number] => [slug, dayOf(scenario, at)]),
  );
  const installs = countBy(
    rows.opens.flatMap((row): [string, number][] =>
      row.slug && isCounted(row) ? [[row.slug, dayOf(scenario, row.at)]] : [],
    ),
  );
  const lines = ['date,campaign,link,amount,currency'];
  for (const campaign of scenario.campaigns) {
    const { idea, traits, links } = campaign;
    if (traits.cpi === 0) continue;
    const random = createRandom(`${scenario.seed}/spend/${idea.displayId}`);
    for (const link of links) {
      for (let day = 0; day < scenario.days && scenario.start + day * DAY < scenario.until; day += 1) {
        const noise = random.logNormal(1, 0.12);
        const key = keyOf(link.slug, day);
        const counts = { clicks: clicks.get(key) ?? 0, installs: installs.get(key) ?? 0 };
        const amount = noise * costOf(campaign, link, counts);
        if (amount < 0.01) continue;
        lines.push(
          `${dateOf(scenario, day)},${idea.displayId},${link.slug},${amount.toFixed(2)},${traits.billed}`,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
