import { useMatches } from '@tanstack/react-router';
import type { Screen } from './screen.ts';
import { screenAt } from './screens.ts';

/** The screen that is being shown, if the path leads to one. */
export function useScreen(): Screen | undefined {
  return useMatches({ select: (matches) => screenAt(matches.at(-1)?.fullPath ?? '') });
}
