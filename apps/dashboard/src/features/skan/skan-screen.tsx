import { Link } from '@tanstack/react-router';
import { changeAddress } from '../../address/address-state.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { ReportBar } from '../../report/report-bar.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { Page } from '../../ui/page.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { PostbacksTab } from './postbacks/postbacks-tab.tsx';
import { ReportTab } from './report/report-tab.tsx';
import { DEFAULT_SKAN_VIEW, SKAN_TABS, SKAN_VIEW } from './skan-view.ts';

const TAB_WORDS = { report: 'Report', postbacks: 'Postbacks' } as const;

/** What do Apple's private postbacks say? */
export function SkanScreen() {
  const [view, change] = useAddressState(SKAN_VIEW, DEFAULT_SKAN_VIEW);
  return (
    <Page>
      <ReportBar />
      <TabNav aria-label="SKAN">
        {SKAN_TABS.map((tab) => (
          <TabNavLink key={tab} asChild active={tab === view.tab}>
            <Link
              to="."
              search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab })}
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              {TAB_WORDS[tab]}
            </Link>
          </TabNavLink>
        ))}
      </TabNav>
      <ReportNotices report={undefined} />
      {view.tab === 'report' && <ReportTab view={view} onChange={change} />}
      {view.tab === 'postbacks' && <PostbacksTab />}
    </Page>
  );
}
