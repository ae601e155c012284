import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';
import { controlStyle } from './input.tsx';

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  const wired = useFieldWiring(props);
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      className={cn(controlStyle(), 'resize-y px-2.5 py-1.5 read-only:bg-hover', className)}
      {...wired}
    />
  );
}
