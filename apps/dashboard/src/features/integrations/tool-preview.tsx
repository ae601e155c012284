import { useQuery } from '@tanstack/react-query';
import {
  type PreviewedEvent,
  TOOLS,
  type Tool,
  type ToolSettings,
} from '@trailmark/contract/analytics-tools';
import { ChevronRight, Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { deliveryName } from '../../words/delivery-words.ts';
import { nearInstant } from '../../words/format-instant.ts';
import { previewQuery } from './tools-query.ts';

type Previewed = z.infer<typeof PreviewedEvent>;

const TYPING_MS = 500;
const FIRST_ROWS = 6;

/** A value that follows when the typing rests. */
function useRested<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(rested) as Value;
}

interface ToolPreviewProps {
  tool: Tool;
  settings: Partial<ToolSettings>;
  description: string;
}

/** What the last events would become with some settings. */
export function ToolPreview({ tool, settings, description }: ToolPreviewProps) {
  const { project_id } = useProject();
  const rested = useRested(settings);
  const preview = useQuery(previewQuery({ project_id, tool, settings: rested }));
  const [isWhole, setIsWhole] = useState(false);
  const events = isWhole ? preview.data : preview.data?.slice(0, FIRST_ROWS);
  const isEmpty = preview.data?.length === 0;
  return (
    <Card aria-busy={preview.isPending}>
      <CardHeader title="What the last 20 events would become" description={description} className="pb-3" />
      {preview.isLoadingError && <LoadFailed what="the preview" query={preview} />}
      {preview.isPending && <PreviewLoading />}
      {isEmpty && (
        <EmptyState
          icon={<Eye />}
          title="No events yet"
          text="As soon as your app sends something, it is shown here as the tool would get it."
          className="pt-4 pb-8"
        />
      )}
      {events && !isEmpty && (
        <ul
          className={cn('border-t border-line transition-opacity', preview.isPlaceholderData && 'opacity-60')}
        >
          {events.map((event, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events of a preview have no id, and two may be alike
            <PreviewRow key={`${at} ${event.occurred_at} ${event.install_id}`} event={event} tool={tool} />
          ))}
        </ul>
      )}
      {events && preview.data && events.length < preview.data.length && (
        <CardFooter className="justify-center">
          <Button size="sm" variant="quiet" onClick={() => setIsWhole(true)}>
            Show all {preview.data.length}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

function PreviewRow({ event, tool }: { event: Previewed; tool: Tool }) {
  const { timezone } = useProject();
  const { payload, skipped, occurred_at } = event;
  const name = deliveryName({ kind: event.kind, event_name: event.name });
  const line = (
    <>
      <span className="min-w-0 truncate font-medium">{name}</span>
      {payload === null && <Tag>left out</Tag>}
      {payload === null && skipped && (
        <span className="min-w-0 text-sm break-words text-text-2 max-sm:basis-full">{skipped}</span>
      )}
      <time dateTime={occurred_at} className="num ml-auto text-sm text-text-3">
        {nearInstant(occurred_at, timezone, new Date())}
      </time>
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
            label={`${name} in ${TOOLS[tool].label}`}
            code={JSON.stringify(payload, null, 2)}
            className="mx-4 mt-1 mb-3"
          />
        </details>
      )}
    </li>
  );
}

function PreviewLoading() {
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
