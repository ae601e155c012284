import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { createCampaign, getCampaign } from '@trailmark/contract/campaigns';
import { createLink, listLinks, switchLinks } from '@trailmark/contract/links';
import { createStoreListing } from '@trailmark/contract/store-listings';
import type { People } from '../support/people.ts';
import { APP_STORE, PLAY_STORE } from '../support/rich-campaigns.ts';
import { DEVICES } from '../support/signed-in-people.ts';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

const table = (page: Page, name = 'Campaigns') => page.getByRole('table', { name });
const rowOf = (page: Page, text: string, name?: string) =>
  table(page, name).getByRole('row').filter({ hasText: text });
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Shows campaigns of another state. */
async function showState(page: Page, state: string): Promise<void> {
  await page.getByRole('button', { name: /^State/ }).click();
  await page.getByRole('dialog', { name: 'State' }).getByRole('button', { name: state, exact: true }).click();
}

async function filterNetwork(page: Page, network: string): Promise<void> {
  const chip = page.getByRole('button', { name: /^Network/ });
  if ((await chip.count()) > 0) await chip.click();
  else {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Network', exact: true }).click();
  }
  await page.getByRole('dialog', { name: 'Network' }).getByRole('button', { name: network }).click();
}

async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function fileOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

async function withProject(people: People) {
  const visitor = await people.visitor();
  const { project_id } = await people.project(visitor);
  return { ...visitor, visitor, project_id };
}

