import type { ConnectionKind } from '@trailmark/contract/connections';
import type { DeliveryKind } from '@trailmark/core/destinations/delivery-event';
import { isChosen, isFor } from '@trailmark/core/destinations/describe-event';
import { isVisitKind } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { decisionId } from '../../connections/decision-id.ts';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type AttributedEvent, attributedEventsOf } from '../../pipeline/attributed-event.ts';
import type { Group, Step } from '../../pipeline/group.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import { newId } from '../../platform/ids.ts';

type PlannedConnection = ProjectConfig['connections'][number];

/** What connections are sent about one event or decision. */
interface Message {
  source_id: string;
  kind: DeliveryKind;
  name: string;
  install_id: string;
  occurred_at: Date;
  revision: number;
  due_at: Date;
}

const MESSAGES = bulk<Message>({
  source_id: 'uuid',
  kind: 'text',
  name: 'text',
  install_id: 'text',
  occurred_at: 'timestamptz',
  revision: 'int',
  due_at: 'timestamptz',
});

/** A row for each event and connection would cost a third of the event itself: workers make them of this one. */
const PLAN = prepare(`
  insert into delivery_plans (project_id, plan_id, planned_at, connections, source_ids, kinds, names, install_ids,
    occurred_at, revisions, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

type Planned = Omit<Message, 'due_at'> & { event: AttributedEvent };

/** A decision about an open that was decided before is sent as a revision; what is of a visit, as an event. */
function kindOf({ kind, isRevised }: AttributedEvent): DeliveryKind {
  if (isRevised) return 'decision_revised';
  return isVisitKind(kind) ? 'event' : (kind as DeliveryKind);
}

function messageOf(event: AttributedEvent): Planned {
  const isDecision = event.storedIn === 'decisions';
  return {
    event,
    source_id: isDecision ? decisionId(event) : event.id,
    kind: kindOf(event),
    name: event.name,
    install_id: event.installId,
    occurred_at: event.occurredAt,
    revision: event.revision,
  };
}

/** What a group has to tell: opens are sent only as the conversions that they are, and history to nobody. */
function messagesOf(group: Group): Planned[] {
  const events = attributedEventsOf(group).filter(
    ({ storedIn, kind, isImported }) => !isImported && !(storedIn === 'events' && kind === 'open'),
  );
  return events.flatMap((event) => {
    const message = messageOf(event);
    if (event.storedIn !== 'decisions' || event.verdict === 'clean') return [message];
    const source_id = decisionId(event, 'fraud');
    return [message, { ...message, source_id, kind: 'fraud_verdict', name: '$fraud_verdict' }];
  });
}

/** The messages for each list of connections: most go to the same. */
function byConnections(messages: Planned[], connections: readonly PlannedConnection[], now: Date) {
  const lists = new Map<string, Message[]>();
  for (const { event, ...message } of messages) {
    const chosenBy = connections.filter((one) => isFor(one.kind, message) && isChosen(message, one));
    if (chosenBy.length === 0) continue;
    const key = chosenBy.map(({ connectionId }) => connectionId).join();
    const { claimPendingUntil: held } = event;
    const planned = { ...message, due_at: held && held > now ? held : now };
    const list = lists.get(key);
    if (list) list.push(planned);
    else lists.set(key, [planned]);
  }
  return lists;
}

/** Claims have no items that would bring the project along. */
async function connectionsOf(tx: Tx, { projectId, items }: Group): Promise<readonly PlannedConnection[]> {
  const known = items[0]?.project.connections;
  if (known) return known;
  const { rows } = await sql<{ connection_id: string; kind: ConnectionKind; events: string[] | null }>`
    select connection_id, kind, settings -> 'events' as events from connections
    where project_id = ${projectId} and removed_at is null`.execute(tx);
  return rows.map(({ connection_id, kind, events }) => ({ connectionId: connection_id, kind, events }));
}

/** Plans what is new for every connection that wants it, in the transaction that stores it. */
export const planDeliveries: Step = async (tx, group) => {
  const connections = await connectionsOf(tx, group);
  if (connections.length === 0) return;
  for (const [ids, messages] of byConnections(messagesOf(group), connections, group.now)) {
    const planId = newId(group.now);
    await PLAN(tx, [group.projectId, planId, group.now, `{${ids}}`, ...MESSAGES.values(messages)]);
    group.plannedMessages += messages.length;
  }
};
