import { Tooltip as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';

/** Once around the whole application. */
export function TooltipProvider(props: ComponentProps<typeof Radix.Provider>) {
  return <Radix.Provider delayDuration={300} skipDelayDuration={200} {...props} />;
}

interface TooltipProps extends Omit<ComponentProps<typeof Radix.Content>, 'content'> {
  content: ReactNode;
  /** The trigger: one element that can take focus. */
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Tooltip(props: TooltipProps) {
  const { content, children, open, onOpenChange, className, ...rest } = props;
  // A report has dozens of them, and few are ever opened: until then there is only the trigger.
  const [wasOpened, setOpened] = useState(false);
  const change = (isOpen: boolean) => {
    if (isOpen) setOpened(true);
    onOpenChange?.(isOpen);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {(wasOpened || open) && (
        <Radix.Portal>
          <Radix.Content
            data-slot="tooltip"
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-50 max-w-72 rounded-sm border border-line-strong bg-raised px-2 py-1 text-sm text-text shadow-lg',
              'origin-(--radix-tooltip-content-transform-origin) animate-pop-in data-[state=closed]:animate-pop-out',
              className,
            )}
            {...rest}
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}