test('a campaign is made with every field, and its page waits for the first click', async ({
  people,
  request,
}) => {
  const { page, call, project_id } = await withProject(people);
  const listing = (name: string, platform: 'IOS' | 'ANDROID', url: string) =>
    call(createStoreListing, { body: { project_id, name, platform, url } });
  const ios = await listing('Kite on the App Store', 'IOS', APP_STORE);
  const android = await listing('Kite on Play', 'ANDROID', PLAY_STORE);
  await page.goto(`/campaigns?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Create a campaign' }).click();
  await expect(page).toHaveURL(`/campaigns/new?p_id=${project_id}`);

  // What is missing or wrong is said beside its field, and what was typed stays.
  const advanced = page.getByRole('button', { name: 'Advanced' });
  await expect(field(page, 'Deep link')).toHaveCount(0);
  await advanced.click();
  await field(page, 'Deep link').fill('javascript:alert(1)');
  await field(page, 'Click window').fill('721');
  await advanced.click();
  await expect(field(page, 'Click window')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expect(page.getByText(/^Deep link is neither an https address/)).toBeVisible();
  await expect(page.getByText('Click window is at most 30 days.')).toBeVisible();
  await expect(field(page, 'Deep link')).toHaveValue('javascript:alert(1)');

  await field(page, 'Name').fill('Monsoon basket');
  await choose(page, 'Network', 'Other');
  await field(page, 'Name of the network').fill('Radio Mirchi');
  await field(page, 'Custom id').fill('monsoon-26');
  await field(page, 'Desktop page').fill('kite.example/monsoon');
  await choose(page, 'App Store listing', /Kite on the App Store/);
  await choose(page, 'Google Play listing', /Kite on Play/);
  await field(page, 'Web page for Android').fill('https://m.kite.example/monsoon');
  await field(page, 'Deep link').fill('kite://offers/monsoon');
  await field(page, 'Deferred deep link').fill('kite://welcome/monsoon');
  await field(page, 'utm_source').fill('radio');
  await field(page, 'utm_medium').fill('audio');
  await field(page, 'Passed on from the link').fill('coupon');
  await page.keyboard.press('Enter');
  await field(page, 'Passed on from the link').pressSequentially('ref ');
  await expect(field(page, 'View window')).toHaveAttribute('placeholder', '24 (project)');
  await field(page, 'Click window').fill('72');
  await field(page, 'Tags').pressSequentially('monsoon,radio,');
  await expect(page.getByRole('button', { name: 'Remove radio' })).toBeVisible();
  await field(page, 'Ends').fill('2030-01-01T00:00');
  await page.getByRole('switch', { name: 'Owned media' }).click();

  // The preview follows what is typed.
  const preview = page.getByRole('list', { name: 'Where visitors go now' }).getByRole('listitem');
  await expect(preview.filter({ hasText: /^iOSApp Store/ })).toContainText(APP_STORE);
  await expect(preview.filter({ hasText: /^AndroidWeb page/ })).toContainText('m.kite.example');
  await expect(preview.filter({ hasText: /^DesktopWeb page/ })).toContainText('kite.example/monsoon');
  await expect(preview.filter({ hasText: 'iOS, inside an app' })).toContainText('A page with a button');

  await page.getByRole('button', { name: 'Create campaign' }).click();
  const waiting = page.getByText('Waiting for your first click…');
  await expect(waiting).toBeVisible();
  const { items } = await call(listCampaigns, { query: { project_id } });
  const [made] = items;
  expect(made).toMatchObject({
    name: 'Monsoon basket',
    active: true,
    network: 'OTHER',
    network_name: 'Radio Mirchi',
    display_id: 'monsoon-26',
    owned_media: true,
    desktop_redirect: 'https://kite.example/monsoon',
    ios_web_redirect: null,
    android_web_redirect: 'https://m.kite.example/monsoon',
    ios_store_listing_id: ios.id,
    android_store_listing_id: android.id,
    deep_link: 'kite://offers/monsoon',
    deferred_deep_link: 'kite://welcome/monsoon',
    utm: { source: 'radio', medium: 'audio', campaign: null, content: null, term: null },
    passthrough: ['coupon', 'ref'],
    windows: { click_hours: 72 },
    tags: ['monsoon', 'radio'],
    // Midnight in Kolkata.
    expires_at: '2029-12-31T18:30:00.000Z',
  });
  const link = made?.link ?? '';
  await expect(page).toHaveURL(`/campaigns/${made?.campaign_id}?p_id=${project_id}`);
  await expect(field(page, 'Short link')).toHaveValue(link);
  await page.getByRole('button', { name: 'Copy the short link' }).click();
  await expect.poll(() => clipboard(page)).toBe(link);

  const code = page.getByRole('img', { name: `QR code of ${link}` });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const slug = link.split('/').at(-1);
  const svg = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG' }).click();
  expect((await svg).suggestedFilename()).toBe(`${slug}.svg`);
  expect((await fileOf(await svg)).toString()).toMatch(/^<svg [\s\S]*<path [\s\S]*<\/svg>\s*$/);
  const png = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PNG' }).click();
  expect((await png).suggestedFilename()).toBe(`${slug}.png`);
  const picture = await fileOf(await png);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1024, 1024]);

  await test.step('turns green by itself when someone clicks', async () => {
    const clicks = page.getByRole('button', { name: 'Monsoon basket, Clicks: 1' });
    await expect(clicks).toHaveCount(0);
    const headers = { 'user-agent': DEVICES.mac };
    const click = async () => (await request.get(link, { maxRedirects: 0, headers })).status();
    await expect.poll(click).toBe(302);
    await expect(page.getByText('Your first click is in')).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(clicks.first()).toBeVisible();
  });

  await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Monsoon basket', exact: true })).toBeVisible();
  await expect(field(page, 'Ends')).toHaveValue('2030-01-01T00:00');
  await expect(page.getByRole('combobox', { name: 'App Store listing' })).toHaveText('Kite on the App Store');
  // Asked of the server now: its utm values are on the page.
  await expect(preview.filter({ hasText: /^DesktopWeb page/ })).toContainText('utm_source=radio');

  await test.step('a name and a network are enough', async () => {
    await walk(page, `/campaigns/new?p_id=${project_id}`);
    await field(page, 'Name').fill('Diwali teaser');
    await choose(page, 'Network', 'Meta');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await expect(waiting).toBeVisible();
    await expect(page.getByText('The link leads nowhere yet')).toBeVisible();
    await page.getByRole('link', { name: 'Set a destination' }).click();
    // A Mac has a store of its own.
    await choose(page, 'App Store listing', /Kite on the App Store/);
    await choose(page, 'Google Play listing', /Kite on Play/);
    await expect(preview.filter({ hasText: /^MacApp Store/ })).toContainText(APP_STORE);
    await expect(preview.filter({ hasText: /^Other desktopsGoogle Play/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(toasts(page)).toContainText('Campaign saved');
    const [latest] = (await call(listCampaigns, { query: { project_id } })).items;
    expect(latest).toMatchObject({ name: 'Diwali teaser', network: 'META', ios_store_listing_id: ios.id });
  });
});

test('a campaign is changed, and an id that is taken is named at its field', async ({ people }) => {
  const { page, call, project_id } = await withProject(people);
  await call(createCampaign, { body: { project_id, name: 'Brand search', display_id: 'brand' } });
  const { campaign_id } = await call(createCampaign, { body: { project_id, name: 'Diwali' } });
  await page.goto(`/campaigns?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Diwali' }).click();
  await expect(page).toHaveURL(`/campaigns/${campaign_id}?p_id=${project_id}`);
  await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: 'Settings' }).click();

  await field(page, 'Custom id').fill('Brand');
  await field(page, 'Name').fill('Diwali teaser');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Custom id is taken.')).toBeVisible();
  await expect(toasts(page)).toContainText('The campaign was not saved');
  await expect(field(page, 'Name')).toHaveValue('Diwali teaser');
  await expect(field(page, 'Custom id')).toBeFocused();

  // What is typed is not lost by a stray click.
  await page.getByRole('link', { name: 'All campaigns' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await field(page, 'Custom id').fill('diwali-26');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Campaign saved');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Diwali teaser' })).toBeVisible();
  const saved = await call(getCampaign, { query: { project_id, campaign_id } });
  expect(saved).toMatchObject({ name: 'Diwali teaser', display_id: 'diwali-26' });
  await page.reload();
  await expect(field(page, 'Custom id')).toHaveValue('diwali-26');
});

