import type { ReactNode } from 'react';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from './toast-settings.ts';

export interface ToastAction {
  label: string;
  onSelect: () => void;
  /** How to do the same without the toast, for screen readers; the label otherwise. */
  altText?: string;
}

export interface ToastContent {
  title: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  action?: ToastAction;
}

export interface HeldToast extends ToastContent {
  id: string;
  open: boolean;
  /** Shared by toasts that replaced each other while open; a toast after a closed one starts the next. */
  series: number;
}

export interface ToastHandle {
  id: string;
  dismiss: () => void;
  update: (change: Partial<ToastContent>) => void;
}

export interface ToastStore {
  toast: (content: ToastContent) => ToastHandle;
  dismiss: (id?: string) => void;
  subscribe: (listener: () => void) => () => void;
  getToasts: () => readonly HeldToast[];
}

export function createToastStore(): ToastStore {
  let toasts: readonly HeldToast[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const removals = new Map<string, ReturnType<typeof setTimeout>>();

  const set = (next: readonly HeldToast[]) => {
    for (const [id, timer] of removals) {
      if (next.some((toast) => toast.id === id)) continue;
      clearTimeout(timer);
      removals.delete(id);
    }
    toasts = next;
    for (const listener of listeners) listener();
  };
  const update = (id: string, change: Partial<HeldToast>) => {
    if (!toasts.some((toast) => toast.id === id)) return;
    set(toasts.map((toast) => (toast.id === id ? { ...toast, ...change, id } : toast)));
  };
  const remove = (id: string) => set(toasts.filter((toast) => toast.id !== id));
  const dismiss = (id?: string) => {
    for (const toast of toasts) {
      if (!toast.open || (id !== undefined && toast.id !== id)) continue;
      removals.set(toast.id, setTimeout(remove, TOAST_REMOVE_DELAY_MS, toast.id));
      update(toast.id, { open: false });
    }
  };
  const toast = (content: ToastContent): ToastHandle => {
    count += 1;
    const id = `toast-${count}`;
    const shown = toasts.find((held) => held.open);
    set([{ ...content, id, open: true, series: shown?.series ?? count }, ...toasts].slice(0, TOAST_LIMIT));
    return { id, dismiss: () => dismiss(id), update: (change) => update(id, change) };
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { toast, dismiss, subscribe, getToasts: () => toasts };
}

export const toastStore = createToastStore();

/** Shows a notice; it replaces the one that is shown. */
export const toast = toastStore.toast;
