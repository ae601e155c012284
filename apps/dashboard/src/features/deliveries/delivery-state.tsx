import type { Delivery } from '@trailmark/contract/deliveries';
import { CircleCheck, CircleSlash, Clock, OctagonX, RotateCw } from 'lucide-react';
import { Tag } from '../../ui/tag.tsx';
import { deliveryStateWords } from '../../words/delivery-words.ts';

type Stated = Pick<Delivery, 'state' | 'attempts'>;

function iconOf({ state, attempts }: Stated) {
  if (state === 'waiting') return attempts > 0 ? RotateCw : Clock;
  if (state === 'rejected') return OctagonX;
  return state === 'delivered' ? CircleCheck : CircleSlash;
}

export function DeliveryStateTag({ delivery }: { delivery: Stated }) {
  const { label, tone } = deliveryStateWords(delivery);
  const Icon = iconOf(delivery);
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {label}
    </Tag>
  );
}

/** The credit has moved since it was sent; the receiver gets the change as a message of its own. */
export function RevisionTag({ revision }: { revision: number | null }) {
  if (revision === null) return null;
  return (
    <Tag tone="warn" title="The attribution changed after this was sent.">
      sent before revision {revision}
    </Tag>
  );
}
