import { UserSearch } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { ReportBar } from '../../report/report-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleList } from './people-list.tsx';
import { isPeopleFiltered, NO_PEOPLE_FILTERS, PEOPLE_VIEW, type PeopleView } from './people-view.ts';

/** Who came, and why was each of them credited as they were? */
export function PeopleScreen() {
  const { install } = useProjectWords();
  const [view, change] = useAddressState(PEOPLE_VIEW, NO_PEOPLE_FILTERS, {
    replace: (next) => 'search' in next,
  });
  return (
    <Page className="gap-3">
      <ReportBar compares={false} />
      <Toolbar>
        <SearchBox
          label="Search people"
          placeholder={`User, ${install}, device, address`}
          value={view.search}
          onSearch={(search) => change({ search })}
        />
        <PeopleFilters view={view} onChange={change} />
      </Toolbar>
      {view.search && (
        <p className="text-sm text-text-3">A search covers all time, not only the chosen period.</p>
      )}
      <PeopleList view={view} empty={<NoPeople view={view} onClear={() => change(NO_PEOPLE_FILTERS)} />} />
    </Page>
  );
}

function NoPeople({ view, onClear }: { view: PeopleView; onClear: () => void }) {
  const { install, newInstalls } = useProjectWords();
  const filtered = isPeopleFiltered(view);
  return (
    <EmptyState
      icon={<UserSearch />}
      title={filtered ? 'No matching people' : `No ${newInstalls} in this period`}
      text={
        view.search
          ? 'Enter a whole id, or the beginning of a name or an e-mail address.'
          : filtered
            ? `No ${install} in this period matches every filter.`
            : `Every ${install} is listed here with the person, if it is known, and the campaign that is credited.`
      }
      action={filtered && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
