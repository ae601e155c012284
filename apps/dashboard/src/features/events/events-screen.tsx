import { Link } from '@tanstack/react-router';
import { changeAddress } from '../../address/address-state.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { MetricSheetProvider } from '../../report/metric-sheet-provider.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { Page } from '../../ui/page.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { DEFAULT_EVENTS_VIEW, EVENTS_TABS, EVENTS_VIEW } from './events-view.ts';
import { EventsVolume } from './events-volume.tsx';
import { FunnelTab } from './funnel-tab.tsx';

const TAB_WORDS = { volume: 'Volume', funnel: 'Funnel' } as const;

/** What do people do? */
export function EventsScreen() {
  const [{ tab: shown }] = useAddressState(EVENTS_VIEW, DEFAULT_EVENTS_VIEW);
  return (
    <MetricSheetProvider>
      <Page>
        <ReportBar />
        <TabNav aria-label="Events">
          {EVENTS_TABS.map((tab) => (
            <TabNavLink key={tab} asChild active={tab === shown}>
              <Link
                to="."
                search={changeAddress(EVENTS_VIEW, DEFAULT_EVENTS_VIEW, { tab })}
                activeOptions={{ exact: true, explicitUndefined: true }}
              >
                {TAB_WORDS[tab]}
              </Link>
            </TabNavLink>
          ))}
        </TabNav>
        <ReportNotices report={undefined} />
        {shown === 'funnel' && <ScreenFilters />}
        {shown === 'funnel' ? <FunnelTab /> : <EventsVolume />}
      </Page>
    </MetricSheetProvider>
  );
}
