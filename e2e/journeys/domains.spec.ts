import type { Page } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { addDomain, getDomainStatus, getVerificationObjects, listDomains } from '@trailmark/contract/domains';
import { listLinks } from '@trailmark/contract/links';
import { FINGERPRINT } from '../support/rich-campaigns.ts';
import { setDns } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

let count = 0;

/** A name that no other project has. */
function freshHost(): string {
  count += 1;
  return `go-${process.pid}-${Date.now().toString(36)}-${count}.kite.example`;
}

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const cardOf = (page: Page, host: string) => page.locator('[data-slot="card"]').filter({ hasText: host });
const fileCard = (page: Page, system: 'iOS' | 'Android') =>
  page.getByRole('region', { name: `Opening the app on ${system}` });

test('a domain is added, its records are copied, and its status follows DNS', async ({ people }) => {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  const { page, call } = visitor;
  const host = freshHost();
  await page.goto(`/settings/domains?p_id=${project_id}`);
  await expect(page.getByText('Links use the address of this installation')).toBeVisible();
  await page.getByRole('button', { name: 'Add a domain' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a domain' });
  await dialog.getByLabel('Domain').fill(`https://${host}/`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Domain is more than a domain/)).toBeVisible();
  await dialog.getByLabel('Domain').fill(host);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const card = cardOf(page, host);
  await expect(card).toContainText('Not verified');
  await expect(card).toContainText('Not checked yet.');

  const [domain] = await call(listDomains, { query: { project_id } });
  const txt = domain?.records.find(({ type }) => type === 'TXT');
  const records = card.getByRole('table', { name: `DNS records of ${host}` });
  await expect(records.getByRole('row').filter({ hasText: 'CNAME' })).toContainText(
    'links.trailmark.example',
  );
  await expect(records.getByRole('row').filter({ hasText: 'TXT' })).toContainText(txt?.value ?? 'a value');
  await card.getByRole('button', { name: 'Copy the value of the TXT record' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(txt?.value);

  const check = card.getByRole('button', { name: 'Check now' });
  await check.click();
  await expect(card).toContainText('No DNS record of this domain was found yet');
  await expect(card).toContainText('Not verified');
  const found = card.getByRole('region', { name: 'What the check found' });
  await expect(found).toContainText('not tried yet');

  await setDns(host, 'CNAME', 'links.trailmark.example');
  await check.click();
  await expect(card).toContainText('a CNAME record alone does not prove that the domain is yours');
  await expect(card).toContainText('Not verified');

  await setDns(txt?.name ?? '', 'TXT', 'something else');
  await check.click();
  await expect(card).toContainText('The TXT record is there but holds another value');
  await expect(found).toContainText('something else');
  await setDns(txt?.name ?? '', 'TXT', txt?.value ?? '');
  await check.click();
  await expect(card.getByText('Verified', { exact: true })).toBeVisible();
  await expect(card).toContainText('Verified by the TXT record.');
  await expect(card).toContainText('nothing answers there over HTTPS yet');
  await page.reload();
  await expect(card.getByText('Verified', { exact: true })).toBeVisible();

  // The same again is refused at the field.
  await page.getByRole('button', { name: 'Add a domain' }).click();
  await dialog.getByLabel('Domain').fill(host.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Domain is already a domain of this project.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await card.getByRole('button', { name: `Remove ${host}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click();
  await expect(toasts(page)).toContainText(`${host} is removed`);
  await expect(page.getByText('Links use the address of this installation')).toBeVisible();
  expect(await call(listDomains, { query: { project_id } })).toEqual([]);
});

test('the files for iOS and Android are made by a form or pasted, and nonsense is refused with the reason', async ({
  people,
}) => {
  const { page, call, ...visitor } = await people.visitor();
  const { project_id } = await people.project({ page, call, ...visitor });
  const host = freshHost();
  const { records } = await call(addDomain, { body: { project_id, host } });
  const txt = records.find(({ type }) => type === 'TXT');
  await setDns(txt?.name ?? '', 'TXT', txt?.value ?? '');
  await page.goto(`/settings/domains?p_id=${project_id}`);
  await cardOf(page, host).getByRole('button', { name: 'Check now' }).click();
  await expect(cardOf(page, host).getByText('Verified', { exact: true })).toBeVisible();

  const ios = fileCard(page, 'iOS');
  await ios.getByRole('button', { name: 'Set it up' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Team id').fill('short');
  await form.getByLabel('Bundle id').fill('example.kite');
  await form.getByLabel('Paths').fill('/buy/*\nhelp');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^Team id is not a team id/)).toBeVisible();
  await expect(form.getByText(/^“help” is not a path/)).toBeVisible();
  await form.getByLabel('Team id').fill('abcde12345');
  await form.getByLabel('Paths').fill('/buy/*\nNOT /help/*');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(ios).toContainText('ABCDE12345.example.kite');
  await expect(ios.getByRole('list', { name: 'Where it is served' })).toContainText(
    `https://${host}/.well-known/apple-app-site-association`,
  );
  await expect(ios).toContainText('Made by the form');

  const android = fileCard(page, 'Android');
  await android.getByRole('button', { name: 'Set it up' }).click();
  await form.getByLabel('Package').fill('example.kite');
  await form.getByLabel('SHA-256 fingerprints').fill('AB:CD');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^“AB:CD” is not a SHA-256 fingerprint/)).toBeVisible();
  await form.getByLabel('SHA-256 fingerprints').fill(FINGERPRINT.toLowerCase());
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(android).toContainText(FINGERPRINT);

  // A file of one's own replaces the form's, but only when a phone would understand it.
  await android.getByRole('button', { name: 'Edit' }).click();
  await expect(form.getByLabel('Package')).toHaveValue('example.kite');
  await form.getByRole('radio', { name: 'Paste the file' }).click();
  const file = form.getByLabel('assetlinks.json');
  await file.fill('{ "applinks": ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^The file is not JSON/)).toBeVisible();
  await file.fill('[{ "relation": ["delegate_permission/common.handle_all_urls"] }]');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^The file is not valid: .*target/)).toBeVisible();
  await expect(file).toHaveValue(/handle_all_urls/);
  const target = {
    namespace: 'android_app',
    package_name: 'example.kite.lite',
    sha256_cert_fingerprints: [FINGERPRINT],
  };
  await file.fill(JSON.stringify([{ relation: ['delegate_permission/common.handle_all_urls'], target }]));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(android).toContainText('example.kite.lite');
  await expect(android).toContainText('Pasted as a file');
  const saved = await call(getVerificationObjects, { query: { project_id } });
  expect(saved.android?.android_apps).toBeNull();
  expect(saved.ios?.ios_apps).toEqual([
    { team_id: 'ABCDE12345', bundle_id: 'example.kite', paths: ['/buy/*', 'NOT /help/*'] },
  ]);
});

test('links stand on a verified domain too, and so do their QR codes', async ({ people }) => {
  const { page, call, ...visitor } = await people.visitor();
  const { project_id } = await people.project({ page, call, ...visitor });
  const host = freshHost();
  const { id, records } = await call(addDomain, { body: { project_id, host } });
  const txt = records.find(({ type }) => type === 'TXT');
  await setDns(txt?.name ?? '', 'TXT', txt?.value ?? '');
  await call(getDomainStatus, { query: { project_id, id } });
  const { campaign_id } = await call(createCampaign, { body: { project_id, name: 'Diwali' } });
  const [link] = await call(listLinks, { query: { project_id, campaign_id } });
  const url = `https://${host}/${link?.slug}`;
  expect(link?.urls.domains).toEqual([url]);

  await page.goto(`/campaigns?p_id=${project_id}`);
  await page.getByRole('button', { name: 'More for Diwali' }).click();
  await page.getByRole('menuitem', { name: 'Link and QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'The link of Diwali' });
  await expect(dialog.getByLabel(`On ${host}`, { exact: true })).toHaveValue(url);
  await dialog.getByRole('combobox', { name: 'The QR code leads to' }).click();
  await page.getByRole('option', { name: host }).click();
  await expect(dialog.getByRole('img', { name: `QR code of ${url}` })).toBeVisible();
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'SVG' }).click();
  expect((await file).suggestedFilename()).toBe(`${link?.slug}.svg`);
});

test('a viewer sees the domains and changes nothing', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const host = freshHost();
  await owner.call(addDomain, { body: { project_id, host } });
  const { page, call } = await people.member(owner, project_id, 'viewer');
  await page.goto(`/settings/domains?p_id=${project_id}`);
  await expect(page.getByText('You can see these domains but not change them')).toBeVisible();
  await expect(cardOf(page, host)).toContainText('Not verified');
  await expect(page.getByRole('button', { name: 'Add a domain' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove ${host}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set it up' })).toHaveCount(0);
  await expect(page.getByText('An owner or admin can set it up.')).toHaveCount(2);
  const refused = call(addDomain, { body: { project_id, host: freshHost() } });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
});

test('what cannot be loaded is named with a way on', async ({ people }) => {
  const { page, ...visitor } = await people.visitor();
  const { project_id } = await people.project({ page, ...visitor });
  const calls = ['**/api/domain?*', '**/api/domain/verification-object?*'];
  for (const call of calls) await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/settings/domains?p_id=${project_id}`);
  for (const [at, what] of ['the domains', 'the app files'].entries()) {
    const failed = page.getByRole('alert').filter({ hasText: `We couldn’t load ${what}` });
    await expect(failed).toBeVisible();
    await page.unroute(calls[at] ?? '');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
  }
  await expect(page.getByText('Links use the address of this installation')).toBeVisible();
  await expect(page.getByText('No file is served yet')).toHaveCount(2);
});
