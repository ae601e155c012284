import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { Portal, Select as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';
import { controlStyle } from './input.tsx';
import {
  menuItemDisabled,
  menuItemStyle,
  menuLabelStyle,
  surfaceMotion,
  surfaceStyle,
} from './menu-style.ts';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  /** A second line that explains the choice. */
  hint?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SelectGroup<Value extends string = string> {
  label: ReactNode;
  options: readonly SelectOption<Value>[];
}

interface SelectProps<Value extends string>
  extends Omit<ComponentProps<typeof Radix.Trigger>, 'value' | 'defaultValue' | 'onChange' | 'children'> {
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[];
  value?: Value | null;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  placeholder?: ReactNode;
  name?: string;
  required?: boolean;
  size?: 'sm' | 'md';
}

/** For a short list; a long one needs the Combobox. Needs aria-label unless a Field is around it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, defaultValue, onValueChange, placeholder, name, required, disabled, ...rest } =
    props;
  const { size = 'md', className, ...trigger } = rest;
  const wired = useFieldWiring(trigger);
  const [open, setOpen] = useState(false);
  // The list is as much as all else of a page: it comes when somebody reaches for it, with mouse or keys.
  const [isReached, setReached] = useState(false);
  const isListed = isReached || open || name !== undefined || value === undefined;
  const chosen = options
    .flatMap((entry): readonly SelectOption[] => ('options' in entry ? entry.options : [entry]))
    .find((option) => option.value === value);
  const state = {
    ...(value === undefined ? { defaultValue } : { value: value ?? '' }),
    onValueChange: (next: string) => onValueChange?.(next as Value),
  };
  return (
    <Radix.Root
      name={name}
      required={required}
      disabled={disabled}
      open={open}
      onOpenChange={setOpen}
      {...state}
    >
      <Radix.Trigger
        data-slot="select"
        className={cn(
          controlStyle(),
          'flex items-center justify-between gap-2 pr-2 pl-2.5 text-left data-[placeholder]:text-text-3 data-[state=open]:border-line-control',
          size === 'sm' ? 'h-control-sm text-sm' : 'h-control',
          className,
        )}
        onFocusCapture={() => setReached(true)}
        onPointerEnter={() => setReached(true)}
        {...wired}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-text-3" />
        </Radix.Icon>
      </Radix.Trigger>
      {open && <Backdrop />}
      {isListed && <SelectList options={options} />}
    </Radix.Root>
  );
}

// While the list is open it has the focus alone; a click outside closes it and does nothing else.
function Backdrop() {
  return <Portal.Root aria-hidden className="pointer-events-auto fixed inset-0 z-40" />;
}

function SelectList({ options }: { options: readonly (SelectOption | SelectGroup)[] }) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="select-list"
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          surfaceStyle,
          surfaceMotion,
          'z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(26rem,92vw)] overflow-hidden',
        )}
      >
        <Radix.ScrollUpButton className="grid h-5 place-items-center text-text-3">
          <ChevronUp aria-hidden className="size-3.5" />
        </Radix.ScrollUpButton>
        <Radix.Viewport className="p-1">
          {options.map((entry) =>
            'options' in entry ? (
              <Radix.Group key={entry.options.map((option) => option.value).join()}>
                <Radix.Label className={menuLabelStyle}>{entry.label}</Radix.Label>
                {entry.options.map((option) => (
                  <SelectItem key={option.value} {...option} />
                ))}
              </Radix.Group>
            ) : (
              <SelectItem key={entry.value} {...entry} />
            ),
          )}
        </Radix.Viewport>
        <Radix.ScrollDownButton className="grid h-5 place-items-center text-text-3">
          <ChevronDown aria-hidden className="size-3.5" />
        </Radix.ScrollDownButton>
      </Radix.Content>
    </Radix.Portal>
  );
}

function SelectItem({ value, label, hint, icon, disabled }: SelectOption) {
  return (
    <Radix.Item
      value={value}
      disabled={disabled}
      className={cn(menuItemStyle, menuItemDisabled, 'pr-8 data-[highlighted]:bg-press')}
    >
      {icon && (
        <span aria-hidden className="text-text-2">
          {icon}
        </span>
      )}
      <span className="grid">
        <Radix.ItemText>{label}</Radix.ItemText>
        {hint && <span className="text-xs text-text-3">{hint}</span>}
      </span>
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="size-3.5 text-accent" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
