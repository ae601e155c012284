import type { Values } from '@trailmark/contract/report-filter';
import { ArrowDownWideNarrow } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { drawable } from './format-value.ts';

/** How far a metric of a row moved, whether up or down. */
export function changeSize(
  { values, previous }: { values: Values; previous: Values | null },
  metric: string,
): number {
  return Math.abs((drawable(values[metric]) ?? 0) - (drawable(previous?.[metric]) ?? 0));
}

interface ChangeSortButtonProps {
  isByChange: boolean;
  onChange: (isByChange: boolean) => void;
}

/** Sorts the rows of a card by how they changed, or by their size again. */
export function ChangeSortButton({ isByChange, onChange }: ChangeSortButtonProps) {
  return (
    <IconButton
      size="sm"
      label={isByChange ? 'Sort by size' : 'Sort by change'}
      aria-pressed={isByChange}
      className={isByChange ? 'bg-press text-text' : undefined}
      onClick={() => onChange(!isByChange)}
    >
      <ArrowDownWideNarrow aria-hidden />
    </IconButton>
  );
}
