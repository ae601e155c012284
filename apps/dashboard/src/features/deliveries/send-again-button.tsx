import type { Delivery } from '@trailmark/contract/deliveries';
import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { deliveryName } from '../../words/delivery-words.ts';
import { useReplayOne } from './use-replay.ts';

/** One that waits for its first attempt is on its way already. */
const isOnItsWay = ({ state, attempts }: Delivery) => state === 'waiting' && attempts === 0;

/** What it does: nobody waits for the next attempt, or what has an outcome is sent once more. */
const verbOf = ({ state }: Delivery) => (state === 'waiting' ? 'Try now' : 'Send again');

export function SendAgainButton({ delivery }: { delivery: Delivery }) {
  const replay = useReplayOne(delivery);
  if (isOnItsWay(delivery)) return null;
  return (
    <Button variant="primary" loading={replay.isPending} onClick={() => replay.mutate()}>
      <RotateCw aria-hidden />
      {verbOf(delivery)}
    </Button>
  );
}

/** The same in a row. */
export function SendAgainIcon({ delivery }: { delivery: Delivery }) {
  const replay = useReplayOne(delivery);
  if (isOnItsWay(delivery)) return null;
  return (
    <IconButton
      size="sm"
      side="left"
      label={`${verbOf(delivery)}: ${deliveryName(delivery)} to ${delivery.connection_name}`}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      <RotateCw aria-hidden />
    </IconButton>
  );
}
