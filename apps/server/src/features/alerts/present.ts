import type { AlertFiring, AlertRule, AlertState } from '@trailmark/contract/alerts';
import { ClosedBecause } from '@trailmark/contract/alerts';
import { isMuted } from '@trailmark/core/alerts/is-muted';
import { nameOf } from '../../access/recipients.ts';
import type { FiringRow, RuleRow } from './store.ts';

function stateOf(row: RuleRow, now: Date): AlertState {
  if (!row.enabled) return 'off';
  if (isMuted(row, now)) return 'muted';
  if (row.firing_count > 0) return 'firing';
  return row.evaluated_at === null ? 'new' : 'ok';
}

export function presentRule(row: RuleRow, now: Date, { userId }: { userId: string }): AlertRule {
  const state = stateOf(row, now);
  return {
    rule_id: row.rule_id,
    name: row.name,
    condition: row.condition,
    campaign_name: row.campaign_name,
    enabled: row.enabled,
    notifies_end: row.notifies_end,
    state,
    firing_since: row.firing_since?.toISOString() ?? null,
    firing_count: row.firing_count,
    muted_until: state === 'muted' ? (row.muted_until?.toISOString() ?? null) : null,
    evaluated_at: row.evaluated_at?.toISOString() ?? null,
    recipients: row.recipients.map((one) => ({ user_id: one.user_id, name: nameOf(one), email: one.email })),
    subscribed: row.recipients.some(({ user_id }) => user_id === userId),
    created_by: { user_id: row.created_by, name: row.creator && nameOf(row.creator) },
  };
}

export function presentFiring(row: FiringRow): AlertFiring {
  return {
    firing_id: row.firing_id,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    condition: row.condition,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_because: ClosedBecause.nullable().catch(null).parse(row.closed_because),
    measured: row.measured,
    latest: row.latest,
    was_muted: row.was_muted,
    mails: row.mails,
  };
}
