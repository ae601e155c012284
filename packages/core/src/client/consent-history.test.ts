import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addStatement, answerAt, type ConsentChange, NO_CONSENT_STATE } from './consent-history.ts';
import type { ConsentStatement } from './read-consent.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));

function history(statements: [minute: number, statement: ConsentStatement][]) {
  let state = NO_CONSENT_STATE;
  const changes: ConsentChange[] = [];
  for (const [minute, statement] of statements) {
    const added = addStatement(state, statement, at(minute));
    state = added.state;
    changes.push(...added.changes);
  }
  return { state, changes };
}
const minutes = (changes: ConsentChange[]) =>
  changes.map(({ purpose, answer, at: given }) => [given.getUTCMinutes(), purpose, answer]);

describe('statements', () => {
  test('change what they name, and the rest stays', () => {
    const { state, changes } = history([
      [1, { adUserData: true, isEea: true }],
      [2, { adUserData: false, gpc: true }],
    ]);
    expect(state.consent).toMatchObject({ adUserData: false, isEea: true, gpc: true, adStorage: null });
    expect(minutes(changes)).toEqual([
      [1, 'adUserData', true],
      [1, 'isEea', true],
      [2, 'adUserData', false],
      [2, 'gpc', true],
    ]);
  });

  test('that say the same again are no change', () => {
    const { state, changes } = history([
      [1, { adStorage: true }],
      [5, { adStorage: true }],
    ]);
    expect(minutes(changes)).toEqual([[1, 'adStorage', true]]);
    expect(state.times.adStorage).toEqual({ since: at(1).toISOString(), statedAt: at(5).toISOString() });
  });

  test('that arrive late do not override a newer one', () => {
    const { state, changes } = history([
      [5, { analyticsStorage: false }],
      [3, { analyticsStorage: true }],
    ]);
    expect(state.consent.analyticsStorage).toBe(false);
    expect(minutes(changes)).toEqual([
      [5, 'analyticsStorage', false],
      [3, 'analyticsStorage', true],
      [5, 'analyticsStorage', false],
    ]);
  });

  test('that arrive late divide the time in which another answer held', () => {
    const { state, changes } = history([
      [1, { analyticsStorage: true }],
      [5, { analyticsStorage: true }],
      [3, { analyticsStorage: false }],
    ]);
    expect(state.consent.analyticsStorage).toBe(true);
    expect(minutes(changes)).toEqual([
      [1, 'analyticsStorage', true],
      [3, 'analyticsStorage', false],
      [5, 'analyticsStorage', true],
    ]);
  });

  test('that an answer is not known are no change where there was none', () => {
    const { state, changes } = history([[5, { gpc: null }]]);
    expect([state.consent.gpc, changes]).toEqual([null, []]);
    const late = addStatement(state, { gpc: true }, at(3));
    expect([late.state.consent.gpc, minutes(late.changes)]).toEqual([
      null,
      [
        [3, 'gpc', true],
        [5, 'gpc', null],
      ],
    ]);
  });

  test('can take an answer back', () => {
    const { state, changes } = history([
      [1, { adUserData: true }],
      [2, { adUserData: null }],
    ]);
    expect(state.consent.adUserData).toBeNull();
    expect(minutes(changes)).toEqual([
      [1, 'adUserData', true],
      [2, 'adUserData', null],
    ]);
  });
});

const statement = fc.tuple(fc.nat({ max: 50 }), fc.constantFrom(true, false, null));

test('in whatever order statements of different times arrive, the latest holds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(statement, { selector: ([minute]) => minute, minLength: 1 }), (given) => {
      const { state, changes } = history(given.map(([minute, adStorage]) => [minute, { adStorage }]));
      const latest = given.reduce((one, other) => (other[0] > one[0] ? other : one));
      expect(state.consent.adStorage).toBe(latest[1]);
      const answers = changes.map(({ at: since, answer }, n) => ({
        at: since,
        n,
        answer: answer as boolean | null,
      }));
      expect(answerAt(answers, { at: at(59), n: 0 })).toBe(latest[1]);
    }),
  );
});

describe('the answer at a time', () => {
  const answers = [
    { at: at(5), n: 2, answer: false },
    { at: at(1), n: 0, answer: true },
    { at: at(5), n: 7, answer: true },
  ];
  test.each<[number, number, boolean | null]>([
    [0, 9, null],
    [1, 0, true],
    [4, 0, true],
    [5, 1, true],
    [5, 2, false],
    [5, 6, false],
    [5, 7, true],
    [6, 0, true],
  ])('in minute %i, for number %i, is %s', (minute, n, expected) => {
    expect(answerAt(answers, { at: at(minute), n })).toBe(expected);
  });
});
