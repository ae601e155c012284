import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WhatIf } from '@trailmark/contract/what-if';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { matchWords } from '../../words/attribution-words.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { shortInstant } from '../../words/format-instant.ts';
import { differenceWords } from './outcome-words.ts';
import { type OpenedGroup, type TriedChange, whatIfQuery } from './what-if-query.ts';

interface WhatIfRowsProps {
  change: TriedChange;
  opened: OpenedGroup;
}

/** The installs of one group, newest first, each with the way to its receipt. */
export function WhatIfRows({ change, opened }: WhatIfRowsProps) {
  const { project_id } = useProject();
  const { installs } = useProjectWords();
  const query = useQuery(whatIfQuery(project_id, change, opened.group));
  if (query.isLoadingError) return <LoadFailed what={`these ${installs}`} query={query} />;
  const rows = query.data?.rows;
  if (!rows) {
    return (
      <div className="grid gap-2 px-5">
        <Skeleton className="h-11" />
        {opened.count > 1 && <Skeleton className="h-11" />}
      </div>
    );
  }
  const rest = opened.count - rows.length;
  return (
    <section aria-label={opened.title} className="grid gap-2 px-5">
      <ul className="grid">
        {rows.map((row) => (
          <Row key={`${row.install_id} ${row.at}`} row={row} />
        ))}
      </ul>
      {rest > 0 && <p className="text-sm text-text-2">{restWords(rows.length, rest)}</p>}
    </section>
  );
}

/** Of others only the newest are listed; a guest is shown none of installs that they cannot see. */
function restWords(listed: number, rest: number): string {
  if (listed === 0) return 'These are credited to sources that are not shared with you.';
  return `The newest ${listed}. And ${countInWords(rest, 'more', 'more')}.`;
}

function Row({ row: { install_id, at, from, to } }: { row: NonNullable<WhatIf['rows']>[number] }) {
  const { timezone } = useProject();
  const words = useProjectWords();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2 first:border-t-0">
      <Link
        to="/users/$id"
        params={{ id: `i:${install_id}` }}
        className="link mono min-w-0 truncate"
        title="Open the receipt"
      >
        {install_id}
      </Link>
      <span className="num text-sm text-text-3">{shortInstant(at, timezone)}</span>
      <span className="col-span-2 text-sm text-text-2">
        {differenceWords(from, to, words).join(' · ')}
        {to.credited.is_known &&
          from.match_type !== to.match_type &&
          ` · ${matchWords(from.match_type)} → ${matchWords(to.match_type)}`}
      </span>
    </li>
  );
}
