import type { ConnectionKind } from '@trailmark/contract/connections';
import type { DeliveryKind } from '@trailmark/core/destinations/delivery-event';
import { isChosen, isFor } from '@trailmark/core/destinations/describe-event';
import { sql } from 'kysely';
import { decisionId } from '../../connections/decision-id.ts';
import { releaseHeld } from '../../connections/release-held.ts';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { type AttributedEvent, attributedEventsOf } from '../../pipeline/attributed-event.ts';
import type { Group, ProjectConfig, Step } from '../../pipeline/group.ts';

type PlannedConnection = ProjectConfig['connections'][number];

/** A message for the connections that want such. */
interface Message {
  source_id: string;
  kind: DeliveryKind;
  name: string;
  install_id: string;
  occurred_at: Date;
  revision: number;
  due_at: Date;
  /** The connections it is for, as their number in the list of choices. */
  choice: number;
}

const MESSAGES = bulk<Message>({
  source_id: 'uuid',
  kind: 'text',
  name: 'text',
  install_id: 'text',
  occurred_at: 'timestamptz',
  revision: 'int',
  due_at: 'timestamptz',
  choice: 'int',
});

/** What is planned already stays as it is. */
const PLAN = prepare(`
  insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
    planned_at, state, due_at)
  select $1::uuid, r.source_id, c.connection_id, r.kind, r.name, r.install_id, r.occurred_at, r.revision,
    $2::timestamptz, 'waiting', r.due_at
  from ${MESSAGES.table(5)}
  join unnest($3::int[], $4::uuid[]) as c (choice, connection_id) on c.choice = r.choice
  on conflict do nothing`);

type Planned = Omit<Message, 'choice' | 'due_at'> & { event: AttributedEvent };

const REVISED: readonly AttributedEvent['kind'][] = ['install', 'reinstall'];

/** A decision about an install that was decided before is sent as a revision. */
const kindOf = ({ kind, storedIn, revision }: AttributedEvent): DeliveryKind =>
  storedIn === 'decisions' && revision > 1 && REVISED.includes(kind)
    ? 'decision_revised'
    : (kind as DeliveryKind);

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

/** Which connections want which messages, each list once: most messages go to the same. */
function choicesOf(messages: Planned[], connections: readonly PlannedConnection[], now: Date) {
  const lists = new Map<string, number>();
  const pairs: { choice: number; connectionId: string }[] = [];
  const rows = messages.flatMap(({ event, ...message }): Message[] => {
    const chosenBy = connections.filter((one) => isFor(one.kind, message.kind) && isChosen(message, one));
    if (chosenBy.length === 0) return [];
    const key = chosenBy.map(({ connectionId }) => connectionId).join();
    const choice = lists.get(key) ?? lists.size;
    if (!lists.has(key)) for (const { connectionId } of chosenBy) pairs.push({ choice, connectionId });
    lists.set(key, choice);
    const { claimPendingUntil: held } = event;
    return [{ ...message, choice, due_at: held && held > now ? held : now }];
  });
  return { rows, pairs };
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

/**
 * The message about an install that still waits is sent with the newest decision: then a revision would only repeat it.
 * And what waited for a claim waits no longer.
 */
async function settleRevisions(tx: Tx, group: Group, messages: Planned[]): Promise<void> {
  for (const { event, source_id, kind } of messages) {
    if (kind !== 'decision_revised') continue;
    const earlier = Array.from({ length: event.revision - 1 }, (_, n) =>
      decisionId({ ...event, revision: n + 1 }),
    );
    await sql`delete from deliveries d where d.project_id = ${group.projectId} and d.source_id = ${source_id}
      and exists (select from deliveries w where w.project_id = ${group.projectId}
        and w.source_id = any(${earlier}::uuid[]) and w.connection_id = d.connection_id
        and w.state = 'waiting')`.execute(tx);
    const { installId, occurredAt: installedAt } = event;
    await releaseHeld(tx, group.now, { projectId: group.projectId, installId, installedAt });
  }
}

/** Plans what is new for every connection that wants it, in the transaction that stores it. */
export const planDeliveries: Step = async (tx, group) => {
  const connections = await connectionsOf(tx, group);
  if (connections.length === 0) return;
  const messages = messagesOf(group);
  const { rows, pairs } = choicesOf(messages, connections, group.now);
  if (rows.length === 0) return;
  const choices = `{${pairs.map(({ choice }) => choice).join()}}`;
  const ids = `{${pairs.map(({ connectionId }) => connectionId).join()}}`;
  await PLAN(tx, [group.projectId, group.now, choices, ids, ...MESSAGES.values(rows)]);
  group.plannedMessages = rows.length;
  await settleRevisions(tx, group, messages);
};
