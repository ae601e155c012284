import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'value' | 'onClick' | 'children' | 'asChild'> {
  value: string;
  /** What is copied, such as "Copy token": the name, or the text with `showLabel`. */
  label?: string;
  showLabel?: boolean;
}

const icons = { idle: Copy, copied: Check, failed: X } as const;
const words = { idle: '', copied: 'Copied', failed: 'Copying failed. Select the text and copy it.' } as const;

export function CopyButton(props: CopyButtonProps) {
  const { value, label = 'Copy', showLabel = false, variant, size = 'sm', className, ...rest } = props;
  const { state, copy } = useCopy(value);
  const Icon = icons[state];
  const shape = showLabel ? undefined : size === 'sm' ? 'size-control-sm px-0' : 'size-control px-0';
  return (
    <>
      <Button
        data-slot="copy-button"
        variant={variant ?? (showLabel ? 'default' : 'quiet')}
        size={size}
        aria-label={showLabel ? undefined : label}
        title={showLabel ? undefined : label}
        className={cn(shape, className)}
        onClick={copy}
        {...rest}
      >
        <Icon
          aria-hidden
          className={cn('size-3.5', state === 'copied' && 'text-good', state === 'failed' && 'text-bad')}
        />
        {showLabel && label}
      </Button>
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </>
  );
}

type CopyState = 'idle' | 'copied' | 'failed';

const shownMs = 1800;

/** Copies a value and remembers for a moment how it went. */
function useCopy(value: string): { state: CopyState; copy: () => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(value)) ? 'copied' : 'failed');
  return { state, copy };
}
