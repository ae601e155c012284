import type { Metric, Registry } from 'prom-client';
import type { AnsweredRequest } from './answered.ts';

const NAME = 'trailmark_http_request_seconds';
const HELP = 'Time to answer a request, by route and status';
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Labels = Record<'method' | 'route', string> & { status: number };

/** Requests of one route and status: how many took up to each bound, and how many there were. */
interface Tally {
  labels: Labels;
  counts: number[];
  count: number;
  seconds: number;
}

function* valuesOf({ labels, counts, count, seconds }: Tally) {
  let upTo = 0;
  for (const [n, le] of BOUNDS.entries()) {
    upTo += counts[n] ?? 0;
    yield { labels: { le, ...labels }, value: upTo, metricName: `${NAME}_bucket` };
  }
  yield { labels: { le: '+Inf', ...labels }, value: count, metricName: `${NAME}_bucket` };
  yield { labels, value: seconds, metricName: `${NAME}_sum` };
  yield { labels, value: count, metricName: `${NAME}_count` };
}

/**
 * A histogram of request times. The library's own checks and hashes its labels for each observation, which is a
 * twentieth of all that a small request costs.
 */
export function createRequestTimes(registry: Registry) {
  const tallies = new Map<string, Tally>();
  const get = async () => ({
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    values: [...tallies.values()].flatMap((tally) => [...valuesOf(tally)]),
  });
  registry.registerMetric({ name: NAME, get, reset: () => tallies.clear() } as unknown as Metric);
  return ({ method, route = 'none', status, ms }: AnsweredRequest): void => {
    const key = `${method} ${status} ${route}`;
    let tally = tallies.get(key);
    if (!tally) {
      const counts = BOUNDS.map(() => 0);
      tally = { labels: { method, route, status }, counts, count: 0, seconds: 0 };
      tallies.set(key, tally);
    }
    const seconds = ms / 1000;
    const bound = BOUNDS.findIndex((most) => seconds <= most);
    if (bound >= 0) tally.counts[bound] = (tally.counts[bound] ?? 0) + 1;
    tally.count += 1;
    tally.seconds += seconds;
  };
}
