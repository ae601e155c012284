import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const tones = { accent: 'bg-accent', good: 'bg-good', warn: 'bg-warn-fill', bad: 'bg-bad' } as const;

interface ProgressProps extends Omit<ComponentProps<'div'>, 'children'> {
  value: number;
  max?: number;
  /** What is measured. */
  label: string;
  /** The value in words, such as "18,204 of 25,000". */
  valueText?: string;
  tone?: keyof typeof tones;
}

/** A thin bar for a share of a known whole. */
export function Progress(props: ProgressProps) {
  const { value, max = 100, label, valueText, tone = 'accent', className, ...rest } = props;
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colours
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, value)}
      aria-valuetext={valueText}
      data-slot="progress"
      className={cn('h-1 w-full overflow-hidden rounded-full bg-press', className)}
      {...rest}
    >
      <div
        className={cn('h-full rounded-full transition-[width]', tones[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
