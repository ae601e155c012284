import { createContext, use } from 'react';
import type { OpenedChange } from './change-filter.ts';

/** Filled in by the sheet around a screen. */
export const ExplainChange = createContext<((opened: OpenedChange) => void) | null>(null);

/** Opens what explains a change; null where nothing around it can. */
export function useExplainChange(): ((opened: OpenedChange) => void) | null {
  return use(ExplainChange);
}
