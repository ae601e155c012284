import { createProject } from '@trailmark/contract/projects';
import fc from 'fast-check';
import { openSession } from '../../access/session.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildCampaign, buildLink, buildPerson, type TestPerson } from '../build.ts';
import { buildDevice, projectToken, type TestDevice } from '../device.ts';
import type { TestServer } from '../test-server.ts';

const APP = 'https://play.google.com/store/apps/details?id=com.kite';
const PAGE = 'https://kite.example/get';
/** Of several countries. */
const ADDRESSES = ['103.21.124.7', '81.2.69.142', '8.8.8.8', '103.21.124.9', '133.130.64.5'];

/** A project with three campaigns: the first has a second link, the last is owned media. */
export async function buildScenario(server: TestServer, timezone: string) {
  const owner = await buildPerson(server);
  const { project_id: projectId } = await owner.call(createProject, {
    body: { name: timezone, platform: 'app', currency: 'INR', timezone, play_store_link: APP },
  });
  const slugs: string[] = [];
  const campaigns: string[] = [];
  for (const network of ['META', 'GOOGLE', 'NONE'] as const) {
    const owned_media = network === 'NONE';
    const form = { network, owned_media, name: `On ${network}`, ios_web_redirect: PAGE };
    const { link, campaign_id } = await buildCampaign(owner, projectId, form);
    slugs.push(link.split('/').at(-1) ?? '');
    campaigns.push(campaign_id);
  }
  const campaign = { projectId, campaignId: campaigns[0] ?? '' };
  const second = await buildLink(owner, campaign, { ad_set: 'Lookalikes', creative: 'Reel' });
  slugs.push(second.slug);
  return { owner, projectId, slugs, campaigns, token: await projectToken(owner, projectId) };
}
export type Scenario = Awaited<ReturnType<typeof buildScenario>>;

/** One thing that happens to one of a handful of phones, some time after the one before. */
export const happening = fc.record({
  what: fc.constantFrom(
    ...(['click', 'view', 'install', 'install', 'open', 'event', 'late', 'signup', 'pay', 'refund'] as const),
    ...(['reinstall', 'deep_link', 'deep_link', 'repeat'] as const),
    ...(['visit', 'page', 'page', 'screen', 'same_page'] as const),
  ),
  phone: fc.nat(4),
  link: fc.nat(3),
  minutes: fc.constantFrom(0, 1, 7, 61, 700, 1500, 14_000),
  amount: fc.constantFrom(1, 0.1, 19.99, 1000.005),
  currency: fc.constantFrom('INR', 'USD', 'EUR', 'XAU'),
});
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const some = { phone: 0, link: 0, minutes: 7, amount: 19.99, currency: 'USD' } as const;
/** What chance could leave out. */
export const CERTAIN: Happening[] = [
  { ...some, what: 'install' },
  { ...some, what: 'view' },
  { ...some, what: 'deep_link', minutes: 14_000 },
  { ...some, what: 'deep_link', minutes: 14_000, link: 1 },
  { ...some, what: 'signup' },
  { ...some, what: 'pay' },
  { ...some, what: 'refund', minutes: 1500 },
  { ...some, what: 'click' },
  { ...some, what: 'reinstall' },
  { ...some, what: 'page' },
  { ...some, what: 'visit' },
  { ...some, what: 'visit', link: 1 },
  { ...some, what: 'page', link: 1, minutes: 1500 },
  { ...some, what: 'page', link: 1 },
  { ...some, what: 'screen' },
];

/** Nobody stays signed in for months. */
export async function signInAgain(server: TestServer, person: TestPerson): Promise<void> {
  const session = {
    userId: person.userId,
    method: 'magic_link',
    client: { ip: '127.0.0.1', userAgent: 'test' },
  };
  const token = await openSession(
    server.db,
    server.clock.now(),
    session as Parameters<typeof openSession>[2],
  );
  Object.assign(person, { token, call: server.callAs(token) });
}

/** The phones of a scenario, as they are after whatever has happened. */
export function buildPhones(server: TestServer, scenario: Scenario) {
  const phones = ADDRESSES.map((ip, n) =>
    buildDevice(server, scenario.token, { ip, platform: n % 2 === 0 ? 'ANDROID' : 'IOS' }),
  );
  return { phones, tokens: new Map<number, string>(), count: 0 };
}

/** Plays what happens through the public endpoints. */
export async function play(
  server: TestServer,
  { scenario, state }: { scenario: Scenario; state: ReturnType<typeof buildPhones> },
  history: Happening[],
): Promise<void> {
  const { phones, tokens } = state;
  for (const one of history) {
    state.count += 1;
    const n = state.count;
    // Never two at the same time: which of them was the first would be chance.
    server.clock.advance(one.minutes * MINUTE_MS + 1000);
    await signInAgain(server, scenario.owner);
    const phone = phones[one.phone] as TestDevice;
    const slug = scenario.slugs[one.link] ?? '';
    const session_id = `s${one.link} ${one.currency}`;
    const user_id = `u${one.phone % 3}`;
    const payment = { user_id, payment_id: `p${n % 40}`, amount: one.amount, currency: one.currency };
    const acts: Record<Happening['what'], () => Promise<unknown>> = {
      click: async () => tokens.set(one.phone, await phone.clickToken(slug, phone.idQuery)),
      view: () => phone.view(slug, phone.idQuery),
      install: () => phone.init({ install_referrer: `tm_click=${tokens.get(one.phone) ?? ''}` }),
      open: () => phone.init(),
      event: () => phone.event(`event ${one.link}`, { event_id: `e${n}` }),
      late: () =>
        phone.event(`event ${one.link}`, { event_id: `l${n}`, time_since_app_install: one.minutes * 7 }),
      signup: () => phone.call('trigger', { user_data: { id: user_id }, time_since_app_install: n }),
      pay: () => phone.call('capture-payment', payment),
      refund: () => phone.call('remove-captured-payment', { user_id }),
      reinstall: async () => {
        phones[one.phone] = phone.reinstalled();
        await phones[one.phone]?.init();
      },
      deep_link: async () => {
        const token = await phone.clickToken(slug);
        server.clock.advance(1000);
        await phone.deeplink(`${server.url}/l/${slug}?tm_click=${token}`);
      },
      repeat: () => phone.event('event 0', { event_id: 'always' }),
      // A visit may begin twice, and have pages before it begins.
      visit: () => phone.call('session-start', { session_id, entry_url: PAGE }),
      page: () => phone.call('page-view', { session_id, event_id: `v${n}`, page_url: PAGE }),
      screen: () => phone.call('screen-view', { session_id, event_id: `v${n}`, screen_name: 'Cart' }),
      same_page: () => phone.call('page-view', { session_id: 'same', event_id: 'always', page_url: PAGE }),
    };
    await acts[one.what]();
  }
}
