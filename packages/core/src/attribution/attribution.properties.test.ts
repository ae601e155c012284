import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute } from './attribute.ts';
import type { Conversion, FoundBy, PlausibilityLevel, Rules, Touch } from './decision.ts';
import { explainDecision, explainTouch } from './explain.ts';
import { classRank } from './rank-touches.ts';
import { issueReceipt, recompute } from './receipt.ts';
import { DEFAULT_LEVELS } from './rules.ts';
import { ADDRESS, ago, buildKnownDevice, buildRules, DEVICE_ID, OPENED_AT } from './testing/build-case.ts';

const OTHER_ID = '11111111-1111-4111-8111-111111111111';
const address = fc.constantFrom(ADDRESS, ADDRESS, '198.51.100.9', null);
const deviceId = fc.constantFrom(DEVICE_ID, OTHER_ID, null);
const rarely = fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0);
const traits = {
  osVersion: fc.constantFrom('14', '13', null),
  model: fc.constantFrom('Pixel 8', 'SM-G991B', 'K', null),
  language: fc.constantFrom('en', 'hi', null),
};

// Many touches at the same instants and at the very ends of windows, where rules meet.
const age = fc.oneof(
  fc.constantFrom(-1, 0, 1, 3, 9.999, 10, 60, 3600, 21_600, 21_601, 86_400, 86_401, 604_800, 604_801),
  fc.integer({ min: -100, max: 3_000_000 }),
);

const windows = fc.record({
  click_hours: fc.constantFrom(1, 168, 720),
  probabilistic_hours: fc.constantFrom(0, 6, 24),
  view_hours: fc.constantFrom(0, 24, 168),
  reattribution_days: fc.constantFrom(1, 30, 90),
  inactivity_days: fc.constantFrom(0, 7, 30),
  web_days: fc.constantFrom(1, 30, 90),
});

const touch: fc.Arbitrary<Touch> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('click', 'click', 'view', 'coupon'),
  at: age.map(ago),
  campaignId: fc.constantFrom('campaign-a', 'campaign-before', null),
  linkId: fc.constantFrom('link-a', null),
  network: fc.constantFrom('META', 'TIKTOK'),
  adSet: fc.constant(null),
  creative: fc.constant(null),
  ownedMedia: fc.boolean(),
  platform: fc.constantFrom('android', 'android', 'ios', 'desktop', 'other'),
  foundBy: fc.subarray<FoundBy>([
    'click_id',
    'deep_link',
    'advertising_id',
    'meta_referrer',
    'adservices',
    'google_ads',
    'coupon',
    'ip',
  ]),
  ip: address,
  advertisingId: deviceId,
  ...traits,
  isRelay: rarely,
  windows,
  usedBy: fc.constantFrom(null, null, null, 'install-new', 'install-old'),
  sameDeviceTouches: fc.constantFrom(0, 0, 20, 21),
  sameIpTouches: fc.constantFrom(0, 0, 100, 101),
  isForged: rarely,
  isOfOtherApp: rarely,
  isOutlier: rarely,
});

const conversion: fc.Arbitrary<Conversion> = fc.record({
  kind: fc.constantFrom('first_open', 'first_open', 'deep_link', 'session'),
  installId: fc.constant('install-new'),
  at: fc.constant(OPENED_AT),
  platform: fc.constantFrom('android', 'ios', 'other'),
  ip: address,
  isRelay: rarely,
  relayKnown: fc.boolean(),
  isAnonymous: rarely,
  advertisingId: deviceId,
  hasMalformedId: rarely,
  ...traits,
  trackingAuthorized: fc.constantFrom(null, true, false),
  installBeginAt: fc.option(fc.integer({ min: 0, max: 600 }).map(ago)),
  before: fc.option(
    fc
      .record({ installedAt: fc.integer({ min: 0, max: 9_000_000 }).map(ago), lastActiveAt: age.map(ago) })
      .map(buildKnownDevice),
  ),
});

const level = fc.constantFrom<PlausibilityLevel>('tag', 'no_postback', 'no_credit');
const rules: fc.Arbitrary<Rules> = fc
  .record({ levels: fc.tuple(level, level, level, level, level, level), windows })
  .map(({ levels, windows }) => {
    const reasons = Object.keys(DEFAULT_LEVELS);
    const chosen = Object.fromEntries(reasons.map((reason, index) => [reason, levels[index]]));
    return buildRules({ windows, levels: chosen as Rules['levels'] });
  });

