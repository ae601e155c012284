import { createCampaign } from '@trailmark/contract/campaigns';
import { readEnvironment } from '../support/environment.ts';
import { listApp, postback, sendPostback } from '../support/skan-device.ts';
import { expect, somebody, test } from '../support/test.ts';

test('postbacks of phones are received, resolved, counted and shown as they came', async ({ enter }) => {
  const { person: owner, projects } = await somebody();
  const [project_id = ''] = projects;
  const { fullUrl } = readEnvironment();
  const page = await enter(owner);
  await page.goto(`/skan?p_id=${project_id}`);
  await expect(page.getByText('No postbacks yet')).toBeVisible();

  const campaign = (name: string, skan_ids: string[]) =>
    owner.call(createCampaign, { body: { project_id, name, network: 'META', skan_ids } });
  await campaign('Diwali', ['5239']);
  await campaign('Holi', ['5139']);
  const appId = await listApp(owner, project_id);
  const first = postback(appId, { 'conversion-value': 12, 'country-code': 'IN' });
  const bodies = [
    // The last is the first again, with another value: it is signed all the same.
    ...[first, postback(appId, { 'conversion-value': 12 }), postback(appId, { redownload: true })],
    ...[postback(appId, { 'source-identifier': '39', 'coarse-conversion-value': 'low' })],
    ...[postback(appId, { 'source-identifier': '5139', 'did-win': false })],
    ...[
      { ...postback(appId), 'source-identifier': '5139' },
      { ...first, 'conversion-value': 63 },
    ],
  ];
  for (const body of bodies) await sendPostback(fullUrl, body);

  await test.step('the report adds up what counts', async () => {
    await page.reload();
    const table = page.getByRole('table', { name: 'SKAN metrics by campaign' });
    const numbers = (name: RegExp) => table.getByRole('row', { name }).getByRole('cell');
    // Null rate, postbacks, redownloads, re-engagements and non-winning come after revenue and cost.
    await expect(numbers(/^Diwali/)).toContainText(['Diwali', '2', '–', '33.3%', '3', '1', '0', '0']);
    await expect(numbers(/^Unresolved/)).toContainText([
      ...['Diwali or Holi', '1', '–', '0.0%', '1', '0', '0', '0'],
    ]);
    await expect(numbers(/^Holi/)).toContainText(['Holi', '0', '–', '1', '0', '0', '1']);
    await expect(numbers(/^Total/)).toContainText(['Total', '3', '–', '25.0%', '5', '1', '0', '1']);
    await expect(page.getByTitle('Value 12: 2')).toBeVisible();
    await expect(page.getByTitle('Value 63: 0')).toBeVisible();
    await expect(page.getByText('No schema was active')).toBeVisible();
    await page.getByRole('combobox', { name: 'Break down by' }).click();
    await page.getByRole('option', { name: 'Source identifier, 2 digits' }).click();
    await expect(page.getByRole('row', { name: /^Meta · 39/ })).toContainText('Unresolved');
    await expect(page).toHaveURL(/by=source_identifier_2/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^skan source_identifier_2 .*\.csv$/);
  });

  await test.step('each postback says why it counts or does not', async () => {
    await page.getByRole('navigation', { name: 'SKAN' }).getByRole('link', { name: 'Postbacks' }).click();
    const table = page.getByRole('table', { name: 'Received postbacks' });
    await expect(table.getByRole('row')).toHaveCount(bodies.length + 1);
    await expect(table.getByRole('row', { name: /Invalid/ })).toContainText('No, invalid signature');
    await expect(table.getByText('No, differs from an earlier copy')).toHaveCount(1);
    await page.getByRole('button', { name: 'Signature' }).click();
    await page.getByRole('button', { name: 'Invalid' }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await table.getByRole('button').first().click();
    const sheet = page.getByRole('dialog', { name: 'Postback' });
    await expect(sheet.getByText('It is not counted')).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'Body as received' })).toContainText(
      '"source-identifier": "5139"',
    );
  });
});
