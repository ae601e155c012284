import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import {
  menuItemDisabled,
  menuItemStyle,
  menuLabelStyle,
  surfaceMotion,
  surfaceStyle,
} from './menu-style.ts';

/** Not modal: the page behind stays readable to a screen reader, and one click both closes and acts. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const contentStyle = cn(
  surfaceStyle,
  surfaceMotion,
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto p-1',
  'origin-(--radix-dropdown-menu-content-transform-origin)',
);
const itemStyle = cn(menuItemStyle, menuItemDisabled, 'data-[highlighted]:bg-press');

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="dropdown-menu"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cn(contentStyle, className)}
        {...props}
      />
    </Radix.Portal>
  );
}

interface ItemExtras {
  icon?: ReactNode;
  /** Faint text at the end: a shortcut or a state. */
  hint?: ReactNode;
}

interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item>, ItemExtras {
  danger?: boolean;
}

export function DropdownMenuItem(props: DropdownMenuItemProps) {
  const { icon, hint, danger, asChild, className, children, ...rest } = props;
  const style = cn(itemStyle, danger && 'text-bad data-[highlighted]:bg-bad-soft', className);
  // With asChild the child, a link say, brings its own icon and text.
  if (asChild) {
    return (
      <Radix.Item asChild className={style} {...rest}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item data-slot="dropdown-menu-item" className={style} {...rest}>
      {icon && (
        <span aria-hidden className={danger ? undefined : 'text-text-2'}>
          {icon}
        </span>
      )}
      {children}
      {hint && <span className="ml-auto pl-4 text-xs text-text-3">{hint}</span>}
    </Radix.Item>
  );
}

export function DropdownMenuRadioItem(props: ComponentProps<typeof Radix.RadioItem> & ItemExtras) {
  const { icon, hint, className, children, ...rest } = props;
  return (
    <Radix.RadioItem className={cn(itemStyle, 'pr-8', className)} {...rest}>
      {icon && (
        <span aria-hidden className="text-text-2">
          {icon}
        </span>
      )}
      {children}
      {hint && <span className="ml-auto pl-4 text-xs text-text-3">{hint}</span>}
      <ItemCheck />
    </Radix.RadioItem>
  );
}

function ItemCheck() {
  return (
    <Radix.ItemIndicator className="absolute right-2">
      <Check aria-hidden className="size-3.5 text-accent" />
    </Radix.ItemIndicator>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn(menuLabelStyle, className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-line', className)} {...props} />;
}
