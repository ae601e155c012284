import { BellRing } from 'lucide-react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangeAlerts } from './alerts-query.ts';

/** What nearly every project wants to know; created by one click. */
const SUGGESTIONS = [
  { name: 'No events for an hour', condition: { kind: 'no_events', minutes: 60 } },
  { name: 'Connection broken', condition: { kind: 'connection_broken' } },
] as const;

export function NoAlerts({ onCreate }: { onCreate: () => void }) {
  const mayEdit = useMay()('alerts.edit');
  const { create } = useChangeAlerts();
  const add = (suggestion: (typeof SUGGESTIONS)[number]) =>
    create.mutate(suggestion, {
      onSuccess: ({ name }) => toast({ title: `Alert created: ${name}` }),
      onError: (error) => toastFailure('The alert was not created', error),
    });
  return (
    <EmptyState
      icon={<BellRing />}
      title="No alerts yet"
      text={
        mayEdit
          ? 'Get a mail when events stop, spend brings no installs, CPI or ROAS passes a threshold, or a connection breaks.'
          : 'Owners, admins and members create alerts. They are listed here with their state.'
      }
      action={
        mayEdit && (
          <div className="flex flex-wrap justify-center gap-2">
            {SUGGESTIONS.map((suggestion) => (
              <Button key={suggestion.name} disabled={create.isPending} onClick={() => add(suggestion)}>
                {suggestion.name}
              </Button>
            ))}
            <Button variant="quiet" onClick={onCreate}>
              Something else…
            </Button>
          </div>
        )
      }
    />
  );
}
