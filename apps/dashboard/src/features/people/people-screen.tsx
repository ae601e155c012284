import { UserSearch } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { ReportBar } from '../../report/report-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { PeopleCount } from './people-count.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleList } from './people-list.tsx';
import { isPeopleFiltered, NO_PEOPLE_FILTERS, PEOPLE_VIEW, type PeopleView } from './people-view.ts';
import { searchedWords } from './people-words.ts';

/** Who came, and why was each of them credited as they were? */
export function PeopleScreen() {
  const words = useProjectWords();
  const [view, change] = useAddressState(PEOPLE_VIEW, NO_PEOPLE_FILTERS, {
    replace: (next) => 'search' in next,
  });
  return (
    <Page className="gap-3">
      <ReportBar compares={false} />
      <Toolbar>
        <SearchBox
          label="Search people"
          placeholder="Any id, name, e-mail, phone, coupon"
          hint={`Search by ${searchedWords(words)}.`}
          value={view.search}
          onSearch={(search) => change({ search })}
        />
        <PeopleFilters view={view} onChange={change} />
      </Toolbar>
      <PeopleCount view={view} />
      <PeopleList view={view} empty={<NoPeople view={view} onClear={() => change(NO_PEOPLE_FILTERS)} />} />
    </Page>
  );
}

function NoPeople({ view, onClear }: { view: PeopleView; onClear: () => void }) {
  const words = useProjectWords();
  const { install, newInstalls } = words;
  const filtered = isPeopleFiltered(view);
  return (
    <EmptyState
      icon={<UserSearch />}
      title={filtered ? 'No matching people' : `No ${newInstalls} in this period`}
      text={
        view.search
          ? `Nothing matches “${view.search}”. Search by ${searchedWords(words)}. Ids have to be complete.`
          : filtered
            ? `No ${install} in this period matches every filter.`
            : `Every ${install} is listed here with the person, if it is known, and the campaign that is credited.`
      }
      action={filtered && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
