import { listAuditLog } from '@trailmark/contract/audit-log';
import { archiveCampaign, deleteCampaign, getCampaign, updateCampaign } from '@trailmark/contract/campaigns';
import {
  createLink,
  deleteLink,
  findLinks,
  getLinkQr,
  type Link,
  type LinkChange,
  listLinks,
  MAX_LINKS,
  previewTarget,
  switchLinks,
  updateLink,
} from '@trailmark/contract/links';
import { updateProject } from '@trailmark/contract/projects';
import { addCampaignMember } from '@trailmark/contract/sharing';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { create } from 'qrcode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions, dayOf } from '../../db/partitions.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildLink, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { claimSlug } from './add-link.ts';
import { newShortCode } from './short-code.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface CampaignFixture {
  owner: TestPerson;
  projectId: string;
  campaignId: string;
}

async function buildFixture(): Promise<CampaignFixture> {
  const { owner, projectId } = await buildProject(server);
  const { campaign_id: campaignId } = await buildCampaign(owner, projectId);
  return { owner, projectId, campaignId };
}

const linksOf = ({ owner, projectId, campaignId }: CampaignFixture) =>
  owner.call(listLinks, { query: { project_id: projectId, campaign_id: campaignId } });
const change = ({ owner, projectId }: CampaignFixture, linkId: string, given: Partial<LinkChange>) =>
  owner.call(updateLink, { body: { project_id: projectId, link_id: linkId, ...given } });
const remove = ({ owner, projectId }: CampaignFixture, linkId: string) =>
  owner.call(deleteLink, { query: { project_id: projectId, link_id: linkId } });

async function addHost(projectId: string, host: string) {
  await server.db
    .insertInto('link_hosts')
    .values({ host, project_id: projectId, domain_id: newId(new Date()), created_at: new Date() })
    .execute();
}

async function click({ projectId, campaignId }: CampaignFixture, linkId: string) {
  const now = server.clock.now();
  await createPartitions(server.pool, server.clock).ensure('clicks', [dayOf(now)]);
  await server.db
    .insertInto('clicks')
    .values({
      project_id: projectId,
      id: newId(now),
      clicked_at: now,
      link_id: linkId,
      campaign_id: campaignId,
      network: 'NONE',
      platform: 'android',
      country: '',
      device_key: newId(now),
      outcome: 'store',
    })
    .execute();
}

