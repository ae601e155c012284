import { expect, test } from 'vitest';
import { ratesFile, spendFile } from './bills.ts';
import { createHistory } from './history.ts';
import { createScenario } from './scenario.ts';

const scenario = createScenario({
  seed: 'kite',
  start: '2026-03-01',
  until: '2026-03-10T10:00:00Z',
  people: 300,
});
const rows = createHistory(scenario);
const linesOf = (file: string) =>
  file
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

test('every day has a rate of every currency, and none jumps', () => {
  const rates = linesOf(ratesFile(scenario)).filter(([, currency]) => currency === 'INR');
  expect(rates.map(([date]) => date)).toEqual(
    Array.from({ length: 10 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`),
  );
  for (const [at, [, , rate]] of rates.entries()) {
    const before = Number(rates[at - 1]?.[2] ?? rate);
    expect(Math.abs(Number(rate) / before - 1)).toBeLessThan(0.02);
  }
});

test('spend has each link and day of the scenario once, and follows the installs', () => {
  const spend = linesOf(spendFile(scenario, rows));
  const slugs = new Set(scenario.campaigns.flatMap(({ links }) => links.map(({ slug }) => slug)));
  expect(spend.every(([, , link]) => slugs.has(link!))).toBe(true);
  expect(new Set(spend.map(([date, , link]) => `${date} ${link}`)).size).toBe(spend.length);
  expect(new Set(spend.map(([, , , , currency]) => currency))).toEqual(new Set(['INR', 'USD']));
  const total = (name: string) =>
    spend
      .filter(([, campaign]) => campaign === name)
      .reduce((sum, [, , , amount]) => sum + Number(amount), 0);
  const brought = rows.opens.filter(({ slug }) => slug?.startsWith('uac-installs')).length;
  expect(brought).toBeGreaterThan(10);
  expect(total('uac-installs') / brought).toBeGreaterThan(60);
  expect(total('uac-installs') / brought).toBeLessThan(140);
  expect(total('newsletter')).toBe(0);
});
