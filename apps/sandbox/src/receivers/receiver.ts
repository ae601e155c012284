import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../traffic/random.ts';
import { createFaults, type DrawnFault, type FaultRule } from './faults.ts';
import { misbehave } from './misbehave.ts';
import { createReceived } from './received.ts';
import type { ReceiverClock } from './receiver-clock.ts';
import type { Answer, Credentials, Tool, ToolRequest } from './tool.ts';

const CIRCUMSTANCES = new Set(['reason', 'retry_after', 'take', 'share', 'count', 'seconds', 'only']);

function kindOf({ rule, delayMs }: DrawnFault): string | null {
  if (rule) return Object.keys(rule).find((name) => !CIRCUMSTANCES.has(name)) ?? null;
  return delayMs > 0 ? 'slow_ms' : null;
}

/** A tool with what it has taken, the credentials that it accepts and the faults that it has. */
export function createReceiver(tool: Tool, { clock, seed }: { clock: ReceiverClock; seed: string }) {
  const received = createReceived(tool);
  let faultSeed = seed;
  const faults = createFaults({ clock, random: () => createRandom(`${faultSeed}/${tool.name}`) });
  let accepted: Credentials[] | null = null;
  let underWay = 0;

  const receive = async (request: ToolRequest, endpoint: string): Promise<Answer | null> => {
    const fault = faults.draw(endpoint);
    if (fault.delayMs > 0) await wait(fault.delayMs, undefined, { ref: false });
    const at = clock.now();
    const reason = fault.rule?.reason;
    const take = () => tool.take(request, { endpoint, now: at, accepted, refuses: fault.refuses, reason });
    const { answer, outcome } = misbehave(tool, request, { endpoint, fault, take });
    const status = answer?.status ?? null;
    received.add(request, { at, endpoint, outcome, status, fault: kindOf(fault) });
    return answer;
  };
  const refuseForTooMany = (request: ToolRequest, endpoint: string): Answer => {
    const answer = tool.failure(429, request, { endpoint, reason: undefined }) ?? { status: 429 };
    received.add(request, { at: clock.now(), endpoint, status: 429, fault: null, outcome: { answer } });
    return answer;
  };

  return {
    tool,
    received,
    /** The answer; null where the connection ends without one. */
    async handle(request: ToolRequest, endpoint: string): Promise<Answer | null> {
      underWay += 1;
      try {
        const isTooMany = underWay > (tool.mostConcurrentRequests ?? Number.POSITIVE_INFINITY);
        return isTooMany ? refuseForTooMany(request, endpoint) : await receive(request, endpoint);
      } finally {
        underWay -= 1;
      }
    },
    rules: faults.rules,
    /** Replaces all rules. The same seed gives the same choices again. */
    setFaults(rules: readonly FaultRule[], newSeed = seed) {
      faultSeed = newSeed;
      faults.set(rules);
    },
    accepted: () => accepted,
    /** Only these are accepted from now on; null: all that are well-formed. */
    accept(credentials: readonly Credentials[] | null) {
      accepted = credentials && [...credentials];
    },
    /** As it was at the start: nothing received, no faults, any credentials. */
    forget() {
      received.clear();
      faults.set([]);
      accepted = null;
      tool.forget?.();
    },
  };
}
export type Receiver = ReturnType<typeof createReceiver>;
