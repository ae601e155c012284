import type { Page } from '@playwright/test';
import { generatePrivateKey, getProjectToken } from '@trailmark/contract/keys';
import { expect, test } from '../support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const secretOf = (page: Page) => page.getByTestId('private-key');
const rows = (page: Page) => page.getByRole('table', { name: 'Private keys' }).getByRole('row');

test('a private key is shown once, and its successor leaves it 24 hours', async ({ people }) => {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  const { page, call } = visitor;
  await page.goto(`/settings/keys?p_id=${project_id}`);
  const { token } = await call(getProjectToken, { query: { project_id } });
  await expect(page.getByLabel('SDK token', { exact: true })).toHaveValue(token);
  await expect(page.getByText('No private keys yet')).toBeVisible();

  await page.getByRole('button', { name: 'Generate private key' }).first().click();
  await expect(page.getByText('This is the first key of the project')).toBeVisible();
  await page.getByRole('button', { name: 'Generate key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new private key' });
  await expect(secretOf(page)).toHaveText(/^tmsk_[\w-]{43}$/);
  const secret = await secretOf(page).innerText();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  // It cannot be closed by accident: only by saying that it is stored.
  const close = shown.getByRole('button', { name: 'Close' });
  await expect(close).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(secretOf(page)).toBeVisible();
  await shown.getByRole('checkbox', { name: 'I have stored the key in a safe place' }).check();
  await close.click();
  await expect(shown).toBeHidden();
  await expect(rows(page).nth(1)).toContainText('In use');
  await expect(rows(page).nth(1).getByRole('cell').first()).toHaveText(`${secret.slice(0, 10)}…`);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator('body')).not.toContainText(secret);

  await page.getByRole('button', { name: 'Generate private key' }).click();
  await expect(page.getByRole('combobox', { name: 'Keep the old key working for' })).toHaveText('24 hours');
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(secretOf(page)).not.toHaveText(secret);
  await shown.getByRole('checkbox').check();
  await close.click();
  await expect(rows(page).filter({ hasText: secret.slice(0, 10) })).toContainText('Replaced');
  await expect(rows(page).filter({ hasText: 'In use' })).toHaveCount(1);
  const { private_keys } = await call(getProjectToken, { query: { project_id } });
  const old = private_keys.find(({ expires_at }) => expires_at !== null);
  const current = private_keys.find(({ expires_at }) => expires_at === null);
  expect(old?.hint).toContain(secret.slice(0, 10));
  expect(Date.parse(old?.expires_at ?? '') - Date.parse(current?.created_at ?? '')).toBe(DAY_MS);
  expect(JSON.stringify(private_keys)).not.toContain(secret);
});

test('a viewer sees the beginning of each key and makes none', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { private_key } = await owner.call(generatePrivateKey, { body: { project_id } });
  const viewer = await people.member(owner, project_id, 'viewer');
  const { page } = viewer;
  await page.goto(`/settings/keys?p_id=${project_id}`);
  await expect(rows(page).nth(1)).toContainText(private_key.slice(0, 10));
  await expect(rows(page).nth(1)).toContainText(owner.email);
  await expect(page.getByRole('button', { name: /Generate/ })).toBeHidden();
  await expect(page.locator('body')).not.toContainText(private_key);
  await expect(viewer.call(generatePrivateKey, { body: { project_id } })).rejects.toMatchObject({
    code: 'forbidden',
  });
});
