import type { DifferenceCause } from '@trailmark/contract/network-spend';
import type { ReactNode } from 'react';
import { CHART_COLORS, type ChartColor } from '../../charts/chart-colors.ts';
import { cn } from '../../ui/cn.ts';
import type { NetworkDifference } from './difference-rules.tsx';
import { causeWords, plainCount, signedCount } from './difference-words.ts';
import { type Bar, type WaterfallStep, waterfall } from './waterfall.ts';

interface WaterfallListProps {
  difference: NetworkDifference;
  /** In words. */
  network: string;
  onOpen: (cause: DifferenceCause) => void;
}

/** From what the network claims to what we count, cause by cause: the numbers add up from top to bottom. */
export function WaterfallList({ difference, network, onOpen }: WaterfallListProps) {
  const { isCut, claimed, steps, ours } = waterfall(difference);
  return (
    <div className="grid gap-2">
      <ol aria-label={`From ${network} to Trailmark`} className="grid">
        <Line
          title={`${network} claims`}
          number={plainCount(Number(difference.claimed))}
          bar={claimed}
          color="grey"
          isTotal
        />
        {steps.map((step) => (
          <CauseLine key={step.cause} step={step} network={network} onOpen={onOpen} />
        ))}
        <Line
          title="Trailmark counts"
          number={plainCount(difference.ours)}
          bar={ours}
          color="accent"
          isTotal
        />
      </ol>
      {isCut && (
        <p aria-hidden className="text-xs text-text-3">
          Bars are cut on the left to make the causes visible.
        </p>
      )}
    </div>
  );
}

interface CauseLineProps {
  step: WaterfallStep;
  network: string;
  onOpen: (cause: DifferenceCause) => void;
}

function CauseLine({ step: { cause, change, bar }, network, onOpen }: CauseLineProps) {
  const { title, text, noRows } = causeWords(cause, { network, isMore: change < 0 });
  return (
    <Line
      title={
        noRows === null ? (
          <button
            type="button"
            className="link relative text-left after:absolute after:-inset-x-1 after:-inset-y-2"
            onClick={() => onOpen(cause)}
          >
            {title}
          </button>
        ) : (
          title
        )
      }
      text={noRows === null ? text : `${text} ${noRows}`}
      number={signedCount(change)}
      bar={bar}
      color={change < 0 ? 'orange' : 'green'}
    />
  );
}

interface LineProps {
  title: ReactNode;
  text?: string;
  number: string;
  bar: Bar;
  color: ChartColor;
  isTotal?: boolean;
}

/** So wide that one install among thousands can be seen. */
const LEAST_WIDTH = '3px';

function Line({ title, text, number, bar, color, isTotal = false }: LineProps) {
  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 border-t border-line py-2.5 first:border-t-0',
        'sm:grid-cols-[minmax(0,1fr)_72px_minmax(120px,30%)]',
        isTotal && 'font-semibold last:border-line-strong',
      )}
    >
      <div className="grid min-w-0 gap-0.5">
        <span>{title}</span>
        {text && <span className="max-w-[68ch] text-sm text-text-2">{text}</span>}
      </div>
      <span className="num text-right">{number}</span>
      <span aria-hidden className="relative h-[20px] max-sm:col-span-2 max-sm:h-2">
        <span className="absolute inset-x-0 inset-y-[6px] rounded-xs bg-hover max-sm:inset-y-0" />
        {bar.end > bar.start && (
          <span
            className="absolute inset-y-[6px] rounded-xs max-sm:inset-y-0"
            style={{
              left: `min(${bar.start * 100}%, calc(100% - ${LEAST_WIDTH}))`,
              width: `max(${(bar.end - bar.start) * 100}%, ${LEAST_WIDTH})`,
              background: CHART_COLORS[color],
            }}
          />
        )}
      </span>
    </li>
  );
}
