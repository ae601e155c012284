import { spend } from '../access/rate-limit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';

/** Each is a call or more to a network, which counts them. */
export const spendCall = ({ db, clock }: Pick<Kit, 'db' | 'clock'>, projectId: string): Promise<void> =>
  spend(db, clock.now(), [{ bucket: `network:${projectId}`, max: 30, perMs: MINUTE_MS }]);
