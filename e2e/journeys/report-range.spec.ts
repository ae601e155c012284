import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

test('days of a report are picked in the calendar by mouse and by keyboard', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  await page.goto(`/cohorts?p_id=${rich.project.project_id}&from=2026-03-28&to=2026-03-29`);
  const calendarFile = /range-calendar[^/]*\.js/;
  await page.route(calendarFile, (route) => route.abort());
  await page.getByRole('button', { name: /^Days:/ }).click();
  const calendar = page.getByRole('grid', { name: 'Days' });
  await expect(page.getByText('We couldn’t load this part of the page')).toBeVisible();
  await page.unroute(calendarFile);
  await page.getByRole('button', { name: 'Try again' }).click();
  const day = (name: string) => calendar.getByRole('button', { name: new RegExp(`\\b${name}$`) });
  await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText(['28', '29']);

  await page.getByRole('button', { name: 'Previous month' }).click();
  await day('3 February 2026').click();
  await expect(page.getByLabel('First day')).toHaveValue('2026-02-03');
  await page.keyboard.press('ArrowDown');
  await expect(day('10 February 2026')).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await expect(day('15 March 2026')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First day')).toHaveValue('2026-02-03');
  await expect(page.getByLabel('Last day')).toHaveValue('2026-03-15');

  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/from=2026-02-03&to=2026-03-15/);
});

test('a comparison is offered only where the screen makes one', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  const { project, campaignId } = rich;
  const range = page.getByRole('button', { name: /^Days:/ });
  const choice = page.getByText('Compared with', { exact: true });
  const zone = page.getByText(/Days of /);
  const open = async (path: string, lastDay: number) => {
    const days = `p_id=${project.project_id}&from=2026-03-01&to=2026-03-${lastDay}`;
    await walk(page, `${path}${path.includes('?') ? '&' : '?'}${days}`);
    await expect(range).toHaveText(new RegExp(`^1\\W–\\W${lastDay} Mar`));
    const words = await range.innerText();
    await range.click();
    await expect(zone).toBeVisible();
    return words;
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(zone).toBeHidden();
  };
  await page.goto(`/overview?p_id=${project.project_id}`);
  expect(await open('/overview', 10)).toContain('vs previous 10 days');
  await expect(choice).toBeVisible();
  await close();

  const campaign = `/campaigns/${campaignId}`;
  const paths = ['/cohorts', '/users', '/skan', `${campaign}?tab=users`, `${campaign}?tab=cohorts`];
  for (const [n, path] of paths.entries()) {
    expect(await open(path, 11 + n)).not.toContain('vs');
    await expect(choice).toBeHidden();
    await close();
  }

  await test.step('days and filters go along to other reports, and a report says which it does not apply', async () => {
    const along = /\?(?=.*range=last_7)(?=.*network=GOOGLE)(?=.*countries=IN)(?=.*campaign=)/;
    const days = `p_id=${project.project_id}&range=last_7`;
    await walk(page, `/overview?${days}&network=GOOGLE&countries=IN&campaign=${campaignId}`);
    const network = page.getByRole('button', { name: 'Remove the filter Network Google' });
    const unused = page.getByText('Does not apply to this screen');
    await expect(network).toBeVisible();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Cohorts' }).click();
    await expect(page).toHaveURL(new RegExp(`/cohorts${along.source}`));
    await expect(network).toBeVisible();
    await expect(unused).toBeHidden();

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL(new RegExp(`/campaigns${along.source}`));
    await expect(unused).toBeVisible();
    await expect(unused).not.toContainText('Google');

    const visit = async (name: string) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused();
      await page.keyboard.type(name);
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    };
    await visit('People');
    await expect(page).toHaveURL(new RegExp(`/users${along.source}`));
    await expect(network).toBeVisible();
    await visit('SKAN');
    await expect(page).toHaveURL(new RegExp(`/skan${along.source}`));
    await expect(unused).toContainText('Google · India');
    await page.getByRole('button', { name: 'Remove filters that do not apply' }).click();
    await expect(unused).toBeHidden();
    await expect(page).toHaveURL(/\/skan\?(?!.*network=)(?=.*range=last_7)(?=.*campaign=)/);
  });
});
