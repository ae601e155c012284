import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { initialsOf } from './initials-of.ts';

const sizes = {
  sm: 'size-[22px] text-[10px]',
  md: 'size-7 text-[11.5px]',
  lg: 'size-10 text-[15px]',
} as const;

interface AvatarProps extends ComponentProps<'span'> {
  /** A name, or an e-mail address where there is no name yet. */
  name: string;
  size?: keyof typeof sizes;
  /** Set where the name is not shown next to it. */
  label?: string;
}

export function Avatar({ name, size = 'sm', label, className, ...props }: AvatarProps) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span
      data-slot="avatar"
      className={cn(
        'inline-grid shrink-0 place-items-center rounded-full bg-press font-semibold tracking-normal text-text select-none',
        sizes[size],
        className,
      )}
      {...spoken}
      {...props}
    >
      {initialsOf(name)}
    </span>
  );
}
