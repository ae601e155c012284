import { useQuery } from '@tanstack/react-query';
import { capital } from '@trailmark/contract/project-words';
import type { Credits } from '@trailmark/contract/usage';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../api/session.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { formatDay } from '../../report/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PoolDialog } from './pool-dialog.tsx';
import { creditsQuery } from './usage-query.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** What is used of the pool, what is left, and until when. */
export function CreditsCard() {
  const { project_id } = useProject();
  const words = useProjectWords();
  const { is_operator } = useUser();
  const query = useQuery(creditsQuery(project_id));
  const [editing, setEditing] = useState(false);
  const credits = query.data;
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader
        title="Credits"
        description={`One credit is one attributed ${words.newInstall}. Organic ${words.newInstalls}, ${words.reinstalls}, clicks and events are free.`}
        actions={
          is_operator &&
          credits && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              Set the credit pool
            </Button>
          )
        }
      />
      {query.isLoadingError ? (
        <LoadFailed what="the credits" query={query} />
      ) : (
        <CardBody className="grid gap-4">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
            <Fact label="Used">{credits && number.format(credits.used)}</Fact>
            <Fact label="Left">{credits && leftWords(credits)}</Fact>
            <Fact label="Per day, last 30 days">{credits && number.format(credits.per_day)}</Fact>
            <Fact label="Runs out">{credits && endWords(credits)}</Fact>
          </dl>
          {credits && credits.pool !== null && <PoolMeter used={credits.used} pool={credits.pool} />}
        </CardBody>
      )}
      {credits && <PoolDialog open={editing} onOpenChange={setEditing} pool={credits.pool} />}
    </Card>
  );
}

function PoolMeter({ used, pool }: { used: number; pool: number }) {
  const { newInstalls } = useProjectWords();
  const words = `${number.format(used)} of ${number.format(pool)}`;
  const tone = used >= pool ? 'bad' : used >= pool * 0.9 ? 'warn' : 'accent';
  return (
    <div className="grid gap-1.5">
      <Progress
        value={used}
        max={pool}
        label="Credits used"
        valueText={words}
        tone={tone}
        className="h-1.5"
      />
      <p className="num text-sm text-text-2">
        {words} credits used
        {used >= pool &&
          `. ${capital(newInstalls)} are still counted; the operator of this installation can raise the limit.`}
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="num flex h-7 items-center text-xl font-semibold tracking-[-0.01em]">
        {children ?? <Skeleton className="h-5 w-20" />}
      </dd>
    </div>
  );
}

function leftWords({ left }: Credits): string {
  return left === null ? 'no limit' : number.format(left);
}

function endWords({ pool, left, runs_out_on }: Credits): string {
  if (pool === null) return 'never';
  if (left !== null && left <= 0) return 'used up';
  if (runs_out_on === null) return 'not within 2 years';
  return formatDay(runs_out_on, { day: 'numeric', month: 'short', year: 'numeric' });
}
