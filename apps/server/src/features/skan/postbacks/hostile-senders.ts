import { MINUTE_MS } from '../../../platform/clock.ts';
import { createLru } from '../../../platform/lru.ts';

/** Postbacks of one address for one project that may be wrong within a minute. */
const MOST_WRONG = 600;
/** Requests of one address that may be under way. Devices send one; a proxy of somebody's own may send many. */
const MOST_FROM_ONE = 500;
const MOST_AT_ONCE = 4_000;
const MOST_SENDERS = 20_000;

export interface HostileSenders {
  /** Whether a request of an address may be read now; if so, `end` follows. */
  begin(address: string): boolean;
  end(address: string): void;
  /** Whether so much from an address was wrong that of its next postbacks for the project only right ones are stored. */
  isTiring(address: string, projectId: string): boolean;
  noteWrong(address: string, projectId: string): void;
}

/** What addresses are up to, in memory and for a minute: none of it is stored. */
export function createHostileSenders(): HostileSenders {
  const underWay = new Map<string, number>();
  let all = 0;
  const wrong = createLru<{ count: number }>(MOST_SENDERS, MINUTE_MS);
  const keyOf = (address: string, projectId: string) => `${projectId} ${address}`;
  return {
    begin(address) {
      const count = underWay.get(address) ?? 0;
      if (all >= MOST_AT_ONCE || count >= MOST_FROM_ONE) return false;
      all += 1;
      underWay.set(address, count + 1);
      return true;
    },
    end(address) {
      all -= 1;
      const left = (underWay.get(address) ?? 1) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    },
    isTiring: (address, projectId) => (wrong.get(keyOf(address, projectId))?.count ?? 0) >= MOST_WRONG,
    noteWrong(address, projectId) {
      const key = keyOf(address, projectId);
      const known = wrong.get(key);
      if (known) known.count += 1;
      else wrong.set(key, { count: 1 });
    },
  };
}
