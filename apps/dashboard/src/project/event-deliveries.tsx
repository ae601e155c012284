import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Delivery, listDeliveries } from '@trailmark/contract/deliveries';
import { call } from '../api/client.ts';
import { cn } from '../ui/cn.ts';
import { deliveryStateWords, durationWords } from '../words/delivery-words.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { connectionsKey, LOOK_EVERY_MS } from './connections-query.ts';
import { useMay, useProject } from './current-project.tsx';

interface DeliveredEvent {
  id: string;
  kind: string;
  /** When it happened. */
  at: string;
  installId: string;
}

const MOST = 50;
/** Messages about an event itself; all others are about an open that was a conversion. */
const EVENT_KINDS = ['event', 'signup', 'payment', 'refund'];

/** What was sent about an event: an open is sent as the conversion that it was, which has its time and no other id. */
function eventDeliveriesQuery(projectId: string, { id, kind, at, installId }: DeliveredEvent) {
  const to = new Date(Date.parse(at) + 1).toISOString();
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'of-event', id],
    queryFn: async () => {
      const query = { project_id: projectId, person: installId, from: at, to, limit: MOST };
      const { items } = await call(listDeliveries, { query });
      return items.filter(
        (delivery) => delivery.event_id === id || (kind === 'open' && !EVENT_KINDS.includes(delivery.kind)),
      );
    },
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Where an event was sent, and what became of it; nothing where there are no connections, or for those who may not see them. */
export function EventDeliveries({ event }: { event: DeliveredEvent }) {
  const { project_id } = useProject();
  const maySee = useMay()('connections.see');
  const { data = [] } = useQuery({ ...eventDeliveriesQuery(project_id, event), enabled: maySee });
  if (data.length === 0) return null;
  return (
    <ul aria-label="Deliveries" className="grid gap-1.5 text-sm">
      {data.map((delivery) => (
        <li key={delivery.delivery_id} className="flex min-w-0 items-start gap-2">
          <ConnectionMark kind={delivery.connection_kind} size="sm" />
          <Link
            to="/deliveries/$id"
            params={{ id: delivery.delivery_id }}
            className={cn(TONES[deliveryStateWords(delivery).tone], 'min-w-0 break-words hover:text-accent')}
          >
            {sentence(delivery)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What needs a look stands out; the words say it as well. */
const TONES = { neutral: 'text-text-2', good: 'text-text-2', bad: 'text-bad', warn: 'text-warn' } as const;

function sentence(delivery: Delivery): string {
  const { connection_name: name, delay_ms: delay, reason } = delivery;
  if (delay !== null) return `Sent to ${name} ${durationWords(delay)} after the event`;
  const { label } = deliveryStateWords(delivery);
  return reason ? `${name}: ${label} – ${reason}` : `${name}: ${label}`;
}
