import { CLICK_IDS } from '@trailmark/core/links/click-ids';
import { expect, test } from 'vitest';
import { campaignOf } from './touch.ts';

test.each([...CLICK_IDS, 'utm_source', 'utm_id', 'gad_source', 'tm_click', 'click_id', 'clid'])(
  '%s is kept',
  (name) => {
    const url = `https://shop.example/?a=1&${name}=x&b=2`;
    expect(campaignOf(url, {})).toBe(`${name}=x`);
    expect(campaignOf(url, { ad_storage: 'denied' })).toBe(name.startsWith('utm_') ? `${name}=x` : '');
  },
);

test.each(['code', 'token', 'email', 'client_id', 'session_id', 'account_id', 'q', 'id', 'state', 'utmost'])(
  '%s stays in the browser',
  (name) => {
    expect(campaignOf(`https://shop.example/?${name}=x`, {})).toBe('');
  },
);
