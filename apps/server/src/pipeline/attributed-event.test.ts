import { expect, test } from 'vitest';
import { type AttributedEvent, attributedEventsOf } from './attributed-event.ts';
import type { Credit, CreditPeriod } from './credit.ts';
import type { Fact, Group, InstallState, Item, NewDecision } from './group.ts';
import { unknownInstall } from './unknown-install.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
const creditOf = (network: string): Credit => ({
  campaignId: `${network} 1`,
  linkId: `${network} 2`,
  network,
});
const [META, TIKTOK] = [creditOf('META'), creditOf('TIKTOK')];
const FIRST: CreditPeriod = { from: null, credit: META, matchType: 'click_id', revision: 1 };
const RETURN: CreditPeriod = { from: at(30), credit: TIKTOK, matchType: 'deep_link', revision: 3 };

const install = (given: Partial<InstallState> = {}): InstallState => ({
  ...unknownInstall('project', 'install'),
  platform: 'ios',
  country: 'IN',
  userId: 'u1',
  timeline: [FIRST],
  ...given,
});

const fact = (given: Partial<Fact> = {}, imported: Item['imported'] = null): Fact => ({
  id: 'event',
  kind: 'event',
  name: 'buy',
  key: null,
  occurredAt: at(10),
  userId: 'u2',
  amount: null,
  currency: null,
  data: { size: 'M' },
  item: { receivedAt: at(11), imported } as Item,
  install: install(),
  ...given,
});

const decision = (given: Partial<NewDecision> = {}): NewDecision => ({
  install: install(),
  kind: 'install',
  revision: 1,
  credit: META,
  matchType: 'click_id',
  isRevised: false,
  verdict: 'clean',
  inForceFrom: at(5),
  receivedAt: at(6),
  isImported: false,
  ...given,
});

const eventsOf = (given: { decisions?: NewDecision[]; stored?: Fact[] }) =>
  attributedEventsOf({ decisions: [], stored: [], ...given } as unknown as Group);

const COMMON = {
  projectId: 'project',
  installId: 'install',
  platform: 'ios',
  country: 'IN',
  credit: META,
  matchType: 'click_id',
  revision: 1,
  isRevised: false,
  isImported: false,
  claimPendingUntil: null,
  verdict: 'clean',
};

test('a fact and a decision have all fields of an event', () => {
  expect(eventsOf({ decisions: [decision()], stored: [fact()] })).toEqual([
    {
      ...COMMON,
      storedIn: 'decisions',
      id: 'install 1',
      kind: 'install',
      name: '$install',
      userId: 'u1',
      occurredAt: at(5),
      receivedAt: at(6),
      amount: null,
      currency: null,
      data: null,
    },
    {
      ...COMMON,
      storedIn: 'events',
      id: 'event',
      kind: 'event',
      name: 'buy',
      userId: 'u2',
      occurredAt: at(10),
      receivedAt: at(11),
      amount: null,
      currency: null,
      data: { size: 'M' },
    },
  ]);
});

const PAYMENT = { kind: 'payment', name: '$payment', amount: '99.50', currency: 'INR' } as const;
const IMPORTED = { credit: null, kind: 'install', matchType: 'organic', touchedAt: null } as const;
const returned = () => install({ timeline: [FIRST, RETURN], revision: 3 });

test.each<[string, Fact, Partial<AttributedEvent>]>([
  ['an open', fact({ kind: 'open', name: '$open' }), { kind: 'open', name: '$open' }],
  ['a sign-up', fact({ kind: 'signup', name: '$signup' }), { kind: 'signup', name: '$signup' }],
  ['a payment', fact(PAYMENT), PAYMENT],
  ['a refund', fact({ ...PAYMENT, kind: 'refund' }), { kind: 'refund', amount: '99.50', currency: 'INR' }],
  ['of history', fact({}, IMPORTED), { isImported: true }],
  [
    'an event before a return that arrives later',
    fact({ install: returned(), occurredAt: at(29) }),
    { credit: META, matchType: 'click_id', revision: 1 },
  ],
  [
    'an event from the return on',
    fact({ install: returned(), occurredAt: at(30) }),
    { credit: TIKTOK, matchType: 'deep_link', revision: 3 },
  ],
  [
    'an event of an install that nothing is decided about',
    fact({ install: unknownInstall('project', 'install') }),
    { credit: expect.objectContaining({ network: 'ORGANIC' }), matchType: null, revision: 0 },
  ],
  [
    'an event of an install that a network may claim',
    fact({ install: install({ claimPendingUntil: at(60) }) }),
    { claimPendingUntil: at(60) },
  ],
])('%s', (_, given, expected) => {
  expect(eventsOf({ stored: [given] })).toEqual([expect.objectContaining(expected)]);
});

test.each<[string, NewDecision, Partial<AttributedEvent>]>([
  ['a reinstall', decision({ kind: 'reinstall' }), { kind: 'reinstall', name: '$reinstall' }],
  [
    'a re-engagement',
    decision({ kind: 'reengagement', revision: 2 }),
    { kind: 'reengagement', name: '$reengagement', id: 'install 2' },
  ],
  [
    'a reattribution',
    decision({ kind: 'reattribution', revision: 3, credit: TIKTOK, inForceFrom: at(30) }),
    { kind: 'reattribution', credit: TIKTOK, occurredAt: at(30), id: 'install 3' },
  ],
  [
    'a revision of the install after a return has the credit of the install',
    decision({ install: returned(), revision: 4, credit: creditOf('APPLE'), matchType: 'adservices' }),
    { kind: 'install', credit: creditOf('APPLE'), matchType: 'adservices', revision: 4, occurredAt: at(5) },
  ],
  ['an install of history', decision({ isImported: true }), { isImported: true }],
])('%s', (_, given, expected) => {
  expect(eventsOf({ decisions: [given] })).toEqual([expect.objectContaining(expected)]);
});

test('a group that has stored nothing has no events', () => {
  expect(eventsOf({})).toEqual([]);
});
