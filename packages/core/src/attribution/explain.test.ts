import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate, Conversion, Receipt, Rules, Touch } from './decision.ts';
import { durationWords, exceedingWords } from './duration-words.ts';
import { explainDecision, explainTouch, type NameOf } from './explain.ts';
import { issueReceipt } from './receipt.ts';
import {
  ago,
  buildConversion,
  buildKnownDevice,
  buildRules,
  buildTouch,
  CLASSES,
  days,
  hours,
  OPENED_AT,
} from './testing/build-case.ts';
import { whatIfs } from './what-if.ts';

const NAMES: Record<string, string> = {
  'campaign-a': 'Brand search',
  'campaign-b': 'UGC creators',
  'campaign-before': 'Winter sale',
};
const nameOf: NameOf = ({ campaignId, network }) => NAMES[campaignId ?? ''] ?? `an ad of ${network}`;

interface Given {
  touches: Partial<Touch>[];
  conversion?: Partial<Conversion>;
  rules?: Partial<Rules>;
}

function receiptOf({ touches, conversion, rules }: Given): Receipt {
  const made = touches.map((touch, at) => buildTouch({ id: `touch-${at}`, ...touch }));
  return issueReceipt(buildConversion(conversion), made, buildRules(rules));
}

/** What is said about the touch that was given first. */
function sentenceOf(given: Given): { outcome: Candidate['outcome']; sentence: string } {
  const receipt = receiptOf(given);
  const candidate = receipt.decision.candidates.find(({ touchId }) => touchId === 'touch-0');
  if (!candidate) throw new Error('The touch was not weighed.');
  return { outcome: candidate.outcome, sentence: explainTouch(receipt, candidate) };
}

describe('lengths of time', () => {
  test.each([
    [0, 'less than 1 s'],
    [0.9, 'less than 1 s'],
    [-5, 'less than 1 s'],
    [1, '1 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [125, '2 min 5 s'],
    [599, '9 min 59 s'],
    [600, '10 min'],
    [832, '13 min'],
    [3599, '59 min'],
    [3600, '1 h'],
    [63_240, '17 h 34 min'],
    [86_400, '24 h'],
    [172_799, '47 h 59 min'],
    [172_800, '2 days'],
    [183_600, '2 days 3 h'],
    [604_800, '7 days'],
    [2_592_000, '30 days'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(durationWords(seconds)).toBe(words);
  });
});

describe('a length of time that exceeds a limit', () => {
  test.each([
    [21_600.4, 21_600, '6 h 0.4 s', '6 h'],
    [21_612, 21_600, '6 h 12 s', '6 h'],
    [21_660, 21_600, '6 h 1 min', '6 h'],
    [604_800.001, 604_800, '7 days 0.001 s', '7 days'],
    [604_860, 604_800, '7 days 1 min', '7 days'],
    [608_400, 604_800, '7 days 1 h', '7 days'],
    [0.5, 0, '0.5 s', '0 s'],
  ])('%d s against %d s', (seconds, limitSeconds, length, limit) => {
    expect(exceedingWords(seconds, limitSeconds)).toEqual({ length, limit });
  });

  const UNIT_MS: Record<string, number> = {
    day: 86_400_000,
    days: 86_400_000,
    h: 3_600_000,
    min: 60_000,
    s: 1000,
  };
  const msOf = (words: string) =>
    words === 'less than 1 s'
      ? 0
      : [...words.matchAll(/([\d.]+) (\w+)/g)].reduce(
          (sum, [, count, unit]) => sum + Math.round(Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN)),
          0,
        );
  test('always reads longer', () => {
    const ms = fc.integer({ min: 0, max: 40 * 86_400_000 });
    const over = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 90_000_000 }));
    fc.assert(
      fc.property(ms, over, fc.boolean(), (given, more, isWhole) => {
        const limitMs = isWhole ? given - (given % 3_600_000) : given;
        const { length, limit } = exceedingWords((limitMs + more) / 1000, limitMs / 1000);
        expect(msOf(length), `${length} and ${limit}`).toBeGreaterThan(msOf(limit));
      }),
      { numRuns: 2000 },
    );
  });
});

