import type { ConnectionHealth } from '@trailmark/contract/connections';
import { MAX_REPLAYED } from '@trailmark/contract/deliveries';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { formatDays } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { DELIVERY_STATE_WORDS, messageWords } from '../../words/delivery-words.ts';
import { type DeliveriesView, deliveryFilter, PERIODS } from './deliveries-view.ts';
import type { MatchingCount } from './matching-count.ts';
import { useReplayAll } from './use-replay.ts';

interface FilterWordsProps {
  view: DeliveriesView;
  connections: readonly ConnectionHealth[];
}

interface ReplayAllProps extends FilterWordsProps {
  /** How many the filters find; null while they load. */
  matching: MatchingCount | null;
}

/** "4 deliveries", "more than 50 deliveries"; never more than one replay sends. */
function amountWords({ count, isExact }: MatchingCount): string {
  const words = countInWords(Math.min(count, MAX_REPLAYED), 'delivery', 'deliveries');
  return isExact ? words : `more than ${words}`;
}

function explain(matching: MatchingCount | null): string {
  const isAll = matching?.isExact && matching.count <= MAX_REPLAYED;
  const limit = isAll ? '' : `, at most ${countInWords(MAX_REPLAYED, 'delivery', 'deliveries')}`;
  return `Everything that matches these filters${limit}. Receivers recognise what they already have by its id; a receiver that does not check ids counts it twice.`;
}

/** Sends everything again that the filters find, after a look at what they are and how many match. */
export function ReplayAll({ view, connections, matching }: ReplayAllProps) {
  const { timezone } = useProject();
  const [isConfirming, setIsConfirming] = useState(false);
  const replay = useReplayAll();
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        <RotateCw aria-hidden />
        Send all of these again
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        tone="primary"
        title={matching ? `Send ${amountWords(matching)} again?` : 'Send all of these again?'}
        text={explain(matching)}
        confirmLabel="Send again"
        onConfirm={() => replay(deliveryFilter(view, { timezone, now: new Date() }))}
      >
        <FilterWords view={view} connections={connections} />
      </ConfirmDialog>
    </>
  );
}

function FilterWords({ view, connections }: FilterWordsProps) {
  const today = useToday();
  const { connection, state, event, person, period } = view;
  const name = connections.find(({ connection_id }) => connection_id === connection)?.name;
  return (
    <DescriptionList className="rounded-md border border-line px-3 py-2.5 text-[13px]">
      <Description label="Destination">{connection ? (name ?? 'a removed connection') : 'all'}</Description>
      <Description label="State">{state ? DELIVERY_STATE_WORDS[state].toLowerCase() : 'any'}</Description>
      {event && <Description label="Event">{messageWords(event)}</Description>}
      {person && (
        <Description label="Person" mono className="[&_dd]:break-all">
          {person}
        </Description>
      )}
      <Description label="Period">
        {!period && 'at any time'}
        {period &&
          ('last' in period
            ? PERIODS[period.last].label.toLowerCase()
            : formatDays(period.from, period.to, today))}
      </Description>
    </DescriptionList>
  );
}
