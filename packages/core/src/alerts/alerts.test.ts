import type { AlertCondition } from '@trailmark/contract/alert-condition';
import type { Measured, Verdict } from '@trailmark/contract/alerts';
import { describe, expect, test } from 'vitest';
import { isMuted } from './is-muted.ts';
import { judge } from './judge.ts';
import { MOST_OPEN, nextFirings } from './next-firings.ts';

const measured = (values: Partial<Measured>): Measured => ({
  subject: '',
  scope: 'project',
  name: 'Kite',
  value: null,
  installs: null,
  spend: null,
  from: null,
  to: null,
  last_event_at: null,
  usual_days: null,
  problem: null,
  path: '/overview',
  ...values,
});

const PERIOD = { days: 7, includes_today: false, network: null, campaign_id: null };
const SAMPLE = { min_installs: 10, min_spend: '100' };
const NO_EVENTS: AlertCondition = { kind: 'no_events', minutes: 60 };
const SPEND: AlertCondition = {
  kind: 'spend_without_installs',
  each: 'campaign',
  amount: '100.50',
  ...PERIOD,
};
const CPI: AlertCondition = { kind: 'cpi_above', each: 'project', threshold: '40', ...PERIOD, ...SAMPLE };
const ROAS: AlertCondition = { kind: 'roas_below', each: 'project', threshold: '1', ...PERIOD, ...SAMPLE };
const BROKEN: AlertCondition = { kind: 'connection_broken' };

type Case = [AlertCondition, Partial<Measured>, before: 'closed' | 'open', Verdict];
const enough = { installs: 10, spend: '100' };

test.each<Case>([
  [NO_EVENTS, { value: '1', usual_days: null }, 'closed', 'ok'],
  [NO_EVENTS, { value: '1', usual_days: null }, 'open', 'ok'],
  [NO_EVENTS, { value: '0', usual_days: 3 }, 'closed', 'firing'],
  [NO_EVENTS, { value: '0', usual_days: 2 }, 'closed', 'too_small'],
  [NO_EVENTS, { value: '0', usual_days: 0 }, 'closed', 'too_small'],
  // An outage that lasts for days is not what is usual.
  [NO_EVENTS, { value: '0', usual_days: 0 }, 'open', 'firing'],
  [SPEND, { spend: '100.50', installs: 0 }, 'closed', 'firing'],
  [SPEND, { spend: '100.5', installs: 0 }, 'open', 'firing'],
  [SPEND, { spend: '100.49', installs: 0 }, 'closed', 'ok'],
  [SPEND, { spend: '9000', installs: 1 }, 'open', 'ok'],
  [CPI, { value: '40.01', ...enough }, 'closed', 'firing'],
  [CPI, { value: '40.00', ...enough }, 'closed', 'ok'],
  [CPI, { value: '40.00', ...enough }, 'open', 'ok'],
  [CPI, { value: '900', ...enough, installs: 9 }, 'closed', 'too_small'],
  [CPI, { value: '900', ...enough, spend: '99.99' }, 'open', 'too_small'],
  [CPI, { value: null, ...enough, installs: 0 }, 'closed', 'too_small'],
  // As text, 100 would come before 40.
  [CPI, { value: '100', ...enough }, 'closed', 'firing'],
  [ROAS, { value: '0.99', ...enough }, 'closed', 'firing'],
  [ROAS, { value: '1', ...enough }, 'closed', 'ok'],
  [ROAS, { value: '0', ...enough }, 'closed', 'firing'],
  [ROAS, { value: null, spend: '0', installs: 50 }, 'open', 'too_small'],
  [BROKEN, { problem: 'answered 401' }, 'closed', 'firing'],
  [BROKEN, { problem: null }, 'open', 'ok'],
])('%j with %j while %s is %s', (condition, values, before, verdict) => {
  expect(judge(condition, measured(values), before === 'open')).toBe(verdict);
});

describe('firings', () => {
  const campaign = (subject: string, spend: string, installs = 0) =>
    measured({ subject, scope: 'campaign', spend, installs });
  const open = (subject: string) => ({ firingId: `firing of ${subject}`, subject });

  test('open once, stay open and close, each subject by itself', () => {
    const next = nextFirings(
      SPEND,
      [open('stays'), open('ends'), open('archived')],
      [campaign('opens', '500'), campaign('stays', '500'), campaign('ends', '500', 2), campaign('ok', '1')],
    );
    expect(next.opened.map(({ subject }) => subject)).toEqual(['opens']);
    expect(next.kept.map(({ firing }) => firing.subject)).toEqual(['stays']);
    expect(
      next.closed.map(({ firing, because, measured: last }) => [firing.subject, because, last?.installs]),
    ).toEqual([
      ['ends', 'over', 2],
      ['archived', 'gone', undefined],
    ]);
  });

  test('end where too little is left to say', () => {
    const { closed } = nextFirings(CPI, [open('')], [measured({ value: '900', installs: 1, spend: '900' })]);
    expect(closed).toMatchObject([{ because: 'too_small' }]);
  });

  test('are limited', () => {
    const many = Array.from({ length: MOST_OPEN + 50 }, (_, index) => campaign(`c${index}`, '500'));
    expect(nextFirings(SPEND, [], many).opened).toHaveLength(MOST_OPEN);
    expect(nextFirings(SPEND, [open('c0'), open('c7')], many).opened).toHaveLength(MOST_OPEN - 2);
  });
});

test.each([
  ['never', null, null, false],
  ['until later', '2026-03-10T05:00:00Z', '2026-03-10T06:00:01Z', true],
  ['until now', '2026-03-10T05:00:00Z', '2026-03-10T06:00:00Z', false],
  ['until unmuted', '2026-03-10T05:00:00Z', null, true],
])('a rule is muted %s', (_, at, until, muted) => {
  const row = { muted_at: at ? new Date(at) : null, muted_until: until ? new Date(until) : null };
  expect(isMuted(row, new Date('2026-03-10T06:00:00Z'))).toBe(muted);
});
