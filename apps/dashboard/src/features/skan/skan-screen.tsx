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
import { SetUpTab } from './set-up/set-up-tab.tsx';
import { DEFAULT_SKAN_VIEW, SKAN_TABS, SKAN_VIEW } from './skan-view.ts';

const TAB_WORDS = { report: 'Report', postbacks: 'Postbacks', 'set-up': 'Set-up' } as const;

/** What do Apple's private postbacks say? */
export function SkanScreen() {
  const [view, change] = useAddressState(SKAN_VIEW, DEFAULT_SKAN_VIEW);
  const may = useMay();
  // Guests see reports of their campaigns alone.
  const tabs = SKAN_TABS.filter((tab) => tab !== 'set-up' || may('connections.see'));
  const shown = tabs.includes(view.tab) ? view.tab : 'report';
  return (
    <Page>
      {shown !== 'set-up' && <ReportBar />}
      <TabNav aria-label="SKAN">
        {tabs.map((tab) => (
          <TabNavLink key={tab} asChild active={tab === shown}>
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
      {shown !== 'set-up' && <ReportNotices report={undefined} />}
      {shown === 'report' && <ReportTab view={view} onChange={change} />}
      {shown === 'postbacks' && <PostbacksTab />}
      {shown === 'set-up' && <SetUpTab />}
    </Page>
  );
}
