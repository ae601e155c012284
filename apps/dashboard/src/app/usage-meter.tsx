import { useQuery } from '@tanstack/react-query';
import { PROJECT_WORDS, type ProjectWords } from '@trailmark/contract/project-words';
import { getCredits } from '@trailmark/contract/usage';
import { call } from '../api/client.ts';
import { useMay, useMembership } from '../project/current-project.tsx';
import { Progress } from '../ui/progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const count = new Intl.NumberFormat('en');

function Meter({ projectId, words }: { projectId: string; words: ProjectWords }) {
  const credits = useQuery({
    queryKey: ['project', projectId, 'credits'],
    queryFn: () => call(getCredits, { query: { project_id: projectId } }),
  });
  if (credits.isPending) return <Skeleton className="mx-2 my-[10.5px] h-3" />;
  // The meter is a convenience: where it cannot be read, the rail goes without.
  if (!credits.data) return null;
  const { pool, used } = credits.data;
  const amount =
    pool === null ? `${count.format(used)} · no limit` : `${count.format(used)} / ${count.format(pool)}`;
  return (
    <div
      className="grid gap-1.5 p-2 text-xs text-text-2"
      title={`One credit is one attributed ${words.newInstall}. Organic ${words.newInstalls} and ${words.reinstalls} are free.`}
    >
      <div className="flex flex-wrap justify-between gap-x-1.5">
        <span>Attributed {words.newInstalls}</span>
        <span className="num">{amount}</span>
      </div>
      {pool !== null && (
        <Progress
          value={used}
          max={pool}
          label={`Attributed ${words.newInstalls}`}
          valueText={`${count.format(used)} of ${count.format(pool)}`}
          tone={meterTone(used, pool)}
        />
      )}
    </div>
  );
}

/** What is used of the credits; for those who may see it. */
export function UsageMeter() {
  const may = useMay();
  const membership = useMembership();
  if (membership === null || !may('usage.see')) return null;
  return <Meter projectId={membership.project_id} words={PROJECT_WORDS[membership.platform]} />;
}

const WARN_FROM = 0.9;

/** Calm until a tenth is left; then a person should look. */
function meterTone(used: number, pool: number): 'accent' | 'warn' | 'bad' {
  if (used >= pool) return 'bad';
  return used >= pool * WARN_FROM ? 'warn' : 'accent';
}
