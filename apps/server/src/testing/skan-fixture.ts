import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { PRODUCTION_KID } from '@trailmark/core/skan/keys';
import { signAdAttributionKit, signSkadnetwork } from '@trailmark/core/skan/sign-postback';
import { buildProject } from './build.ts';
import type { TestServer } from './test-server.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

const production = pair();
const development = pair();

/** The environment of a server that takes what this fixture signs for Apple's. */
export const SKAN_ENV = { SKAN_TEST_KEYS: `${spki(production.publicKey)},${spki(development.publicKey)}` };

export const SKAN_PATH = '/.well-known/skadnetwork/report-attribution/';
export const AAK_PATH = '/.well-known/appattribution/report-attribution/';

let apps = 6_400_000_000;

/** A project with an app in the App Store, and what signs its postbacks. */
export async function buildSkanProject(server: TestServer) {
  const { owner, projectId } = await buildProject(server);
  apps += 1;
  const appId = apps;
  const url = `https://apps.apple.com/app/id${appId}`;
  await owner.call(createStoreListing, {
    body: { project_id: projectId, name: 'Kite on iOS', platform: 'IOS', url },
  });
  // The edge loads apps again after half a minute; the notification may take a moment longer than this.
  server.clock.advance(31_000);
  return {
    owner,
    projectId,
    appId,
    /** SKAdNetwork 4.0, of the first window unless said otherwise. */
    skan: (more: object = {}) =>
      signSkadnetwork(
        {
          version: '4.0',
          'ad-network-id': 'v9wttpbfk9.skadnetwork',
          'source-identifier': '5239',
          'app-id': appId,
          'transaction-id': randomUUID(),
          redownload: false,
          'fidelity-type': 1,
          'did-win': true,
          'postback-sequence-index': 0,
          'conversion-value': 12,
          ...more,
        },
        production.privateKey,
      ),
    aak: (kid: string = PRODUCTION_KID, more: object = {}) =>
      signAdAttributionKit(
        {
          kid,
          payload: {
            'postback-identifier': randomUUID(),
            'ad-network-identifier': 'test.adattributionkit',
            'advertised-item-identifier': appId,
            'source-identifier': '12',
            'did-win': true,
            'conversion-type': 'download',
            'impression-type': 'app-impression',
            'postback-sequence-index': 0,
            ...more,
          },
          outside: { 'ad-interaction-type': 'click', 'coarse-conversion-value': 'medium' },
        },
        kid === PRODUCTION_KID ? production.privateKey : development.privateKey,
      ),
  };
}

/** Sends a body as a device does. */
export async function sendPostback(
  server: TestServer,
  body: unknown,
  { path = SKAN_PATH, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
