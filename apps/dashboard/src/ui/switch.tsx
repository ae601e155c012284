import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';

export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  const wired = useFieldWiring(props);
  return (
    <Radix.Root
      data-slot="switch"
      className={cn(
        'relative inline-flex h-[18px] w-[30px] shrink-0 items-center rounded-full bg-line-control p-0.5 transition-colors',
        'data-[state=checked]:bg-accent disabled:opacity-50',
        'after:absolute after:-inset-1 pointer-coarse:after:-inset-2.5',
        className,
      )}
      {...wired}
    >
      <Radix.Thumb className="size-3.5 rounded-full bg-bg shadow-sm transition-transform data-[state=checked]:translate-x-3" />
    </Radix.Root>
  );
}
