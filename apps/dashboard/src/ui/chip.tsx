import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

interface ChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  /** The faint part: what is filtered. */
  label?: ReactNode;
  /** The strong part: by what. */
  value?: ReactNode;
  icon?: ReactNode;
  /** Dashed, for "add one". */
  dashed?: boolean;
  /** Shows a cross; `removeLabel` is its name. */
  onRemove?: () => void;
  removeLabel?: string;
}

/** A button when it has onClick (or is a trigger with asChild), plain text otherwise. */
export function Chip(props: ChipProps) {
  const {
    label,
    value,
    icon,
    dashed,
    onRemove,
    removeLabel = 'Remove',
    className,
    children,
    ...rest
  } = props;
  const content = (
    <>
      {icon}
      {label}
      {value && <b className="font-[550] text-text">{value}</b>}
      {children}
    </>
  );
  const interactive = Boolean(rest.onClick ?? rest['aria-haspopup']);
  return (
    <span
      data-slot="chip"
      className={cn(
        'inline-flex h-control-sm w-fit max-w-full items-stretch rounded-full border border-line-strong text-sm text-text-2',
        dashed && 'border-dashed',
        className,
      )}
    >
      {interactive ? (
        <button
          type="button"
          {...rest}
          className={cn(partStyle, 'hover:bg-hover', onRemove && 'rounded-r-none pr-1')}
        >
          {content}
        </button>
      ) : (
        <span className={cn(partStyle, onRemove && 'pr-1')}>{content}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="grid w-6 shrink-0 pointer-coarse:w-9 place-items-center rounded-r-full pr-1 text-text-3 transition-colors hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

const partStyle =
  'inline-flex min-w-0 items-center gap-1.5 truncate rounded-full px-[9px] transition-colors [&_svg]:size-3.5 [&_svg]:shrink-0';
