import { WINDOW_WORDS } from '../skan-words.ts';
import type { SchemaPreview } from './schema-queries.ts';

type CoarseRow = SchemaPreview['coarse'][number];

function wordsOf({ conditions }: CoarseRow): string {
  if (conditions === null) return 'not in use';
  return conditions.join(' · ') || 'everyone: no base says anything in this window';
}

/** What low, medium and high mean in each window. */
export function CoarseList({ coarse }: { coarse: SchemaPreview['coarse'] }) {
  return (
    <section aria-label="Coarse values" className="grid gap-3 border-t border-line pt-3 text-sm">
      <p className="text-text-2">
        Coarse values carry less detail, and are all that windows 2 and 3 have. Each window ends that long
        after the first open.
      </p>
      {WINDOW_WORDS.map((title, sequence) => (
        <div key={title} className="grid gap-1">
          <h3 className="font-medium">{title}</h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            {coarse
              .filter((row) => row.sequence === sequence)
              .map((row) => (
                <div key={row.coarse} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-text-2">{row.coarse}</dt>
                  <dd className={row.conditions ? 'break-words' : 'text-text-3'}>{wordsOf(row)}</dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
