import { useQuery } from '@tanstack/react-query';
import { useProjectWords } from '../../project/project-words.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { peopleCountQuery } from './people-query.ts';
import type { PeopleView } from './people-view.ts';
import { peopleCountWords } from './people-words.ts';

/** How many people the list has. The list is shown without it, and does not wait for it. */
export function PeopleCount({ view }: { view: PeopleView }) {
  const { project_id, from, to } = useReportQuery();
  const words = useProjectWords();
  const { data, isLoadingError, isPlaceholderData } = useQuery(
    peopleCountQuery({ project_id, from, to, view }),
  );
  return (
    <p className="flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-text-2" aria-live="polite">
      {isLoadingError && 'We couldn’t count them.'}
      {!data && !isLoadingError && <Skeleton className="h-3 w-40" />}
      {data && (
        <span className="num" aria-busy={isPlaceholderData}>
          {peopleCountWords(data, words)}
        </span>
      )}
      {view.search && <span className="text-text-3">A search covers all time.</span>}
    </p>
  );
}
