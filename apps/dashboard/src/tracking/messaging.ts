import type { TrackedPerson } from './person.ts';
import type { Messaging } from './tracker.ts';

type Intercom = ((...command: unknown[]) => void) & { q?: unknown[][] };

declare global {
  interface Window {
    Intercom?: Intercom;
  }
}

/** The published way in: commands wait in a queue until the widget has arrived. */
function widget(appId: string): Intercom {
  if (window.Intercom) return window.Intercom;
  const queue: unknown[][] = [];
  const stub: Intercom = (...command) => void queue.push(command);
  stub.q = queue;
  window.Intercom = stub;
  const script = document.createElement('script');
  script.src = `https://widget.intercom.io/widget/${encodeURIComponent(appId)}`;
  script.async = true;
  document.head.append(script);
  return stub;
}

/** Starts customer messaging; called only where it is configured and allowed. */
export function startMessaging(appId: string): Messaging {
  widget(appId);
  // Read each time: the widget replaces the queue by itself.
  const send = (...command: unknown[]) => window.Intercom?.(...command);
  return {
    boot: ({ id, name, email, company }: TrackedPerson) =>
      send('boot', {
        app_id: appId,
        user_id: id,
        name,
        email,
        company: company === null ? undefined : { company_id: company, name: company },
      }),
    update: () => send('update'),
    shutdown: () => send('shutdown'),
  };
}
