import { type Backfill, TOOLS, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { formatDays, todayIn } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BackfillDialog } from './backfill-dialog.tsx';
import { useSyncTool } from './use-sync-tool.ts';

const count = new Intl.NumberFormat('en');

/** Sends what happened before the tool was connected. */
export function BackfillCard({ connection }: { connection: ToolConnection }) {
  const { tool, backfill } = connection;
  const mayEdit = useMay()('connections.edit');
  const [isChoosing, setIsChoosing] = useState(false);
  const { label } = TOOLS[tool];
  const isRunning = backfill?.state === 'running';
  return (
    <Card aria-label="Backfill">
      <CardHeader
        title="Backfill"
        description={`Sends ${label} what happened before it was connected. Nothing is sent twice.`}
      />
      <CardBody className="grid gap-3">
        {backfill && <BackfillState backfill={backfill} />}
        {!backfill && !mayEdit && <p className="text-sm text-text-3">No backfill yet.</p>}
        {mayEdit && (isRunning ? <StopBackfill connection={connection} /> : null)}
        {mayEdit && !isRunning && (
          <Button size="sm" className="w-fit" onClick={() => setIsChoosing(true)}>
            {backfill ? 'Backfill other days' : 'Backfill'}
          </Button>
        )}
      </CardBody>
      {isChoosing && <BackfillDialog connection={connection} onClose={() => setIsChoosing(false)} />}
    </Card>
  );
}

const STATES: Record<Backfill['state'], { label: string; tone: 'accent' | 'good' | 'neutral' }> = {
  running: { label: 'Running', tone: 'accent' },
  done: { label: 'Done', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'neutral' },
};

function BackfillState({ backfill }: { backfill: Backfill }) {
  const { timezone } = useProject();
  const today = useToday();
  const { label, tone } = STATES[backfill.state];
  const last = new Date(Date.parse(backfill.to) - 1);
  const days = formatDays(todayIn(timezone, new Date(backfill.from)), todayIn(timezone, last), today);
  // What comes while it runs was not counted at its beginning.
  const total = Math.max(backfill.total, backfill.planned);
  const words = `${count.format(backfill.planned)} of ${count.format(total)} items queued`;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Tag tone={tone}>{label}</Tag>
        <span className="num">{days}</span>
        <span className="text-sm text-text-3">
          {backfill.ended_at ? (
            <>
              ended <RelativeTime at={backfill.ended_at} timeZone={timezone} />
            </>
          ) : (
            <>
              began <RelativeTime at={backfill.started_at} timeZone={timezone} />
            </>
          )}
        </span>
      </p>
      <Progress
        label="Backfill"
        value={backfill.planned}
        max={Math.max(total, 1)}
        valueText={words}
        tone={backfill.state === 'done' ? 'good' : 'accent'}
      />
      <p className="num text-sm text-text-2">{words}</p>
    </div>
  );
}

function StopBackfill({ connection: { tool } }: { connection: ToolConnection }) {
  const sync = useSyncTool(tool);
  return (
    <Button
      size="sm"
      className="w-fit"
      loading={sync.isPending}
      onClick={() =>
        sync.mutate(
          { action: 'stop_backfill' },
          { onError: (error) => toastFailure('The backfill was not stopped', error) },
        )
      }
    >
      Stop
    </Button>
  );
}