/** Nothing but the address leads to it, so that similarity decides. */
const nearbyTouch = touch.map((one): Touch => {
  return { ...one, kind: 'click', foundBy: ['ip'], ip: ADDRESS, advertisingId: null, platform: 'android' };
});

const touches = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: touch }, { weight: 1, arbitrary: nearbyTouch }),
  { selector: ({ id }) => id, maxLength: 8 },
);
const cases = fc.record({ conversion, touches, rules });
const RUNS = { numRuns: 500 };

/** Holds the property against many cases, and makes sure that enough of them had a winner. */
function always(check: (given: { conversion: Conversion; touches: Touch[]; rules: Rules }) => void) {
  let winners = 0;
  fc.assert(
    fc.property(cases, (given) => {
      if (attribute(given.conversion, given.touches, given.rules).touchId !== null) winners += 1;
      check(given);
    }),
    RUNS,
  );
  expect(winners).toBeGreaterThan(RUNS.numRuns / 10);
}

function winnerOf(conversion: Conversion, touches: Touch[], rules: Rules) {
  const decision = attribute(conversion, touches, rules);
  const winner = touches.find(({ id }) => id === decision.touchId) ?? null;
  const candidate = decision.candidates.find(({ outcome }) => outcome === 'won') ?? null;
  return { decision, winner, candidate };
}

