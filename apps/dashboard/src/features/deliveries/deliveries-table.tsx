import { Link } from '@tanstack/react-router';
import type { Delivery } from '@trailmark/contract/deliveries';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { cn } from '../../ui/cn.ts';
import { ROW_LINK } from '../../ui/row-link.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { asSentence, deliveryName, durationWords } from '../../words/delivery-words.ts';
import { formatInstant, nearInstant } from '../../words/format-instant.ts';
import { DeliveryStateTag, RevisionTag } from './delivery-state.tsx';
import { SendAgainIcon } from './send-again-button.tsx';
import { useNextTry } from './use-next-try.ts';

interface DeliveriesTableProps {
  /** Nothing while they load. */
  rows: readonly Delivery[] | null | undefined;
  /** How many rows the skeleton has. */
  expected: number;
  /** False where all are of one connection. */
  hasDestination?: boolean;
  /** These are still the rows of the filter before. */
  stale?: boolean;
}

export function DeliveriesTable({ rows, expected, hasDestination = true, stale }: DeliveriesTableProps) {
  const { timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const columns = 6 + Number(hasDestination) + Number(mayEdit);
  return (
    <Table label="Deliveries" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell title={`In ${zoneLabel(timezone, new Date())}`}>Time</TableHeaderCell>
          <TableHeaderCell>Event</TableHeaderCell>
          <TableHeaderCell>State</TableHeaderCell>
          {hasDestination && <TableHeaderCell>Destination</TableHeaderCell>}
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell numeric>Attempts</TableHeaderCell>
          <TableHeaderCell>Next try or delay</TableHeaderCell>
          {mayEdit && (
            <TableHeaderCell className="w-0">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {!rows && <SkeletonRows rows={expected} columns={columns} />}
        {rows?.map((row) => (
          <DeliveryRow
            key={row.delivery_id}
            delivery={row}
            hasDestination={hasDestination}
            mayEdit={mayEdit}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  hasDestination: boolean;
  mayEdit: boolean;
}

function DeliveryRow({ delivery, hasDestination, mayEdit }: DeliveryRowProps) {
  const { timezone } = useProject();
  return (
    <TableRow>
      <TableCell className="num text-text-2">
        <time dateTime={delivery.occurred_at} title={formatInstant(delivery.occurred_at, timezone, true)}>
          {nearInstant(delivery.occurred_at, timezone, new Date(), true)}
        </time>
      </TableCell>
      <TableCell className="max-w-60 min-w-28">
        <Link
          {...ROW_LINK}
          to="/deliveries/$id"
          params={{ id: delivery.delivery_id }}
          className="link block truncate"
          title={deliveryName(delivery)}
        >
          {deliveryName(delivery)}
        </Link>
      </TableCell>
      <TableCell className="max-w-80 min-w-52">
        <State delivery={delivery} />
      </TableCell>
      {hasDestination && (
        <TableCell className="max-w-56">
          <span className="flex items-center gap-2">
            <ConnectionMark kind={delivery.connection_kind} size="sm" />
            <span className="truncate" title={delivery.connection_name}>
              {delivery.connection_name}
            </span>
          </span>
        </TableCell>
      )}
      <TableCell>
        <PersonLink install_id={delivery.install_id || null} user_id={null} />
      </TableCell>
      <TableCell numeric>{delivery.attempts}</TableCell>
      <TableCell className="num text-text-2">
        <Timing delivery={delivery} />
      </TableCell>
      {mayEdit && (
        <TableCell className="py-1 text-right pointer-coarse:h-[45px]">
          <SendAgainIcon delivery={delivery} />
        </TableCell>
      )}
    </TableRow>
  );
}

function State({ delivery }: { delivery: Delivery }) {
  const { reason, sent_before_revision } = delivery;
  return (
    <span className="flex items-center gap-2">
      <DeliveryStateTag delivery={delivery} />
      <RevisionTag revision={sent_before_revision} />
      {reason && (
        <span className="truncate text-sm text-text-2" title={reason}>
          {asSentence(reason)}
        </span>
      )}
    </span>
  );
}

/** When it is tried next, or how long it took. */
function Timing({ delivery }: { delivery: Delivery }) {
  const { timezone } = useProject();
  const next = useNextTry(delivery);
  const { delay_ms } = delivery;
  if (next === 'resumed') return 'when it resumes';
  if (next) {
    const now = new Date();
    if (new Date(next.at) <= now) return 'due now';
    return (
      <>
        at <time dateTime={next.at}>{nearInstant(next.at, timezone, now)}</time>
      </>
    );
  }
  if (delay_ms === null) return <span className="text-text-3">–</span>;
  return (
    <span title="From when we received the event until the receiver had it">
      after {durationWords(delay_ms)}
    </span>
  );
}
