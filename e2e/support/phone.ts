import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Call } from '@trailmark/contract/call';
import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { updateProject } from '@trailmark/contract/projects';

const AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const PLAY_STORE = 'https://play.google.com/store/apps/details?id=example.kite.grocery';

/** An Android phone that clicks links and runs the app. */
export interface Phone {
  installId: string;
  /** Gives the click id that the store hands to the app. */
  click(link: string): Promise<string>;
  open(clickId?: string): Promise<void>;
  tell(call: string, body: Record<string, unknown>): Promise<void>;
}

export function buyPhone(url: string, token: string): Phone {
  const part = () => 1 + Math.floor(Math.random() * 253);
  const headers = { 'user-agent': AGENT, 'x-forwarded-for': `103.${part()}.${part()}.${part()}` };
  const installId = randomBytes(10).toString('hex');
  const tell: Phone['tell'] = async (call, body) => {
    const response = await fetch(`${url}/api/client/${call}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ token, install_instance_id: installId, platform: 'ANDROID', ...body }),
    });
    expect(response.status, await response.text()).toBe(200);
  };
  return {
    installId,
    tell,
    click: async (link) => {
      const address = `${url}/l/${new URL(link).pathname.split('/').at(-1)}`;
      // A link that was just made has to be looked up, for which a busy machine may not have the time at first.
      let location: string | null = null;
      await expect(async () => {
        const response = await fetch(address, { headers, redirect: 'manual' });
        location = response.headers.get('location');
        expect(location).not.toBe(null);
      }).toPass();
      const store = new URL(location ?? '');
      const referrer = new URLSearchParams(store.searchParams.get('referrer') ?? '');
      return referrer.get('tm_click') ?? '';
    },
    open: (clickId) =>
      tell('init', {
        app_version: '2.14.0',
        device_data: {
          device: 'Pixel 8',
          system_version: '15',
          language: 'en-IN',
          ...(clickId ? { install_referrer: `tm_click=${clickId}` } : {}),
        },
      }),
  };
}

/** Two campaigns of a project, and somebody who clicked both, opened the app by the second and paid. */
export async function makeBuyer(
  call: Call,
  url: string,
  project_id: string,
): Promise<Phone & { clickId: string }> {
  const { token } = await call(getProjectToken, { query: { project_id } });
  // Nobody waits here between the click and the open, as people do.
  const thresholds = { reject_ctit_seconds: 0, flag_ctit_seconds: 0 };
  await call(updateProject, {
    body: { project_id, play_store_link: PLAY_STORE, plausibility: { thresholds } },
  });
  const campaign = (name: string, network: 'TIKTOK' | 'GOOGLE') =>
    call(createCampaign, { body: { project_id, name, network } });
  const first = await campaign('UGC creators · June', 'TIKTOK');
  const last = await campaign('Brand search · exact', 'GOOGLE');
  const phone = buyPhone(url, token);
  await phone.click(first.link);
  const clickId = await phone.click(last.link);
  await phone.open(clickId);
  await phone.tell('trigger', { user_data: { id: 'u_48213', name: 'Asha Nair' } });
  await phone.tell('capture-event', { event_name: 'add_to_cart', event_data: { items: 6 } });
  await phone.tell('capture-payment', {
    user_id: 'u_48213',
    payment_id: '88213',
    amount: 842,
    currency: 'INR',
  });
  return { ...phone, clickId };
}
