import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { expect } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { listProjects } from '@trailmark/contract/projects';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { readEnvironment } from './environment.ts';
import { workshop } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import type { SignedInPerson } from './signed-in-people.ts';

/** A key that the product takes for Apple's, and its other half for the tests. */
export function makeSkanKey(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

type Body = Record<string, string | number | boolean>;

/** https://developer.apple.com/documentation/storekit/verifying-an-install-validation-postback */
const SIGNED = [
  ...['version', 'ad-network-id', 'source-identifier', 'app-id', 'transaction-id', 'redownload'],
  ...['source-app-id', 'fidelity-type', 'did-win', 'postback-sequence-index'],
];
const SEPARATOR = '\u2063';

function signed(body: Body): Body {
  const text = SIGNED.flatMap((name) => (name in body ? [String(body[name])] : [])).join(SEPARATOR);
  const key = createPrivateKey(readEnvironment().skanKey);
  return { ...body, 'attribution-signature': sign('sha256', Buffer.from(text), key).toString('base64') };
}

/** A postback of version 4.0 by Meta, as phones send it; what is not said is a winning first one. */
export function postback(appId: number, more: Body = {}): Body {
  return signed({
    version: '4.0',
    'ad-network-id': 'v9wttpbfk9.skadnetwork',
    'source-identifier': '5239',
    'app-id': appId,
    'transaction-id': randomUUID(),
    redownload: false,
    'fidelity-type': 1,
    'did-win': true,
    'postback-sequence-index': 0,
    ...more,
  });
}

/** Sends it as a phone does, which tries again until it is taken. */
export async function sendPostback(url: string, body: Body): Promise<void> {
  await expect(async () => {
    const response = await fetch(`${url}/.well-known/skadnetwork/report-attribution/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBe(200);
  }).toPass({ timeout: 60_000 });
}

let apps = 0;

/** An app in the App Store that nobody else has. */
export async function listApp({ call }: SignedInPerson, project_id: string): Promise<number> {
  apps += 1;
  const appId = 1_000_000_000 + process.pid * 100 + apps;
  const url = `https://apps.apple.com/app/id${appId}`;
  await call(createStoreListing, { body: { project_id, name: 'Kite on iOS', platform: 'IOS', url } });
  return appId;
}

async function makeSender(rich: RichProject): Promise<SignedInPerson> {
  const owner = await workshop(rich);
  const [project] = await owner.call(listProjects, {});
  const project_id = project?.project_id ?? '';
  const campaign = { project_id, name: 'Diwali on iOS', network: 'META' as const, skan_ids: ['5239'] };
  await owner.call(createCampaign, { body: campaign });
  const appId = await listApp(owner, project_id);
  const tampered = { ...postback(appId, { 'conversion-value': 3 }), 'did-win': false };
  const bodies = [
    postback(appId, { 'conversion-value': 12, 'source-app-id': 1234567891, 'country-code': 'IN' }),
    postback(appId, { 'conversion-value': 3, redownload: true }),
    postback(appId, { 'source-identifier': '39', 'coarse-conversion-value': 'low' }),
    postback(appId, {
      'source-identifier': '39',
      'postback-sequence-index': 1,
      'coarse-conversion-value': 'high',
    }),
    tampered,
  ];
  for (const body of bodies) await sendPostback(rich.url, body);
  return owner;
}

const senders = new WeakMap<RichProject, Promise<SignedInPerson>>();

/** Somebody whose app is advertised on iOS. Made once. */
export function sender(rich: RichProject): Promise<SignedInPerson> {
  const made = senders.get(rich) ?? makeSender(rich);
  senders.set(rich, made);
  return made;
}
