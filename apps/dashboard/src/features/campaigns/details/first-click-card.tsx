import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import { CircleCheck, ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { campaignsKey, firstClickQuery, previewQuery } from '../campaigns-query.ts';
import { QrCode, QrDownloads } from '../links/qr-code.tsx';

/** The link of a campaign that nobody clicked yet. It turns green by itself when somebody does. */
export function FirstClickCard({ campaign }: { campaign: Campaign }) {
  const { campaign_id, link, default_link_id } = campaign;
  const isClicked = useIsClicked(campaign_id);
  return (
    <Card className={cn('grid gap-4 p-4', isClicked && 'border-good/45 bg-good-soft')}>
      <div className="grid gap-0.5">
        <h3 className="flex items-center gap-2 font-semibold">
          {isClicked ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          ) : (
            <Dot tone="accent" className="mx-[5px] animate-pulse" />
          )}
          <span role="status">{isClicked ? 'Your first click is in' : 'Waiting for your first click…'}</span>
        </h3>
        <p className="max-w-[64ch] text-sm text-text-2">
          {isClicked
            ? 'The link works, and every click on it is counted below.'
            : 'Put this link into your ad, post or mail. This page updates automatically when someone clicks it.'}
        </p>
      </div>
      {!isClicked && <NowhereNotice campaignId={campaign_id} />}
      <div className="flex flex-wrap items-start gap-4">
        <QrCode linkId={default_link_id} url={link} />
        <div className="grid min-w-0 flex-1 basis-64 gap-3">
          <CopyField
            aria-label="Short link"
            value={link}
            copyLabel="Copy the short link"
            className="max-w-[480px]"
          />
          <div className="flex flex-wrap gap-2">
            {!isClicked && (
              <Button size="sm" asChild>
                <a href={link} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden />
                  Click it yourself
                </a>
              </Button>
            )}
            <QrDownloads linkId={default_link_id} url={link} />
          </div>
          <p className="text-sm text-text-2">
            Links with the macros of Meta, Google and TikTok are under{' '}
            <Link
              to="/campaigns/$campaign_id"
              params={{ campaign_id }}
              search={{ tab: 'links' }}
              className="link"
            >
              Links
            </Link>
            .
          </p>
        </div>
      </div>
    </Card>
  );
}

/** Once it is true, the reports of the campaign are read again. */
function useIsClicked(campaignId: string): boolean {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { data: firstClickOn = null } = useQuery(firstClickQuery(project_id, campaignId));
  const isClicked = firstClickOn !== null;
  useEffect(() => {
    if (isClicked) void queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
  }, [isClicked, queryClient, project_id]);
  return isClicked;
}

/** On iOS every kind of destination is used, so that one without any has none at all. */
function NowhereNotice({ campaignId }: { campaignId: string }) {
  const { project_id } = useProject();
  const { data: target } = useQuery(previewQuery(project_id, campaignId, { platform: 'ios', inApp: false }));
  if (target?.kind !== 'gone' || target.reason !== 'nowhere') return null;
  return (
    <Notice
      tone="warn"
      title="The link leads nowhere yet"
      action={
        <Button size="sm" asChild>
          <Link
            to="/campaigns/$campaign_id"
            params={{ campaign_id: campaignId }}
            search={{ tab: 'settings' }}
          >
            Set a destination
          </Link>
        </Button>
      }
    >
      Add a web page or a store listing to the campaign, or a website to the project. Until then visitors see
      a page that says so.
    </Notice>
  );
}
