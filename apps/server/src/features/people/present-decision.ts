import type { DecisionView, WeighedTouch } from '@trailmark/contract/people';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import type { Candidate, FoundBy, Receipt, Touch } from '@trailmark/core/attribution/decision';
import { explainDecision, explainTouch, type NameOf } from '@trailmark/core/attribution/explain';
import { explainAddress } from '@trailmark/core/attribution/explain-address';
import { whatIfs } from '@trailmark/core/attribution/what-if';
import { consentAnswers } from '@trailmark/core/client/consent-answers';
import { type CampaignScope, isInScope } from '../../access/campaign-scope.ts';
import { type DecisionRow, type Names, receiptOf } from './load-decisions.ts';
import { HIDDEN, idOrNull } from './present-install.ts';
import { rawValues } from './raw-values.ts';

export interface Reader {
  scope: CampaignScope;
  names: Names;
}

const CLAIMED: FoundBy[] = ['meta_referrer', 'adservices', 'google_ads'];

/** A touch that only a network speaks of. */
function isClaim({ linkId, foundBy }: Touch): boolean {
  return linkId === null && foundBy.every((by) => CLAIMED.includes(by));
}

function namesFor({ scope, names }: Reader): NameOf {
  return ({ campaignId, network }) => {
    if (!isInScope(scope, campaignId)) return 'another campaign';
    if (campaignId !== null) return names.campaigns.get(campaignId) ?? 'a deleted campaign';
    return `an ad of ${network}`;
  };
}

/** Of a touch of a campaign that does not exist for the reader, only that there was one. */
const HIDDEN_OUTCOMES: Record<Candidate['outcome'], string> = {
  won: 'Another campaign won.',
  rejected: 'Another campaign: not eligible.',
  outside_window: 'Another campaign: outside its window.',
  weaker_class: 'Another campaign: weaker evidence.',
  older_touch: 'Another campaign: a later touch won.',
};

function hiddenTouch(touch: Touch, { ageSeconds, outcome }: Candidate, position: number): WeighedTouch {
  return {
    touch_id: `hidden-${position + 1}`,
    kind: isClaim(touch) ? 'claim' : touch.kind,
    at: touch.at,
    campaign_id: null,
    campaign_name: null,
    is_hidden: true,
    network: null,
    link_name: null,
    ad_set: null,
    creative: null,
    match_type: null,
    age_seconds: ageSeconds,
    window_seconds: null,
    similarity: null,
    outcome,
    sentence: HIDDEN_OUTCOMES[outcome],
    because: '',
    suspicions: [],
    raw: {},
  };
}

function presentTouch(receipt: Receipt, candidate: Candidate, { names }: Reader): WeighedTouch | null {
  const touch = receipt.touches.find(({ id }) => id === candidate.touchId);
  if (!touch) return null;
  return {
    touch_id: touch.id,
    kind: isClaim(touch) ? 'claim' : touch.kind,
    at: touch.at,
    campaign_id: touch.campaignId,
    campaign_name: names.campaigns.get(touch.campaignId ?? '') ?? null,
    is_hidden: false,
    network: touch.network,
    link_name: names.links.get(touch.linkId ?? '') ?? null,
    ad_set: touch.adSet,
    creative: touch.creative,
    match_type: candidate.matchType,
    age_seconds: candidate.ageSeconds,
    window_seconds: candidate.windowSeconds,
    similarity: candidate.likeness,
    outcome: candidate.outcome,
    sentence: explainTouch(receipt, candidate),
    because: candidate.because,
    suspicions: candidate.suspicions,
    raw: rawValues(receipt.conversion, touch),
  };
}

function presentTouches(receipt: Receipt, reader: Reader): WeighedTouch[] {
  return receipt.decision.candidates.flatMap((candidate, position) => {
    const touch = receipt.touches.find(({ id }) => id === candidate.touchId);
    if (touch && !isInScope(reader.scope, touch.campaignId)) return [hiddenTouch(touch, candidate, position)];
    return presentTouch(receipt, candidate, reader) ?? [];
  });
}

/** The part of a decision that its receipt explains. */
function explained(row: DecisionRow, reader: Reader) {
  const receipt = receiptOf(row);
  if (!receipt) {
    return {
      windows: reader.names.windows.get(row.rule_version) ?? DEFAULT_WINDOWS,
      sentence: 'Imported with the history; not attributed by Trailmark.',
      touches: [],
      what_if: [],
    };
  }
  const nameOf = namesFor(reader);
  return {
    // Receipts from before there was a window for the web do not have it.
    windows: { ...DEFAULT_WINDOWS, ...receipt.rules.windows },
    sentence: [explainDecision(receipt, nameOf), explainAddress(receipt.conversion)]
      .filter(Boolean)
      .join(' '),
    touches: presentTouches(receipt, reader),
    what_if: whatIfs(receipt, nameOf),
  };
}

function presentConsent(receipt: Receipt | null): DecisionView['consent'] {
  const consent = receipt?.conversion.consent;
  if (!consent) return null;
  return consentAnswers({ consent, times: null }, () => false).map(({ purpose, answer }) => ({
    purpose,
    answer,
  }));
}

export function presentDecision(row: DecisionRow, reader: Reader): DecisionView {
  const campaignId = idOrNull(row.campaign_id);
  const isHidden = !isInScope(reader.scope, campaignId);
  return {
    revision: row.revision,
    kind: row.kind,
    made_by: row.because,
    in_force_from: row.in_force_from.toISOString(),
    decided_at: row.decided_at.toISOString(),
    campaign_id: isHidden ? null : campaignId,
    campaign_name: isHidden ? null : (reader.names.campaigns.get(row.campaign_id) ?? null),
    is_hidden: isHidden,
    network: isHidden ? HIDDEN : row.network,
    match_type: row.match_type,
    touched_at: isHidden ? null : (row.touched_at?.toISOString() ?? null),
    rule_version: row.rule_version,
    verdict: row.verdict,
    reasons: row.reasons,
    consent: presentConsent(receiptOf(row)),
    ...explained(row, reader),
  };
}
