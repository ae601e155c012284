import { guard } from '@trailmark/sdk-core/guard';

/** Calls back for an event of the page, and never throws into it. */
export const listen = (name: string, run: (event: Event & { persisted?: boolean }) => unknown): void =>
  addEventListener(name, guard(run), true);
