import { lazyRouteComponent } from '@tanstack/react-router';
import { CallError } from '@trailmark/contract/call';
import type { ComponentType } from 'react';

/**
 * The router reloads the page when a file is missing, which is right after a new version was installed. Without
 * a connection it would throw the person out of the page, so that case is separate.
 */
async function explain(error: unknown): Promise<never> {
  const reachable = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  throw reachable ? error : new CallError('The server cannot be reached.', 0, null);
}

export function lazyComponent(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await load().catch(explain) }));
}
