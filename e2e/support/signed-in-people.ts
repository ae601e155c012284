import type { BrowserContextOptions } from '@playwright/test';
import { type Call, createCaller } from '@trailmark/contract/call';
import { acceptInvite } from '@trailmark/contract/members';
import { sendMagicLink, verifyMagicLink } from '@trailmark/contract/sign-in';
import { type UserChange, updateUser } from '@trailmark/contract/users';
import { inviteLink, signInLink } from './sandbox.ts';

/** A person who is signed in without a browser; browsers are opened with their token where one is needed. */
export interface SignedInPerson {
  email: string;
  token: string;
  userId: string;
  call: Call;
}

export const DEVICES = {
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
} as const;

type Device = keyof typeof DEVICES;

/** Limits count by visitor, so that every one has an address. */
export function randomAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 253);
  return `10.${part()}.${part()}.${part()}`;
}

function callerOf(url: string, token: string | null, device: Device): Call {
  const address = randomAddress();
  return createCaller({
    baseUrl: `${url}/api`,
    timeoutMs: 30_000,
    token: () => token,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      headers.set('user-agent', DEVICES[device]);
      return fetch(input, { ...init, headers });
    },
  });
}

const tokenIn = (link: string) => link.split('token=')[1] ?? '';

function personOf(
  url: string,
  session: { token: string; user: { id: string; email: string } },
  device: Device,
) {
  const { token, user } = session;
  return { email: user.email, userId: user.id, token, call: callerOf(url, token, device) };
}

/** Signs a person in through the real mailbox. */
export async function arrive(url: string, email: string, device: Device = 'mac'): Promise<SignedInPerson> {
  const call = callerOf(url, null, device);
  const after = new Date();
  await call(sendMagicLink, { body: { email } });
  return await arriveBy(url, await signInLink(email, after), device);
}

/** Signs in with a link that is known already, such as one from the terminal. */
export async function arriveBy(url: string, link: string, device: Device = 'mac'): Promise<SignedInPerson> {
  const call = callerOf(url, null, device);
  const answer = await call(verifyMagicLink, { body: { token: tokenIn(link), confirm: true } });
  if (answer.status !== 'signed_in') throw new Error('The link did not sign in.');
  return personOf(url, answer, device);
}

/** Accepts the newest invite of an address that has no account yet. */
export async function joinByInvite(
  url: string,
  email: string,
  device: Device = 'mac',
): Promise<SignedInPerson> {
  const call = callerOf(url, null, device);
  const token = tokenIn(await inviteLink(email));
  const answer = await call(acceptInvite, { body: { token, confirm: true } });
  if (answer.status !== 'accepted' || !answer.session) throw new Error(`${email} did not join.`);
  return personOf(url, answer.session, device);
}

export async function introduce(person: SignedInPerson, profile: UserChange): Promise<SignedInPerson> {
  await person.call(updateUser, { body: profile });
  return person;
}

/** What the dashboard finds in its local storage when somebody is signed in. */
export function storageOf(person: Pick<SignedInPerson, 'token'> | null): { name: string; value: string }[] {
  return person ? [{ name: 'token', value: JSON.stringify(person.token) }] : [];
}

/** How a new browser starts, with somebody who is signed in or with nobody. */
export function startOf(url: string, person: Pick<SignedInPerson, 'token'> | null): BrowserContextOptions {
  return {
    baseURL: url,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: storageOf(person) }],
    },
  };
}
