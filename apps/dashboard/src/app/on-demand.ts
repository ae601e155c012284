import { type ComponentType, useState } from 'react';
import { toast } from '../ui/toast-store.ts';

/** A component that is fetched when somebody reaches for it; a failure says so and may be tried again. */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => void] {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const fetch = () => {
    load().then(
      (loaded) => setComponent(() => loaded),
      () =>
        toast({
          variant: 'destructive',
          title: 'We couldn’t load this part of the page',
          description: 'Check the connection, then try again.',
        }),
    );
  };
  return [component, fetch];
}
