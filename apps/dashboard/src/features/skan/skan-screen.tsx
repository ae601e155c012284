import { Link } from '@tanstack/react-router';
import { changeAddress } from '../../address/address-state.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useMay } from '../../project/current-project.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { Page } from '../../ui/page.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { PostbacksTab } from './postbacks/postbacks-tab.tsx';
import { ReportTab } from './report/report-tab.tsx';
import { SchemaTab } from './schema/schema-tab.tsx';
import { SetUpTab } from './set-up/set-up-tab.tsx';
import { DEFAULT_SKAN_VIEW, SKAN_TABS, SKAN_VIEW, type SkanTab } from './skan-view.ts';

const TAB_WORDS = {
  report: 'Report',
  postbacks: 'Postbacks',
  schema: 'Schema',
  'set-up': 'Set-up',
} as const;
/** About a period. Guests have these alone. */
const OF_PERIOD: readonly SkanTab[] = ['report', 'postbacks'];

/** What do Apple's private postbacks say? */
export function SkanScreen() {
  const [view, change] = useAddressState(SKAN_VIEW, DEFAULT_SKAN_VIEW);
  const may = useMay();
  const tabs = SKAN_TABS.filter((tab) => OF_PERIOD.includes(tab) || may('connections.see'));
  const tab = tabs.includes(view.tab) ? view.tab : 'report';
  const isOfPeriod = OF_PERIOD.includes(tab);
  return (
    <Page>
      {isOfPeriod && <ReportBar compares={false} />}
      <TabNav aria-label="SKAN">
        {tabs.map((one) => (
          <TabNavLink key={one} asChild active={one === tab}>
            <Link
              to="."
              search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: one })}
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              {TAB_WORDS[one]}
            </Link>
          </TabNavLink>
        ))}
      </TabNav>
      {isOfPeriod && <ReportNotices report={undefined} />}
      {tab === 'report' && <ReportTab view={view} onChange={change} />}
      {tab === 'postbacks' && <PostbacksTab />}
      {tab === 'schema' && <SchemaTab />}
      {tab === 'set-up' && <SetUpTab />}
    </Page>
  );
}
