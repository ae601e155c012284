import { Label as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Label({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      data-slot="label"
      className={cn('w-fit text-[13px] font-medium text-text-2 select-none', className)}
      {...props}
    />
  );
}