describe('whatever the touches, the open and the rules', () => {
  test('the order of the touches does not matter', () => {
    fc.assert(
      fc.property(
        cases.chain((given) =>
          fc.shuffledSubarray(given.touches, { minLength: given.touches.length }).map((shuffled) => ({
            ...given,
            shuffled,
          })),
        ),
        ({ conversion, touches, rules, shuffled }) => {
          expect(attribute(conversion, shuffled, rules)).toEqual(attribute(conversion, touches, rules));
        },
      ),
      RUNS,
    );
  });

  test('not even the order of touches that share an id by mistake', () => {
    fc.assert(
      fc.property(conversion, fc.array(touch, { maxLength: 5 }), rules, (conversion, touches, rules) => {
        const twins = touches.map((one) => ({ ...one, id: 'same' }));
        expect(attribute(conversion, [...twins].reverse(), rules)).toEqual(
          attribute(conversion, twins, rules),
        );
      }),
      RUNS,
    );
  });

  test('nothing that was given is changed', () => {
    always(({ conversion, touches, rules }) => {
      const before = JSON.stringify({ conversion, touches, rules });
      attribute(conversion, touches, rules);
      expect(JSON.stringify({ conversion, touches, rules })).toBe(before);
    });
  });

  test('one touch wins, or nobody does and the source is kept or organic', () => {
    always(({ conversion, touches, rules }) => {
      const { decision } = winnerOf(conversion, touches, rules);
      const won = decision.candidates.filter(({ outcome }) => outcome === 'won');
      if (decision.touchId === null) {
        expect(won).toEqual([]);
        expect(['organic', 'inherited']).toContain(decision.matchType);
        return;
      }
      expect(won).toEqual([expect.objectContaining({ touchId: decision.touchId })]);
      expect(won[0]).toMatchObject({ matchType: decision.matchType });
      expect(decision.candidates[0]).toBe(won[0]);
    });
  });

  test('every touch is in the receipt exactly once, and says why', () => {
    always(({ conversion, touches, rules }) => {
      const { candidates } = attribute(conversion, touches, rules);
      expect(candidates.map(({ touchId }) => touchId).sort()).toEqual(touches.map(({ id }) => id).sort());
      expect(candidates.every(({ because }) => because !== '')).toBe(true);
    });
  });

  test('the winner is inside its window, believed, free, and not from after the open', () => {
    always(({ conversion, touches, rules }) => {
      const { winner, candidate } = winnerOf(conversion, touches, rules);
      if (!winner || !candidate) return;
      expect(candidate.ageSeconds).toBeGreaterThanOrEqual(0);
      expect(candidate.windowSeconds).toBeGreaterThan(0);
      expect(candidate.ageSeconds).toBeLessThanOrEqual(candidate.windowSeconds!);
      expect(candidate.suspicions.filter(({ level }) => level === 'no_credit')).toEqual([]);
      expect(winner.at <= conversion.at).toBe(true);
      expect([null, conversion.installId]).toContain(winner.usedBy);
      expect(winner.isForged).toBe(false);
    });
  });

  test('no valid touch is of a stronger class than the winner, none of its class is later', () => {
    always(({ conversion, touches, rules }) => {
      const { decision, winner, candidate } = winnerOf(conversion, touches, rules);
      const valid = decision.candidates.filter(({ outcome }) => /^(weaker|older)_/.test(outcome));
      if (!winner || !candidate) {
        expect(valid).toEqual([]);
        return;
      }
      for (const other of valid) {
        const isWeaker = classRank(other.matchType) > classRank(candidate.matchType);
        expect(other.outcome).toBe(isWeaker ? 'weaker_class' : 'older_touch');
        expect(classRank(other.matchType)).toBeGreaterThanOrEqual(classRank(candidate.matchType));
        if (!isWeaker) expect(other.ageSeconds).toBeGreaterThanOrEqual(candidate.ageSeconds);
      }
    });
  });

  test('one more, older touch of the same class never changes the winner', () => {
    always(({ conversion, touches, rules }) => {
      const { winner } = winnerOf(conversion, touches, rules);
      if (!winner) return;
      const at = new Date(Date.parse(winner.at) - 1).toISOString();
      const older = { ...winner, id: '00000000-0000-0000-0000-000000000000', at };
      expect(attribute(conversion, [...touches, older], rules).touchId).toBe(winner.id);
    });
  });

  test('without a touch that lost, the same one wins', () => {
    always(({ conversion, touches, rules }) => {
      const { decision } = winnerOf(conversion, touches, rules);
      if (decision.touchId === null) return;
      for (const { id } of touches.filter(({ id }) => id !== decision.touchId)) {
        const rest = touches.filter((one) => one.id !== id);
        expect(attribute(conversion, rest, rules).touchId).toBe(decision.touchId);
      }
    });
  });

  test('an address of Private Relay never matches, nor Apple devices before relays are known', () => {
    // Equal in everything else, so that only the tested field decides.
    const alike = { ip: ADDRESS, advertisingId: null, osVersion: '14', model: null, language: 'en' };
    const platform = fc.constantFrom('android', 'ios');
    const one = fc.tuple(touch, platform, fc.integer({ min: 20, max: 3000 }));
    const byAddress = fc.array(
      one.map(([touch, platform, age]): Touch => {
        return { ...touch, ...alike, platform, kind: 'click', at: ago(age), foundBy: ['ip'], usedBy: null };
      }),
      { minLength: 1, maxLength: 4 },
    );
    const open = fc.tuple(conversion, platform).map(([conversion, platform]): Conversion => {
      return { ...conversion, ...alike, platform, installBeginAt: null };
    });
    let matched = 0;
    fc.assert(
      fc.property(open, byAddress, rules, (conversion, touches, rules) => {
        const { winner, decision } = winnerOf(conversion, touches, rules);
        if (!winner) return;
        matched += 1;
        expect(decision.matchType).toBe('probabilistic');
        expect([winner.isRelay, conversion.isRelay]).toEqual([false, false]);
        expect(conversion.platform === 'ios' && !conversion.relayKnown).toBe(false);
        expect(conversion.kind).toBe('first_open');
        expect(winner.ip).toBe(conversion.ip);
      }),
      RUNS,
    );
    expect(matched).toBeGreaterThan(RUNS.numRuns / 20);
  });

  test('only a later open can change nothing, and the first of a new device is always an install', () => {
    always(({ conversion, touches, rules }) => {
      const { kind } = attribute(conversion, touches, rules);
      if (conversion.before === null) expect(kind).toBe(conversion.kind === 'session' ? null : 'install');
      else if (conversion.kind === 'first_open') expect(['install', 'reinstall']).toContain(kind);
      else expect([null, 'reengagement', 'reattribution']).toContain(kind);
    });
  });

  test('a receipt read back from JSON gives the same answer', () => {
    always(({ conversion, touches, rules }) => {
      const receipt = issueReceipt(conversion, touches, rules);
      const { same, decision } = recompute(JSON.parse(JSON.stringify(receipt)));
      expect(same).toBe(true);
      expect(decision).toEqual(receipt.decision);
    });
  });
});