describe('a link', () => {
  test('is added with its addresses, on the project’s domains too', async () => {
    const fixture = await buildFixture();
    await addHost(fixture.projectId, `go.${fixture.projectId}.example`);
    await addHost(fixture.projectId, `a.${fixture.projectId}.example`);
    const expires_at = '2031-01-01T00:00:00.000Z';
    const form = { name: 'Reel 3', ad_set: 'Delhi', creative: 'Lamps', expires_at };
    const link = await buildLink(fixture.owner, fixture, form);
    expect(link).toMatchObject({ ...form, is_default: false, active: true, campaign_id: fixture.campaignId });
    expect(link.slug).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/);
    expect(link.urls).toEqual({
      short: `${server.url}/l/${link.slug}`,
      domains: [
        `https://a.${fixture.projectId}.example/${link.slug}`,
        `https://go.${fixture.projectId}.example/${link.slug}`,
      ],
      impression: `${server.url}/i/${link.slug}`,
      template: null,
      templates: ['META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER'].map((network) => ({
        network,
        url: expect.stringContaining(`https://a.${fixture.projectId}.example/${link.slug}?`),
        parameters: expect.any(String),
      })),
    });
    for (const { url, parameters } of link.urls.templates) expect(url.split('?')[1]).toBe(parameters);
    const links = await linksOf(fixture);
    expect(links.map(({ is_default }) => is_default)).toEqual([true, false]);
    expect(links[1]).toEqual(link);
    const { links_count } = await fixture.owner.call(getCampaign, {
      query: { project_id: fixture.projectId, campaign_id: fixture.campaignId },
    });
    expect(links_count).toBe(2);
  });

  test('has the macros of its campaign’s network, on the project’s domain where it has one', async () => {
    const { owner, projectId } = await buildProject(server);
    const { campaign_id } = await buildCampaign(owner, projectId, { network: 'META' });
    const [link] = await linksOf({ owner, projectId, campaignId: campaign_id });
    const parameters = expect.stringContaining('campaign_id={{campaign.id}}&adset_id={{adset.id}}');
    const onHost = (address: string) => expect.stringMatching(new RegExp(`^${address}\\?campaign_id=\\{\\{`));
    expect(link?.urls.template).toEqual({ url: onHost(`${server.url}/l/${link?.slug}`), parameters });
    await addHost(projectId, `go.${projectId}.example`);
    const renamed = await change({ owner, projectId, campaignId: campaign_id }, link?.link_id ?? '', {
      name: 'B',
    });
    expect(renamed.urls.template).toEqual({
      url: onHost(`https://go.${projectId}.example/${link?.slug}`),
      parameters,
    });
  });

  test('can have an address of one’s choice, which is one in the whole house', async () => {
    const fixture = await buildFixture();
    const slug = `diwali-${fixture.projectId}`;
    expect((await buildLink(fixture.owner, fixture, { slug })).slug).toBe(slug);
    for (const taker of [fixture, await buildFixture()]) {
      await expect(buildLink(taker.owner, taker, { slug })).rejects.toMatchObject({
        code: 'conflict',
        fields: { slug: 'is taken' },
      });
      expect((await linksOf(taker)).filter((link) => link.slug !== slug)).toHaveLength(1);
    }
  });

  test('cannot take the display id of another campaign of the project, in whatever case; its own it can', async () => {
    const fixture = await buildFixture();
    const other = await buildCampaign(fixture.owner, fixture.projectId, { display_id: 'Diwali-26' });
    for (const slug of ['Diwali-26', 'diwali-26']) {
      await expect(buildLink(fixture.owner, fixture, { slug })).rejects.toMatchObject({
        code: 'conflict',
        fields: { slug: 'is taken' },
      });
    }
    const own = { ...fixture, campaignId: other.campaign_id };
    expect((await buildLink(fixture.owner, own, { slug: 'diwali-26' })).slug).toBe('diwali-26');
    // Display ids are of a project: elsewhere it is free.
    const elsewhere = await buildFixture();
    expect((await buildLink(elsewhere.owner, elsewhere, { slug: 'DIWALI-26' })).slug).toBe('DIWALI-26');
  });

  test('cannot lose its address to a display id of another campaign, new or changed', async () => {
    const fixture = await buildFixture();
    const slug = `Monsoon-${fixture.projectId}`;
    await buildLink(fixture.owner, fixture, { slug });
    const taken = { code: 'conflict', fields: { display_id: 'is taken' } };
    const display_id = slug.toLowerCase();
    await expect(buildCampaign(fixture.owner, fixture.projectId, { display_id })).rejects.toMatchObject(
      taken,
    );
    const { campaign_id } = await buildCampaign(fixture.owner, fixture.projectId);
    const body = { project_id: fixture.projectId, campaign_id, display_id };
    await expect(fixture.owner.call(updateCampaign, { body })).rejects.toMatchObject(taken);
    const own = await fixture.owner.call(updateCampaign, {
      body: { ...body, campaign_id: fixture.campaignId },
    });
    expect(own.display_id).toBe(display_id);
  });

  test('and a display id of one name, asked for at the same moment, are never both given', async () => {
    const fixture = await buildFixture();
    for (let turn = 0; turn < 8; turn += 1) {
      const name = `race-${turn}-${fixture.projectId}`;
      const given = await Promise.allSettled([
        buildLink(fixture.owner, fixture, { slug: name }),
        buildCampaign(fixture.owner, fixture.projectId, { display_id: name.toUpperCase() }),
      ]);
      expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('of a guest who may edit gets a random address, and the campaign keeps its display id and SKAN ids', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    const one = { project_id: fixture.projectId, campaign_id: fixture.campaignId };
    await fixture.owner.call(addCampaignMember, { body: { ...one, email: guest.email, access: 'edit' } });
    expect((await buildLink(guest, fixture)).slug).toMatch(/^\w{7}$/);
    const { display_id } = await guest.call(getCampaign, { query: one });
    const kept = await guest.call(updateCampaign, { body: { ...one, name: 'New', display_id } });
    expect(kept).toMatchObject({ name: 'New', display_id });
    const refused = { status: 403, code: 'forbidden' };
    await expect(buildLink(guest, fixture, { slug: 'mine' })).rejects.toMatchObject(refused);
    const renaming = guest.call(updateCampaign, { body: { ...one, display_id: 'mine' } });
    await expect(renaming).rejects.toMatchObject({ ...refused, fields: { display_id: expect.any(String) } });
    const claiming = guest.call(updateCampaign, { body: { ...one, skan_ids: ['5239'] } });
    await expect(claiming).rejects.toMatchObject({ ...refused, fields: { skan_ids: expect.any(String) } });
  });

  test('gets its address from one of two who ask for it at the same moment', async () => {
    const [first, second] = [await buildFixture(), await buildFixture()];
    const slug = `race-${first.projectId}`;
    const both = await Promise.allSettled([first, second].map((one) => buildLink(one.owner, one, { slug })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' });
  });

  test.each([
    [{ slug: 'ab' }, 'slug'],
    [{ slug: 'x'.repeat(65) }, 'slug'],
    [{ slug: 'a/b' }, 'slug'],
    [{ slug: '.well-known' }, 'slug'],
    [{ name: ' ' }, 'name'],
    [{ ad_set: 'x'.repeat(121) }, 'ad_set'],
    [{ expires_at: 'soon' }, 'expires_at'],
  ])('is refused with %j', async (wrong, field) => {
    const fixture = await buildFixture();
    await expect(buildLink(fixture.owner, fixture, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test('is recorded, and every process is notified of each change', async () => {
    const fixture = await buildFixture();
    server.clock.advance(1);
    const heard = await heardBy(server, async () => {
      const link = await buildLink(fixture.owner, fixture, { name: 'Noted' });
      server.clock.advance(1);
      await change(fixture, link.link_id, { active: false });
      server.clock.advance(1);
      await remove(fixture, link.link_id);
    });
    expect(heard).toEqual(Array.from({ length: 3 }, () => ({ kind: 'links', projectId: fixture.projectId })));
    const { items } = await fixture.owner.call(listAuditLog, { query: { project_id: fixture.projectId } });
    expect(items.slice(0, 3)).toMatchObject([
      { action: 'link.deleted', target: 'Noted' },
      { action: 'link.updated', before: { active: true }, after: { active: false } },
      { action: 'link.created', target: 'Noted' },
    ]);
  });

  test(`is one of at most ${MAX_LINKS}`, async () => {
    const fixture = await buildFixture();
    const now = server.clock.now();
    const ids = Array.from({ length: MAX_LINKS - 2 }, () => newId(now));
    const of = { project_id: fixture.projectId, campaign_id: fixture.campaignId };
    await server.db
      .insertInto('links')
      .values(ids.map((id) => ({ ...of, id, slug: id, name: id, created_at: now, updated_at: now })))
      .execute();
    await buildLink(fixture.owner, fixture);
    await expect(buildLink(fixture.owner, fixture)).rejects.toMatchObject({ code: 'conflict' });
    expect(await linksOf(fixture)).toHaveLength(MAX_LINKS);
  });
});

describe('a random slug', () => {
  test('has seven characters that are not mixed up, and differs', () => {
    const codes = Array.from({ length: 1000 }, newShortCode);
    for (const code of codes) expect(code).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/);
    expect(new Set(codes).size).toBe(1000);
  });

  test('is tried again when it is taken, and not for ever', async () => {
    const fixture = await buildFixture();
    const { slug: taken } = await buildLink(fixture.owner, fixture);
    const now = server.clock.now();
    const free = newShortCode();
    const tries = [taken, taken, free];
    const claim = { ...fixture, linkId: newId(now) };
    const got = await server.db
      .transaction()
      .execute((tx) => claimSlug(tx, now, claim, () => tries.shift() ?? taken));
    expect(got).toBe(free);
    const hopeless = server.db.transaction().execute((tx) => claimSlug(tx, now, claim, () => taken));
    await expect(hopeless).rejects.toThrow('No free slug');
  });
});

describe('a change of a link', () => {
  test('leaves its address and what it does not name; one of nothing notes nothing', async () => {
    const fixture = await buildFixture();
    const link = await buildLink(fixture.owner, fixture, {
      ad_set: 'Delhi',
      expires_at: '2031-01-01T00:00:00Z',
    });
    server.clock.advance(1000);
    expect(await change(fixture, link.link_id, {})).toEqual(link);
    const same = { name: link.name, expires_at: '2031-01-01T00:00:00.000Z' };
    expect(await change(fixture, link.link_id, same)).toEqual(link);
    const named = { project_id: fixture.projectId, link_id: link.link_id };
    const body = { ...named, active: false, expires_at: null, slug: 'other' };
    const changed = await fixture.owner.call(updateLink, { body });
    const updated_at = server.clock.now().toISOString();
    expect(changed).toEqual({ ...link, active: false, expires_at: null, updated_at });
    const { items } = await fixture.owner.call(listAuditLog, {
      query: { project_id: fixture.projectId, action: 'link.updated' },
    });
    expect(items).toHaveLength(1);
  });
});

describe('deleting a link', () => {
  test('frees its address', async () => {
    const fixture = await buildFixture();
    const link = await buildLink(fixture.owner, fixture);
    expect(await remove(fixture, link.link_id)).toEqual({ deleted: true });
    await expect(remove(fixture, link.link_id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await buildLink(fixture.owner, fixture, { slug: link.slug })).slug).toBe(link.slug);
  });

  test('is refused for the default one and for one that was clicked; neither can its campaign go', async () => {
    const fixture = await buildFixture();
    const [standard] = (await linksOf(fixture)) as [Link];
    await expect(remove(fixture, standard.link_id)).rejects.toMatchObject({ code: 'conflict' });
    const [used, unused] = [await buildLink(fixture.owner, fixture), await buildLink(fixture.owner, fixture)];
    await click(fixture, used.link_id);
    await expect(remove(fixture, used.link_id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await remove(fixture, unused.link_id)).toEqual({ deleted: true });
    const query = { project_id: fixture.projectId, campaign_id: fixture.campaignId };
    await expect(fixture.owner.call(deleteCampaign, { query })).rejects.toMatchObject({ code: 'conflict' });
    expect(await linksOf(fixture)).toHaveLength(2);
  });
});

describe('links of another project', () => {
  test('are not there, whatever is asked of them', async () => {
    const mine = await buildFixture();
    const theirs = await buildFixture();
    const link = await buildLink(theirs.owner, theirs);
    const project_id = mine.projectId;
    const { owner } = mine;
    const attempts = [
      () => linksOf({ ...mine, campaignId: theirs.campaignId }),
      () => buildLink(owner, { projectId: project_id, campaignId: theirs.campaignId }),
      () => change(mine, link.link_id, { name: 'Taken over' }),
      () => remove(mine, link.link_id),
      () => owner.call(getLinkQr, { query: { project_id, link_id: link.link_id } }),
      () =>
        owner.call(previewTarget, { body: { project_id, campaign_id: theirs.campaignId, platform: 'ios' } }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(await linksOf(theirs)).toHaveLength(2);
  });

  test('and those of every project are not there for a guest', async () => {
    const fixture = await buildFixture();
    const guest = await buildMember(server, fixture.projectId, 'guest');
    const link = await buildLink(fixture.owner, fixture);
    const project_id = fixture.projectId;
    const campaign_id = fixture.campaignId;
    const attempts = [
      () => linksOf({ ...fixture, owner: guest }),
      () => guest.call(getLinkQr, { query: { project_id, link_id: link.link_id } }),
      () => guest.call(previewTarget, { body: { project_id, campaign_id, platform: 'ios' } }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    const body = { project_id, campaign_id, name: 'Mine' };
    await expect(guest.call(createLink, { body })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the QR code of a link', () => {
  async function qr(
    { owner, projectId }: CampaignFixture,
    linkId: string,
    query: Record<string, string> = {},
  ) {
    const search = new URLSearchParams({ project_id: projectId, link_id: linkId, ...query });
    return await fetch(`${server.url}/api/campaign/link/qr?${search}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
  }

  /** The dark modules that an SVG of strokes along rows draws, as rows of 0 and 1. */
  function modulesOf(svg: string): string[] {
    const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
    const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    const path = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
    let [x, y] = [0, 0];
    for (const [, command, numbers = ''] of path.matchAll(/([Mmh])([^Mmh]*)/g)) {
      const [a = 0, b = 0] = numbers
        .trim()
        .split(/[ ,]|(?=-)/)
        .map(Number);
      if (command === 'M') [x, y] = [a, Math.floor(b)];
      else if (command === 'm') [x, y] = [x + a, y + b];
      else for (const end = x + a; x < end; x += 1) rows[y]![x] = 1;
    }
    return rows.map((row) => row.join(''));
  }

  function expectedModules(text: string): string[] {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const blank = '0'.repeat(modules.size + 8);
    const rows = Array.from({ length: modules.size }, (_, y) => {
      const row = Array.from({ length: modules.size }, (__, x) => modules.get(y, x)).join('');
      return `0000${row}0000`;
    });
    return [...Array(4).fill(blank), ...rows, ...Array(4).fill(blank)];
  }

  test('says the short address, as SVG of the wanted size', async () => {
    const fixture = await buildFixture();
    const link = await buildLink(fixture.owner, fixture);
    const response = await qr(fixture, link.link_id, { size: '300' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${link.slug}.svg"`);
    const svg = await response.text();
    expect(svg).toContain('width="300"');
    expect(modulesOf(svg)).toEqual(expectedModules(link.urls.short));
  });

  test('says the address on a domain of the project, and on no other', async () => {
    const fixture = await buildFixture();
    const host = `qr.${fixture.projectId}.example`;
    await addHost(fixture.projectId, host);
    const link = await buildLink(fixture.owner, fixture);
    const svg = await (await qr(fixture, link.link_id, { host: host.toUpperCase() })).text();
    expect(modulesOf(svg)).toEqual(expectedModules(`https://${host}/${link.slug}`));
    const elsewhere = await buildFixture();
    const foreign = (await linksOf(elsewhere))[0]!;
    const refused = await qr(elsewhere, foreign.link_id, { host });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { fields: { host: expect.any(String) } } });
  });

  test.each([128, 2048])('is a PNG of %i pixels', async (size) => {
    const fixture = await buildFixture();
    const link = await buildLink(fixture.owner, fixture);
    const response = await qr(fixture, link.link_id, { format: 'png', size: String(size) });
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size]);
  });

  test.each([
    [{ size: '127' }, 'size'],
    [{ size: '2049' }, 'size'],
    [{ size: 'big' }, 'size'],
    [{ format: 'gif' }, 'format'],
    [{ link_id: 'x' }, 'link_id'],
  ])('is refused with %j', async (wrong, field) => {
    const fixture = await buildFixture();
    const [link] = (await linksOf(fixture)) as [Link];
    const response = await qr(fixture, link.link_id, wrong as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
  });
});

describe('where a visitor would be sent', () => {
  const APPLE = 'https://apps.apple.com/app/id42';

  const preview = (
    { owner, projectId, campaignId }: CampaignFixture,
    platform: 'ios' | 'android' | 'macos' | 'desktop',
    in_app = false,
  ) =>
    owner.call(previewTarget, { body: { project_id: projectId, campaign_id: campaignId, platform, in_app } });

  async function campaignWith(form: Parameters<typeof buildCampaign>[2]): Promise<CampaignFixture> {
    const { owner, projectId } = await buildProject(server);
    const body = { project_id: projectId, name: 'App', platform: 'IOS', url: APPLE } as const;
    const { id } = await owner.call(createStoreListing, { body });
    const campaign = await buildCampaign(owner, projectId, { ios_store_listing_id: id, ...form });
    return { owner, projectId, campaignId: campaign.campaign_id };
  }

  test('is what the campaign says for the platform, with its utm values', async () => {
    const fixture = await campaignWith({
      desktop_redirect: 'https://kite.example/a?x=1',
      utm: { source: 'poster', medium: 'print' },
    });
    expect(await preview(fixture, 'ios')).toEqual({ kind: 'redirect', outcome: 'store', url: APPLE });
    const url = 'https://kite.example/a?x=1&utm_source=poster&utm_medium=print';
    expect(await preview(fixture, 'desktop')).toEqual({ kind: 'redirect', outcome: 'web', url });
    expect(await preview(fixture, 'android')).toEqual({ kind: 'redirect', outcome: 'web', url });
  });

  test('is the project’s own store page where the campaign has none', async () => {
    const fixture = await campaignWith({});
    const play_store_link = 'https://play.google.com/store/apps/details?id=com.kite.grocery';
    await fixture.owner.call(updateProject, { body: { project_id: fixture.projectId, play_store_link } });
    expect(await preview(fixture, 'android')).toMatchObject({ kind: 'redirect', outcome: 'store' });
  });

  test('is the store of a Mac on a Mac, and Google Play on other desktops', async () => {
    const play = 'https://play.google.com/store/apps/details?id=com.kite.grocery';
    const fixture = await campaignWith({});
    await fixture.owner.call(updateProject, {
      body: { project_id: fixture.projectId, play_store_link: play },
    });
    expect(await preview(fixture, 'macos')).toMatchObject({ url: APPLE });
    expect(await preview(fixture, 'desktop')).toMatchObject({ url: expect.stringContaining(play) });
  });

  test('is a page with a button inside an app', async () => {
    const fixture = await campaignWith({ deep_link: 'kite://diwali' });
    expect(await preview(fixture, 'ios', true)).toEqual({
      kind: 'interstitial',
      app_url: 'kite://diwali',
      else_url: APPLE,
    });
  });

  test('is nowhere without a destination, and gone once it is switched off, put away or over', async () => {
    const fixture = await buildFixture();
    const { owner, projectId, campaignId } = fixture;
    expect(await preview(fixture, 'desktop')).toEqual({ kind: 'gone', reason: 'nowhere' });
    const ids = { project_id: projectId, campaign_id: campaignId };
    const closed = { kind: 'gone', reason: 'closed' };
    const set = (form: object) => owner.call(updateCampaign, { body: { ...ids, ...form } });
    await set({ desktop_redirect: 'https://kite.example/', active: false });
    expect(await preview(fixture, 'desktop')).toEqual(closed);
    await set({ active: true });
    expect(await preview(fixture, 'desktop')).toMatchObject({ kind: 'redirect' });
    await owner.call(archiveCampaign, { body: { ...ids, archived: true } });
    expect(await preview(fixture, 'desktop')).toEqual(closed);
    await owner.call(archiveCampaign, { body: { ...ids, archived: false } });
    const [standard] = (await linksOf(fixture)) as [Link];
    await change(fixture, standard.link_id, { expires_at: later(server.clock.now(), DAY_MS).toISOString() });
    expect(await preview(fixture, 'desktop')).toMatchObject({ kind: 'redirect' });
    server.clock.advance(DAY_MS);
    expect(await preview(fixture, 'desktop')).toEqual(closed);
  });
});

describe('finding links', () => {
  test('reads names, slugs and short links of all campaigns, and of a guest only what is shared', async () => {
    const fixture = await buildFixture();
    const { owner, projectId, campaignId } = fixture;
    const other = await buildCampaign(owner, projectId, { name: 'Winter' });
    const poster = await buildLink(owner, fixture, { name: 'Poster 50%' });
    const story = await buildLink(owner, { projectId, campaignId: other.campaign_id }, { name: 'Story' });
    const find = async (search: string, by = owner) =>
      (await by.call(findLinks, { query: { project_id: projectId, search } })).map(({ link_id }) => link_id);
    expect(await find('poster')).toEqual([poster.link_id]);
    expect(await find('0%')).toEqual([poster.link_id]);
    expect(await find('%%')).toEqual([]);
    expect((await find(story.slug))[0]).toBe(story.link_id);
    expect((await find(story.urls.short))[0]).toBe(story.link_id);
    const guest = await buildMember(server, projectId, 'guest');
    expect(await find('poster', guest)).toEqual([]);
    const shared = { project_id: projectId, campaign_id: campaignId };
    await owner.call(addCampaignMember, { body: { ...shared, email: guest.email, access: 'see' } });
    expect(await find('poster', guest)).toEqual([poster.link_id]);
    expect(await find('story', guest)).toEqual([]);
  });

  test('reads a creative in all campaigns, and switches its links on and off together', async () => {
    const fixture = await buildFixture();
    const { owner, projectId, campaignId } = fixture;
    const [winter, gone] = [
      await buildCampaign(owner, projectId, { name: 'Winter' }),
      await buildCampaign(owner, projectId, { name: 'Gone' }),
    ];
    const video = { creative: 'Video A', ad_set: 'Broad' };
    const one = await buildLink(owner, fixture, video);
    const two = await buildLink(owner, { projectId, campaignId: winter.campaign_id }, video);
    await buildLink(owner, { projectId, campaignId: gone.campaign_id }, video);
    await buildLink(owner, fixture, { creative: 'Video', name: 'Video A' });
    await owner.call(archiveCampaign, {
      body: { project_id: projectId, campaign_id: gone.campaign_id, archived: true },
    });
    const find = async (by: TestPerson, part: { creative?: string; ad_set?: string; search?: string }) => {
      const found = await by.call(findLinks, { query: { project_id: projectId, ...part } });
      return Object.fromEntries(found.map(({ link_id, active }) => [link_id, active]));
    };
    const both = [one.link_id, two.link_id];
    const states = (first: boolean, second: boolean) => ({ [one.link_id]: first, [two.link_id]: second });
    expect(await find(owner, { creative: 'Video A' })).toEqual(states(true, true));
    expect(await find(owner, { ad_set: 'Broad' })).toEqual(states(true, true));
    for (const part of [{}, { creative: 'Video A', search: 'Video' }]) {
      await expect(find(owner, part)).rejects.toMatchObject({ code: 'validation_failed' });
    }

    const set = (by: TestPerson, link_ids: string[], active = false) =>
      by.call(switchLinks, { body: { project_id: projectId, link_ids, active } });
    const heard = await heardBy(server, async () => {
      expect(await set(owner, both)).toEqual({ changed: 2 });
    });
    expect(heard).toEqual([{ kind: 'links', projectId }]);
    expect(await find(owner, { creative: 'Video A' })).toEqual(states(false, false));
    expect(await set(owner, both)).toEqual({ changed: 0 });
    const elsewhere = await buildFixture();
    const foreign = await buildLink(elsewhere.owner, elsewhere);
    await expect(set(owner, [...both, foreign.link_id], true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await find(owner, { creative: 'Video A' })).toEqual(states(false, false));
    const guest = await buildMember(server, projectId, 'guest');
    const shared = { project_id: projectId, campaign_id: campaignId };
    await owner.call(addCampaignMember, { body: { ...shared, email: guest.email, access: 'edit' } });
    expect(await find(guest, { creative: 'Video A' })).toEqual({ [one.link_id]: false });
    await expect(set(guest, [two.link_id], true)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await set(owner, [one.link_id], true)).toEqual({ changed: 1 });
    expect(await find(owner, { creative: 'Video A' })).toEqual(states(true, false));
  });
});
