import { useQuery } from '@tanstack/react-query';
import { SDK_CAPABILITIES, type SdkCapability } from '@trailmark/contract/sdk-check';
import { Radio } from 'lucide-react';
import type { StreamState } from '../../../api/event-stream.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dot } from '../../../ui/dot.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CapabilityRow } from './capability-row.tsx';
import { shownCapabilities } from './check-words.ts';
import { sdkCheckQuery } from './sdk-check-query.ts';
import { useRefreshedCheck } from './use-refreshed-check.ts';
import { WarningList } from './warning-list.tsx';

const START_WORDS = { app: 'Run your app', web: 'Open your site' };
const SENDER_WORDS = { app: 'an install', web: 'a visitor' };

/** Is it put in right? Filled by what installs send while somebody looks. */
export function LiveTestCard() {
  const { project_id, platform } = useProject();
  const check = useQuery(sdkCheckQuery(project_id));
  const state = useRefreshedCheck(project_id);
  const capabilities = check.data && shownCapabilities(check.data.capabilities, platform);
  const seen = capabilities?.filter(({ seen_at }) => seen_at !== null).length ?? 0;
  return (
    <Card aria-busy={check.isPending}>
      <CardHeader
        title="Live test"
        description={`${START_WORDS[platform]}: each line turns green as soon as ${SENDER_WORDS[platform]} shows it. Counts what came in the last 30 days.`}
        actions={
          !check.isLoadingError && <Listening state={state} seen={seen} total={capabilities?.length ?? 0} />
        }
        className="pb-3"
      />
      {check.isLoadingError && <LoadFailed what="the live test" query={check} />}
      {check.isPending && <CheckLoading />}
      {capabilities && seen === 0 && <Waiting state={state} start={START_WORDS[platform]} />}
      {capabilities && seen > 0 && <Capabilities capabilities={capabilities} />}
      {check.data && <WarningList warnings={check.data.warnings} />}
    </Card>
  );
}

const STATE_WORDS: Record<StreamState, string> = {
  connecting: 'Connecting…',
  connected: 'Listening',
  waiting: 'Reconnecting…',
};

function Listening({ state, seen, total }: { state: StreamState; seen: number; total: number }) {
  return (
    <>
      <span role="status" className="flex h-[22px] items-center gap-1.5 text-sm text-text-2">
        <Dot
          tone={state === 'connected' ? 'good' : 'warn'}
          className={cn(state === 'connected' && 'motion-safe:animate-pulse')}
        />
        {STATE_WORDS[state]}
      </span>
      {seen > 0 && (
        <span className="num flex h-[22px] items-center gap-2.5 text-sm text-text-2">
          {seen} of {total} seen
          <Progress
            value={seen}
            max={total}
            label="Capabilities seen"
            valueText={`${seen} of ${total} capabilities seen`}
            tone={seen === total ? 'good' : 'accent'}
            className="w-24"
          />
        </span>
      )}
    </>
  );
}

function Waiting({ state, start }: { state: StreamState; start: string }) {
  return (
    <EmptyState
      icon={<Radio className={cn(state === 'connected' && 'motion-safe:animate-pulse')} />}
      title="Waiting for your first event…"
      text={`Follow a guide below. ${start}: this page shows it within a second.`}
      className="border-t border-line py-9"
    />
  );
}

function Capabilities({ capabilities }: { capabilities: SdkCapability[] }) {
  return (
    <ul className="grid border-t border-line md:grid-cols-2">
      {capabilities.map((one) => (
        <CapabilityRow key={one.capability} capability={one} />
      ))}
    </ul>
  );
}

function CheckLoading() {
  return (
    <CardBody className="grid gap-x-6 gap-y-3 border-t border-line pt-4 md:grid-cols-2">
      {SDK_CAPABILITIES.map((capability) => (
        <Skeleton key={capability} className="h-9" />
      ))}
    </CardBody>
  );
}
