import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { useFieldWiring } from './field.tsx';
import { controlStyle } from './input.tsx';

interface CopyFieldProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: string;
  copyLabel?: string;
}

/** A value to take away. Needs aria-label unless a Field is around it. */
export function CopyField({ value, copyLabel = 'Copy', className, ...props }: CopyFieldProps) {
  const wired = useFieldWiring(props);
  return (
    <span data-slot="copy-field" className={cn('relative flex w-full items-center', className)}>
      <input
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className={cn(
          controlStyle(),
          'h-control truncate pr-10 pl-2.5 font-mono text-[12px] [font-feature-settings:normal] pointer-coarse:pr-12',
        )}
        {...wired}
      />
      <CopyButton value={value} label={copyLabel} className="absolute right-px h-[calc(100%-2px)]" />
    </span>
  );
}
