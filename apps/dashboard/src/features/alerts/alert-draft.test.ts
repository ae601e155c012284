import { AlertCondition } from '@trailmark/contract/alert-condition';
import { expect, test } from 'vitest';
import { draftOf, draftOfKind, readDraft } from './alert-draft.ts';

const PERIOD = { days: 3, includes_today: true, network: 'META', campaign_id: null };

test.each([
  { kind: 'no_events', minutes: 90 },
  { kind: 'connection_broken' },
  { kind: 'spend_without_installs', each: 'network', amount: '500.5', ...PERIOD },
  { kind: 'cpi_above', each: 'campaign', threshold: '40', min_installs: 5, min_spend: '100', ...PERIOD },
])('$kind is the same after it is typed', (given) => {
  const condition = AlertCondition.parse(given);
  expect(readDraft(draftOf(condition)).condition).toEqual(condition);
});

test.each([
  [{ threshold: '' }, 'threshold'],
  [{ threshold: 'x' }, 'threshold'],
  [{ threshold: '40', days: '' }, 'days'],
  [{ threshold: '40', days: '91' }, 'days'],
  [{ threshold: '40', minInstalls: '1.5' }, 'min_installs'],
  [{ threshold: '40', minSpend: '-1' }, 'min_spend'],
])('%j names what is wrong', (change, field) => {
  const { condition, errors } = readDraft({ ...draftOfKind('cpi_above'), ...change });
  expect(condition).toBeNull();
  expect(Object.keys(errors)).toEqual([field]);
});
