import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import { createProject } from '@trailmark/contract/projects';
import { listWhitelistedHosts, whitelistHost } from '@trailmark/contract/web-sdk';
import { readEnvironment } from '../support/environment.ts';
import { expect, test } from '../support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const row = (page: Page, table: string, name: RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name });
const WEB = { name: 'Kite Web', platform: 'web', currency: 'INR', timezone: 'Asia/Kolkata' } as const;

let count = 0;
/** What a page of the host would send; the status of the answer. */
async function send(request: APIRequestContext, token: string, origin: string): Promise<number> {
  count += 1;
  const event = { event_name: 'tap', event_id: `e${count}`, platform: 'WEB' };
  const answer = await request.post(`${readEnvironment().fullUrl}/api/client/capture-event`, {
    headers: { origin },
    data: { token, install_instance_id: 'visitor1', ...event },
  });
  return answer.status();
}

test('a host is allowed with its snippet, a refused one by one click, and removed again', async ({
  people,
  request,
}) => {
  const visitor = await people.visitor();
  const { page, call } = visitor;
  const { project_id } = await call(createProject, { body: WEB });
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByText('No website may send events yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a host' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a host' });
  await dialog.getByRole('button', { name: 'Add host' }).click();
  await expect(dialog.getByText('Host is required.')).toBeVisible();
  await dialog.getByLabel('Host').fill('shop.example.com/cart');
  await dialog.getByRole('button', { name: 'Add host' }).click();
  await expect(dialog.getByText(/Host must be the host alone/)).toBeVisible();
  await dialog.getByLabel('Host').fill('https://Shop.example.com/');
  await dialog.getByRole('button', { name: 'Add host' }).click();
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toContainText('shop.example.com is allowed');
  await expect(row(page, 'Whitelisted hosts', /shop\.example\.com/)).toContainText('never');

  const { hosts } = await call(listWhitelistedHosts, { params: { project_id } });
  const token = hosts[0]?.token ?? '';
  await page.getByRole('button', { name: 'Snippet for shop.example.com' }).click();
  const snippet = page.getByRole('dialog', { name: 'Snippet for shop.example.com' });
  await expect(snippet.getByLabel('Token', { exact: true })).toHaveValue(token);
  await page.keyboard.press('Escape');

  await expect.poll(() => send(request, token, 'https://shop.example.com')).toBe(200);
  expect(await send(request, token, 'https://www.example.com')).toBe(403);
  const refused = row(page, 'Refused hosts', /www\.example\.com/);
  await expect(async () => {
    await page.reload();
    await expect(refused).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(row(page, 'Whitelisted hosts', /shop\.example\.com/)).not.toContainText('never');
  await refused.getByRole('button', { name: 'Allow www.example.com' }).click();
  await expect(refused).toBeHidden();
  await expect(row(page, 'Whitelisted hosts', /www\.example\.com/)).toBeVisible();
  // The page that was refused sends on as it is.
  await expect.poll(() => send(request, token, 'https://www.example.com')).toBe(200);

  await page.getByRole('button', { name: 'Remove shop.example.com' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove host' }).click();
  await expect(toasts(page)).toContainText('shop.example.com is removed');
  await expect(page.getByRole('table', { name: 'Whitelisted hosts' }).getByRole('row')).toHaveCount(2);
  await expect.poll(() => send(request, token, 'https://www.example.com')).toBe(401);
});

/** A page of another origin on this machine. */
async function serveBlankPage(): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** What a page gets for a call: the status and what it may read, or that the browser did not let it. */
async function fetchFrom(page: Page, url: string, given: { type: string; body: object }): Promise<string> {
  return await page.evaluate(
    async ({ url, type, body }) => {
      const headers = { 'content-type': type };
      const sent = { method: 'POST', headers, body: JSON.stringify(body), keepalive: true };
      try {
        const answer = await fetch(url, sent);
        return `${answer.status} ${((await answer.json()) as { msg: string }).msg}`;
      } catch {
        return 'not let through';
      }
    },
    { url, ...given },
  );
}

test('a browser lets pages of allowed hosts through, and tells others why not', async ({
  people,
  browser,
}) => {
  const { page, call } = await people.visitor();
  const { project_id } = await call(createProject, { body: WEB });
  const body = { host: 'shop.example.com' };
  const { token } = await call(whitelistHost, { params: { project_id }, body });
  const site = await serveBlankPage();
  // Without headers of ours, which a browser would ask about.
  const context = await browser.newContext();
  try {
    const shop = await context.newPage();
    await shop.goto(site.url);
    const address = `${readEnvironment().fullUrl}/api/client/batch?t=${token}`;
    const item = {
      call: 'capture-event',
      body: { install_instance_id: 'v1', event_name: 'a', platform: 'WEB' },
    };
    const given = { token, items: [item] };
    const asJson = () => fetchFrom(shop, address, { type: 'application/json', body: given });
    const asText = () => fetchFrom(shop, address, { type: 'text/plain', body: given });
    await expect.poll(asText).toMatch(/^403 The origin is localhost/);
    expect(await asJson()).toBe('not let through');

    await page.goto(`/sdk?p_id=${project_id}`);
    const localhost = page.getByRole('switch', { name: 'Allow localhost' });
    await localhost.click();
    await expect(toasts(page)).toContainText('Localhost is allowed');
    await expect(localhost).toBeChecked();
    await expect.poll(asJson).toBe('200 ok');
    expect(await asText()).toBe('200 ok');
    const isSent = await shop.evaluate(
      ([url, text]) => navigator.sendBeacon(url ?? '', text),
      [address, JSON.stringify(given)],
    );
    expect(isSent).toBe(true);
  } finally {
    await context.close();
    site.server.close();
  }
});

test('hosts that cannot be loaded are named with a way on', async ({ people }) => {
  const { page, call } = await people.visitor();
  const { project_id } = await call(createProject, { body: WEB });
  await page.route('**/web-sdk/whitelisted-hosts', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/sdk?p_id=${project_id}`);
  const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load the hosts' });
  await expect(failed).toBeVisible();
  await page.unroute('**/web-sdk/whitelisted-hosts');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No website may send events yet')).toBeVisible();
});

test('a viewer sees the hosts and changes nothing; an app’s are folded', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  await owner.call(whitelistHost, { params: { project_id }, body: { host: 'shop.example.com' } });
  const { page } = await people.member(owner, project_id, 'viewer');
  await page.goto(`/sdk?p_id=${project_id}`);
  const show = page.getByRole('button', { name: 'Show' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(row(page, 'Whitelisted hosts', /shop\.example\.com/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Allow localhost' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^(Add a host|Remove|Allow)/ })).toHaveCount(0);
});
