import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY_MS,
  TOAST_SWIPE_THRESHOLD_PX,
} from './toast-settings.ts';
import { createToastStore } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('toast settings', () => {
  it('are those of the specification', () => {
    expect({
      limit: TOAST_LIMIT,
      removeDelay: TOAST_REMOVE_DELAY_MS,
      duration: TOAST_DURATION_MS,
      swipe: TOAST_SWIPE_THRESHOLD_PX,
      hotkey: TOAST_HOTKEY,
    }).toEqual({ limit: 1, removeDelay: 1_000_000, duration: 5000, swipe: 50, hotkey: ['F8'] });
  });
});

describe('toast store', () => {
  it('holds a new toast open', () => {
    const store = createToastStore();
    const { id } = store.toast({ title: 'Saved' });
    expect(store.getToasts()).toEqual([{ id, title: 'Saved', open: true, series: 1 }]);
  });

  it('replaces the shown toast, so that there is never more than one', () => {
    const store = createToastStore();
    store.toast({ title: 'First' });
    store.toast({ title: 'Second' });
    expect(store.getToasts().map((toast) => toast.title)).toEqual(['Second']);
  });

  it('closes a dismissed toast at once and removes it only after the delay', () => {
    const store = createToastStore();
    const handle = store.toast({ title: 'Saved' });
    handle.dismiss();
    expect(store.getToasts()).toMatchObject([{ id: handle.id, open: false }]);
    vi.advanceTimersByTime(999_999);
    expect(store.getToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.getToasts()).toEqual([]);
  });

  it('does not start the delay again when a closed toast is dismissed twice', () => {
    const store = createToastStore();
    const handle = store.toast({ title: 'Saved' });
    handle.dismiss();
    vi.advanceTimersByTime(600_000);
    handle.dismiss();
    vi.advanceTimersByTime(400_000);
    expect(store.getToasts()).toEqual([]);
  });

  it('forgets the removal of a toast that has been replaced', () => {
    const store = createToastStore();
    store.toast({ title: 'First' }).dismiss();
    store.toast({ title: 'Second' });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000_000);
    expect(store.getToasts()).toMatchObject([{ title: 'Second', open: true }]);
  });

  it('updates what a toast says and leaves a replaced one alone', () => {
    const store = createToastStore();
    const first = store.toast({ title: 'Saving', description: 'One moment' });
    first.update({ title: 'Saved' });
    expect(store.getToasts()).toMatchObject([{ title: 'Saved', description: 'One moment', open: true }]);
    store.toast({ title: 'Other' });
    first.update({ title: 'Too late' });
    first.dismiss();
    expect(store.getToasts()).toMatchObject([{ title: 'Other', open: true }]);
  });

  it('begins a new series after a closed toast, and keeps it when one replaces another that is open', () => {
    const store = createToastStore();
    const seriesOf = (title: string) => {
      store.toast({ title });
      return store.getToasts()[0]?.series;
    };
    const first = seriesOf('First');
    expect(seriesOf('Second')).toBe(first);
    store.dismiss();
    expect(seriesOf('Third')).not.toBe(first);
  });

  it('dismisses whatever is shown when no id is given', () => {
    const store = createToastStore();
    store.toast({ title: 'Saved' });
    store.dismiss();
    expect(store.getToasts()).toMatchObject([{ open: false }]);
  });

  it('notifies its listeners of every change, with a new list each time, until they unsubscribe', () => {
    const store = createToastStore();
    const seen: unknown[] = [];
    const leave = store.subscribe(() => seen.push(store.getToasts()));
    const handle = store.toast({ title: 'Saved' });
    handle.dismiss();
    leave();
    store.toast({ title: 'Unheard' });
    expect(seen).toHaveLength(2);
    expect(seen[0]).not.toBe(seen[1]);
  });
});
