import { readEnvironment } from './environment.ts';

export interface Message {
  id: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: string;
}

/** The newest mail to an address, waited for. */
export async function mailTo(
  address: string,
  match: { subject?: RegExp; after?: Date } = {},
): Promise<Message> {
  const { sandboxUrl } = readEnvironment();
  const since = match.after ? `&since=${match.after.toISOString()}` : '';
  for (let attempt = 0; attempt < 150; attempt++) {
    const answer = await fetch(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}${since}`);
    const { messages } = (await answer.json()) as { messages: Message[] };
    const message = messages.find((one) => !match.subject || match.subject.test(one.subject));
    if (message) return message;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${address} arrived.`);
}

async function linkTo(address: string, part: string, match: { subject: RegExp; after?: Date }) {
  const { links } = await mailTo(address, match);
  const link = links.find((one) => one.includes(part));
  if (!link) throw new Error(`The mail to ${address} holds no link with ${part}.`);
  return link;
}

/** The newest sign-in link that was mailed to an address. */
export function signInLink(address: string, after?: Date): Promise<string> {
  return linkTo(address, '/login/verify#token=', { subject: /sign-in link/, ...(after && { after }) });
}

/** The newest invite that was mailed to an address. */
export function inviteLink(address: string, after?: Date): Promise<string> {
  return linkTo(address, '/invite#token=', { subject: /invites you/, ...(after && { after }) });
}

/** Gives a person an account at the OpenID provider. */
export async function addGooglePerson(person: { email: string; given_name: string; family_name: string }) {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/oidc-people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`The OpenID provider refused ${person.email}.`);
}

export interface AnalyticsEvent {
  event: string;
  properties: Record<string, unknown>;
}

export interface AnalyticsReceived {
  events: AnalyticsEvent[];
  profiles: Record<string, unknown>[];
  requests: { path: string; headers: Record<string, string>; items?: number }[];
  violations: unknown[];
}

export async function analyticsReceived(): Promise<AnalyticsReceived> {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/analytics.json`);
  return (await answer.json()) as AnalyticsReceived;
}

/** Sets what a name has of one type of DNS record. */
export async function setDns(name: string, type: 'A' | 'CNAME' | 'TXT', ...values: string[]): Promise<void> {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/dns.json`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, type, values }),
  });
  if (!answer.ok) throw new Error(`The name server refused ${type} of ${name}.`);
}
