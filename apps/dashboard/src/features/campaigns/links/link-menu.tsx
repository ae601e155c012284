import { useQueryClient } from '@tanstack/react-query';
import { deleteLink, type Link } from '@trailmark/contract/links';
import { Braces, Ellipsis, Eye, Pencil, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { campaignsKey } from '../campaigns-query.ts';
import { copyAddress } from './copy-address.ts';
import { LinkAddressesDialog } from './link-addresses-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

export function LinkMenu({ link, mayEdit }: { link: Link; mayEdit: boolean }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<'addresses' | 'edit' | 'delete' | null>(null);
  const close = () => setShown(null);
  const { link_id, name, campaign_id } = link;
  const { template } = link.urls;
  const remove = async () => {
    await call(deleteLink, { query: { project_id, link_id } });
    toast({ title: `${name} is deleted` });
    await queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" tooltip={false} label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<QrCode />} onSelect={() => setShown('addresses')}>
            Addresses and QR code
          </DropdownMenuItem>
          <DropdownMenuItem
            icon={<Eye />}
            onSelect={() => void copyAddress(link.urls.impression, 'impression address')}
          >
            Copy the impression address
          </DropdownMenuItem>
          {template && (
            <DropdownMenuItem
              icon={<Braces />}
              onSelect={() => void copyAddress(template.url, 'link for ads')}
            >
              Copy the link for ads, with macros
            </DropdownMenuItem>
          )}
          {mayEdit && (
            <DropdownMenuItem icon={<Pencil />} onSelect={() => setShown('edit')}>
              Edit
            </DropdownMenuItem>
          )}
          {mayEdit && !link.is_default && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => setShown('delete')}>
                Delete…
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <LinkAddressesDialog
        link={link}
        open={shown === 'addresses'}
        onOpenChange={(open) => setShown(open ? 'addresses' : null)}
      />
      {shown === 'edit' && <LinkDialog campaignId={campaign_id} link={link} onClose={close} />}
      <ConfirmDialog
        open={shown === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${name}?`}
        text="Its address stops working for good. Only a link that was never opened can be deleted; any other can be switched off, and keeps its numbers."
        confirmLabel="Delete link"
        onConfirm={remove}
      />
    </>
  );
}
