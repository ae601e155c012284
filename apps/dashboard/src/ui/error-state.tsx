import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { useRetryOnline } from './use-retry-online.ts';

interface ErrorStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** What failed. */
  title: ReactNode;
  /** Why, and what to do. */
  text?: ReactNode;
  /** A reference for support, such as the request id. */
  detail?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  retryLabel?: string;
  /** Further actions next to "Try again". */
  action?: ReactNode;
}

export function ErrorState(props: ErrorStateProps) {
  const {
    title,
    text,
    detail,
    onRetry,
    retrying,
    retryLabel = 'Try again',
    action,
    className,
    ...rest
  } = props;
  useRetryOnline(onRetry);
  return (
    <div
      role="alert"
      data-slot="error-state"
      className={cn('grid justify-items-center gap-1.5 px-6 py-12 text-center', className)}
      {...rest}
    >
      <span
        aria-hidden
        className="mb-2 grid size-10 place-items-center rounded-md border border-line-strong bg-bad-soft text-bad"
      >
        <TriangleAlert className="size-[18px]" />
      </span>
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-[46ch] text-balance text-text-2">{text}</p>}
      {detail && <p className="mono max-w-full break-all text-text-3">{detail}</p>}
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button onClick={onRetry} loading={retrying}>
              <RotateCw aria-hidden />
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
