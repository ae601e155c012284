import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { createCampaign } from '@trailmark/contract/campaigns';
import { createProject } from '@trailmark/contract/projects';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import { newcomer } from './recipe.ts';
import type { RichProject } from './rich-project.ts';
import { DEVICES, type SignedInPerson } from './signed-in-people.ts';

const HOST = 'market.kite.example';

interface Visit {
  /** Where the page was opened from. */
  referrer?: string;
  /** Paths, the first with its query. */
  pages: string[];
}

/** What visitors do: from search, from AI, from a newsletter, from an ad, from nowhere. */
const VISITS: readonly Visit[] = [
  { referrer: 'https://www.google.com/', pages: ['/', '/tea', '/tea/assam', '/cart'] },
  { referrer: 'https://www.google.com/', pages: ['/tea/assam', '/cart'] },
  { referrer: 'https://chatgpt.com/', pages: ['/guides/how-to-brew-assam'] },
  { pages: ['/?utm_source=newsletter&utm_medium=email', '/tea', '/cart'] },
  { pages: ['/offers?gclid=EAIaIQobChMI', '/offers/tea', '/cart'] },
  { referrer: 'https://www.instagram.com/', pages: ['/offers'] },
  { referrer: 'https://tea-lovers.example/best', pages: ['/tea/assam'] },
  { pages: ['/'] },
  { pages: ['/', '/about'] },
];

/** Someone at a computer, who has not been on the site before. */
class Visitor {
  private readonly id = randomBytes(10).toString('hex');
  private readonly headers = {
    'user-agent': DEVICES.mac,
    'content-type': 'application/json',
    origin: `https://${HOST}`,
  };
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async tell(call: string, body: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.url}/api/client/${call}?t=${this.token}`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ token: this.token, install_instance_id: this.id, platform: 'WEB', ...body }),
    });
    expect(response.status, await response.text()).toBe(200);
  }

  async visit({ referrer = '', pages }: Visit): Promise<void> {
    const session_id = randomBytes(8).toString('hex');
    const [entry = '/'] = pages;
    const link = `https://${HOST}${entry}`;
    await this.tell('init', { link, referrer, device_data: { user_agent: DEVICES.mac, language: 'en' } });
    await this.tell('session-start', { session_id, entry_url: link, referrer });
    for (const page of pages) {
      await this.tell('page-view', {
        session_id,
        page_url: `https://${HOST}${page}`,
        event_id: randomBytes(8).toString('hex'),
      });
    }
  }

  click(link: string): Promise<Response> {
    const address = `${this.url}/l/${new URL(link).pathname.split('/').at(-1)}`;
    return fetch(address, { headers: { 'user-agent': DEVICES.mac }, redirect: 'manual' });
  }
}

/** Somebody whose website was visited today, by people at computers. */
export async function makeSite(rich: RichProject): Promise<SignedInPerson> {
  const owner = await newcomer(true)(rich);
  const { project_id } = await owner.call(createProject, {
    body: {
      name: 'Kite Market',
      platform: 'web',
      website: `https://${HOST}`,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    },
  });
  // Pages of a website may send events only where its host is allowed.
  const { token } = await owner.call(whitelistHost, { params: { project_id }, body: { host: HOST } });
  const { link } = await owner.call(createCampaign, {
    body: { project_id, name: 'Autumn offers', network: 'GOOGLE' },
  });
  const visitors = VISITS.map(() => new Visitor(rich.url, token));
  for (const [index, visit] of VISITS.entries()) await visitors[index]?.visit(visit);
  await expect(async () => expect((await visitors[4]?.click(link))?.status).toBeLessThan(400)).toPass();
  // Somebody comes back, signs up and buys.
  await visitors[0]?.visit({ pages: ['/tea', '/cart'] });
  await visitors[0]?.tell('trigger', { user_data: { id: 'mara', name: 'Mara Lind' } });
  await visitors[0]?.tell('capture-event', { event_name: 'add_to_cart', event_data: { items: 2 } });
  await visitors[0]?.tell('capture-payment', {
    user_id: 'mara',
    payment_id: 'tea-1',
    amount: 24.5,
    currency: 'EUR',
  });
  return owner;
}
