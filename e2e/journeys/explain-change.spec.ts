import { getExplainedChange } from '@trailmark/contract/explain-change';
import { getStats } from '@trailmark/contract/stats';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

test('a change opens what explains it, and its parts add up to it', async ({ enter, rich }) => {
  const { viewer, owner } = rich.people;
  const { project_id } = rich.project;
  const { to: today } = await owner.call(getStats, { query: { project_id, metrics: 'installs' } });
  const days = { from: addDays(today, -4), to: today };
  const query = { project_id, ...days, compare: 'previous' as const };
  const stats = await owner.call(getStats, { query: { ...query, metrics: 'installs' } });
  const change = Number(stats.total.installs) - Number(stats.previous?.installs);
  const { explained_by } = await owner.call(getExplainedChange, { query: { ...query, metric: 'installs' } });

  const page = await enter(viewer);
  const chart = page.getByLabel('Installs by day');
  /** The way to a day that is not over. */
  const dashed = chart.locator('path[stroke-dasharray="2 3"]');
  await page.goto(`/overview?p_id=${project_id}&from=${days.from}&to=${days.to}`);
  const headline = page.locator('div').filter({ has: page.getByRole('button', { name: /^Installs: / }) });
  await headline
    .last()
    .getByRole('button', { name: /Explain the change/ })
    .click();
  await expect(dashed).not.toHaveCount(0);
  const sheet = page.getByRole('dialog', { name: 'Why Installs changed' });
  const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;
  await expect(sheet.getByRole('definition').last()).toHaveText(signed(change));
  expect(explained_by.map(({ by }) => by)).toEqual(['network', 'campaign', 'country', 'platform']);
  for (const { by } of explained_by) {
    const shown = sheet.getByRole('table', { name: `By ${by}` }).locator('tbody td:last-child');
    const numbers = (await shown.allTextContents()).map((text) => Number(text.replace('−', '-')));
    expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(change);
  }
  await sheet.getByRole('button', { name: 'Close' }).click();

  // Each breakdown of the overview has changes that open, top campaigns too.
  for (const name of [
    'By network',
    'By country',
    'By platform',
    'Paid, owned and organic',
    'Top campaigns',
  ]) {
    const change = page.getByRole('table', { name }).getByRole('button', { name: /Explain the change/ });
    await expect(change.first()).toBeVisible();
  }

  // By keyboard: from day to day in the chart, and into one of them.
  await page.getByRole('application', { name: 'Installs by day' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dayAfter = await owner.call(getStats, {
    query: { project_id, from: days.from, to: days.from, metrics: 'installs' },
  });
  await expect(sheet.getByRole('button', { name: 'The day before' })).toBeVisible();
  await expect(sheet.getByRole('definition').nth(1)).toBeVisible();
  await sheet.getByRole('button', { name: 'The day before' }).click();
  await expect(sheet.getByRole('definition').nth(1)).toHaveText(String(dayAfter.total.installs));

  // The hours of that day add up to it.
  const hours = sheet.getByRole('table', { name: 'Installs by hour' });
  await expect(hours.locator('tbody tr')).toHaveCount(24);
  const sumOfHours = async () => {
    const cells = await hours.locator('tbody td:nth-of-type(1)').allTextContents();
    return cells.reduce((sum, text) => sum + (Number(text) || 0), 0);
  };
  await expect.poll(sumOfHours).toBe(dayAfter.total.installs);
  await page.keyboard.press('Escape');

  // A filter of the overview is one of its numbers, its breakdowns and what explains them.
  await walk(page, `/overview?p_id=${project_id}&from=${days.from}&to=${days.to}&network=META`);
  const own = await owner.call(getStats, { query: { ...query, metrics: 'installs', networks: 'META' } });
  await expect(page.getByRole('button', { name: `Installs: ${own.total.installs}` }).first()).toBeVisible();
  const byNetwork = page.getByRole('table', { name: 'By network' });
  await expect(byNetwork.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^Remove the filter Network/ }).click();
  await expect(byNetwork.getByRole('row')).not.toHaveCount(2);
  await page.getByRole('button', { name: 'Sort by change' }).first().click();
  await expect(page.getByRole('button', { name: 'Sort by size' })).toBeVisible();

  await test.step('it can be compared with the same weekdays, or with another period', async () => {
    const other = addDays(days.from, -14);
    const expectCompared = async (compare: string) => {
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(`compare=${compare}`));
      const { previous } = await owner.call(getStats, { query: { ...query, compare, metrics: 'installs' } });
      await page
        .getByRole('button', { name: /Explain the change/ })
        .nth(1)
        .click();
      await expect(sheet.getByRole('definition').first()).toHaveText(String(previous?.installs));
      await sheet.getByRole('button', { name: 'Close' }).click();
    };
    const range = page.getByRole('button', { name: /^Days:/ });
    const choose = async (option: string) => {
      await range.click();
      await page.getByRole('combobox', { name: 'Compared with' }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Same weekdays before');
    await expect(range).toContainText('vs the same weekdays last week');
    await expectCompared('weekdays');
    await choose('Another period');
    await page.getByLabel('Its first day').fill(other);
    await expectCompared(other);
  });

  await test.step('a period that is over has no dashed day', async () => {
    const until = addDays(today, -1);
    await walk(page, `/overview?p_id=${project_id}&from=${days.from}&to=${until}`);
    await expect(page.getByRole('button', { name: /^Days:/ })).toContainText('vs previous 4 days');
    await expect(dashed).toHaveCount(0);
    await expect(chart).toBeVisible();
  });

  // What appeared from nothing opens what explains it too, here and in the table of campaigns.
  const longer = `from=${addDays(today, -13)}&to=${today}`;
  const before = await owner.call(getStats, {
    query: { ...query, from: addDays(today, -13), metrics: 'installs' },
  });
  expect(before.previous?.installs).toBe(0);
  for (const [screen, table] of [
    ['Overview', `/overview?p_id=${project_id}&${longer}`],
    ['Campaigns', `/campaigns?p_id=${project_id}&${longer}&changes=true`],
  ] as const) {
    await walk(page, table);
    // The screen before it has such buttons, too.
    await expect(page.getByRole('heading', { name: screen, level: 1, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Days:/ })).toContainText('vs previous 14 days');
    await page
      .getByRole('button', { name: /^New compared with 0 in .+Explain the change$/ })
      .first()
      .click();
    const opened = page.getByRole('dialog', { name: /^Why .+ changed$/ });
    await expect(opened.getByRole('definition').first()).toHaveText('0');
    await expect(opened.getByRole('table', { name: 'By network' })).toBeVisible();
    await opened.getByRole('button', { name: 'Close' }).click();
  }

  // Creatives of all campaigns together, sorted by how they changed, and why they did.
  await walk(
    page,
    `/campaigns?p_id=${project_id}&from=${days.from}&to=${days.to}&group=creative_name&changes=true`,
  );
  await page.getByRole('button', { name: 'Sort by the change of Installs' }).click();
  await expect(page).toHaveURL(/sort=change(%3A|:)installs/);
  const creatives = page.getByRole('table', { name: 'Campaigns' });
  await creatives
    .getByRole('button', { name: /Explain the change/ })
    .first()
    .click();
  await expect(
    page
      .getByRole('dialog', { name: /^Why .+ changed$/ })
      .getByRole('table')
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  // A row lights up where a click anywhere in it leads to its campaigns.
  const campaigns = page.getByRole('table', { name: 'Campaigns' });
  await walk(page, `/campaigns?p_id=${project_id}&${longer}&group=country`);
  await campaigns.getByRole('row').filter({ hasText: 'Nepal' }).locator('td').last().click();
  await expect(page).toHaveURL(/countries=NP/);
  await expect(page.getByRole('button', { name: /^Remove the filter Country/ })).toBeVisible();
  await expect(campaigns.getByRole('button', { name: /^Ad sets of / }).first()).toBeVisible();

  // The breakdown of a campaign is sorted by change too.
  await campaigns
    .getByRole('link', { name: /Monsoon/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sort by change' }).click();
  await expect(page.getByRole('button', { name: 'Sort by size' })).toHaveAttribute('aria-pressed', 'true');
});
