import { Link } from '@tanstack/react-router';
import { FigureDoor } from '../../report/figure-door.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { Page } from '../../ui/page.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { EventsVolume } from './events-volume.tsx';
import { FunnelTab } from './funnel-tab.tsx';
import { useEventsView } from './use-events-view.ts';

const TABS = [
  { tab: 'volume', label: 'Volume', search: undefined },
  { tab: 'funnel', label: 'Funnel', search: 'funnel' },
] as const;

/** What do people do? */
export function EventsScreen() {
  const [{ tab: shown }] = useEventsView();
  return (
    <FigureDoor>
      <Page>
        <ReportBar />
        <TabNav aria-label="Events">
          {TABS.map(({ tab, label, search }) => (
            <TabNavLink key={tab} asChild active={tab === shown}>
              <Link
                to="."
                search={(before: object) => ({ ...before, tab: search })}
                activeOptions={{ exact: true, explicitUndefined: true }}
              >
                {label}
              </Link>
            </TabNavLink>
          ))}
        </TabNav>
        <ReportNotices report={undefined} />
        {shown === 'funnel' && <ScreenFilters />}
        {shown === 'funnel' ? <FunnelTab /> : <EventsVolume />}
      </Page>
    </FigureDoor>
  );
}
