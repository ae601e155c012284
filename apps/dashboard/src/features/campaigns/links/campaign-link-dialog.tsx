import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@trailmark/contract/campaigns';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { linksQuery } from '../../../project/campaign-links-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LinkAddresses } from './link-addresses.tsx';

interface CampaignLinkDialogProps {
  campaign: Campaign;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The default link of a campaign, to take away. */
export function CampaignLinkDialog({ campaign, open, onOpenChange }: CampaignLinkDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`The link of ${campaign.name}`}
        description="Its default link. More are under Links."
      >
        <DialogBody>
          <DefaultLink campaign={campaign} />
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

// Inside the content, so that nothing is loaded before the dialog is opened.
function DefaultLink({ campaign }: { campaign: Campaign }) {
  const { project_id } = useProject();
  const links = useQuery(linksQuery(project_id, campaign.campaign_id));
  const link = links.data?.find(({ is_default }) => is_default);
  if (links.isLoadingError) return <LoadFailed what="the link" query={links} />;
  if (!link) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-control rounded-sm" />
        <Skeleton className="h-control rounded-sm" />
        <Skeleton className="size-40 rounded-md" />
      </div>
    );
  }
  return <LinkAddresses link={link} />;
}
