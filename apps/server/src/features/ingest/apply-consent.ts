import {
  addStatement,
  answerAt,
  type DatedAnswer,
  NO_CONSENT_STATE,
} from '@trailmark/core/client/consent-history';
import {
  type Consent,
  type ConsentStatement,
  deniesAds,
  NO_CONSENT,
} from '@trailmark/core/client/read-consent';
import { withoutAdvertisingIds } from '@trailmark/core/client/read-device';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallState, Item, Step } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import { listAnalyticsAnswers, listConsents } from './consent-store.ts';
import type { LimitHits } from './limit-hits.ts';

type Statement = Item & { consent: ConsentStatement };
/** A removal of payments may name no install. */
const isStatement = (item: Item): item is Statement => item.consent !== null && item.installId !== '';

/** Answers about analytics by install, with the number of the item in the group that gave them. */
type Answers = Map<string, DatedAnswer[]>;

function addAnswer(answers: Answers, installId: string, answer: DatedAnswer): void {
  const own = answers.get(installId);
  if (own) own.push(answer);
  else answers.set(installId, [answer]);
}

function addToInstall(group: Group, install: InstallState, statement: Statement): boolean {
  const at = occurredAt(statement, install);
  const { state, changes } = addStatement(install.consent ?? NO_CONSENT_STATE, statement.consent, at);
  install.consent = state;
  install.deniesAds = deniesAds(state.consent);
  const { installId, receivedAt } = statement;
  for (const change of changes) group.consentChanges.push({ installId, receivedAt, change });
  return changes.some(({ purpose, answer }) => purpose === 'analyticsStorage' && answer === false);
}

/** What the statements of the group make of the consent of their installs. */
async function applyStatements(tx: Tx, group: Group, answers: Answers): Promise<void> {
  const statements = group.items.filter(isStatement);
  if (statements.length === 0) return;
  const ids = [...new Set(statements.map(({ installId }) => installId))];
  for (const { install_id, consent, consent_times } of await listConsents(tx, group.projectId, ids)) {
    const install = group.installs.get(install_id);
    if (install) install.consent = { consent: { ...NO_CONSENT, ...consent }, times: consent_times ?? {} };
  }
  for (const [n, item] of group.items.entries()) {
    if (!isStatement(item)) continue;
    const install = group.installOf(item);
    const before = group.consentChanges.length;
    if (addToInstall(group, install, item)) install.hasDeniedAnalytics = true;
    for (const { change } of group.consentChanges.slice(before)) {
      if (change.purpose !== 'analyticsStorage') continue;
      addAnswer(answers, item.installId, {
        at: change.at,
        n,
        answer: change.answer as Consent['analyticsStorage'],
      });
    }
  }
}

/** Conversions, money, and what an install is known by. */
const KEPT: Item['call'][] = [
  ...(['open', 'deep_link', 'signup', 'payment', 'remove_payment'] as const),
  ...(['user', 'push_token', 'integrations', 'consent'] as const),
];

const nameOf = ({ call, event }: Item) => event?.name ?? `$${call}`;

/** What somebody did: events of the app, and not those that we make of a coupon. */
const isBehavior = (item: Item) =>
  item.call === 'event' ? !nameOf(item).startsWith('$') : !KEPT.includes(item.call);

/** A first open and a first sign-up are conversions, as is an open that brings somebody back. */
const isActivity = ({ call, user }: Item) =>
  call === 'open' || call === 'deep_link' || (call === 'signup' && user?.isFirstTime === false);

/** What happened while its person refused analytics; nothing where nobody of the group ever did. */
async function findRefused(tx: Tx, group: Group, answers: Answers): Promise<Set<Item>> {
  if (![...group.installs.values()].some((install) => install.hasDeniedAnalytics)) return new Set();
  const covered = [...group.items.entries()].filter(
    ([, item]) =>
      !item.imported && (isBehavior(item) || isActivity(item)) && group.installOf(item).hasDeniedAnalytics,
  );
  if (covered.length === 0) return new Set();
  const ids = [...new Set(covered.map(([, { installId }]) => installId))];
  for (const { install_id, at, answer } of await listAnalyticsAnswers(tx, group.projectId, ids)) {
    addAnswer(answers, install_id, { at, n: -1, answer });
  }
  const refused = covered.filter(([n, item]) => {
    const at = occurredAt(item, group.installOf(item));
    return answerAt(answers.get(item.installId) ?? [], { at, n }) === false;
  });
  return new Set(refused.map(([, item]) => item));
}

/** Says how many events are not stored, once it is sure. */
function noteRefused(group: Group, hits: LimitHits, names: string[]): void {
  const example = names.at(-1);
  if (example === undefined) return;
  group.afterCommit.push(async () => {
    hits.note({ projectId: group.projectId, kind: 'consent', beyond: names.length, example });
  });
}

/**
 * Leaves out of the group what people do not agree to: what they did, where they refuse analytics, and ids that only ads
 * need, where they refuse ads. Before anything is decided or stored by it.
 */
export const createApplyConsent =
  (hits: LimitHits): Step =>
  async (tx, group) => {
    const answers: Answers = new Map();
    await applyStatements(tx, group, answers);
    const refused = await findRefused(tx, group, answers);
    const events = [...refused].filter(isBehavior);
    noteRefused(group, hits, events.map(nameOf));
    if (refused.size > 0) {
      group.items = group.items.filter((item) => !refused.has(item) || isActivity(item));
      group.withoutFact = refused;
    }
    for (const item of group.items) {
      if (!item.device || !group.installOf(item).deniesAds) continue;
      item.device = withoutAdvertisingIds(item.device);
    }
  };