test('a campaign is paused, copied, archived, restored and deleted', async ({ people }) => {
  const { page, call, project_id } = await withProject(people);
  const { campaign_id } = await call(createCampaign, {
    body: { project_id, name: 'Diwali', tags: ['festive'] },
  });
  const now = () => call(getCampaign, { query: { project_id, campaign_id } });
  await page.goto(`/campaigns?p_id=${project_id}`);
  await menu(page, 'Diwali', 'Pause');
  await expect(toasts(page)).toContainText('Diwali is paused');
  expect((await now()).active).toBe(false);
  await showState(page, 'Active');
  await expect(page.getByText('No campaign is active')).toBeVisible();
  await showState(page, 'Paused');
  await expect(page).toHaveURL(/status=paused/);
  await expect(rowOf(page, 'Diwali')).toBeVisible();

  await menu(page, 'Diwali', 'Duplicate');
  await expect(toasts(page)).toContainText('Copy of Diwali created');
  await expect(rowOf(page, 'Copy of Diwali')).toBeVisible();
  const { items } = await call(listCampaigns, { query: { project_id } });
  expect(new Set(items.map(({ link }) => link)).size).toBe(2);
  expect(items.map(({ tags }) => tags)).toEqual([['festive'], ['festive']]);

  await menu(page, 'Diwali', 'Archive');
  await expect(toasts(page)).toContainText('Diwali is archived');
  await expect(rowOf(page, 'Diwali').filter({ hasNotText: 'Copy' })).toHaveCount(0);
  await showState(page, 'Archived');
  await expect(rowOf(page, 'Diwali').getByRole('img', { name: 'Archived' })).toBeVisible();
  await page.getByRole('link', { name: 'Diwali' }).click();
  await expect(page.getByText('This campaign is archived')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('This campaign is archived')).toBeHidden();
  expect((await now()).archived_at).toBeNull();

  await page.getByRole('link', { name: 'All campaigns' }).click();
  await menu(page, 'Copy of Diwali', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Copy of Diwali')).toBeVisible();
  await menu(page, 'Copy of Diwali', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete campaign' }).click();
  await expect(toasts(page)).toContainText('Copy of Diwali is deleted');
  await expect(rowOf(page, 'Copy of Diwali')).toHaveCount(0);
  await expect(rowOf(page, 'Diwali')).toBeVisible();
});

test('a campaign that was used is not deleted, and the dialog says why', async ({ people, request }) => {
  const { page, call, project_id } = await withProject(people);
  const body = { project_id, name: 'Diwali', desktop_redirect: 'https://kite.example/' };
  const { link } = await call(createCampaign, { body });
  // Links are counted for people, not for programs.
  const headers = { 'user-agent': DEVICES.mac };
  const click = async () => (await request.get(link, { maxRedirects: 0, headers })).status();
  // A visitor of a new link waits a quarter of a second for the database, then has to come again.
  await expect.poll(click).toBe(302);
  await page.goto(`/campaigns?p_id=${project_id}`);
  await menu(page, 'Diwali', 'Delete…');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This campaign has been used. Archive it instead');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Diwali')).toBeVisible();
});

