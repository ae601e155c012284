/** How long the requests of a quiet project took. */
export interface Latency {
  count: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
}

const EVERY_MS = 40;

function latencyOf(times: number[], failed: number): Latency {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { count: sorted.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) };
}

/** Sends a request every 40 ms, whether or not the previous one is answered: a slow server gets no fewer requests. */
export async function measureLatency(
  seconds: number,
  send: (n: number) => Promise<Response>,
): Promise<Latency> {
  const times: number[] = [];
  let failed = 0;
  const one = async (n: number, startAt: number) => {
    try {
      const response = await send(n);
      await response.text();
      if (response.status >= 400) failed += 1;
    } catch {
      failed += 1;
    }
    // From when it should have been sent: a client that is held up itself does not hide it.
    times.push(performance.now() - startAt);
  };
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n * EVERY_MS < seconds * 1000; n += 1) {
    const startAt = begun + n * EVERY_MS;
    const wait = startAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(one(n, startAt));
  }
  await Promise.all(running);
  return latencyOf(times, failed);
}
