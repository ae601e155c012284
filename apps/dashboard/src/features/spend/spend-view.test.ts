import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../address/address-state.ts';
import { connectedOf, DEFAULT_SPEND_VIEW, lastDays, SPEND_VIEW } from './spend-view.ts';

const read = (search: Record<string, unknown>) => readAddress(SPEND_VIEW, DEFAULT_SPEND_VIEW, search);

describe('the address of the spend screen', () => {
  it('holds what was chosen', () => {
    const view = {
      ...({ tab: 'difference', state: 'all', network: 'TIKTOK', cause: 'zone' } as const),
      campaign: '01900000-0000-7000-8000-000000000000',
      days: { from: '2026-11-01', to: '2026-11-16' },
    };
    expect(read(writeAddress(SPEND_VIEW, DEFAULT_SPEND_VIEW, view))).toEqual(view);
  });

  it('leaves out days that are too many, run backwards or are none', () => {
    expect(read({ from: '2026-01-01', to: '2026-03-03' }).days).not.toBeNull();
    expect(read({ from: '2026-01-01', to: '2026-03-04' }).days).toBeNull();
    expect(read({ from: '2026-11-02', to: '2026-11-01' }).days).toBeNull();
    expect(read({ from: '2026-11-31', to: '2026-12-01' }).days).toBeNull();
  });

  it('takes no network that claims nothing', () => {
    expect(read({ network: 'JIO_COUPONS', tab: 'else' })).toEqual(DEFAULT_SPEND_VIEW);
  });
});

it('the last 7 days end today', () => {
  expect(lastDays('7', '2026-11-16')).toEqual({ from: '2026-11-10', to: '2026-11-16' });
});

it('networks with an account come once and in order', () => {
  const kinds = ['TIKTOK', 'JIO_COUPONS', 'META', 'META'];
  expect(connectedOf(kinds.map((kind) => ({ kind })))).toEqual(['META', 'TIKTOK']);
});
