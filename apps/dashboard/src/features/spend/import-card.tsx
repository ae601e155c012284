import { Link } from '@tanstack/react-router';
import type { NetworkImport } from '@trailmark/contract/network-spend';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { NETWORK_PAGES } from '../../project/network-pages.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { formatDays } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { ImportBackfillDialog } from './import-backfill-dialog.tsx';
import { importProgress, importWords } from './import-words.ts';
import { useChangeImport } from './use-change-import.ts';

/** One ad account: how it is doing, when it was asked last and what can be done. */
export function ImportCard({ account }: { account: NetworkImport }) {
  const mayEdit = useMay()('connections.edit');
  const { timezone } = useProject();
  const words = importWords(account, { timezone, now: new Date() });
  return (
    <Card aria-label={account.name} className="flex flex-col">
      <header className="flex items-start gap-3 px-4 pt-4">
        <ConnectionMark kind={account.kind} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={account.name}>
            {account.name}
          </h2>
          <p className="num truncate text-sm text-text-2">
            {NETWORK_WORDS[account.kind]} · {account.ad_account_id}
          </p>
        </div>
        <Tag tone={words.tone}>{words.label}</Tag>
      </header>
      <div className="grid flex-1 content-start gap-3 px-4 pt-3 pb-4">
        <State account={account} line={words.line} />
        <Facts account={account} />
      </div>
      {mayEdit && <Actions account={account} />}
    </Card>
  );
}

function State({ account, line }: { account: NetworkImport; line: string | null }) {
  const progress = importProgress(account);
  if (account.state === 'failed') {
    return (
      <Notice
        tone="bad"
        action={
          <Button size="sm" asChild>
            <Link to="/integrations/$kind" params={{ kind: NETWORK_PAGES[account.kind] }}>
              Open {NETWORK_WORDS[account.kind]}
            </Link>
          </Button>
        }
      >
        {line}
      </Notice>
    );
  }
  if (line === null) return null;
  return (
    <div className="grid gap-2">
      <p className="num text-sm text-text-2">{line}</p>
      {account.state === 'running' && progress && (
        <Progress
          label={`Import of ${account.name}`}
          value={progress.day - 1}
          max={progress.of}
          valueText={`Day ${progress.day} of ${progress.of}`}
        />
      )}
    </div>
  );
}

function Facts({ account }: { account: NetworkImport }) {
  const { timezone } = useProject();
  const today = useToday();
  const { days, pulled_at, changed_rows, state, next_at, currency, time_zone } = account;
  const isGoingOn = state === 'waiting' || state === 'failed';
  return (
    <DescriptionList className="text-sm">
      <Description label="Counts in">
        {[currency, time_zone && zoneLabel(time_zone, new Date())].filter(Boolean).join(' · ') || '–'}
      </Description>
      <Description label="Last import">
        {pulled_at ? <RelativeTime at={pulled_at} timeZone={timezone} /> : 'None yet'}
      </Description>
      <Description label={state === 'running' ? 'Days' : 'Days of the last run'}>
        {days ? formatDays(days.from, days.to, today) : '–'}
      </Description>
      <Description label="Changed">{countInWords(changed_rows, 'row')}</Description>
      <Description label="Next import">{isGoingOn ? <NextImport at={next_at} /> : '–'}</Description>
    </DescriptionList>
  );
}

/** The worker looks once in a while: what is due has not begun yet. */
function NextImport({ at }: { at: string }) {
  const { timezone } = useProject();
  return new Date(at) <= new Date() ? 'within minutes' : <RelativeTime at={at} timeZone={timezone} />;
}

function Actions({ account }: { account: NetworkImport }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const change = useChangeImport(account);
  const isStopping = change.isPending && change.variables.action === 'stop';
  const start = () =>
    change.mutate(
      { action: 'start' },
      { onError: (error) => toastFailure('The import was not started', error) },
    );
  const stop = () =>
    change.mutate(
      { action: 'stop' },
      {
        onSuccess: () =>
          toast({
            title: `Import of ${account.name} stopped`,
            description: 'Days that were imported stay. “Import now” starts it again.',
          }),
        onError: (error) => toastFailure('The import was not stopped', error),
      },
    );
  return (
    <CardFooter className="justify-start gap-x-2">
      {account.state !== 'running' && (
        <Button size="sm" onClick={start} loading={change.isPending && !isStopping}>
          Import now
        </Button>
      )}
      <Button size="sm" onClick={() => setIsChoosing(true)}>
        Backfill…
      </Button>
      {account.state !== 'stopped' && (
        <Button size="sm" variant="quiet" className="ml-auto" onClick={stop} loading={isStopping}>
          Stop
        </Button>
      )}
      {isChoosing && <ImportBackfillDialog account={account} onClose={() => setIsChoosing(false)} />}
    </CardFooter>
  );
}