const CONNECTIONS: [keyof typeof CLASSES, string, string, string][] = [
  ['click_id', 'The install referrer carried our signed click id', 'clicks', '7 days'],
  ['deep_link', 'The link of this click opened the app itself', 'clicks', '7 days'],
  ['device_id', 'The click carries the advertising id of this device', 'clicks', '7 days'],
  ['meta_referrer', 'Meta’s encrypted install referrer names this ad', 'clicks', '7 days'],
  ['adservices', 'Apple confirms that its ad led to this download', 'ads of Apple', '30 days'],
  ['google_ads', 'Google says that its ad led to this install', 'clicks', '7 days'],
  ['probabilistic', 'IP address and device match (100 of 100)', 'probabilistic clicks', '6 h'],
  ['view', 'The ad was seen on this device', 'views', '24 h'],
];

describe.each(CONNECTIONS)('a touch by %s', (match, connection, kind, window) => {
  const touch = CLASSES[match] as Partial<Touch>;

  test('that won', () => {
    expect(sentenceOf({ touches: [touch] })).toEqual({
      outcome: 'won',
      sentence: `${connection}, 1 h before the first open; the window for ${kind} is ${window}. No other touch was found.`,
    });
  });

  test('that won over others', () => {
    const { sentence } = sentenceOf({ touches: [touch, { ...touch, at: ago(hours(2)) }] });
    expect(sentence).toMatch(/It is the latest touch of the strongest kind\.$/);
  });

  test('outside its window', () => {
    expect(sentenceOf({ touches: [{ ...touch, at: ago(days(31) + hours(5)) }] })).toEqual({
      outcome: 'outside_window',
      sentence: `${connection}, but it is 31 days 5 h old, and the window for ${kind} is ${window}.`,
    });
  });

  test('older than another of its kind', () => {
    expect(sentenceOf({ touches: [{ ...touch, at: ago(hours(2)) }, touch] })).toEqual({
      outcome: 'older_touch',
      sentence: `${connection}, 2 h before the first open, but a later touch of the same kind won.`,
    });
  });

  test('of the same moment as the winner', () => {
    expect(
      sentenceOf({
        touches: [
          { ...touch, id: 'touch-0' },
          { ...touch, id: 'a-smaller-id' },
        ],
      }).sentence,
    ).toBe(
      `${connection}, 1 h before the first open, but another touch of the same moment won: the closer match goes first.`,
    );
  });

  test('that is already credited with another install', () => {
    expect(sentenceOf({ touches: [{ ...touch, usedBy: 'someone else' }] })).toEqual({
      outcome: 'rejected',
      sentence: 'Not eligible: it is already credited with another install.',
    });
  });

  test('that came after the open', () => {
    const at = new Date(Date.parse(OPENED_AT) + 1000).toISOString();
    expect(sentenceOf({ touches: [{ ...touch, at }] }).sentence).toBe(
      'Not eligible: it came after the app was opened.',
    );
  });

  test('that is not believed', () => {
    expect(sentenceOf({ touches: [{ ...touch, isForged: true }] })).toEqual({
      outcome: 'rejected',
      sentence: 'Rejected: its click id is not one of ours.',
    });
  });
});

describe('weaker evidence', () => {
  const WINNERS: [keyof typeof CLASSES, string][] = [
    ['click_id', 'a deterministic click'],
    ['deep_link', 'a deterministic click'],
    ['device_id', 'a deterministic click'],
    ['meta_referrer', 'a click confirmed by Meta'],
    ['adservices', 'a click confirmed by Apple'],
    ['google_ads', 'a click confirmed by Google'],
    ['probabilistic', 'a probabilistic click'],
  ];
  test.each(WINNERS)('a view loses to %s', (match, evidence) => {
    expect(
      sentenceOf({ touches: [CLASSES.view, { ...CLASSES[match], at: ago(hours(3)) }] as Partial<Touch>[] }),
    ).toEqual({
      outcome: 'weaker_class',
      sentence: `The ad was seen on this device, 1 h before the first open, but ${evidence} outweighs it.`,
    });
  });
});

describe('views that someone speaks of', () => {
  test.each([
    ['meta_referrer', 'Meta says that the ad was seen on this device'],
    ['adservices', 'Apple says that the ad was seen on this device'],
    ['google_ads', 'Google says that the ad was seen on this device'],
  ] as const)('%s', (foundBy, words) => {
    expect(sentenceOf({ touches: [{ kind: 'view', foundBy: [foundBy] }] }).sentence).toContain(words);
  });
});

