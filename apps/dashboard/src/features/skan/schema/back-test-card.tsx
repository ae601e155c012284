import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BackTest, cancelSkanBackTest, startSkanBackTest } from '@trailmark/contract/skan-back-test';
import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { FlaskConical } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { BackTestTable } from './back-test-table.tsx';
import { formOf } from './schema-form.ts';
import { backTestQuery } from './schema-queries.ts';

const isRunning = (test: BackTest | null | undefined) =>
  test?.state === 'waiting' || test?.state === 'running';

const NAMES = { draft: 'Your draft', active: 'Active version' };

/** The draft and what is active, as candidates. A currency is that of the project there. */
function candidatesOf({ draft, active }: SkanSchemaMapping) {
  return (['draft', 'active'] as const).flatMap((state) => {
    const version = state === 'draft' ? draft : active;
    if (!version) return [];
    const form = formOf({ draft: version, active: null });
    const hasCurrency = form.bases.some((base) => base.type === 'revenue' && base.currency);
    return hasCurrency ? [] : [{ name: NAMES[state], ...form }];
  });
}

/** Replays history through schemas, before one is activated. */
export function BackTestCard({ mapping }: { mapping: SkanSchemaMapping }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const query = useQuery(backTestQuery(project_id));
  const { data: test } = query;
  const setTest = (next: BackTest | null) =>
    queryClient.setQueryData(backTestQuery(project_id).queryKey, next);
  const start = useMutation({
    mutationFn: () =>
      call(startSkanBackTest, {
        query: { project_id },
        body: { candidates: candidatesOf(mapping), propose: true },
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
    <Card>
      <CardHeader
        title="Back-test"
        description="Replays your Android installs and iOS installs with consent of the last 90 days, the newest 20,000, through your schema and through others made from your history."
        actions={test ? startButton : undefined}
      />
      <CardBody>
        {query.isLoadingError && <LoadFailed what="the back-test" query={query} />}
        {test === null && (
          <EmptyState
            title="No back-test yet"
            text="See how evenly values would be used, how far revenue would be off, and which events would be lost."
            action={startButton}
          />
        )}
        {test && isRunning(test) && (
          <div className="grid gap-2">
            <p role="status" className="text-sm text-text-2">
              Replaying, {Math.round(test.progress * 100)}% done.
            </p>
            <Progress
              label="Back-test"
              value={test.progress * 100}
              valueText={`${Math.round(test.progress * 100)}%`}
            />
            {mayEdit && (
              <Button size="sm" className="w-fit" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                Stop back-test
              </Button>
            )}
          </div>
        )}
        {test?.state === 'cancelled' && <Notice>The back-test was stopped. It has no result.</Notice>}
        {test?.state === 'failed' && <Notice tone="bad">The back-test failed. Run it again.</Notice>}
        {test?.state === 'done' && <BackTestTable test={test} />}
      </CardBody>
    </Card>
  );
}
