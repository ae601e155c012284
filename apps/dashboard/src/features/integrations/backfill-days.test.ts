import { expect, it } from 'vitest';
import { backfillInstants } from './backfill-days.ts';

const clock = { timezone: 'Asia/Kolkata', now: new Date('2026-06-14T12:00:30Z') };

it('takes whole days of the project’s zone', () => {
  expect(backfillInstants({ from: '2026-06-01', to: '2026-06-02' }, clock)).toEqual({
    from: '2026-05-31T18:30:00.000Z',
    to: '2026-06-02T18:30:00.000Z',
  });
});

it('ends now at the latest', () => {
  expect(backfillInstants({ from: '2026-06-14', to: '2026-06-14' }, clock)?.to).toBe(
    '2026-06-14T12:00:30.000Z',
  );
});

it('finds no period in days that are none, run backwards or are to come', () => {
  expect(backfillInstants({ from: '', to: '2026-06-02' }, clock)).toBeNull();
  expect(backfillInstants({ from: '2026-06-03', to: '2026-06-02' }, clock)).toBeNull();
  expect(backfillInstants({ from: '2026-06-20', to: '2026-06-21' }, clock)).toBeNull();
});