test('a kind of touch that is not credited at all', () => {
  const windows = {
    click_hours: 168,
    probabilistic_hours: 0,
    view_hours: 24,
    reattribution_days: 90,
    inactivity_days: 7,
  };
  expect(sentenceOf({ touches: [{ ...CLASSES.probabilistic, windows } as Partial<Touch>] }).sentence).toBe(
    'IP address and device match (100 of 100), but probabilistic clicks are not credited here: their window is 0.',
  );
});

test('the age and the window of a probabilistic click, in hours and minutes', () => {
  expect(
    sentenceOf({ touches: [{ ...CLASSES.probabilistic, at: ago(63_240) } as Partial<Touch>] }).sentence,
  ).toBe(
    'IP address and device match (100 of 100), but it is 17 h 34 min old, and the window for probabilistic clicks is 6 h.',
  );
});

test('a click that is hardly older than its window shows by how much', () => {
  expect(
    sentenceOf({ touches: [{ ...CLASSES.probabilistic, at: ago(21_612) } as Partial<Touch>] }).sentence,
  ).toBe(
    'IP address and device match (100 of 100), but it is 6 h 12 s old, and the window for probabilistic clicks is 6 h.',
  );
});

test('a click of another project is not for this app, and nothing is held against it', () => {
  const receipt = receiptOf({ touches: [{ isOfOtherApp: true, at: OPENED_AT }] });
  const [candidate] = receipt.decision.candidates;
  expect(candidate).toMatchObject({
    outcome: 'rejected',
    because: 'it is not for this app',
    suspicions: [],
    matchType: null,
  });
  expect(receipt.decision).toMatchObject({ verdict: 'clean', reasons: [] });
  expect(candidate && explainTouch(receipt, candidate)).toBe('Not eligible: it is not for this app.');
});

test('a click that looks little like the device and came too late is said to have come too late', () => {
  const at = new Date(Date.parse(OPENED_AT) + 1000).toISOString();
  const touch = { ...CLASSES.probabilistic, model: 'Galaxy S9', at } as Partial<Touch>;
  expect(sentenceOf({ touches: [touch] }).sentence).toBe('Not eligible: it came after the app was opened.');
});

test('where two touches are not believed, the decision names why the stronger is not', () => {
  const levels = { ...buildRules().levels, too_many_engagements: 'no_credit' as const };
  const receipt = receiptOf({
    touches: [{ isForged: true }, { ...CLASSES.view, sameDeviceTouches: 41 } as Partial<Touch>],
    rules: { levels },
  });
  expect(explainDecision(receipt, nameOf)).toBe(
    'Not credited: the strongest touch was rejected, since its click id is not one of ours.',
  );
});

describe('findings', () => {
  const CASES: [string, Given, string][] = [
    [
      'after the download had begun',
      { touches: [{ at: ago(60) }], conversion: { installBeginAt: ago(132) } },
      'Rejected: it came 1 min 12 s after the download had begun.',
    ],
    [
      'just before the download',
      { touches: [{ at: ago(62) }], conversion: { installBeginAt: ago(60) } },
      'Rejected: it came only 2 s before the download began.',
    ],
    [
      'just before the open, when the store sends no time',
      { touches: [{ at: ago(1.5) }] },
      'Rejected: it came only 1 s before the app was opened.',
    ],
    [
      'too many from a device',
      {
        touches: [{ sameDeviceTouches: 41 }],
        rules: { levels: { ...buildRules().levels, too_many_engagements: 'no_credit' } },
      },
      'Rejected: 41 touches of this source came from the same device within an hour.',
    ],
    [
      'too many from an address',
      {
        touches: [{ sameIpTouches: 500 }],
        rules: { levels: { ...buildRules().levels, too_many_engagements: 'no_credit' } },
      },
      'Rejected: 500 touches of this source came from the same address within an hour.',
    ],
    [
      'a device that does not look the same',
      { touches: [{ ...CLASSES.probabilistic, model: 'Galaxy S9' } as Partial<Touch>] },
      'Not eligible: IP address and device are too different (similarity 45 of 100, and 70 needed).',
    ],
    [
      'nothing that connects it',
      { touches: [{ foundBy: [] }] },
      'Not eligible: nothing connects it to this device.',
    ],
    [
      'another address',
      { touches: [{ ...CLASSES.probabilistic, ip: '198.51.100.1' } as Partial<Touch>] },
      'Not eligible: it came from another address.',
    ],
  ];
  test.each(CASES)('%s', (_, given, sentence) => {
    expect(sentenceOf(given).sentence).toBe(sentence);
  });

  test('a winner with a mark says what was found', () => {
    const levels = { ...buildRules().levels, anonymous_traffic: 'tag' as const };
    const { sentence } = sentenceOf({ touches: [{}], conversion: { isAnonymous: true }, rules: { levels } });
    expect(sentence).toMatch(/Marked as suspicious: the app was opened from a data centre, a VPN or Tor\.$/);
  });
});

