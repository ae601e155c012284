import type { Dropped, OutcomeCallbacks } from './outcome.ts';
import type { QueueOptions } from './queue.ts';
import type { BatchCall } from './wire.ts';

/** Calls back with what became of items, and counts the dropped ones. Callbacks that throw disturb nothing. */
export function reportOutcomes({ onDropped, onStored }: OutcomeCallbacks): {
  onOutcome: NonNullable<QueueOptions['onOutcome']>;
  dropped(): number;
} {
  let dropped = 0;
  const safely = (run: () => void) => {
    try {
      run();
    } catch {}
  };
  const drop = (make: () => Dropped) => {
    dropped++;
    safely(() => onDropped?.(make()));
  };
  const onOutcome: NonNullable<QueueOptions['onOutcome']> = (lines, outcome, body = {}) => {
    for (const [index, line] of lines.entries()) {
      if (outcome === 'invalid') drop(() => ({ call: line as BatchCall, body, reason: outcome }));
      else if (typeof outcome === 'string') drop(() => ({ ...JSON.parse(line), reason: outcome }));
      else {
        const { ok, data, field, reason } = outcome[index] ?? {};
        const detail = field && `${field} ${reason}`;
        if (ok) safely(() => onStored?.(JSON.parse(line), data));
        else drop(() => ({ ...JSON.parse(line), reason: 'refused', detail }));
      }
    }
  };
  return { onOutcome, dropped: () => dropped };
}
