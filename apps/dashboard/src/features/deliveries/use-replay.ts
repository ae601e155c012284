import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@trailmark/contract/call';
import { type Delivery, replayDeliveries } from '@trailmark/contract/deliveries';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { deliveryName } from '../../words/delivery-words.ts';

type Replayed = Omit<Input<typeof replayDeliveries>['body'], 'project_id'>;

function useReplayCall() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return async (which: Replayed) => {
    const { replayed } = await call(replayDeliveries, { body: { project_id, ...which } });
    void queryClient.invalidateQueries({ queryKey: connectionsKey(project_id) });
    return replayed;
  };
}

/** Sends one delivery again. */
export function useReplayOne(
  delivery: Pick<Delivery, 'delivery_id' | 'kind' | 'event_name' | 'connection_name'>,
) {
  const replay = useReplayCall();
  const what = deliveryName(delivery);
  return useMutation({
    mutationFn: () => replay({ delivery_ids: [delivery.delivery_id] }),
    onSuccess: (replayed) => {
      if (replayed > 0) toast({ title: `${what} is on its way to ${delivery.connection_name} again` });
      else toast({ title: 'Nothing was sent', description: 'Its connection or its event was deleted.' });
    },
    onError: (error) => toastFailure(`${what} was not sent again`, error),
  });
}

/** Sends all that a filter finds; a refusal is the caller's to show. */
export function useReplayAll() {
  const replay = useReplayCall();
  return async (filter: NonNullable<Replayed['filter']>) => {
    const replayed = await replay({ filter });
    toast({
      title: `${countInWords(replayed, 'delivery', 'deliveries')} will be sent again`,
      description:
        replayed > 0 ? 'They show as waiting until the receiver has them.' : 'Nothing matches any more.',
    });
  };
}
