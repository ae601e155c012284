import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';

export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  const wired = useFieldWiring(props);
  return (
    <Radix.Root
      data-slot="checkbox"
      className={cn(
        'group relative grid size-4 shrink-0 place-items-center rounded-xs border border-line-control bg-raised text-accent-ink transition-colors',
        'hover:border-text-2 aria-invalid:border-bad disabled:opacity-50',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        // The box stays small; what can be hit does not.
        'after:absolute after:-inset-1 pointer-coarse:after:-inset-2.5',
        className,
      )}
      {...wired}
    >
      <Radix.Indicator>
        <Check aria-hidden strokeWidth={3} className="size-3 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  );
}
