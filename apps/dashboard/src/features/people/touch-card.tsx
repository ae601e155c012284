import type { WeighedTouch } from '@trailmark/contract/people';
import { useProject } from '../../project/current-project.tsx';
import { networkWords } from '../../report/dimension-words.ts';
import { cn } from '../../ui/cn.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tag } from '../../ui/tag.tsx';
import { matchWords, OUTCOME_WORDS, reasonWords, TOUCH_WORDS } from '../../words/attribution-words.ts';
import { shortInstant } from '../../words/format-instant.ts';
import { exactSpanWords } from './span-words.ts';

/** One touch of the receipt: for a marketer in words, for an engineer in the values that were compared. */
export function TouchCard({ touch }: { touch: WeighedTouch }) {
  const { timezone } = useProject();
  const { label, tone } = OUTCOME_WORDS[touch.outcome];
  const won = touch.outcome === 'won';
  return (
    <li className="relative grid gap-x-5 gap-y-1 pl-6 sm:grid-cols-[108px_minmax(0,1fr)] sm:gap-x-11 sm:pl-0">
      <time dateTime={touch.at} className="num text-sm text-text-2 sm:pt-3 sm:text-right">
        {shortInstant(touch.at, timezone)}
      </time>
      <span
        aria-hidden
        className={cn(
          'absolute top-1 left-0 size-[11px] rounded-full border-2 bg-bg sm:top-[15px] sm:left-[126px]',
          won ? 'border-accent' : touch.outcome === 'rejected' ? 'border-bad' : 'border-text-3',
        )}
      />
      <article
        className={cn(
          'grid min-w-0 gap-1 rounded-lg border bg-panel px-3.5 py-2.5',
          won ? 'border-accent' : 'border-line',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 font-semibold break-words">
            {TOUCH_WORDS[touch.kind]} · {nameOf(touch)}
          </h3>
          {touch.match_type && <Tag>{matchWords(touch.match_type)}</Tag>}
          <Tag tone={tone} className="ml-auto">
            {label}
          </Tag>
        </div>
        <Source touch={touch} />
        <p>{touch.sentence}</p>
        {touch.suspicions.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            {touch.suspicions.map(({ reason, level }) => (
              <Tag key={reason} tone={level === 'no_credit' ? 'bad' : 'warn'}>
                {reasonWords(reason)}
              </Tag>
            ))}
          </p>
        )}
        {!touch.is_hidden && <Values touch={touch} />}
      </article>
    </li>
  );
}

function nameOf({ is_hidden, campaign_name, network }: WeighedTouch): string {
  if (is_hidden) return 'another campaign';
  return campaign_name ?? (network ? networkWords(network) : 'a deleted campaign');
}

function Source({ touch }: { touch: WeighedTouch }) {
  if (touch.is_hidden) return null;
  const { network, link_name, ad_set, creative } = touch;
  // A link is often called after its ad set and creative: they are said once.
  const ad = [ad_set, creative].filter((part) => part && !link_name?.includes(part));
  const words = [network && network !== 'NONE' && networkWords(network), link_name, ...ad]
    .filter(Boolean)
    .join(' · ');
  return words ? <p className="text-text-2">{words}</p> : null;
}

/** The summary is one line; the whole comes with a click. */
function Values({ touch }: { touch: WeighedTouch }) {
  const { touch_id, because, age_seconds, window_seconds, similarity, raw } = touch;
  const line = [
    touch_id,
    because,
    `age ${exactSpanWords(age_seconds)}`,
    window_seconds !== null && `window ${exactSpanWords(window_seconds)}`,
    similarity !== null && `similarity ${similarity} of 100`,
  ].filter(Boolean);
  return (
    <details className="group min-w-0">
      <summary className="mono w-fit max-w-full rounded-xs wrap-anywhere text-text-3 marker:text-text-3 hover:text-text-2">
        {line.join(' · ')}
      </summary>
      <CodeBlock label="What was compared" code={JSON.stringify(raw, null, 2)} className="mt-2" />
    </details>
  );
}
