import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CardFooter } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { deliveryName } from '../words/delivery-words.ts';
import { nearInstant } from '../words/format-instant.ts';
import { useProject } from './current-project.tsx';

/** An event as a receiver would get it. */
export interface PreviewedEvent {
  name: string;
  kind: string;
  occurred_at: string;
  install_id: string;
  /** null: it would be left out. */
  payload: unknown;
  /** In words: why. */
  reason: string | null;
}

interface PreviewedEventsProps {
  events: readonly PreviewedEvent[];
  /** The name of the receiver. */
  receiver: string;
  /** The next ones are on their way. */
  isOld: boolean;
}

const FIRST_ROWS = 6;

/** What events would become, each to be opened. */
export function PreviewedEvents({ events, receiver, isOld }: PreviewedEventsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, FIRST_ROWS);
  return (
    <>
      <ul className={cn('border-t border-line transition-opacity', isOld && 'opacity-60')}>
        {shown.map((event, at) => (
          <PreviewRow
            // biome-ignore lint/suspicious/noArrayIndexKey: not all have an id, and two may be alike
            key={`${at} ${event.occurred_at} ${event.install_id}`}
            event={event}
            receiver={receiver}
          />
        ))}
      </ul>
      {shown.length < events.length && (
        <CardFooter className="justify-center">
          <Button size="sm" variant="quiet" onClick={() => setIsWhole(true)}>
            Show all {events.length}
          </Button>
        </CardFooter>
      )}
    </>
  );
}

function PreviewRow({ event, receiver }: { event: PreviewedEvent; receiver: string }) {
  const { timezone } = useProject();
  const { payload, reason, occurred_at } = event;
  const name = deliveryName({ kind: event.kind, event_name: event.name } as Parameters<
    typeof deliveryName
  >[0]);
  const line = (
    <>
      <span className="min-w-0 truncate font-medium">{name}</span>
      {payload === null && <Tag>left out</Tag>}
      <time dateTime={occurred_at} className="num ml-auto text-sm text-text-3">
        {nearInstant(occurred_at, timezone, new Date())}
      </time>
      {payload === null && reason && (
        <span className="min-w-0 basis-full text-sm break-words text-text-2">{reason}</span>
      )}
    </>
  );
  const style = 'flex min-h-row flex-wrap items-center gap-x-2 gap-y-0.5 px-4 py-1.5';
  return (
    <li className="border-b border-line last:border-b-0">
      {payload === null ? (
        <div className={cn(style, 'pl-[38px]')}>{line}</div>
      ) : (
        <details className="group">
          <summary className={cn(style, 'select-none hover:bg-hover focus-visible:-outline-offset-2')}>
            <ChevronRight
              aria-hidden
              className="size-3.5 shrink-0 text-text-3 transition-transform group-open:rotate-90"
            />
            {line}
          </summary>
          <CodeBlock
            label={`${name} in ${receiver}`}
            code={JSON.stringify(payload, null, 2)}
            className="mx-4 mt-1 mb-3"
          />
        </details>
      )}
    </li>
  );
}

export function PreviewLoading() {
  return (
    <div className="grid border-t border-line">
      {[1, 2, 3, 4, 5, 6].map((one) => (
        <div key={one} className="flex h-row items-center border-b border-line px-4 last:border-b-0">
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </div>
  );
}