describe('the decision as a whole', () => {
  const CASES: [string, Given, string][] = [
    [
      'credited',
      { touches: [{}] },
      'Credited to Brand search: the install referrer carried our signed click id, 1 h before the first open.',
    ],
    [
      'credited to what only a network knows',
      {
        touches: [
          { ...CLASSES.adservices, campaignId: null, network: 'APPLE', at: OPENED_AT } as Partial<Touch>,
        ],
      },
      'Credited to an ad of APPLE: Apple confirms that its ad led to this download, at the time of the first open.',
    ],
    ['no touch', { touches: [] }, 'Not credited: no click or view by this device was found.'],
    [
      'one that is not eligible',
      { touches: [{ at: ago(days(9)) }] },
      'Not credited: one touch was found, and it was not eligible.',
    ],
    [
      'several that are not eligible',
      { touches: [{ at: ago(days(9)) }, { at: ago(days(10)) }] },
      'Not credited: 2 touches were found, and none of them was eligible.',
    ],
    [
      'an implausible touch',
      { touches: [{ at: ago(1) }] },
      'Not credited: the strongest touch was rejected, since it came too late to have led to the download.',
    ],
    [
      'a known device without a touch',
      { touches: [], conversion: { before: buildKnownDevice() } },
      'The app was installed again on a known device. It stays with Winter sale.',
    ],
    [
      'a known device that was organic',
      { touches: [], conversion: { before: buildKnownDevice({ campaignId: null, network: 'ORGANIC' }) } },
      'The app was installed again on a known device. It stays without a campaign.',
    ],
    [
      'a return to the same campaign',
      {
        touches: [{ ...CLASSES.deep_link, campaignId: 'campaign-before', at: ago(5) } as Partial<Touch>],
        conversion: { kind: 'deep_link', before: buildKnownDevice() },
      },
      'Came back after 29 days of silence by a link of Winter sale, which it was credited to before.',
    ],
    [
      'a return by another campaign',
      {
        touches: [{ ...CLASSES.deep_link, at: ago(5) } as Partial<Touch>],
        conversion: { kind: 'deep_link', before: buildKnownDevice() },
      },
      'Came back after 29 days of silence by a link of Brand search, which is credited from then on.',
    ],
    [
      'a return that Google claims',
      {
        touches: [{ ...CLASSES.google_ads, linkId: null, at: ago(5) } as Partial<Touch>],
        conversion: { kind: 'session', before: buildKnownDevice() },
      },
      'Came back after 29 days of silence by an ad of Brand search, which is credited from then on: Google says that its ad led to this open, 5 s before the open.',
    ],
    [
      'a return to the same campaign by an ad that Google says was seen',
      {
        touches: [
          { kind: 'view', foundBy: ['google_ads'], campaignId: 'campaign-before', linkId: null, at: ago(60) },
        ],
        conversion: { kind: 'session', before: buildKnownDevice() },
      },
      'Came back after 29 days of silence by an ad of Winter sale, which it was credited to before: Google says that the ad was seen on this device, 1 min before the open.',
    ],
    [
      'an ordinary open',
      { touches: [], conversion: { kind: 'deep_link', before: buildKnownDevice() } },
      'The app was opened, and nothing changed.',
    ],
  ];
  test.each(CASES)('%s', (_, given, sentence) => {
    expect(explainDecision(receiptOf(given), nameOf)).toBe(sentence);
  });
});

