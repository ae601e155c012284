import type { Delivery } from '@trailmark/contract/deliveries';
import type { DeliveryRow } from './store.ts';

export function presentDelivery(row: DeliveryRow): Delivery {
  const { delivered_at: deliveredAt, newest_revision: newest } = row;
  // An answer that a later decision changes is followed by another.
  const isCorrected = row.kind === 'claim_answer';
  const isOutdated = row.state === 'delivered' && newest !== null && newest > row.revision && !isCorrected;
  return {
    delivery_id: `${row.source_id}.${row.connection_id}`,
    event_id: row.source_id,
    connection_id: row.connection_id,
    connection_kind: row.connection_kind,
    connection_name: row.connection_name,
    kind: row.kind,
    event_name: row.name,
    install_id: row.install_id,
    occurred_at: row.occurred_at.toISOString(),
    planned_at: row.planned_at.toISOString(),
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    due_at: row.due_at?.toISOString() ?? null,
    delivered_at: deliveredAt?.toISOString() ?? null,
    delay_ms: deliveredAt ? Math.max(0, deliveredAt.getTime() - row.planned_at.getTime()) : null,
    sent_before_revision: isOutdated ? newest : null,
  };
}
