import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { choiceParam } from '../../../address/address-params.ts';
import { type AddressSchema, changeAddress } from '../../../address/address-state.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { TabNav, TabNavLink } from '../../../ui/tab-nav.tsx';

export const CAMPAIGN_TABS = ['performance', 'users', 'cohorts', 'links', 'members', 'settings'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

const LABELS: Record<CampaignTab, string> = {
  performance: 'Performance',
  users: 'Users',
  cohorts: 'Cohorts',
  links: 'Links',
  members: 'Members',
  settings: 'Settings',
};

/** Tabs whose numbers are of the chosen days. */
const REPORTS: readonly CampaignTab[] = ['performance', 'users', 'cohorts', 'links'];

export function isReportTab(tab: CampaignTab): boolean {
  return REPORTS.includes(tab);
}

interface TabState {
  tab: CampaignTab;
}

const TAB: AddressSchema<TabState> = { tab: choiceParam('tab', CAMPAIGN_TABS) };
const DEFAULT_TAB: TabState = { tab: 'performance' };

/** The tab that the address names. */
export function useCampaignTab(): CampaignTab {
  const [{ tab }] = useAddressState(TAB, DEFAULT_TAB);
  return tab;
}

interface CampaignTabsProps {
  shown: CampaignTab;
  links: number;
  mayShare: boolean;
}

export function CampaignTabs({ shown, links, mayShare }: CampaignTabsProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone there is not room for all of them.
    nav.current
      ?.querySelector(`[data-tab="${shown}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <TabNav ref={nav} aria-label="Campaign">
      {CAMPAIGN_TABS.filter((tab) => tab !== 'members' || mayShare).map((tab) => (
        <TabNavLink key={tab} asChild active={tab === shown}>
          <Link
            to="."
            data-tab={tab}
            search={changeAddress(TAB, DEFAULT_TAB, { tab })}
            activeOptions={{ exact: true, explicitUndefined: true }}
          >
            {tab === 'links' ? `${LABELS.links} · ${links}` : LABELS[tab]}
          </Link>
        </TabNavLink>
      ))}
    </TabNav>
  );
}
