import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';

const tones = {
  info: { icon: Info, color: 'text-accent', surface: 'border-line-strong bg-accent-soft' },
  good: { icon: CircleCheck, color: 'text-good', surface: 'border-line-strong bg-good-soft' },
  warn: { icon: TriangleAlert, color: 'text-warn', surface: 'border-line-strong bg-warn-soft' },
  bad: { icon: CircleAlert, color: 'text-bad', surface: 'border-bad/45 bg-bad-soft' },
} as const;

interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: keyof typeof tones;
  title?: ReactNode;
  /** A button or a link at the end. */
  action?: ReactNode;
  onDismiss?: () => void;
}

/** An inline banner. Add role="alert" or role="status" where it appears in answer to something. */
export function Notice({
  tone = 'info',
  title,
  action,
  onDismiss,
  className,
  children,
  ...props
}: NoticeProps) {
  const { icon: Icon, color, surface } = tones[tone];
  return (
    <div
      data-slot="notice"
      className={cn('flex items-start gap-2.5 rounded-md border px-3 py-2 text-[13px]', surface, className)}
      {...props}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', color)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={cn('break-words', title && 'text-text-2')}>{children}</div>}
        </div>
        {action && <div className="-my-[3px] flex shrink-0 items-center gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          tooltip={false}
          size="sm"
          onClick={onDismiss}
          className="-my-[3px] -mr-1.5"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
