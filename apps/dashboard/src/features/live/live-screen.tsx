import type { LiveItem } from '@trailmark/contract/live';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useAddressState } from '../../address/use-address-state.ts';
import type { StreamState } from '../../api/event-stream.ts';
import { describeFailure } from '../../failures/describe-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { LiveFilters } from './live-filters.tsx';
import { LiveItemSheet } from './live-item-sheet.tsx';
import { LiveTable } from './live-table.tsx';
import { ALL_LIVE, LIVE_VIEW, type LiveView } from './live-view.ts';
import { NothingYet } from './nothing-yet.tsx';
import { type LiveStream, useLive } from './use-live.ts';

/** Is it working right now? */
export function LiveScreen() {
  const { project_id, timezone } = useProject();
  const [view, change] = useAddressState(LIVE_VIEW, ALL_LIVE, { replace: () => true, resetScroll: true });
  const live = useLive(project_id, view);
  const [opened, setOpened] = useState<LiveItem | null>(null);
  return (
    <Page className="gap-3">
      <PageAction>
        <ZoneChip timezone={timezone} />
        <PauseButton live={live} />
      </PageAction>
      <Toolbar>
        <LiveFilters view={view} onChange={change} />
        <Connection live={live} />
      </Toolbar>
      <Card>
        <Feed live={live} view={view} onOpen={setOpened} onClear={() => change(ALL_LIVE)} />
      </Card>
      <LiveItemSheet item={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

const STATE_WORDS: Record<StreamState, { label: string; tone: 'good' | 'warn' | 'off' }> = {
  connecting: { label: 'Connecting…', tone: 'off' },
  connected: { label: 'Connected', tone: 'good' },
  waiting: { label: 'Reconnecting…', tone: 'warn' },
};

function Connection({ live: { state, refused, feed } }: { live: LiveStream }) {
  const { label, tone } = refused ? ({ label: 'Not connected', tone: 'warn' } as const) : STATE_WORDS[state];
  return (
    <p role="status" className="ml-auto flex min-h-control-sm items-center gap-2 text-sm text-text-2">
      <Dot tone={tone} />
      {label}
      {feed.paused && <span className="num">· paused, {feed.held.length} waiting</span>}
    </p>
  );
}

function PauseButton({ live: { feed, dispatch } }: { live: LiveStream }) {
  if (!feed.paused) {
    return (
      <Button onClick={() => dispatch({ type: 'pause' })}>
        <Pause aria-hidden />
        Pause
      </Button>
    );
  }
  return (
    <Button variant="primary" className="num" onClick={() => dispatch({ type: 'resume' })}>
      <Play aria-hidden />
      Resume{feed.held.length > 0 && ` · ${feed.held.length} new`}
    </Button>
  );
}

interface FeedProps {
  live: LiveStream;
  view: LiveView;
  onOpen: (item: LiveItem) => void;
  onClear: () => void;
}

function Feed({ live, view, onOpen, onClear }: FeedProps) {
  const { feed, refused, state } = live;
  if (refused) {
    const words = describeFailure(refused, navigator.onLine);
    return (
      <ErrorState
        title="We couldn’t connect to live events"
        text={`${words.title}. ${words.text}`}
        onRetry={live.retry}
      />
    );
  }
  if (feed.items.length > 0) return <LiveTable items={feed.items} onOpen={onOpen} />;
  return (
    <NothingYet
      state={state}
      filtered={view.kinds.length > 0 || view.of !== ''}
      held={feed.held.length}
      onClear={onClear}
    />
  );
}
