import type { SkanValueRow } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { cn } from '../../../ui/cn.ts';

const SIDE = 8;
const FIRST_OF_ROWS = Array.from({ length: SIDE }, (_, row) => row * SIDE);

/** So much of the accent is in the colour of a value. */
const SHARES = { low: 0, medium: 16, high: 42 } as const;

const fillOf = (coarse: keyof typeof SHARES) => ({
  background: `color-mix(in oklab, var(--accent) ${SHARES[coarse]}%, transparent)`,
});

interface ValueGridProps {
  values: readonly SkanValueRow[];
  /** What the simulated person gets. */
  reached: number | null;
  currency: string | null;
}

const wordsOf = ({ coarse, conditions }: SkanValueRow) => {
  if (coarse === null) return 'not in use';
  return conditions.join(', ') || 'installed, nothing more';
};

/** All 64 values; the one under the pointer or the focus is explained below. */
export function ValueGrid({ values, reached, currency }: ValueGridProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = values[chosen ?? reached ?? 0];
  return (
    <div className="grid gap-3">
      <fieldset aria-label="64 values" className="grid min-w-0 grid-cols-8 gap-1">
        {FIRST_OF_ROWS.flatMap((first) =>
          values.slice(first, first + SIDE).map((row) => (
            <button
              key={row.fine}
              type="button"
              onFocus={() => setChosen(row.fine)}
              onMouseEnter={() => setChosen(row.fine)}
              onClick={() => setChosen(row.fine)}
              aria-label={`${row.fine}: ${wordsOf(row)}`}
              aria-current={row.fine === reached ? 'true' : undefined}
              style={row.coarse ? fillOf(row.coarse) : undefined}
              className={cn(
                'num grid h-9 place-items-center rounded-xs border text-sm',
                row.coarse ? 'border-line-strong' : 'border-dashed border-line text-text-3',
                row.fine === reached && 'outline-2 outline-accent',
              )}
            >
              {row.fine}
            </button>
          )),
        )}
      </fieldset>
      {shown && (
        <p className="min-h-10 text-sm text-text-2">
          <span className="num font-semibold text-text">{shown.fine}</span>
          {shown.coarse && ` (${shown.coarse})`}: {wordsOf(shown)}
          {shown.expected_revenue !== null &&
            currency &&
            shown.coarse &&
            `. Worth ${currency} ${shown.expected_revenue}`}
          .
        </p>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
        {(['low', 'medium', 'high'] as const).map((coarse) => (
          <li key={coarse} className="flex items-center gap-1.5">
            <span
              aria-hidden
              style={fillOf(coarse)}
              className="size-3 rounded-xs border border-line-strong"
            />
            {coarse}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-xs border border-dashed border-line" />
          not in use
        </li>
      </ul>
    </div>
  );
}
