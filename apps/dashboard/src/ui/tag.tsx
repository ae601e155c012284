import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const tagStyle = cva(
  'inline-flex w-fit items-center gap-1 rounded-xs px-[7px] py-px text-xs font-[550] whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-press text-text-2',
        good: 'bg-good-soft text-good',
        bad: 'bg-bad-soft text-bad',
        warn: 'bg-warn-soft text-warn',
        accent: 'bg-accent-soft text-accent',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Tag({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof tagStyle>) {
  return <span data-slot="tag" className={cn(tagStyle({ tone }), className)} {...props} />;
}
