import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const tones = {
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn-fill',
  accent: 'bg-accent',
  off: 'bg-text-3',
} as const;

interface DotProps extends ComponentProps<'span'> {
  tone?: keyof typeof tones;
  /** What the colour means; without it a word next to the dot must say it. */
  label?: string;
}

export function Dot({ tone = 'off', label, className, ...props }: DotProps) {
  const name = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true };
  return (
    <span
      data-slot="dot"
      className={cn('inline-block size-1.5 shrink-0 rounded-full', tones[tone], className)}
      {...name}
      {...props}
    />
  );
}
