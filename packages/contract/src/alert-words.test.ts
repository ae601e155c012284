import { expect, test } from 'vitest';
import { AlertCondition } from './alert-condition.ts';
import { conditionWords, firingWords } from './alert-words.ts';

const PERIOD = { days: 7, includes_today: false };
const SAMPLE = { min_installs: 10, min_spend: '0' };
const CAMPAIGN = '01234567-89ab-7def-8123-456789abcdef';

test.each([
  [{ kind: 'no_events', minutes: 60 }, 'no event arrives for 1 hour'],
  [{ kind: 'no_events', minutes: 90 }, 'no event arrives for 90 minutes'],
  [
    { kind: 'spend_without_installs', each: 'campaign', amount: '500', days: 1, includes_today: true },
    'a campaign has spend of ₹500 or more and no installs today',
  ],
  [
    { kind: 'spend_without_installs', each: 'campaign', amount: '500', ...PERIOD, network: 'META' },
    'a campaign of Meta has spend of ₹500 or more and no installs in the last 7 days',
  ],
  [
    { kind: 'cpi_above', each: 'project', threshold: '40', ...PERIOD, ...SAMPLE },
    'CPI of the project is above ₹40 in the last 7 days, with at least 10 installs',
  ],
  [
    { kind: 'cpi_above', each: 'campaign', threshold: '40', ...PERIOD, ...SAMPLE, campaign_id: CAMPAIGN },
    'CPI of Diwali is above ₹40 in the last 7 days, with at least 10 installs',
  ],
  [
    {
      kind: 'roas_below',
      each: 'project',
      threshold: '1.2',
      ...PERIOD,
      ...SAMPLE,
      network: 'META',
      min_spend: '900',
    },
    'ROAS of Meta is below 1.20 in the last 7 days, with at least 10 installs and ₹900 of spend',
  ],
])('%j', (condition, words) => {
  const options = { currency: 'INR', campaignName: 'Diwali' };
  expect(conditionWords(AlertCondition.parse(condition), options)).toBe(words);
});

test('what happened has the number and the threshold', () => {
  const condition = AlertCondition.parse({
    kind: 'cpi_above',
    each: 'campaign',
    threshold: '40',
    ...PERIOD,
    ...SAMPLE,
  });
  const measured = {
    subject: 'campaign:x',
    scope: 'campaign',
    name: 'Diwali',
    value: '52.5',
    installs: 20,
    spend: '1050',
    from: null,
    to: null,
    last_event_at: null,
    usual_days: null,
    problem: null,
    path: '/',
  } as const;
  expect(firingWords(condition, measured, 'INR')).toBe('CPI of Diwali is ₹52.50, above ₹40');
});
