import { describe, expect, test } from 'vitest';
import { isOwnLink } from './link-address.ts';
import type { DeepLink } from './links.ts';
import { createScene, OPTIONS, ORGANIC } from './testing/scripted-server.ts';

const LINK = 'https://go.kite.example/diwali?x=1';
const ANSWER = { deeplink: 'kite://diwali', is_trailmark: true, attribution: ORGANIC };

async function startScene(link: string | null = null) {
  const scene = createScene();
  scene.answers['handle-deeplink'] = ANSWER;
  const app = scene.phone.launch({ link });
  const links: DeepLink[] = [];
  app.trailmark.onDeepLink((one) => links.push(one));
  void app.trailmark.init(OPTIONS);
  await scene.time.pass(1000);
  return {
    ...scene,
    ...app,
    links,
    opened: () => scene.requests.filter(({ path }) => path.endsWith('deeplink')),
  };
}

describe('a link', () => {
  test('that starts the app leads into it, after the install is known', async () => {
    const { links, opened, requests } = await startScene(LINK);
    expect(links).toMatchObject([{ deeplink: 'kite://diwali', isDeferred: false, matchType: 'deep_link' }]);
    expect(requests.map(({ path }) => path)).toEqual(['/api/client/batch', '/api/client/handle-deeplink']);
    expect(opened()[0]?.body).toMatchObject({ deeplink_url: LINK, device_data: { device_model: 'Pixel 7' } });
  });

  test('that opens the running app is handled once, by the SDK or by the app', async () => {
    const { trailmark, openLink, time, links, opened } = await startScene();
    openLink(LINK);
    const answer = trailmark.handleDeeplink(` ${LINK} `);
    await time.pass(1000);
    expect(await answer).toMatchObject({ deeplink: 'kite://diwali', isTrailmark: true });
    await time.pass(10_000);
    openLink(LINK);
    await time.pass(1000);
    expect(links).toHaveLength(2);
    expect(opened()).toHaveLength(2);
    expect(new Set(opened().map(({ body }) => body.event_id)).size).toBe(2);
  });

  test('of others is sent only when the app says so', async () => {
    const { trailmark, openLink, time, opened, answers, links } = await startScene('kite://auth?code=secret');
    openLink('https://accounts.example/callback?code=secret');
    await time.pass(1000);
    expect(opened()).toEqual([]);
    answers['handle-deeplink'] = { ...ANSWER, deeplink: null, is_trailmark: false };
    const answer = trailmark.handleDeeplink('kite://auth');
    await time.pass(1000);
    expect(await answer).toMatchObject({ deeplink: 'kite://auth', isTrailmark: false });
    expect(links).toEqual([]);
    expect(await trailmark.handleDeeplink(null)).toBeUndefined();
  });

  test('offline leads where it says, and is reported later', async () => {
    const { trailmark, time, faults, bodies } = await startScene();
    faults.push('no answer', 'no answer', 'no answer');
    const answer = trailmark.handleDeeplink(LINK);
    await time.pass(60_000);
    expect(await answer).toEqual({ deeplink: LINK, isTrailmark: false, attribution: null });
    expect(bodies('init').map(({ link }) => link)).toEqual([undefined, LINK]);
  });
});

test.each([
  ['https://go.kite.example/x', true],
  ['https://GO.kite.example', true],
  ['https://go.kite.example:443/x', true],
  ['https://user@go.kite.example/x', true],
  ['https://go.kite.example.evil.test/x', false],
  ['https://evil.test/?to=go.kite.example', false],
  ['kite://open?tm_click=abc', true],
  ['kite://open?a=1&tm_click=abc', true],
  ['https://kite.example/x?AdAttributionKitReengagementOpen', true],
  ['https://kite.example/x?AdAttributionKitReengagementOpen=tag', true],
  ['kite://open?not_tm_click=abc', false],
  ['kite://open#?tm_click=abc', false],
  ['', false],
])('%s is ours: %s', (url, isOwn) => {
  expect(isOwnLink(url, ['go.kite.example'])).toBe(isOwn);
});
