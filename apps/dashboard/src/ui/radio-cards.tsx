import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFieldGroupWiring } from './field.tsx';

export interface RadioCard<Value extends string> {
  value: Value;
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string>
  extends Omit<ComponentProps<typeof RadioGroup.Root>, 'value' | 'defaultValue' | 'onValueChange'> {
  options: readonly RadioCard<Value>[];
  value?: Value | null;
  onValueChange?: (value: Value) => void;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { options, value, onValueChange, className, ...rest } = props;
  const wired = useFieldGroupWiring(rest);
  return (
    <RadioGroup.Root
      data-slot="radio-cards"
      value={value ?? null}
      onValueChange={(next) => onValueChange?.(next as Value)}
      className={cn('grid grid-cols-[repeat(auto-fit,minmax(min(100%,200px),1fr))] gap-2.5', className)}
      {...wired}
    >
      {options.map((option) => (
        <Card key={option.value} {...option} />
      ))}
    </RadioGroup.Root>
  );
}

function Card({ value, title, text, icon, disabled }: RadioCard<string>) {
  return (
    <RadioGroup.Item
      value={value}
      disabled={disabled}
      className={cn(
        'group flex items-start gap-3 rounded-md border border-line-strong bg-panel p-3 text-left transition-colors',
        'hover:bg-hover disabled:pointer-events-none disabled:opacity-50',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft',
      )}
    >
      {icon && (
        <span
          aria-hidden
          className="mt-px text-text-2 group-data-[state=checked]:text-accent [&_svg]:size-[18px]"
        >
          {icon}
        </span>
      )}
      <span className="grid flex-1 gap-0.5">
        <span className="font-medium">{title}</span>
        {text && <span className="text-sm text-text-2">{text}</span>}
      </span>
      <span
        aria-hidden
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-control bg-raised group-data-[state=checked]:border-accent"
      >
        <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
      </span>
    </RadioGroup.Item>
  );
}
