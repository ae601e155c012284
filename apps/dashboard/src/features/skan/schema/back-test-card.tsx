import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  BACK_TEST_MINUTES,
  type BackTest,
  cancelSkanBackTest,
  startSkanBackTest,
} from '@trailmark/contract/skan-back-test';
import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { BackTestTable } from './back-test-table.tsx';
import { foreignCurrencyOf, formOf, formOfBases, type SchemaForm, withoutCurrency } from './schema-form.ts';
import { backTestQuery } from './schema-queries.ts';

const isRunning = (test: BackTest | null | undefined) =>
  test?.state === 'waiting' || test?.state === 'running';

const NAMES = { draft: 'Your draft', active: 'Active version' };

/** The draft and what is active, as candidates. */
const candidatesOf = ({ draft, active }: SkanSchemaMapping) =>
  (['draft', 'active'] as const).flatMap((state) => {
    const version = state === 'draft' ? draft : active;
    return version ? [{ name: NAMES[state], ...formOf({ draft: version, active: null }) }] : [];
  });

interface BackTestCardProps {
  mapping: SkanSchemaMapping;
  /** Takes a candidate into the builder. */
  onUse: (form: SchemaForm, name: string) => void;
}

/** Replays history through schemas, before one is activated. */
export function BackTestCard({ mapping, onUse }: BackTestCardProps) {
  const { project_id, currency } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const query = useQuery(backTestQuery(project_id));
  const all = candidatesOf(mapping).map((candidate) => withoutCurrency(candidate, currency));
  const candidates = all.filter((candidate) => foreignCurrencyOf(candidate) === null);
  const foreign = all.filter((candidate) => foreignCurrencyOf(candidate) !== null);
  const { data: test } = query;
  const setTest = (next: BackTest | null) =>
    queryClient.setQueryData(backTestQuery(project_id).queryKey, next);
  const start = useMutation({
    mutationFn: () =>
      call(startSkanBackTest, {
        query: { project_id },
        body: { candidates, propose: true },
      }),
    onSuccess: setTest,
    onError: (error) => toastFailure('The back-test was not started', error),
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelSkanBackTest, { query: { project_id } }),
    onSuccess: ({ back_test }) => setTest(back_test),
    onError: (error) => toastFailure('The back-test was not stopped', error),
  });
  const startButton = mayEdit && !isRunning(test) && (
    <Button loading={start.isPending} onClick={() => start.mutate()}>
      <FlaskConical aria-hidden />
      {test ? 'Run again' : 'Run back-test'}
    </Button>
  );
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader
        title="Back-test"
        description="Replays your Android installs and iOS installs with consent of the last 90 days, the newest 20,000, through your schema and through others made from your history."
        actions={test ? startButton : undefined}
      />
      {foreign.length > 0 && (
        <CardBody>
          {foreign.map((candidate) => (
            <Notice key={candidate.name} title={`“${candidate.name}” is not tested`}>
              Its revenue is in {foreignCurrencyOf(candidate)}, and a back-test is in {currency}, the currency
              of the project.
            </Notice>
          ))}
        </CardBody>
      )}
      {test?.state === 'done' ? (
        <BackTestTable
          test={test}
          onUse={
            mayEdit
              ? ({ name, bases, schema: { install_value, lock_first_window } }) =>
                  onUse({ bases: formOfBases(bases), install_value, lock_first_window }, name)
              : null
          }
        />
      ) : (
        <CardBody>
          {query.isPending && <SkeletonText lines={4} className="min-h-[124px]" />}
          {query.isLoadingError && <LoadFailed what="the back-test" query={query} />}
          {test === null && (
            <EmptyState
              title="No back-test yet"
              text="See how evenly values would be used, how far revenue would be off, and which events would be lost."
              action={startButton}
            />
          )}
          {test && isRunning(test) && (
            <RunningTest progress={test.progress}>
              {mayEdit && (
                <Button
                  size="sm"
                  className="w-fit"
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate()}
                >
                  Stop back-test
                </Button>
              )}
            </RunningTest>
          )}
          {test?.state === 'cancelled' && <Notice>The back-test was stopped. It has no result.</Notice>}
          {test?.state === 'failed' && (
            <Notice tone="bad" title="The back-test failed">
              Nothing was changed. Run it again; if it fails again, the log of the server says why.
            </Notice>
          )}
        </CardBody>
      )}
    </Card>
  );
}

function RunningTest({ progress, children }: { progress: number; children: ReactNode }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-text-2">
        Replaying, {percent}% done. It stops after {BACK_TEST_MINUTES} minutes at the latest.
      </p>
      <Progress label="Back-test" value={percent} valueText={`${percent}%`} />
      {children}
    </div>
  );
}
