import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CallError } from '@trailmark/contract/call';
import type { Campaign } from '@trailmark/contract/campaigns';
import { ArrowLeft, SearchX } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { TabNav, TabNavLink } from '../../ui/tab-nav.tsx';
import { networkName } from '../../words/network-name.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { CampaignLoading } from './campaign-loading.tsx';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignStateTag } from './campaign-state-tag.tsx';
import { campaignQuery } from './campaigns-query.ts';
import { LinksTab } from './links-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { useCampaignActions } from './use-campaign-actions.ts';

/** What does this campaign do, and by which links? */
export function CampaignScreen() {
  const { project_id } = useProject();
  const { campaign_id = '' } = useParams({ strict: false }) as { campaign_id?: string };
  const campaign = useQuery(campaignQuery(project_id, campaign_id));
  if (campaign.isLoadingError) {
    return (
      <Page>
        <Card>
          {isMissing(campaign.error) ? (
            <NoSuchCampaign />
          ) : (
            <LoadFailed what="The campaign" query={campaign} />
          )}
        </Card>
      </Page>
    );
  }
  if (!campaign.data) return <CampaignLoading />;
  // Another campaign is another form.
  return <OneCampaign key={campaign_id} campaign={campaign.data} />;
}

/** An address that never named a campaign, or one that is gone: trying again would not help. */
function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_found' || error.code === 'validation_failed');
}

function NoSuchCampaign() {
  return (
    <EmptyState
      role="alert"
      icon={<SearchX />}
      title="There is no such campaign"
      text="It was deleted, belongs to another project, or is not shared with you."
      action={
        <Button asChild>
          <Link to="/campaigns">All campaigns</Link>
        </Button>
      }
    />
  );
}

function OneCampaign({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const mayEdit = useMay()('campaigns.edit');
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const shown = tab === 'links' ? 'links' : 'settings';
  return (
    <Page className="max-w-[1180px]">
      <PageAction>
        {mayEdit && campaign.archived_at === null && (
          <Field label="Active" inline className="items-center">
            <ActiveSwitch campaign={campaign} />
          </Field>
        )}
        <CampaignMenu
          campaign={campaign}
          onPage
          onDeleted={() => void navigate({ to: '/campaigns', ignoreBlocker: true })}
        />
      </PageAction>
      <div className="grid gap-2">
        <Link to="/campaigns" className="flex w-fit items-center gap-1.5 text-sm text-text-2 hover:text-text">
          <ArrowLeft aria-hidden className="size-3.5" />
          All campaigns
        </Link>
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
      {campaign.archived_at && <ArchivedNotice campaign={campaign} mayEdit={mayEdit} />}
      <CampaignTabs shown={shown} links={campaign.links_count} />
      {shown === 'links' ? (
        <LinksTab campaignId={campaign.campaign_id} expected={campaign.links_count} />
      ) : (
        <SettingsTab campaign={campaign} />
      )}
    </Page>
  );
}

function CampaignTabs({ shown, links }: { shown: 'settings' | 'links'; links: number }) {
  const tabs = [
    { tab: 'settings', label: 'Settings', search: undefined },
    { tab: 'links', label: `Links · ${links}`, search: 'links' },
  ] as const;
  return (
    <TabNav aria-label="Campaign">
      {tabs.map(({ tab, label, search }) => (
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
  );
}

function ArchivedNotice({ campaign, mayEdit }: { campaign: Campaign; mayEdit: boolean }) {
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
      Its links are closed. What it measured stays.
    </Notice>
  );
}
