import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeAddress } from '../../address/address-state.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DifferenceTab } from './difference-tab.tsx';
import { ImportsTab } from './imports-tab.tsx';
import { MatchingTab } from './matching-tab.tsx';
import { unmatchedQuery } from './spend-query.ts';
import { DEFAULT_SPEND_VIEW, SPEND_TABS, SPEND_VIEW } from './spend-view.ts';

const TAB_WORDS = { imports: 'Imports', matching: 'Matching', difference: 'Difference' } as const;

/** What do the ads of networks cost, whose are they, and why is their number not ours? */
export function SpendScreen() {
  const { timezone } = useProject();
  const [view, change] = useAddressState(SPEND_VIEW, DEFAULT_SPEND_VIEW);
  return (
    <Page>
      <PageAction>
        <ZoneChip timezone={timezone} />
      </PageAction>
      <TabNav aria-label="Spend">
        {SPEND_TABS.map((tab) => (
          <TabNavLink key={tab} asChild active={tab === view.tab}>
            <Link
              to="."
              search={changeAddress(SPEND_VIEW, DEFAULT_SPEND_VIEW, { tab, cause: null })}
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              {TAB_WORDS[tab]}
              {tab === 'matching' && <UnmatchedCount />}
            </Link>
          </TabNavLink>
        ))}
      </TabNav>
      {view.tab === 'imports' && <ImportsTab />}
      {view.tab === 'matching' && <MatchingTab view={view} onChange={change} />}
      {view.tab === 'difference' && <DifferenceTab view={view} onChange={change} />}
    </Page>
  );
}

/** How many campaigns wait to be matched; nothing where none does. */
function UnmatchedCount() {
  const { project_id } = useProject();
  const { data } = useQuery(unmatchedQuery(project_id));
  if (!data) return null;
  return (
    <Tag tone="warn" className="num">
      {data}
      <span className="sr-only"> unmatched</span>
    </Tag>
  );
}