describe('what if the windows were others', () => {
  const result = (given: Given, change: string) =>
    whatIfs(receiptOf(given), nameOf).find((one) => one.change === change);

  test('the same', () => {
    for (const { same, result: words } of whatIfs(receiptOf({ touches: [{ at: ago(60) }] }), nameOf)) {
      expect([same, words]).toEqual([true, 'the same']);
    }
  });

  test('a click that would be too old', () => {
    const touches = [{ at: ago(hours(2)) }];
    expect(result({ touches }, 'Click window 1 h')).toMatchObject({ same: false, result: 'organic' });
  });

  test('a click that would be too old, where clicks of the address were not looked up', () => {
    const given = { touches: [{ at: ago(hours(2)) }], conversion: { isAddressSkipped: true as const } };
    expect(result(given, 'Click window 1 h')).toMatchObject({
      same: false,
      result: 'organic, or a click from the same address: those were not looked up',
    });
    expect(result(given, 'Click window 30 days')).toMatchObject({ same: true, result: 'the same' });
  });

  test('a click that would be young enough', () => {
    const touches = [{ at: ago(days(9)), campaignId: 'campaign-b' }];
    expect(result({ touches }, 'Click window 30 days')).toMatchObject({ result: 'UGC creators' });
  });

  test('a view that would be young enough, and one that a click outweighs anyway', () => {
    const view = { ...CLASSES.view, campaignId: 'campaign-b', at: ago(hours(51)) } as Partial<Touch>;
    expect(result({ touches: [view] }, 'View window 72 h')).toMatchObject({ result: 'UGC creators' });
    expect(result({ touches: [view, {}] }, 'View window 72 h')).toMatchObject({ same: true });
  });

  test('a likely click that would be young enough', () => {
    const touches = [{ ...CLASSES.probabilistic, at: ago(63_240) } as Partial<Touch>];
    expect(result({ touches }, 'Probabilistic window 24 h')).toMatchObject({ result: 'Brand search' });
  });

  test('the same campaign by another touch', () => {
    const touches = [{ at: ago(hours(2)) }, { ...CLASSES.probabilistic, at: ago(600) } as Partial<Touch>];
    expect(result({ touches }, 'Click window 1 h')).toMatchObject({
      same: false,
      result: 'Brand search, by another touch',
    });
  });

  test('a known device that would keep what it had', () => {
    const given = { touches: [{ at: ago(hours(2)) }], conversion: { before: buildKnownDevice() } };
    expect(result(given, 'Click window 1 h')).toMatchObject({ result: 'it stays with Winter sale' });
  });

  test('a return that would be an ordinary open', () => {
    const touches = [{ ...CLASSES.deep_link, at: ago(hours(2)) } as Partial<Touch>];
    const conversion = { kind: 'deep_link' as const, before: buildKnownDevice() };
    expect(result({ touches, conversion }, 'Click window 1 h')).toMatchObject({ result: 'an ordinary open' });
  });
});

describe('a visit of a website', () => {
  const conversion = { platform: 'web' as Conversion['platform'] };
  const touches: Partial<Touch>[] = [{ ...CLASSES.click_id, at: ago(hours(2)) }];

  test('is explained as a visit', () => {
    const receipt = receiptOf({ touches, conversion });
    const sentences = [
      explainDecision(receipt, nameOf),
      ...receipt.decision.candidates.map((candidate) => explainTouch(receipt, candidate)),
    ];
    expect(sentences.join(' ')).toContain('before the first visit');
    for (const sentence of sentences)
      expect(sentence).not.toMatch(/install|\bapp\b|\bopen\b|store|download/i);
  });

  test('without a click is credited to nobody', () => {
    expect(explainDecision(receiptOf({ touches: [], conversion }), nameOf)).toBe(
      'Not credited: no click or view by this browser was found.',
    );
  });

  test('of a known person says so', () => {
    const before = buildKnownDevice();
    const receipt = receiptOf({ touches, conversion: { ...conversion, before } });
    expect(explainDecision(receipt, nameOf)).toMatch(/^A known person came back in another browser\./);
  });
});
