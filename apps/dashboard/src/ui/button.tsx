import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

export const buttonStyle = cva(
  [
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm border whitespace-nowrap select-none',
    'font-medium transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 [&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-[15px]',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent font-semibold text-accent-ink hover:bg-accent-hover',
        default:
          'border-line-strong bg-raised text-text hover:bg-hover active:bg-press data-[state=open]:bg-press',
        quiet:
          'border-transparent bg-transparent text-text-2 hover:bg-hover hover:text-text active:bg-press data-[state=open]:bg-press data-[state=open]:text-text',
        danger: 'border-transparent bg-bad font-semibold text-bad-ink hover:bg-bad-hover',
      },
      size: {
        sm: 'h-control-sm px-2 text-sm',
        md: 'h-control px-[11px] text-[13px]',
        lg: 'h-control-lg px-4 text-base',
      },
    },
    defaultVariants: { variant: 'default', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  /** Renders the only child (a link, say) with the look of a button. */
  asChild?: boolean;
  /** Shows a spinner in the same width; clicks are ignored, focus stays. */
  loading?: boolean;
}

export function Button({
  variant,
  size,
  asChild = false,
  loading = false,
  className,
  ...props
}: ButtonProps) {
  const style = cn(buttonStyle({ variant, size }), className);
  if (asChild) return <Slot.Root data-slot="button" className={style} {...props} />;
  const { onClick, children, type = 'button', ...rest } = props;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!loading) return onClick?.(event);
    // Not `disabled`: that would throw the keyboard focus away in the middle of a form.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      data-slot="button"
      type={type}
      className={style}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={handleClick}
      {...rest}
    >
      {loading ? <PendingContent>{children}</PendingContent> : children}
    </button>
  );
}

function PendingContent({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
      <Spinner className="absolute size-[15px]" />
    </>
  );
}
