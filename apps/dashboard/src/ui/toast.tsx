import { CircleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { buttonStyle } from './button.tsx';
import { cn } from './cn.ts';
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from './toast-settings.ts';
import { type HeldToast, toastStore } from './toast-store.ts';

/** Once, near the root of the application. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getToasts);
  return (
    // Closed under the pointer or the focus, a toast leaves Radix's provider paused for good, and the next one
    // would never go away by itself: so each series gets a provider of its own.
    <Toast.Provider
      key={toasts[0]?.series}
      duration={TOAST_DURATION_MS}
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      swipeDirection="right"
      label="Notification"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
      <Toast.Viewport
        hotkey={TOAST_HOTKEY}
        label="Notifications ({hotkey})"
        className="fixed right-0 bottom-(--toast-offset,0px) z-[60] m-0 flex w-[min(400px,100vw)] list-none flex-col gap-2 rounded-lg p-4 empty:outline-none focus-visible:-outline-offset-4"
      />
    </Toast.Provider>
  );
}

function ToastCard({ id, open, title, description, variant = 'default', action }: HeldToast) {
  const destructive = variant === 'destructive';
  return (
    <Toast.Root
      data-slot="toast"
      data-variant={variant}
      open={open}
      onOpenChange={(next) => !next && toastStore.dismiss(id)}
      type="foreground"
      className={cn(
        'flex items-start gap-2.5 rounded-md border border-line-strong bg-raised py-2.5 pr-2 pl-3.5 text-text shadow-lg',
        'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-swipe-out',
        destructive && 'border-bad',
      )}
    >
      {destructive && <CircleAlert aria-hidden className="mt-[5px] size-4 shrink-0 text-bad" />}
      <div className="grid min-w-0 flex-1 gap-0.5 py-[3px]">
        <Toast.Title className="font-medium break-words">{title}</Toast.Title>
        {description && (
          <Toast.Description className="text-sm break-words text-text-2">{description}</Toast.Description>
        )}
        {action && (
          <Toast.Action
            altText={action.altText ?? action.label}
            onClick={action.onSelect}
            className={cn(buttonStyle({ size: 'sm' }), 'mt-2 w-fit')}
          >
            {action.label}
          </Toast.Action>
        )}
      </div>
      <Toast.Close
        aria-label="Dismiss"
        className={cn(buttonStyle({ variant: 'quiet', size: 'sm' }), 'size-control-sm px-0')}
      >
        <X aria-hidden />
      </Toast.Close>
    </Toast.Root>
  );
}
