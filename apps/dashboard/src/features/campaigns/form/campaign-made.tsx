import { Link } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { QrCode, QrDownloads } from '../links/qr-code.tsx';
import { SavedPreview } from '../preview/link-preview.tsx';

interface CampaignMadeProps {
  campaign: Campaign;
  onAnother: () => void;
}

/** What somebody came for: the link. */
export function CampaignMade({ campaign, onAnother }: CampaignMadeProps) {
  const { name, link, campaign_id, default_link_id } = campaign;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form and the focus in it are gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-4">
      <Card className="grid gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <h2
            ref={heading}
            tabIndex={-1}
            className="flex items-center gap-2 text-lg font-semibold break-words outline-none"
          >
            <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
            {name} is ready
          </h2>
          <p className="text-text-2">Every click on this link is counted. Below you see where it leads.</p>
        </div>
        <CopyField aria-label="Short link" value={link} copyLabel="Copy the short link" />
        <div className="flex flex-wrap items-end gap-4">
          <QrCode linkId={default_link_id} url={link} />
          <QrDownloads linkId={default_link_id} url={link} />
        </div>
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button variant="primary" asChild>
            <Link to="/campaigns/$campaign_id" params={{ campaign_id }} search={{ tab: 'settings' }}>
              Open the campaign
            </Link>
          </Button>
          <Button asChild>
            <Link to="/campaigns">All campaigns</Link>
          </Button>
          <Button variant="quiet" onClick={onAnother}>
            Create another
          </Button>
        </div>
      </Card>
      <SavedPreview campaignId={campaign_id} />
    </div>
  );
}
