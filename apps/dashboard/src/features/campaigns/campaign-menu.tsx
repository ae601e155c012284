import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import { Archive, ArchiveRestore, Copy, Ellipsis, Pencil, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../project/current-project.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CampaignLinkDialog } from './campaign-link-dialog.tsx';
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx';
import { useCampaignActions } from './use-campaign-actions.ts';

interface CampaignMenuProps {
  campaign: Campaign;
  /** On the campaign's own page there is nothing to open, and the link stands beside. */
  onPage?: boolean;
  /** After the campaign is gone. */
  onDeleted?: () => void;
}

export function CampaignMenu({ campaign, onPage = false, onDeleted }: CampaignMenuProps) {
  const mayEdit = useMay()('campaigns.edit');
  const navigate = useNavigate();
  const { archive, duplicate } = useCampaignActions(campaign);
  const [shown, setShown] = useState<'link' | 'delete' | null>(null);
  const { campaign_id, name, archived_at } = campaign;
  if (onPage && !mayEdit) return null;
  const isArchived = archived_at !== null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton
            size={onPage ? 'md' : 'sm'}
            variant={onPage ? 'default' : 'quiet'}
            tooltip={false}
            label={`More for ${name}`}
            loading={archive.isPending || duplicate.isPending}
          >
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!onPage && (
            <>
              <DropdownMenuItem
                icon={<Pencil />}
                onSelect={() => void navigate({ to: '/campaigns/$campaign_id', params: { campaign_id } })}
              >
                {mayEdit ? 'Edit' : 'Open'}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<QrCode />} onSelect={() => setShown('link')}>
                Link and QR code
              </DropdownMenuItem>
            </>
          )}
          {mayEdit && (
            <>
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
      <DeleteCampaignDialog
        campaign={campaign}
        open={shown === 'delete'}
        onOpenChange={(open) => setShown(open ? 'delete' : null)}
        onDeleted={onDeleted}
      />
    </>
  );
}
