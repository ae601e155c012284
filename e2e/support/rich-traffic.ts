import { expect } from '@playwright/test';
import { createCaller, type Input } from '@trailmark/contract/call';
import { importHistory } from '@trailmark/contract/history';
import { importSpend } from '@trailmark/contract/spend';
import { getStats } from '@trailmark/contract/stats';
import type { SignedInPerson } from './signed-in-people.ts';

type History = NonNullable<Input<typeof importHistory>['body']>;

/** Half of the installs are of the first campaign, a quarter each of the second and of nobody. */
export const INSTALLS = 24;
const CLICKS = [48, 20] as const;
const SPEND_DAYS = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PEOPLE = ['Asha Nair', 'Ravi Pillai', 'Sneha Sharma', 'Kabir Reddy', 'Meera Iyer', 'Arjun Menon'];

interface Install {
  index: number;
  id: string;
  at: number;
}

interface Campaigns {
  /** Two display ids. */
  campaigns: readonly [string, string];
  /** Tells the installs of one project from those of another. */
  prefix: string;
}

const time = (at: number) => new Date(at).toISOString();

function installsOf({ prefix }: Campaigns, now: number): Install[] {
  return Array.from({ length: INSTALLS }, (_, index) => ({
    index,
    id: `${prefix}-install-${index}`,
    at: now - (1 + (index % 12)) * DAY_MS - index * MINUTE_MS,
  }));
}

const userOf = ({ campaigns: _, prefix }: Campaigns, { index }: Install) => `${prefix}-user-${index}`;

function creditOf({ campaigns }: Campaigns, { index, at }: Install) {
  const display_id = [campaigns[0], campaigns[0], campaigns[1], null][index % 4];
  if (!display_id) return { match_type: 'organic' as const };
  return { display_id, match_type: 'click_id' as const, touched_at: time(at - 5 * MINUTE_MS) };
}

function pastInstalls(story: Campaigns, installs: Install[]): NonNullable<History['installs']> {
  return installs.map((install) => ({
    install_instance_id: install.id,
    installed_at: time(install.at),
    platform: install.index % 3 === 0 ? 'IOS' : 'ANDROID',
    country: install.index % 5 === 0 ? 'NP' : 'IN',
    model: install.index % 3 === 0 ? 'iPhone16,1' : 'Redmi Note 13',
    ...creditOf(story, install),
  }));
}

/** Every second one signs up, every fourth pays. */
function livesOf(story: Campaigns, installs: Install[], now: number): Partial<History> {
  const signups = installs
    .filter(({ index }) => index % 2 === 0)
    .map((install) => ({
      install_instance_id: install.id,
      user_id: userOf(story, install),
      occurred_at: time(install.at + 2 * MINUTE_MS),
      name: PEOPLE[install.index % PEOPLE.length] ?? '',
      email: `${userOf(story, install)}@mail.example`,
    }));
  const payments = installs
    .filter(({ index }) => index % 4 === 0)
    .map((install) => ({
      install_instance_id: install.id,
      user_id: userOf(story, install),
      payment_id: `${install.id}-pays`,
      amount: '499.00',
      currency: 'INR' as const,
      occurred_at: time(install.at + 10 * MINUTE_MS),
    }));
  return { signups, payments, events: installs.flatMap((install) => eventsOf(install, now)) };
}

/** Everybody looks at something, two of three put it into the basket, one of three comes back. */
function eventsOf({ index, id, at }: Install, now: number): NonNullable<History['events']> {
  const category = ['Fruit', 'Dairy', 'Fruit', 'Snacks'][index % 4] ?? 'Fruit';
  const event = (event_name: string, when: number) => ({
    install_instance_id: id,
    event_name,
    event_id: `${id}-${event_name}-${when}`,
    occurred_at: time(when),
    event_data: { category, shelf: index % 3 },
  });
  return [
    event('view_item', at + MINUTE_MS),
    ...(index % 3 === 2 ? [] : [event('add_to_cart', at + 4 * MINUTE_MS)]),
    ...(index % 3 === 0 ? [1, 3, 7].map((day) => event('view_item', at + day * DAY_MS)) : []),
  ].filter(({ occurred_at }) => Date.parse(occurred_at) < now);
}

function clicksOf({ campaigns, prefix }: Campaigns, now: number): NonNullable<History['clicks']> {
  return campaigns.flatMap((display_id, which) =>
    Array.from({ length: CLICKS[which] ?? 0 }, (_, at) => ({
      id: `${prefix}-click-${which}-${at}`,
      display_id,
      clicked_at: time(now - (1 + (at % 12)) * DAY_MS - at * MINUTE_MS),
      platform: 'ANDROID' as const,
      country: 'IN',
    })),
  );
}

export interface TrafficTarget extends Campaigns {
  url: string;
  projectId: string;
  privateKey: string;
}

/** What people did in the last days, told by a shop's server; waits until it is counted. */
export async function makeTraffic(
  member: Pick<SignedInPerson, 'call'>,
  target: TrafficTarget,
): Promise<void> {
  const { url, projectId: project_id, privateKey } = target;
  const now = Date.now();
  const installs = installsOf(target, now);
  const server = createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => privateKey });
  const tell = (body: History) => server(importHistory, { body });
  await tell({ installs: pastInstalls(target, installs), clicks: clicksOf(target, now) });
  await tell(livesOf(target, installs, now));
  const days = Array.from({ length: SPEND_DAYS }, (_, day) => time(now - (day + 1) * DAY_MS).slice(0, 10));
  const lines = days.map((day, at) => `${day},${target.campaigns[0]},${100 + at},INR`);
  const csv = ['date,campaign,amount,currency', ...lines].join('\n');
  await member.call(importSpend, { body: { project_id, csv } });
  const counted = async () => {
    const { total } = await member.call(getStats, { query: { project_id, metrics: 'installs|payments' } });
    return [total.installs, total.payments];
  };
  await expect.poll(counted, { timeout: 60_000 }).toEqual([INSTALLS, INSTALLS / 4]);
}
