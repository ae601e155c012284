import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFieldGroupWiring } from './field.tsx';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  /** The name where the label is only an icon. */
  name?: string;
  disabled?: boolean;
}

interface SegmentedProps<Value extends string>
  extends Omit<ComponentProps<typeof RadioGroup.Root>, 'value' | 'defaultValue' | 'onValueChange'> {
  options: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** A few choices side by side of which exactly one holds. Needs aria-label unless a Field is around it. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { options, value, onValueChange, className, ...rest } = props;
  const wired = useFieldGroupWiring(rest);
  return (
    <RadioGroup.Root
      data-slot="segmented"
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={cn(
        'inline-flex h-control w-fit pointer-coarse:h-control-lg items-stretch gap-0.5 rounded-sm border border-line-strong bg-panel p-0.5',
        className,
      )}
      {...wired}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          aria-label={option.name}
          className={cn(
            'inline-flex items-center gap-1.5 rounded-[3px] px-2.5 text-[13px] font-medium whitespace-nowrap text-text-2 transition-colors',
            'hover:text-text disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-[14px]',
            'focus-visible:outline-offset-0 data-[state=checked]:bg-press data-[state=checked]:text-text',
          )}
        >
          {option.icon}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
