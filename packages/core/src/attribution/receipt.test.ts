import { describe, expect, test } from 'vitest';
import { NO_CONSENT } from '../client/read-consent.ts';
import type { Receipt } from './decision.ts';
import { issueReceipt, recompute } from './receipt.ts';
import {
  ago,
  buildConversion,
  buildKnownDevice,
  buildRules,
  buildTouch,
  CLASSES,
  days,
} from './testing/build-case.ts';

const receipt = issueReceipt(
  buildConversion({ before: buildKnownDevice() }),
  [
    buildTouch({ id: 'a' }),
    buildTouch({ ...CLASSES.probabilistic, id: 'b', at: ago(1.5) }),
    buildTouch({ id: 'c', at: ago(days(9)) }),
  ],
  buildRules(),
);
const stored = (): Receipt => JSON.parse(JSON.stringify(receipt));

test('a receipt holds what was decided, and from what', () => {
  expect(receipt.decision).toMatchObject({ kind: 'reinstall', touchId: 'a' });
  expect(receipt.touches.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(receipt.rules.version).toBe(1);
});

test('read back, it gives the same answer', () => {
  expect(recompute(stored())).toEqual({ same: true, decision: receipt.decision });
});

test('consent is held, and decides nothing: a receipt from before it gives the same answer', () => {
  const consent = { ...NO_CONSENT, adStorage: false };
  const withConsent = issueReceipt({ ...receipt.conversion, consent }, receipt.touches, receipt.rules);
  expect(withConsent.conversion.consent).toEqual(consent);
  expect(recompute(JSON.parse(JSON.stringify(withConsent)))).toEqual({
    same: true,
    decision: receipt.decision,
  });
  expect(stored().conversion).not.toHaveProperty('consent');
  expect(recompute(stored()).same).toBe(true);
});

test('the order of fields and of touches does not matter', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, inner]) => [name, reversed(inner)]),
    );
  };
  const shuffled = reversed({ ...stored(), touches: stored().touches.reverse() }) as Receipt;
  expect(recompute(shuffled).same).toBe(true);
});

test('fields of another version are not compared', () => {
  const later = stored();
  Object.assign(later.decision, { mood: 'good' });
  Object.assign(later.decision.candidates[0]!, { colour: 'red' });
  Object.assign(later.touches[0]!, { weather: 'rain' });
  expect(recompute(later).same).toBe(true);
});

describe('a receipt that was tampered with is found out', () => {
  const changes: [string, (receipt: Receipt) => void][] = [
    ['another winner', ({ decision }) => (decision.touchId = 'b')],
    ['another campaign', ({ decision }) => (decision.campaignId = 'campaign-z')],
    ['another kind', ({ decision }) => (decision.kind = 'install')],
    ['a reason more', ({ decision }) => decision.reasons.push('anonymous_traffic')],
    ['a candidate less', ({ decision }) => decision.candidates.pop()],
    ['candidates in another order', ({ decision }) => decision.candidates.reverse()],
    ['another reason for a loss', ({ decision }) => (decision.candidates[2]!.because = 'bad luck')],
    ['another age', ({ decision }) => (decision.candidates[0]!.ageSeconds += 1)],
    ['a touch less', ({ touches }) => touches.shift()],
    ['another time of a touch', ({ touches }) => (touches[0]!.at = ago(days(20)))],
    ['other windows', ({ touches }) => (touches[0]!.windows.click_hours = 0)],
    ['another open', ({ conversion }) => (conversion.at = ago(days(20)))],
    ['other rules', ({ rules }) => (rules.thresholds.rejectCtitSeconds = 3601)],
    ['no decision', (receipt) => Reflect.deleteProperty(receipt, 'decision')],
    ['a field less', ({ decision }) => Reflect.deleteProperty(decision, 'verdict')],
  ];
  test.each(changes)('%s', (_, change) => {
    const changed = stored();
    change(changed);
    expect(recompute(changed).same).toBe(false);
  });
});