test('an ad set is paused where its row is', async ({ people }) => {
  const { page, call, project_id } = await withProject(people);
  const { campaign_id } = await call(createCampaign, { body: { project_id, name: 'Diwali' } });
  const body = { project_id, campaign_id, ad_set: 'Lookalike 1 %' };
  for (const name of ['Video A', 'Video B']) await call(createLink, { body: { ...body, name } });
  await call(createLink, { body: { ...body, ad_set: 'Broad', name: 'Carousel' } });
  await page.goto(`/campaigns?p_id=${project_id}&group=ad_set`);
  const isActive = async () => {
    const links = await call(listLinks, { query: { project_id, campaign_id } });
    return Object.fromEntries(links.map(({ name, active }) => [name, active]));
  };
  await menu(page, 'Lookalike 1 %', 'Pause its 2 links');
  await expect(toasts(page)).toContainText('Lookalike 1 % is paused');
  expect(await isActive()).toMatchObject({ 'Video A': false, 'Video B': false, Carousel: true });
  await menu(page, 'Lookalike 1 %', 'Resume its 2 links');
  await expect(toasts(page)).toContainText('Lookalike 1 % is active');
  expect(await isActive()).toMatchObject({ 'Video A': true, 'Video B': true, Carousel: true });

  await test.step('and a creative, in all campaigns that have it', async () => {
    const other = await call(createCampaign, { body: { project_id, name: 'Holi' } });
    const both = [campaign_id, other.campaign_id];
    for (const id of both) {
      await call(createLink, {
        body: { project_id, campaign_id: id, name: 'Reel', creative: 'Reel · chef' },
      });
    }
    await walk(page, `/campaigns?p_id=${project_id}&group=creative_name`);
    await menu(page, 'Reel · chef', 'Pause its 2 links in 2 campaigns');
    await expect(toasts(page)).toContainText('Reel · chef is paused');
    for (const id of both) {
      const links = await call(listLinks, { query: { project_id, campaign_id: id } });
      expect(links.find(({ name }) => name === 'Reel')?.active).toBe(false);
    }
    const state = rowOf(page, 'Reel · chef').getByRole('img');
    await expect(state).toHaveAccessibleName('Paused');
    const [link] = await call(listLinks, { query: { project_id, campaign_id } }).then((links) =>
      links.filter(({ name }) => name === 'Reel'),
    );
    await call(switchLinks, { body: { project_id, link_ids: [link?.link_id ?? ''], active: true } });
    await page.reload();
    await expect(state).toHaveAccessibleName('1 of 2 links are active');
  });

  await test.step('and why not, where its links cannot be read', async () => {
    const refused = { status: 400, json: { msg: 'No', status: 400, error: { code: 'bad_request' } } };
    await page.route('**/api/project/links?**', (route) => route.fulfill(refused));
    await rowOf(page, 'Reel · chef').getByRole('button', { name: 'More for Reel · chef' }).click();
    await expect(page.getByRole('note')).toHaveText(/^We couldn’t load its links/);
    await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeDisabled();
    await page.unroute('**/api/project/links?**');
    await page.keyboard.press('Escape');
  });

  await test.step('and it is tagged, archived with its links and restored where its row is', async () => {
    const reel = rowOf(page, 'Reel · chef');
    await menu(page, 'Reel · chef', 'Tags…');
    const dialog = page.getByRole('alertdialog', { name: 'Tags of Reel · chef' });
    await dialog.getByLabel('Tags').pressSequentially('UGC,chef,');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await expect(reel.getByTitle('UGC, chef')).toHaveText('UGC +1');
    await walk(page, `/campaigns?p_id=${project_id}&group=creative_name&tag=UGC`);
    await expect(reel).toBeVisible();
    await expect(rowOf(page, 'Not set')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove the filter Tag UGC' }).click();
    await expect(rowOf(page, 'Not set')).toBeVisible();

    const reels = async () => {
      const active: boolean[] = [];
      for (const { campaign_id: id } of (await call(listCampaigns, { query: { project_id } })).items) {
        const links = await call(listLinks, { query: { project_id, campaign_id: id } });
        active.push(...links.filter(({ name }) => name === 'Reel').map((link) => link.active));
      }
      return active.sort();
    };
    await menu(page, 'Reel · chef', 'Archive and pause');
    await expect(toasts(page)).toContainText('Reel · chef is archived');
    await expect(toasts(page)).toContainText('1 link is paused. Its data is kept.');
    await expect(reel).toHaveCount(0);
    expect(await reels()).toEqual([false, false]);
    await showState(page, 'Archived');
    await expect(reel.getByRole('img')).toHaveAccessibleName('Archived');
    await page.getByRole('button', { name: 'More for Reel · chef' }).click();
    await expect(page.getByRole('menuitem', { name: 'Pause' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('Reel · chef is back');
    await expect(page.getByText('Nothing is archived')).toBeVisible();
    // The link that was paused before stays so.
    expect(await reels()).toEqual([false, true]);

    await showState(page, 'All except archived');
    await menu(page, 'Reel · chef', 'Archive and pause');
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page)).toContainText('Reel · chef is back');
    await expect(reel).toBeVisible();
    expect(await reels()).toEqual([false, true]);
  });
});

test('links are distinguished by ad set and creative', async ({ people, request }) => {
  const { page, call, project_id } = await withProject(people);
  const { campaign_id } = await call(createCampaign, {
    body: { project_id, name: 'Diwali', desktop_redirect: 'https://kite.example/' },
  });
  const slug = `kite-${Date.now().toString(36)}`;
  await page.goto(`/campaigns/${campaign_id}?p_id=${project_id}`);
  await page.getByRole('link', { name: 'Links · 1' }).click();
  await expect(page).toHaveURL(/tab=links/);
  await expect(rowOf(page, 'Default link', 'Links')).toContainText('Default');

  await page.getByRole('button', { name: 'Add a link' }).click();
  const form = page.getByRole('dialog', { name: 'Add a link' });
  await form.getByLabel('End of the address').fill('a');
  await form.getByRole('button', { name: 'Add link' }).click();
  await expect(form.getByText('Name is required.')).toBeVisible();
  await expect(form.getByText(/^End of the address has 3 to 64/)).toBeVisible();
  await form.getByLabel('Name').fill('Lookalike · video A');
  await form.getByLabel('Ad set').fill('Lookalike 1 %');
  await form.getByLabel('Creative').fill('Video A');
  await form.getByLabel('End of the address').fill(slug);
  await form.getByLabel('Ends').fill('2030-01-01T00:00');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  const row = rowOf(page, 'Lookalike · video A', 'Links');
  await expect(row).toContainText('Lookalike 1 %');
  await expect(row).toContainText('Video A');
  await expect(row).toContainText(`/l/${slug}`);
  await expect(page.getByRole('link', { name: 'Links · 2' })).toBeVisible();
  const made = async () =>
    (await call(listLinks, { query: { project_id, campaign_id } })).find((one) => one.slug === slug);
  expect(await made()).toMatchObject({
    ad_set: 'Lookalike 1 %',
    creative: 'Video A',
    expires_at: '2029-12-31T18:30:00.000Z',
  });

  // An address is one in the whole house.
  await page.getByRole('button', { name: 'Add a link' }).click();
  await form.getByLabel('Name').fill('Again');
  await form.getByLabel('End of the address').fill(slug);
  await form.getByRole('button', { name: 'Add link' }).click();
  await expect(form.getByText('End of the address is taken.')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  const link = await made();
  await row.getByRole('button', { name: 'Copy the address of Lookalike · video A' }).click();
  await expect.poll(() => clipboard(page)).toBe(link?.urls.short);
  await test.step('has its QR code, its link for each network and its numbers on the row', async () => {
    await row.getByRole('button', { name: 'QR code of Lookalike · video A' }).click();
    await expect(page.getByRole('img', { name: `QR code of ${link?.urls.short}` })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const [network, macro] of [
      ['Meta', 'campaign_id={{campaign.id}}'],
      ['Google', 'campaign_id={campaignid}'],
      ['TikTok', 'campaign_id=__CAMPAIGN_ID__'],
    ]) {
      await row.getByRole('button', { name: 'Link for ads of Lookalike · video A' }).click();
      await page.getByRole('menuitem', { name: `Copy with macros of ${network}` }).click();
      await expect.poll(() => clipboard(page)).toContain(`${link?.urls.short}?${macro}`);
    }
    await expect(row.getByRole('button', { name: 'Lookalike · video A, Clicks: 0' })).toBeVisible();
    const click = async () =>
      (
        await request.get(link?.urls.short ?? '', {
          maxRedirects: 0,
          headers: { 'user-agent': DEVICES.mac },
        })
      ).status();
    await expect.poll(click).toBe(302);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('link', { name: 'Links · 2' }).click();
    await expect(row.getByRole('button', { name: 'Lookalike · video A, Clicks: 1' })).toBeVisible();
  });
  await menu(page, 'Lookalike · video A', 'Copy the impression address');
  await expect.poll(() => clipboard(page)).toBe(link?.urls.impression);
  await menu(page, 'Lookalike · video A', 'Addresses and QR code');
  const addresses = page.getByRole('dialog', { name: 'Addresses of Lookalike · video A' });
  await expect(addresses.getByLabel('Impression address', { exact: true })).toHaveValue(/\/i\//);
  await addresses.getByRole('combobox', { name: 'For ads on' }).click();
  await page.getByRole('option', { name: 'TikTok' }).click();
  await expect(addresses.getByLabel('Link for ads, with the network’s macros')).toHaveValue(/__AID_NAME__/);
  await expect(addresses.getByRole('img', { name: `QR code of ${link?.urls.short}` })).toBeVisible();
  await addresses.getByRole('button', { name: 'Close' }).last().click();

  await menu(page, 'Lookalike · video A', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Lookalike · video A' });
  await expect(edit.getByLabel('End of the address')).toHaveCount(0);
  await edit.getByLabel('Creative').fill('Video B');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Video B');
  expect((await made())?.slug).toBe(slug);

  await page.getByRole('switch', { name: 'Lookalike · video A is active' }).click();
  await expect(toasts(page)).toContainText('Lookalike · video A is switched off');
  expect((await made())?.active).toBe(false);
  await page.getByRole('button', { name: 'More for Default link' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await menu(page, 'Lookalike · video A', 'Delete…');
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Delete link' }).click();
  await expect(confirmation.getByRole('alert')).toContainText(
    'This link has been used. Switch it off instead',
  );
  await confirmation.getByRole('button', { name: 'Cancel' }).click();

  const unused = { project_id, campaign_id, name: 'Never opened' };
  const { link_id } = await call(createLink, { body: unused });
  await page.reload();
  await menu(page, 'Never opened', 'Delete…');
  await confirmation.getByRole('button', { name: 'Delete link' }).click();
  await expect(toasts(page)).toContainText('Never opened is deleted');
  await expect(rowOf(page, 'Never opened', 'Links')).toHaveCount(0);
  const links = await call(listLinks, { query: { project_id, campaign_id } });
  expect(links.map((one) => one.link_id)).not.toContain(link_id);
});

test('the list is filtered by its address and searched, and its columns and views are kept', async ({
  people,
}) => {
  const { page, call, project_id } = await withProject(people);
  for (let number = 1; number <= 52; number++) {
    const network = number === 7 ? 'TIKTOK' : 'META';
    const name = number === 7 ? 'Campaign 7 · winter sale, lookalike' : `Campaign ${number}`;
    await call(createCampaign, { body: { project_id, name, network } });
  }
  await page.goto(`/campaigns?p_id=${project_id}`);
  const rows = table(page).getByRole('row');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '54');
  await expect(rowOf(page, 'Total')).toContainText('52 campaigns');

  await page.getByLabel('Search campaigns').fill('campaign 7');
  // The names of columns, the total, and the one that fits.
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/q=campaign/);
  await filterNetwork(page, 'Google');
  await expect(page.getByText('No matching campaigns')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'Campaign 7')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Search campaigns')).toHaveValue('campaign 7');
  await expect(rows).toHaveCount(3);
  // On a phone, too, a name can be read to its end.
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const isCut = (name: Element) =>
    name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight;
  const name = rowOf(page, 'Campaign 7').getByRole('link');
  await expect.poll(() => name.evaluate(isCut)).toBe(false);
  await page.setViewportSize(desktop!);
  await page.getByLabel('Search campaigns').fill('nothing like it');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Search campaigns')).toHaveValue('');
  await expect(rowOf(page, 'Total')).toContainText('52 campaigns');
  await filterNetwork(page, 'TikTok');
  await expect(rows).toHaveCount(3);
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await fileOf(await csv)).toString();
  expect(lines).toContain('Campaign 7');
  expect(lines).not.toContain('Campaign 8');

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('button', { name: 'Move Clicks', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Clicks is at 1 of 9')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Clicks is at 2 of 9')).toBeAttached();
  await page.keyboard.press('Space');
  await columns.getByRole('checkbox', { name: 'CPI', exact: true }).click();
  await columns.getByRole('button', { name: 'Save columns' }).click();
  const heads = table(page).getByRole('columnheader');
  await expect(heads).toContainText(['Campaign', 'Network', 'Installs', 'Clicks', 'Click → install']);
  await expect(table(page).getByRole('columnheader', { name: 'CPI' })).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name').fill('Short videos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Short videos' })).toBeVisible();
  await page.goto(`/campaigns?p_id=${project_id}`);
  await expect(rowOf(page, 'Total')).toContainText('52 campaigns');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Short videos' }).click();
  await expect(page).toHaveURL(/network=TIKTOK/);
  await expect(rows).toHaveCount(3);

  // It is shared, and changed; the palette finds it too.
  await filterNetwork(page, 'Google');
  await page.getByRole('button', { name: 'View: Short videos' }).click();
  await page.getByRole('menuitem', { name: 'Save changes to Short videos' }).click();
  await page.getByRole('button', { name: 'View: Short videos' }).click();
  await page.getByRole('menuitem', { name: 'All views…' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByLabel('Name of Short videos').fill('Search');
  await page.keyboard.press('Enter');
  await views.getByRole('switch', { name: 'Share Search with the project' }).click();
  await expect(views).toContainText('Campaigns, shared by');
  await views.getByRole('button', { name: 'Done' }).click();
  await page.goto(`/overview?p_id=${project_id}&range=today`);
  await expect(page.getByText('What you will see here')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('search');
  await page.getByRole('option', { name: /^Search/ }).click();
  await expect(page).toHaveURL(/\/campaigns\?.*network=GOOGLE/);
  await expect(page).not.toHaveURL(/range=today/);
  await expect(page.getByText('No matching campaigns')).toBeVisible();

  // The palette finds campaigns too.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('campaign 41');
  await page.getByRole('option', { name: /^Campaign 41/ }).click();
  await expect(page.getByRole('heading', { name: 'Campaign 41' })).toBeVisible();
});

test('many campaigns are paused, tagged and archived at once', async ({ people }) => {
  const { page, call, project_id } = await withProject(people);
  for (const name of ['Diwali', 'Holi', 'Onam']) await call(createCampaign, { body: { project_id, name } });
  await page.goto(`/campaigns?p_id=${project_id}&sort=name&order=asc`);
  await page.getByRole('checkbox', { name: 'Select Diwali' }).click();
  await page.getByRole('checkbox', { name: 'Select Holi' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Selected campaigns' });
  await expect(bar).toContainText('2 campaigns selected');
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(toasts(page)).toContainText('2 campaigns are paused');
  await expect(bar).toBeHidden();
  await expect(rowOf(page, 'Holi').getByRole('img', { name: 'Paused' })).toBeVisible();
  await expect(rowOf(page, 'Onam').getByRole('img', { name: 'Active' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click();
  await expect(bar).toContainText('3 campaigns selected');
  await bar.getByRole('button', { name: 'Tag…' }).click();
  await page.getByLabel('Tag', { exact: true }).fill('festive');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(toasts(page)).toContainText('3 campaigns are tagged');
  await page.getByRole('checkbox', { name: 'Select Onam' }).click();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(rowOf(page, 'Onam')).toHaveCount(0);
  const { items } = await call(listCampaigns, {
    query: { project_id, filter: 'ALL', sort: 'name', order: 'asc' },
  });
  expect(items.map(({ name, active, tags }) => [name, active, tags])).toEqual([
    ['Diwali', false, ['festive']],
    ['Holi', false, ['festive']],
    ['Onam', true, ['festive']],
  ]);
});

test('a viewer looks and changes nothing; a guest reads why the list is empty', async ({ people }) => {
  const { visitor, call, project_id } = await withProject(people);
  const { campaign_id } = await call(createCampaign, { body: { project_id, name: 'Diwali' } });
  await call(createLink, { body: { project_id, campaign_id, name: 'Poster' } });

  const { page, ...viewer } = await people.member(visitor, project_id, 'viewer');
  await page.goto(`/campaigns?p_id=${project_id}`);
  await expect(rowOf(page, 'Diwali').getByRole('img', { name: 'Active' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New campaign' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More for Diwali' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'Copy the link', 'Link and QR code']);
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const tabs = page.getByRole('navigation', { name: 'Campaign' });
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('You can see this campaign but not change it')).toBeVisible();
  await expect(field(page, 'Name')).toBeDisabled();
  await expect(field(page, 'Tags')).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Network' })).toBeDisabled();
  await page.getByRole('link', { name: 'Links · 2' }).click();
  await expect(rowOf(page, 'Poster', 'Links')).toContainText('Active');
  await expect(page.getByRole('button', { name: 'Add a link' })).toHaveCount(0);
  await page.goto(`/campaigns/new?p_id=${project_id}`);
  await expect(page.getByRole('alert')).toContainText('Your role cannot open this page');
  const refused = viewer.call(createCampaign, { body: { project_id, name: 'Mine' } });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });

  const guest = await people.member(visitor, project_id, 'guest');
  await guest.page.goto(`/campaigns?p_id=${project_id}`);
  await expect(guest.page.getByText('No campaign is shared with you yet')).toBeVisible();
  await guest.page.goto(`/campaigns/${campaign_id}?p_id=${project_id}`);
  await expect(guest.page.getByText('We couldn’t find this campaign')).toBeVisible();
});

test('what fails is named with a way on, and what was typed stays', async ({ people }) => {
  const { page, project_id } = await withProject(people);
  const fail = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, json: {} });
  await page.route('**/api/campaign?*', fail);
  await page.goto(`/campaigns?p_id=${project_id}`);
  await expect(page.getByText('We couldn’t load the campaigns')).toBeVisible();
  await page.unroute('**/api/campaign?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No campaigns yet')).toBeVisible();

  await page.getByRole('link', { name: 'Create a campaign' }).click();
  await field(page, 'Name').fill('Diwali');
  await page.route('**/api/campaign', fail);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(toasts(page)).toContainText('The campaign was not created');
  await expect(field(page, 'Name')).toHaveValue('Diwali');
  await page.unroute('**/api/campaign');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByText('Waiting for your first click…')).toBeVisible();
});
