import { LiveItem } from '@trailmark/contract/live';
import { until } from './until.ts';

/** A browser that watches a project. */
export interface TestStream {
  status: number;
  contentType: string;
  /** All that came, as it came. */
  text(): string;
  items(): LiveItem[];
  /** Waits until an item of which this is so has come. */
  item(isIt: (item: LiveItem) => boolean): Promise<LiveItem>;
  /** Resolves when the other side has ended it. */
  ended: Promise<void>;
  leave(): void;
}

/** Opens the stream of a project and reads it until somebody ends it. */
export async function watchLive(
  url: string,
  token: string,
  query: Record<string, string>,
): Promise<TestStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/project/live?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true });
  };
  // However it ends, it has ended.
  const ended = read().catch(() => {});
  const items = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((message) => message.startsWith('event: item\n'))
      .map((message) => LiveItem.parse(JSON.parse(message.split('\ndata: ')[1] ?? 'null')));
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: () => text,
    items,
    item: async (isIt) => {
      await until(() => items().some(isIt));
      return items().find(isIt) as LiveItem;
    },
    ended,
    leave: () => leaving.abort(),
  };
}
