import type { AppPorts } from './app-ports.ts';
import { within } from './within.ts';

type DeviceData = Record<string, unknown>;

/** Google's services may hang. */
const ANSWER_MS = 5000;
const POLL_MS = 500;
const NOT_DETERMINED = '0';

/** What is known about the phone; read again when the app is opened, since the person may have changed it. */
export function createDevice({ native, schedule, now }: AppPorts, allowsAdvertisingId: () => boolean) {
  let current: DeviceData = {};
  const refresh = async (): Promise<DeviceData> => {
    const read = native.readDevice({ advertisingId: allowsAdvertisingId() });
    // What was known before is better than nothing.
    current = (await within(schedule, ANSWER_MS, read)) ?? current;
    return current;
  };
  return {
    get: () => current,
    refresh,
    /** Waits until the person has answered Apple's question, and not longer than so many milliseconds. */
    async awaitTracking(timeoutMs: number): Promise<void> {
      const end = now() + timeoutMs;
      while (current.att_status === NOT_DETERMINED && now() < end) {
        await new Promise<void>((resolve) => schedule(resolve, POLL_MS));
        await refresh();
      }
    },
  };
}
export type Device = ReturnType<typeof createDevice>;
