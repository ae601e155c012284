import { createHash, createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { createProject } from '@trailmark/contract/projects';
import { createSdkCredential } from '@trailmark/contract/sdk-credentials';
import { listWhitelistedHosts, whitelistHost } from '@trailmark/contract/web-sdk';
import { clipboard, openGuide, runCommand } from '../support/copied.ts';
import { readEnvironment } from '../support/environment.ts';
import { PLAY_STORE } from '../support/rich-campaigns.ts';
import { openSdkScreen } from '../support/sdk-screen.ts';
import { DEVICES } from '../support/signed-in-people.ts';
import { expect, test } from '../support/test.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const url = (call: string) => `${readEnvironment().fullUrl}/api/client/${call}`;
const capability = (page: Page, name: string) => page.locator(`[data-capability="${name}"]`);
const seen = (page: Page) => page.locator('[data-seen="true"]');

/** An app that is built against the API. */
function app(request: APIRequestContext, token: string, install_instance_id: string) {
  return async (call: string, body: Record<string, unknown> = {}) => {
    const data = { token, install_instance_id, platform: 'ANDROID', ...body };
    const answer = await request.post(url(call), { data });
    expect([call, answer.status()]).toEqual([call, 200]);
  };
}

async function sendSigned(request: APIRequestContext, key: { id: string; secret: string }, body: object) {
  const data = JSON.stringify(body);
  const timestamp = String(Date.now());
  const text = `${timestamp}\n${createHash('sha256').update(data).digest('base64')}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const headers = {
    'content-type': 'application/json',
    authorization: 'HMAC',
    'x-key-id': key.id,
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  return (await request.post(url('capture-event'), { headers, data })).status();
}

test('the guides have the project’s own token, in calls that work', async ({ people, request }) => {
  const { page, project_id, token } = await openSdkScreen(people);
  await page.getByRole('button', { name: 'Copy the SDK token' }).click();
  await expect.poll(() => clipboard(page)).toBe(token);

  const guide = page.getByRole('radiogroup', { name: 'Guide' });
  await test.step('an app begins with React Native', async () => {
    await expect(guide.getByRole('radio').first()).toHaveText('React Native');
    await openGuide(page, 'react-native');
    await page.getByRole('button', { name: 'Copy App.tsx' }).click();
    const { fullUrl } = readEnvironment();
    await expect
      .poll(() => clipboard(page))
      .toContain(`token: '${token}',
      endpoint: '${fullUrl}',`);
  });

  await test.step('calls of Android and iOS work as they are copied', async () => {
    for (const [slug, platform] of [['android', 'ANDROID'] as const, ['ios', 'IOS'] as const]) {
      await openGuide(page, slug);
      for (const path of ['init', 'capture-event', 'capture-payment']) {
        await page.getByRole('button', { name: `Copy POST /api/client/${path}` }).click();
        await expect.poll(() => clipboard(page)).toContain(`curl -X POST ${url(path)}`);
        const command = await clipboard(page);
        expect(command).toContain(`"token": "${token}"`);
        expect(command).toContain(`"platform": "${platform}"`);
        expect(await runCommand(request, command)).toBe(200);
      }
    }
  });

  await test.step('a guide leads to another, and is in the address', async () => {
    await page.getByRole('button', { name: 'Device data', exact: true }).click();
    await expect(page).toHaveURL(/guide=device-data/);
    await expect(page.getByRole('cell', { name: 'device_model' })).toBeVisible();
    await page.reload();
    await expect(guide.getByRole('radio', { name: 'Device data' })).toBeChecked();
  });

  await test.step('the same is there for machines', async () => {
    await expect(page.getByRole('link', { name: 'device-data.md' })).toHaveAttribute(
      'href',
      '/guides/device-data.md',
    );
    const index = await (await request.get(`${readEnvironment().fullUrl}/llms.txt`)).text();
    expect(index).toContain('/guides/react-native.md');
    const markdown = await (await request.get(`${readEnvironment().fullUrl}/guides/web.md`)).text();
    expect(markdown).toContain('data-token="YOUR_HOST_TOKEN"');
    expect(markdown).not.toContain(token);
  });

  await page.getByRole('link', { name: 'Private keys' }).click();
  await expect(page).toHaveURL(`/settings/keys?p_id=${project_id}`);
});

test('a web project begins with the web', async ({ people, request }) => {
  const { page, call } = await people.visitor();
  const web = { platform: 'web', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
  const { project_id } = await call(createProject, { body: { ...web, name: 'Kite Web' } });
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByRole('radiogroup', { name: 'Guide' }).getByRole('radio').first()).toHaveText('Web');
  const snippet = page.getByRole('region', { name: 'Snippet', exact: true });
  await expect(snippet).toContainText(`${readEnvironment().fullUrl}/sdk/v1.js" data-token="YOUR_HOST_TOKEN"`);

  await test.step('with the token of its host, once there is one', async () => {
    await page.getByRole('button', { name: 'Add your host' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a host' });
    await dialog.getByLabel('Host').fill('shop.example.com');
    await dialog.getByRole('button', { name: 'Add host' }).click();
    await expect(page.getByText('The examples have the token of shop.example.com.')).toBeVisible();
    const body = { host: 'blog.example.com' };
    const blog = await call(whitelistHost, { params: { project_id }, body });
    const { hosts } = await call(listWhitelistedHosts, { params: { project_id } });
    await expect(snippet).toContainText(`data-token="${hosts[0]?.token}"`);
    await page.reload();
    await page.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'blog.example.com' }).click();
    await expect(snippet).toContainText(`data-token="${blog.token}"`);
    await openGuide(page, 'web');
    await expect(page.getByRole('region', { name: 'trailmark.ts', exact: true })).toContainText(blog.token);
  });

  await test.step('the packages come from here', async () => {
    await page.getByRole('button', { name: 'Copy Install' }).click();
    await expect.poll(() => clipboard(page)).toContain('/sdk/trailmark-sdk-web.tgz');
    const [, address = ''] = /curl -fO (\S+)/.exec(await clipboard(page)) ?? [];
    for (const [name, url] of [
      ['@trailmark/sdk-web', address],
      ['@trailmark/react-native', address.replace('sdk-web', 'react-native')],
    ] as const) {
      const answer = await request.get(url);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/gzip']);
      expect(gunzipSync(await answer.body()).toString('latin1')).toContain(`"name": "${name}"`);
    }
  });
});

