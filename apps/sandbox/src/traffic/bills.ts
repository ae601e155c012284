import { DAY, dateOf, dayOf } from './calendar.ts';
import { createRandom } from './random.ts';
import type { HistoryRows } from './rows.ts';
import type { Scenario } from './scenario.ts';

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

/** What each link cost on each day, as a file: about its price for every install, and something for clicks. */
export function spendFile(scenario: Scenario, rows: Pick<HistoryRows, 'clicks' | 'installs'>): string {
  const on = (time: string) => dayOf(scenario, Date.parse(time));
  const clicks = countBy(rows.clicks.map((row) => [row.slug, on(row.clicked_at)]));
  const installs = countBy(
    rows.installs.flatMap(({ slug, installed_at }) =>
      slug ? [[slug, on(installed_at)] as [string, number]] : [],
    ),
  );
  const lines = ['date,campaign,link,amount,currency'];
  for (const { idea, traits, links } of scenario.campaigns) {
    if (traits.cpi === 0) continue;
    const random = createRandom(`${scenario.seed}/spend/${idea.displayId}`);
    for (const { slug } of links) {
      for (let day = 0; day < scenario.days && scenario.start + day * DAY < scenario.until; day += 1) {
        const noise = random.logNormal(1, 0.12);
        const counted = installs.get(keyOf(slug, day)) ?? 0;
        const expected = (clicks.get(keyOf(slug, day)) ?? 0) * traits.clickToInstall;
        const amount = traits.cpi * noise * (0.5 * counted + 0.5 * expected);
        if (amount < 0.01) continue;
        lines.push(
          `${dateOf(scenario, day)},${idea.displayId},${slug},${amount.toFixed(2)},${traits.billed}`,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
