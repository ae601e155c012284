import { useQuery } from '@tanstack/react-query';
import { eventWords } from '@trailmark/contract/event-words';
import { Activity, Search } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { isNarrowed, NO_FILTER } from '../../report/report-filter.ts';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { useFilterQuery, useReportFilter } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { BarSheet } from './bar-sheet.tsx';
import { EventSheet } from './event-sheet.tsx';
import { eventsQuery } from './events-query.ts';
import { EventsTable } from './events-table.tsx';
import { DEFAULT_EVENTS_VIEW, EVENTS_VIEW } from './events-view.ts';
import { VolumeCard } from './volume-card.tsx';
import { ALL_EVENTS, bucketsOf } from './volume-chart.ts';

const MOST_NAMES = 1000;

/** How often each event came, and by whom for the first time. */
export function EventsVolume() {
  const reportQuery = useReportQuery();
  const [view, change] = useAddressState(EVENTS_VIEW, DEFAULT_EVENTS_VIEW, {
    replace: (next) => 'search' in next,
  });
  const [filter, changeFilter] = useReportFilter();
  const query = useQuery(eventsQuery({ ...reportQuery, ...useFilterQuery(), distinct: view.distinct }));
  const words = useProjectWords();
  const all = query.data?.events ?? [];
  const search = view.search.toLowerCase();
  const buckets = query.data ? bucketsOf(query.data, all) : [];
  const bucket = buckets.find((one) => one.from === view.day && one.hour === view.hour) ?? null;
  const events = all.filter(({ name }) =>
    `${name} ${eventWords(name, words)}`.toLowerCase().includes(search),
  );
  return (
    <>
      <Toolbar className="max-sm:[&>fieldset]:contents">
        <search className="w-44 sm:w-60">
          <Input
            type="search"
            aria-label="Search events"
            placeholder="Search by name"
            icon={<Search />}
            maxLength={128}
            value={view.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        </search>
        <ScreenFilters />
        <Field label={`Distinct ${words.installs}`} inline className="items-center sm:ml-auto">
          <Switch checked={view.distinct} onCheckedChange={(distinct) => change({ distinct })} />
        </Field>
      </Toolbar>
      {(query.data === undefined ? !query.isLoadingError : all.length > 0) && (
        <div aria-busy={query.isFetching}>
          <VolumeCard
            report={query.data ?? null}
            onPick={({ from, hour }, who) => change({ day: from, hour, who })}
          />
        </div>
      )}
      <Card aria-busy={query.isFetching}>
        {query.isLoadingError && <LoadFailed what="the events" query={query} />}
        {query.data && events.length === 0 && (
          <NoEvents
            isSearched={all.length > 0}
            isNarrowed={isNarrowed(filter)}
            onClear={() => (all.length > 0 ? change({ search: '' }) : changeFilter(NO_FILTER))}
          />
        )}
        {!query.isLoadingError && (events.length > 0 || !query.data) && (
          <EventsTable
            report={query.data ?? null}
            events={events}
            distinct={view.distinct}
            isCompared={reportQuery.compare !== 'none'}
            onOpen={(event) => change({ event, property: null })}
          />
        )}
        {all.length >= MOST_NAMES && <CardFooter>The 1,000 most frequent names are shown.</CardFooter>}
      </Card>
      <EventSheet
        report={query.data ?? null}
        name={view.event}
        property={view.property}
        onProperty={(property) => change({ property })}
        onPick={({ from, hour }) =>
          change({ event: null, property: null, day: from, hour, who: view.event ?? ALL_EVENTS })
        }
        onClose={() => change({ event: null, property: null })}
      />
      <BarSheet
        report={query.data ?? null}
        bucket={bucket}
        who={view.who}
        onWho={(who) => change({ who })}
        onClose={() => change({ day: null, hour: null, who: ALL_EVENTS })}
      />
    </>
  );
}

interface NoEventsProps {
  isSearched: boolean;
  isNarrowed: boolean;
  onClear: () => void;
}

function NoEvents({ isSearched, isNarrowed, onClear }: NoEventsProps) {
  const { product } = useProjectWords();
  if (isSearched || isNarrowed) {
    return (
      <EmptyState
        icon={<Search />}
        title={isSearched ? 'No matching events' : 'No events match these filters'}
        text={isSearched ? undefined : 'Remove a filter, or choose another period.'}
        action={<Button onClick={onClear}>{isSearched ? 'Show all events' : 'Clear filters'}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Activity />}
      title="No events in this period"
      text={`What people do in the ${product} is counted here by the names that it sends. Choose another period, or send a first event with the SDK.`}
    />
  );
}
