import type { DeliveryDetails } from '@trailmark/contract/deliveries';
import { isOwnEvent } from '@trailmark/contract/event-words';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { connectionKindWords } from '../../words/connection-words.ts';
import { durationWords, messageWords } from '../../words/delivery-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { useNextTry } from './use-next-try.ts';

/** What, for whom and where. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetails }) {
  const { timezone } = useProject();
  const next = useNextTry(delivery);
  const time = (at: string) => <time dateTime={at}>{formatInstant(at, timezone, true)}</time>;
  const { install_id, user_id, delivered_at, delay_ms } = delivery;
  return (
    <Card>
      <CardHeader title="Delivery" />
      <CardBody>
        <DescriptionList>
          <Description label="What">{messageWords(delivery.kind)}</Description>
          {delivery.event_name && !isOwnEvent(delivery.event_name) && (
            <Description label="Name" mono className="[&_dd]:break-all">
              {delivery.event_name}
            </Description>
          )}
          <Description label="Person">
            <PersonLink install_id={install_id || null} user_id={user_id} />
          </Description>
          <Description label="Destination">
            <span className="inline-flex min-w-0 items-center gap-2">
              <ConnectionMark kind={delivery.connection_kind} size="sm" />
              <span className="min-w-0 break-words">{delivery.connection_name}</span>
            </span>
          </Description>
          {delivery.connection_kind === 'webhook' && (
            <Description label="Kind">{connectionKindWords(delivery.connection_kind)}</Description>
          )}
          <Description label="Happened">{time(delivery.occurred_at)}</Description>
          <Description label="Planned">{time(delivery.planned_at)}</Description>
          {delivered_at && <Description label="Delivered">{time(delivered_at)}</Description>}
          {delay_ms !== null && <Description label="Delay">{durationWords(delay_ms)}</Description>}
          {next && (
            <Description label="Next try">
              {next === 'resumed' ? 'when the connection resumes' : time(next.at)}
            </Description>
          )}
          <Description label="Attempts">{delivery.attempts}</Description>
        </DescriptionList>
        <p className="mt-3 flex items-center justify-between gap-2 text-xs text-text-3">
          Times in {zoneLabel(timezone, new Date())}.
          <CopyButton value={delivery.delivery_id} label="Copy the delivery id" />
        </p>
      </CardBody>
    </Card>
  );
}
