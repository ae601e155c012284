import type { ConnectionHealth } from '@trailmark/contract/connections';
import { DELIVERY_STATES } from '@trailmark/contract/deliveries';
import { ChoiceList } from '../../report/choice-list.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { DELIVERY_STATE_WORDS } from '../../words/delivery-words.ts';
import { ALL_DELIVERIES, type DeliveriesView, isFiltered } from './deliveries-view.ts';
import { EventFilter } from './event-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';

const STATES = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_WORDS[value] }));

interface DeliveryFiltersProps {
  view: DeliveriesView;
  onChange: (change: Partial<DeliveriesView>) => void;
  /** Nothing while they load. */
  connections: readonly ConnectionHealth[] | undefined;
}

export function DeliveryFilters({ view, onChange, connections }: DeliveryFiltersProps) {
  return (
    <Toolbar>
      <SearchBox
        label="Only for this person"
        placeholder="Install or user id"
        value={view.person}
        onSearch={(person) => onChange({ person })}
      />
      <ConnectionFilter
        value={view.connection}
        connections={connections ?? []}
        onChange={(connection) => onChange({ connection })}
      />
      <FilterChip
        label="State"
        value={view.state && DELIVERY_STATE_WORDS[view.state].toLowerCase()}
        onRemove={() => onChange({ state: null })}
      >
        {(close) => (
          <ChoiceList
            options={STATES}
            value={view.state}
            onChoose={(state) => {
              onChange({ state });
              close();
            }}
          />
        )}
      </FilterChip>
      <EventFilter event={view.event} onChange={(event) => onChange({ event })} />
      <PeriodFilter period={view.period} onChange={(period) => onChange({ period })} />
      {isFiltered(view) && (
        <Button size="sm" variant="quiet" onClick={() => onChange(ALL_DELIVERIES)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  );
}

interface ConnectionFilterProps {
  value: string | null;
  connections: readonly ConnectionHealth[];
  onChange: (connectionId: string | null) => void;
}

function ConnectionFilter({ value, connections, onChange }: ConnectionFilterProps) {
  const options = connections.map(({ connection_id, name }) => ({ value: connection_id, label: name }));
  const chosen = options.find((option) => option.value === value);
  return (
    <FilterChip
      label="Destination"
      // One that was removed is still in the ledger.
      value={value && (chosen?.label ?? 'a removed connection')}
      onRemove={() => onChange(null)}
    >
      {(close) =>
        options.length === 0 ? (
          <p className="text-sm text-text-2">Nothing is connected yet.</p>
        ) : (
          <div className="max-h-72 overflow-y-auto p-1.5">
            <ChoiceList
              options={options}
              value={value}
              onChoose={(connectionId) => {
                onChange(connectionId);
                close();
              }}
            />
          </div>
        )
      }
    </FilterChip>
  );
}
