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

/** The same for a long value of which all is to be seen. */
export function CopyArea({ value, copyLabel }: Required<Pick<CopyFieldProps, 'value' | 'copyLabel'>>) {
  const wired = useFieldWiring({});
  return (
    <span data-slot="copy-field" className="relative flex w-full">
      <textarea
        readOnly
        rows={3}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className={cn(
          controlStyle(),
          'field-sizing-content resize-none py-1.5 pr-10 pl-2.5 font-mono text-[12px] leading-[1.5] break-all [font-feature-settings:normal] pointer-coarse:pr-12',
        )}
        {...wired}
      />
      <CopyButton value={value} label={copyLabel} className="absolute top-px right-px" />
    </span>
  );
}