/** Each reason as the code line says it and as the sentence does. */
const REASONS: [outcome: string, code: RegExp, words: RegExp][] = [
  [
    'won',
    /^the latest of the strongest class: /,
    /(No other touch was found|latest touch of the strongest kind)\./,
  ],
  ['outside_window', /^its window is 0: /, /are not credited here: their window is 0\.$/],
  [
    'outside_window',
    /^it is [\d.]+ s old, its window is [1-9]\d* s$/,
    /, but it is .+ old, and the window for .+ is .+\.$/,
  ],
  ['weaker_class', / is stronger$/, / outweighs it\.$/],
  ['older_touch', /^a later touch of the same class won$/, /, but a later touch of the same kind won\.$/],
  ['older_touch', /^a touch of the same instant won: /, /, but another touch of the same moment won: /],
  ['rejected', /^it came after the open$/, /^Not eligible: it came after the app was opened\.$/],
  ['rejected', /^it is already credited$/, /^Not eligible: it is already credited\.$/],
  [
    'rejected',
    /^it is already credited with another install$/,
    /^Not eligible: it is already credited with another install\.$/,
  ],
  [
    'rejected',
    /^it came before the app was installed$/,
    /^Not eligible: it came before the app was installed\.$/,
  ],
  ['rejected', /^it is not for this app$/, /^Not eligible: it is not for this app\.$/],
  ['rejected', /^a view is matched by an id only$/, /^Not eligible: a view counts only for the device/],
  ['rejected', /^no id connects it to the device$/, /^Not eligible: nothing connects it to this device\.$/],
  [
    'rejected',
    /^an open by a link is never matched by likeness$/,
    /^Not eligible: an app opened by a link is credited/,
  ],
  [
    'rejected',
    /^a session is never matched/,
    /^Not eligible: a session is credited to what a network claims/,
  ],
  ['rejected', /^an address of Private Relay /, /^Not eligible: an address of Private Relay says nothing/],
  ['rejected', /^its address is not that of the device$/, /^Not eligible: it came from another address\.$/],
  ['rejected', /^it was not made on the platform/, /^Not eligible: it came from another kind of device\.$/],
  [
    'rejected',
    /^addresses of Private Relay are not known/,
    /^Not eligible: addresses of Private Relay are not known/,
  ],
  ['rejected', /^on iOS likeness counts only/, /^Not eligible: on iOS similarity counts only/],
  [
    'rejected',
    /^it carries the advertising id of another/,
    /^Not eligible: it carries the advertising id of another/,
  ],
  [
    'rejected',
    /^its likeness to the device is \d+ of 100/,
    /^Not eligible: IP address and device are too different/,
  ],
  ['rejected', /^it is not believed: anonymous_traffic$/, /^Rejected: the app was opened from a data centre/],
  [
    'rejected',
    /^it is not believed: distribution_outlier$/,
    /^Rejected: installs of this source come at implausible times/,
  ],
  ['rejected', /^it is not believed: too_many_engagements$/, /^Rejected: \d+ touches of this source came/],
  [
    'rejected',
    /^it is not believed: engagement_injection$/,
    /^Rejected: it came (only )?.+ (before|after) the /,
  ],
  ['rejected', /^it is not believed: incorrect_signature$/, /^Rejected: its click id is not one of ours\.$/],
  [
    'rejected',
    /^it is not believed: malformed_advertising_id$/,
    /^Rejected: the app sent a malformed advertising id/,
  ],
];

describe('the words of a receipt', () => {
  test('give the reason of the code line, whatever the outcome', () => {
    const seen = new Set<RegExp>();
    always(({ conversion, touches, rules }) => {
      const receipt = issueReceipt(conversion, touches, rules);
      for (const candidate of receipt.decision.candidates) {
        const sentence = explainTouch(receipt, candidate);
        const byCode = REASONS.filter(
          ([of, code]) => of === candidate.outcome && code.test(candidate.because),
        );
        const byWords = REASONS.filter(([, , words]) => words.test(sentence));
        expect(byCode, candidate.because).toHaveLength(1);
        expect(byWords, `${candidate.because}: ${sentence}`).toEqual(byCode);
        for (const [, code] of byCode) seen.add(code);
      }
    });
    expect(seen.size).toBeGreaterThan(REASONS.length / 2);
  });

  test('call a touch implausible only if the decision does', () => {
    always(({ conversion, touches, rules }) => {
      const receipt = issueReceipt(conversion, touches, rules);
      const { decision } = receipt;
      const isImplausible = explainDecision(receipt, () => 'somebody').includes(
        'the strongest touch was rejected',
      );
      if (isImplausible) expect(decision.verdict).toBe('no_credit');
      const isNobody = decision.kind !== null && decision.matchType === 'organic';
      if (decision.verdict === 'no_credit' && isNobody && decision.touchId === null)
        expect(isImplausible).toBe(true);
    });
  });

  test('say nothing bad about a click of another project', () => {
    always(({ conversion, touches, rules }) => {
      const foreign = touches.map((one) => ({ ...one, isOfOtherApp: true }));
      const { verdict, candidates } = attribute(conversion, foreign, rules);
      expect(verdict).toBe('clean');
      for (const { outcome, suspicions } of candidates)
        expect([outcome, suspicions]).toEqual(['rejected', []]);
    });
  });
});