test('the live test waits, and turns green as the app sends', async ({ people, request }) => {
  const { page, call, project_id, token } = await openSdkScreen(people);
  await expect(page.getByText('Waiting for your first event…')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Listening' })).toBeVisible();

  const send = app(request, token, 'kiteLiveInstall00001');
  await send('init', { device_data: { device_model: 'Pixel 8' } });
  await expect(capability(page, 'init')).toContainText('kiteLiveInstall00001');
  await expect(seen(page)).toHaveCount(1);
  await expect(capability(page, 'consent')).toContainText('Optional');
  await send('customer-user-id', { user_id: 'user-1' });
  await send('capture-event', { event_name: 'add_to_cart' });
  await send('capture-payment', { amount: 499, payment_id: 'p1', user_id: 'user-1' });
  await expect(seen(page)).toHaveCount(4);

  const other = app(request, token, 'kiteLiveInstall00002');
  const consent = { ad_user_data: '1', ad_personalization: '0', is_eea: '1' };
  await other('init', { device_data: { install_referrer: 'utm_source=google-play', consent } });
  await other('handle-deeplink', { deeplink_url: 'https://kite.example/offers' });
  const { secret_key: secret, credential } = await call(createSdkCredential, {
    body: { project_id, platform: 'ANDROID' },
  });
  const signed = { token, install_instance_id: 'kiteLiveInstall00002', event_name: 'order_placed' };
  // Processes learn of a key by a notification: what is signed with it before is taken, and not for signed.
  await expect(async () => {
    expect(await sendSigned(request, { id: credential.key_id, secret }, signed)).toBe(200);
    await expect(seen(page)).toHaveCount(8, { timeout: 3000 });
  }).toPass();
  await expect(page.getByText('8 of 8 seen')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Warnings' })).toHaveCount(0);

  await test.step('what an audit would raise appears, with what to do', async () => {
    const twice = ['p2', 'p3'].map((payment_id) => ({ amount: 998, payment_id, user_id: 'user-1' }));
    await Promise.all(twice.map((body) => send('capture-payment', body)));
    const warning = page.locator('[data-warning="duplicate_payments"]');
    await expect(warning).toContainText('1 payment may be counted twice');
    await expect(warning).toContainText(/998 INR: p[23], p[23]/);
    await expect(warning).toContainText('as payment_id');
  });

  await capability(page, 'payment').getByRole('link').click();
  await expect(page).toHaveURL(/\/users\/i:kiteLiveInstall00001|\/users\/i%3AkiteLiveInstall00001/);
});

test('attribution is tried without a phone, and nothing of it is counted', async ({ people, request }) => {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  const { page, call } = visitor;
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByText('There is no link to try yet')).toBeVisible();
  await call(createCampaign, {
    body: {
      project_id,
      name: 'Diwali',
      android_web_redirect: PLAY_STORE,
      desktop_redirect: `${readEnvironment().fullUrl}/login`,
    },
  });
  await page.reload();
  const simulate = page.getByRole('button', { name: 'Simulate', exact: true });
  await expect(page.getByText('Waiting for a click…')).toBeVisible();
  await expect(simulate).toBeDisabled();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the link' }).click();
  await (await opened).close();
  // A browser that is driven by a program is not counted: here somebody opens the link on a phone.
  const link = await page.getByLabel('Address of the link').inputValue();
  const headers = { 'user-agent': PHONE };
  await request.get(link, { headers, maxRedirects: 0 });
  await expect(page.getByText(/^Clicked/)).toBeVisible();
  await simulate.click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toBeVisible();
  await expect(receipt.getByRole('article')).toContainText('Diwali');
  const sent = page.getByRole('region', { name: 'The call, to send it for real' });
  await expect(sent).toContainText('tm_click=');
  await page.getByRole('radiogroup', { name: 'Device' }).getByRole('radio', { name: 'iOS' }).click();
  await expect(receipt).toBeHidden();
  await simulate.click();
  await expect(receipt.getByRole('heading').first()).toContainText('Why this install was credited to Diwali');
  await expect(page.getByRole('region', { name: 'What the app gets' })).toContainText('INORGANIC');
  await expect(page.getByText('Waiting for your first event…')).toBeVisible();
  await page.goto(`/users?p_id=${project_id}`);
  await expect(page.getByText(/^No installs/).first()).toBeVisible();
});

test('a first visit of a website is tried, and a real one is credited the same way', async ({
  people,
  request,
}) => {
  const { page, call } = await people.visitor();
  const web = { platform: 'web', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
  // Links without a destination of their own lead to the website.
  const landing = 'https://shop.example.com/diwali';
  const body = { ...web, name: 'Kite Web', website: landing };
  const { project_id } = await call(createProject, { body });
  await call(createCampaign, { body: { project_id, name: 'Diwali' } });
  const { token } = await call(whitelistHost, { params: { project_id }, body: { host: 'shop.example.com' } });
  await page.goto(`/sdk?p_id=${project_id}`);
  const link = await page.getByLabel('Address of the link').inputValue();
  await request.get(link, { headers: { 'user-agent': DEVICES.mac }, maxRedirects: 0 });
  await expect(page.getByText(/^Clicked/)).toBeVisible();
  // The platform of a website is known.
  await expect(page.getByRole('radiogroup', { name: 'Device' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  const title = 'Why this new visitor was credited to Diwali';
  await expect(receipt.getByRole('heading').first()).toContainText(title);
  const sent = await page.getByRole('region', { name: 'What the script sends' }).locator('code').innerText();
  const init = JSON.parse(sent) as { link: string; install_instance_id: string };
  expect(init.link).toContain(`${landing}?tm_click=`);
  await expect(page.getByRole('region', { name: 'What the page gets' })).toContainText('INORGANIC');

  await test.step('nothing of it is counted', async () => {
    await page.goto(`/users?p_id=${project_id}`);
    await expect(page.getByText('No new visitors in this period')).toBeVisible();
  });

  await test.step('a visitor who sends the same from the page has the same receipt', async () => {
    const headers = { origin: 'https://shop.example.com', 'user-agent': DEVICES.mac };
    const send = async () =>
      (await request.post(url('init'), { headers, data: { token, ...init } })).status();
    await expect.poll(send).toBe(200);
    await page.reload();
    const visitors = page.getByRole('table', { name: 'People' });
    await visitors.getByRole('link', { name: init.install_instance_id }).click();
    await expect(receipt.getByRole('heading').first()).toContainText(title);
  });
});
