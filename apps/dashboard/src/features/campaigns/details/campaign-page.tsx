import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import { Archive, CircleCheck, CirclePause, Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MissingPage } from '../../../failures/missing-page.tsx';
import { PageFailed } from '../../../failures/page-failed.tsx';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { ReportBar } from '../../../report/report-bar.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, PageHeader } from '../../../ui/page.tsx';
import { PageAction } from '../../../ui/page-action.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { networkName } from '../../../words/network-name.ts';
import { CampaignMenu } from '../campaign-menu.tsx';
import { MayEditCampaign, useCampaignPermission } from '../campaign-permission.ts';
import { campaignState } from '../campaign-state.ts';
import { campaignQuery, firstClickQuery } from '../campaigns-query.ts';
import { LinksTab } from '../links/links-tab.tsx';
import { PerformanceTab } from '../performance/performance-tab.tsx';
import { MembersTab } from '../sharing/members-tab.tsx';
import { useCampaignActions } from '../use-campaign-actions.ts';
import { CampaignLoading } from './campaign-loading.tsx';
import { type CampaignTab, CampaignTabs, isReportTab, useCampaignTab } from './campaign-tabs.tsx';
import { FirstClickCard } from './first-click-card.tsx';
import { SettingsTab } from './settings-tab.tsx';

interface CampaignPageProps {
  /** Tabs that other features fill with what belongs to the campaign. */
  tabs: Record<'users' | 'cohorts', (campaignId: string) => ReactNode>;
}

/** Does this campaign pay, who came by it, and what does it do? */
export function CampaignPage({ tabs }: CampaignPageProps) {
  const { project_id } = useProject();
  const { campaign_id = '' } = useParams({ strict: false });
  const tab = useCampaignTab();
  const campaign = useQuery(campaignQuery(project_id, campaign_id));
  const firstClick = useQuery(firstClickQuery(project_id, campaign_id));
  if (campaign.isLoadingError) {
    return <PageFailed what="the campaign" query={campaign} missing={<NoSuchCampaign />} />;
  }
  if (!campaign.data || firstClick.isPending) return <CampaignLoading tab={tab} />;
  // Another campaign is another form.
  return (
    <OneCampaign
      key={campaign_id}
      campaign={campaign.data}
      isUnclicked={firstClick.data === null}
      tabs={tabs}
    />
  );
}

function NoSuchCampaign() {
  return (
    <MissingPage
      what="campaign"
      text="It was deleted, belongs to another project, or is not shared with you."
      list={{ to: '/campaigns', label: 'All campaigns' }}
    />
  );
}

interface OneCampaignProps extends CampaignPageProps {
  campaign: Campaign;
  isUnclicked: boolean;
}

function OneCampaign({ campaign, isUnclicked, tabs }: OneCampaignProps) {
  // It stays after the click, to say that there was one.
  const [wasUnclicked] = useState(isUnclicked);
  const isOpen = campaignState(campaign, new Date()) === 'active';
  const permission = useCampaignPermission(campaign.campaign_id);
  const tab = useCampaignTab();
  // Only those who may share a campaign see with whom it is shared.
  const shown = tab === 'members' && !permission.share ? 'performance' : tab;
  return (
    <MayEditCampaign value={permission.edit}>
      <Page className={isReportTab(shown) ? undefined : 'max-w-[1180px]'}>
        <CampaignBar campaign={campaign} shown={shown} mayEdit={permission.edit} />
        <div className="grid gap-2">
          <BackLink to="/campaigns">All campaigns</BackLink>
          <PageHeader
            level={2}
            title={<span className="break-words">{campaign.name}</span>}
            description={
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <CampaignStateTag campaign={campaign} />
                <span>{networkName(campaign)}</span>
                <span className="mono text-text-3">{campaign.display_id}</span>
              </span>
            }
          />
        </div>
        {campaign.archived_at && <ArchivedNotice campaign={campaign} />}
        <CampaignTabs shown={shown} links={campaign.links_count} mayShare={permission.share} />
        {shown === 'performance' && wasUnclicked && isOpen && <FirstClickCard campaign={campaign} />}
        <TabContent shown={shown} campaign={campaign} tabs={tabs} />
      </Page>
    </MayEditCampaign>
  );
}

interface CampaignBarProps {
  campaign: Campaign;
  shown: CampaignTab;
  mayEdit: boolean;
}

/** Report tabs show the date range before the switch. */
function CampaignBar({ campaign, shown, mayEdit }: CampaignBarProps) {
  const navigate = useNavigate();
  const actions = (
    <>
      {mayEdit && campaign.archived_at === null && (
        <Field label={<span className="max-sm:sr-only">Active</span>} inline className="items-center">
          <ActiveSwitch campaign={campaign} />
        </Field>
      )}
      <CampaignMenu
        campaign={campaign}
        onPage
        onDeleted={() => void navigate({ to: '/campaigns', ignoreBlocker: true })}
      />
    </>
  );
  if (!isReportTab(shown)) return <PageAction>{actions}</PageAction>;
  // Users and cohorts are those of the chosen days alone.
  return <ReportBar compares={shown === 'performance'}>{actions}</ReportBar>;
}

interface TabContentProps extends CampaignPageProps {
  shown: CampaignTab;
  campaign: Campaign;
}

function TabContent({ shown, campaign, tabs }: TabContentProps) {
  const { campaign_id, links_count } = campaign;
  switch (shown) {
    case 'users':
    case 'cohorts':
      return tabs[shown](campaign_id);
    case 'links':
      return <LinksTab campaignId={campaign_id} expected={links_count} />;
    case 'members':
      return <MembersTab campaignId={campaign_id} />;
    case 'settings':
      return <SettingsTab campaign={campaign} />;
    default:
      return <PerformanceTab campaign={campaign} />;
  }
}

function ArchivedNotice({ campaign }: { campaign: Campaign }) {
  // Its guests may change what it is, not put it away and bring it back.
  const mayEdit = useMay()('campaigns.edit');
  const { archive } = useCampaignActions(campaign);
  return (
    <Notice
      title="This campaign is archived"
      action={
        mayEdit && (
          <Button size="sm" loading={archive.isPending} onClick={() => archive.mutate(false)}>
            Restore
          </Button>
        )
      }
    >
      Its links no longer work. Its data is kept.
    </Notice>
  );
}

/** Pauses a campaign and lets it go on. */
function ActiveSwitch({ campaign }: { campaign: Campaign }) {
  const { setActive } = useCampaignActions(campaign);
  return (
    <Switch
      aria-label={`${campaign.name} is active`}
      checked={setActive.isPending ? setActive.variables : campaign.active}
      disabled={setActive.isPending}
      onCheckedChange={(active) => setActive.mutate(active)}
    />
  );
}

const LOOKS = {
  active: { word: 'Active', tone: 'good', icon: CircleCheck },
  paused: { word: 'Paused', tone: 'neutral', icon: CirclePause },
  ended: { word: 'Ended', tone: 'warn', icon: Clock },
  archived: { word: 'Archived', tone: 'neutral', icon: Archive },
} as const;

function CampaignStateTag({ campaign }: { campaign: Campaign }) {
  const { word, tone, icon: Icon } = LOOKS[campaignState(campaign, new Date())];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {word}
    </Tag>
  );
}
