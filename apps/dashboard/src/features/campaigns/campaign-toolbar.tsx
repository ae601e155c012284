import { Link } from '@tanstack/react-router';
import { NETWORKS, type Network } from '@trailmark/contract/campaigns';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { type CampaignFilters, STATUSES, type Status } from './campaign-filters.ts';

const TYPING_MS = 300;
const ANY = 'any';

const STATUS_WORDS: Record<Status, string> = {
  all: 'All',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
};

const NETWORK_OPTIONS = [
  { value: ANY, label: 'Any network' },
  ...NETWORKS.map((network) => ({ value: network, label: NETWORK_WORDS[network] })),
];

interface CampaignToolbarProps {
  filters: CampaignFilters;
  onChange: (next: Partial<CampaignFilters>) => void;
}

/** What is shown; all of it stands in the address. */
export function CampaignToolbar({ filters, onChange }: CampaignToolbarProps) {
  return (
    <div className="grid gap-3">
      <TabNav aria-label="Which campaigns">
        {STATUSES.map((status) => (
          <TabNavLink key={status} asChild active={status === filters.status}>
            <Link
              to="."
              search={(before: object) => ({ ...before, status: status === 'all' ? undefined : status })}
              // The router takes a link without a filter for current on every tab.
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              {STATUS_WORDS[status]}
            </Link>
          </TabNavLink>
        ))}
      </TabNav>
      <div className="flex flex-wrap gap-2">
        <SearchBox value={filters.search} onSearch={(search) => onChange({ search })} />
        <Select
          aria-label="Network"
          options={NETWORK_OPTIONS}
          value={filters.network ?? ANY}
          onValueChange={(value) => onChange({ network: value === ANY ? null : (value as Network) })}
          className="w-40"
        />
      </div>
    </div>
  );
}

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when the typing rests. */
function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The back button and "clear" change the address without the box.
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      asked.current = next.trim();
      onSearch(asked.current);
    }, TYPING_MS);
  };
  return (
    <search className="w-full sm:w-72">
      <Input
        type="search"
        aria-label="Search campaigns"
        placeholder="Search by name, id or tag"
        icon={<Search />}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </search>
  );
}
