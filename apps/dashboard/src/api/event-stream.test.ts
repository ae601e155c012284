import { getLive, type LiveItem } from '@trailmark/contract/live';
import { afterEach, expect, it, vi } from 'vitest';
import { followEvents, type StreamState, waitMs } from './event-stream.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const query = { project_id: '0d8f3f0e-31a5-4d55-9f0b-6f1f3a1c7b11' };
const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const message = (id: string) => `event: item\ndata: {"id":"${id}"}\n\n`;

it('waits longer after every failure, and never longer than half a minute or so', () => {
  expect([0, 1, 2, 3].map((failures) => waitMs(failures, 0.5))).toEqual([1000, 2000, 4000, 8000]);
  expect(waitMs(40, 1)).toBe(37_500);
  expect(waitMs(0, 0)).toBe(750);
});

it('connects again when the line breaks off, and ends with the signal', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const answers = [
    () => stream(message('1')),
    () => Promise.reject(new TypeError('away')),
    () => stream(message('2')),
  ];
  vi.stubGlobal('fetch', async () => answers.shift()?.() ?? stream(''));
  const items: string[] = [];
  const states: StreamState[] = [];
  const followed = followEvents(
    getLive,
    { query },
    {
      onItems: (came: LiveItem[]) => {
        items.push(...came.map(({ id }) => id));
        if (items.length === 2) stop.abort();
      },
      onState: (state) => states.push(state),
      onRefused: () => expect.unreachable(),
      signal: stop.signal,
    },
  );
  await vi.runAllTimersAsync();
  await followed;
  expect(items).toEqual(['1', '2']);
  expect(states).toEqual(['connecting', 'connected', 'waiting', 'waiting', 'connected']);
});

it.each([
  { status: 403, code: 'forbidden', msg: 'No.' },
  { status: 429, code: 'rate_limited', msg: 'You have 10 live views open.' },
])('does not come again when it is refused as $code', async ({ status, code, msg }) => {
  const fetched = vi.fn(async () => Response.json({ msg, error: { code } }, { status }));
  vi.stubGlobal('fetch', fetched);
  const onRefused = vi.fn();
  await followEvents(
    getLive,
    { query },
    {
      onItems: () => expect.unreachable(),
      onState: () => undefined,
      onRefused,
      signal: new AbortController().signal,
    },
  );
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onRefused.mock.calls[0]?.[0]).toMatchObject({ message: msg, status, code });
});
