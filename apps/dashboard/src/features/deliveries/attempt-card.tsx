import type { DeliveryDetails } from '@trailmark/contract/deliveries';
import { ChevronRight } from 'lucide-react';
import { useProject } from '../../project/current-project.tsx';
import { cn } from '../../ui/cn.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { asSentence, durationWords } from '../../words/delivery-words.ts';
import { formatDate, formatTime } from '../../words/format-instant.ts';
import { jsonInLines } from '../../words/json-in-lines.ts';

type Attempt = DeliveryDetails['history'][number];
type Request = Attempt['requests'][number];

interface AttemptCardProps {
  attempt: Attempt;
  /** Of the last one, whether the receiver has it. */
  tone: 'good' | 'bad' | 'neutral';
}

const RINGS = { good: 'border-good', bad: 'border-bad', neutral: 'border-text-3' } as const;

/** One attempt on the way of a delivery: what was requested, and what was answered. */
export function AttemptCard({ attempt, tone }: AttemptCardProps) {
  const { timezone } = useProject();
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-1 pl-6 sm:grid-cols-[108px_minmax(0,1fr)] sm:gap-x-11 sm:pl-0">
      <time dateTime={attempt.at} className="num text-sm text-text-2 sm:pt-3 sm:text-right">
        {formatDate(attempt.at, timezone)}{' '}
        <span className="sm:block">{formatTime(attempt.at, timezone)}</span>
      </time>
      <span
        aria-hidden
        className={cn(
          'absolute top-1 left-0 size-[11px] rounded-full border-2 bg-bg sm:top-[15px] sm:left-[126px]',
          RINGS[tone],
        )}
      />
      <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-panel px-3.5 py-2.5">
        <div className="grid gap-0.5">
          <h3 className="font-semibold">Attempt {attempt.attempt}</h3>
          <p className="break-words text-text-2">{asSentence(attempt.verdict)}</p>
        </div>
        {attempt.requests.length === 0 && (
          <p className="text-sm text-text-3">Its request is no longer stored.</p>
        )}
        {attempt.requests.map((request, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: requests have no id, and a past attempt does not change
          <RequestPart key={at} request={request} />
        ))}
      </article>
    </li>
  );
}

function StatusTag({ status }: { status: number | null }) {
  if (status === null) return <Tag tone="bad">no answer</Tag>;
  return <Tag tone={status >= 200 && status < 300 ? 'good' : status >= 500 ? 'bad' : 'warn'}>{status}</Tag>;
}

/** A line, and with a click the whole. */
function RequestPart({ request }: { request: Request }) {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="group min-w-0 border-t border-line pt-2">
      <summary className="flex items-start gap-2 rounded-xs select-none">
        <ChevronRight
          aria-hidden
          className="mt-1 size-3.5 shrink-0 text-text-3 transition-transform group-open:rotate-90"
        />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="mono min-w-0 wrap-anywhere">
            {request.method} {request.url}
          </span>
          <StatusTag status={request.status} />
          <span className="num text-sm text-text-2">
            {durationWords(request.duration_ms)}
            {request.items > 1 && ` · ${countInWords(request.items, 'delivery', 'deliveries')} together`}
          </span>
        </span>
      </summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
        <CodeBlock label="Headers" code={headers.join('\n')} />
        {request.answer ? (
          <CodeBlock label="Answer" code={jsonInLines(request.answer)} />
        ) : (
          <p className="text-sm text-text-3">
            {request.status === null ? 'There was no answer.' : 'The answer was empty.'}
          </p>
        )}
      </div>
    </details>
  );
}
