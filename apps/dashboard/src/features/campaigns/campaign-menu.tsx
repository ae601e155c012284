import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import {
  Archive,
  ArchiveRestore,
  CirclePause,
  CirclePlay,
  Copy,
  Ellipsis,
  Link2,
  Pencil,
  QrCode,
  Tag,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyText } from '../../ui/copy-text.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CampaignLinkDialog } from './links/campaign-link-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { useCampaignActions } from './use-campaign-actions.ts';

interface CampaignMenuProps {
  campaign: Campaign;
  /** On the campaign's own page there is nothing to open, and the link is shown next to it. */
  onPage?: boolean;
  startsOpen?: boolean;
  /** After the campaign is gone. */
  onDeleted?: () => void;
}

export function CampaignMenu({ campaign, onPage = false, startsOpen = false, onDeleted }: CampaignMenuProps) {
  const mayEdit = useMay()('campaigns.edit');
  const navigate = useNavigate();
  const { setActive, archive, duplicate, saveTags } = useCampaignActions(campaign);
  const [shown, setShown] = useState<'link' | 'tags' | 'delete' | null>(null);
  const { campaign_id, name, active, archived_at, link } = campaign;
  if (onPage && !mayEdit) return null;
  const copy = async () => {
    const copied = await copyText(link);
    toast(copied ? { title: 'Link copied' } : { variant: 'destructive', title: 'The link was not copied' });
  };
  const isArchived = archived_at !== null;
  return (
    <>
      <DropdownMenu defaultOpen={startsOpen}>
        <DropdownMenuTrigger asChild>
          <IconButton
            size={onPage ? 'md' : 'sm'}
            variant={onPage ? 'default' : 'quiet'}
            tooltip={false}
            // A line of the table is no higher than that, also for a finger.
            className={onPage ? undefined : 'max-h-[34px]'}
            label={`More for ${name}`}
            loading={setActive.isPending || archive.isPending || duplicate.isPending}
          >
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!onPage && (
            <>
              <DropdownMenuItem
                icon={<Pencil />}
                onSelect={() =>
                  void navigate({
                    to: '/campaigns/$campaign_id',
                    params: { campaign_id },
                    search: mayEdit ? { tab: 'settings' } : {},
                  })
                }
              >
                {mayEdit ? 'Edit' : 'Open'}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Link2 />} onSelect={() => void copy()}>
                Copy the link
              </DropdownMenuItem>
              <DropdownMenuItem icon={<QrCode />} onSelect={() => setShown('link')}>
                Link and QR code
              </DropdownMenuItem>
            </>
          )}
          {mayEdit && !onPage && !isArchived && (
            <DropdownMenuItem
              icon={active ? <CirclePause /> : <CirclePlay />}
              onSelect={() => setActive.mutate(!active)}
            >
              {active ? 'Pause' : 'Resume'}
            </DropdownMenuItem>
          )}
          {mayEdit && (
            <>
              <DropdownMenuItem icon={<Tag />} onSelect={() => setShown('tags')}>
                Tags…
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Copy />} onSelect={() => duplicate.mutate()}>
                Duplicate
              </DropdownMenuItem>
              <DropdownMenuItem
                icon={isArchived ? <ArchiveRestore /> : <Archive />}
                onSelect={() => archive.mutate(!isArchived)}
              >
                {isArchived ? 'Restore' : 'Archive'}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => setShown('delete')}>
                Delete…
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <CampaignLinkDialog
        campaign={campaign}
        open={shown === 'link'}
        onOpenChange={(open) => setShown(open ? 'link' : null)}
      />
      {shown === 'tags' && (
        <TagsDialog
          name={name}
          text="To find and group campaigns"
          tags={campaign.tags}
          onSave={saveTags}
          onClose={() => setShown(null)}
        />
      )}
      <DeleteCampaignDialog
        campaign={campaign}
        open={shown === 'delete'}
        onOpenChange={(open) => setShown(open ? 'delete' : null)}
        onDeleted={onDeleted}
      />
    </>
  );
}

interface DeleteCampaignDialogProps {
  campaign: Campaign;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: (() => void) | undefined;
}

function DeleteCampaignDialog(props: DeleteCampaignDialogProps) {
  const { campaign, open, onOpenChange, onDeleted } = props;
  const { remove } = useCampaignActions(campaign);
  const confirm = async () => {
    await remove();
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${campaign.name}?`}
      text="Its links stop working for good, and that cannot be undone. Only a campaign that never had a click or an install can be deleted; any other can be archived, and keeps its numbers."
      confirmLabel="Delete campaign"
      onConfirm={confirm}
    />
  );
}
