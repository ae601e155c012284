import { useQueryClient } from '@tanstack/react-query';
import { deleteStoreListing, type StoreListing } from '@trailmark/contract/store-listings';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { StoreListingDialog } from '../../project/store-listing-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { STORE_WORDS } from '../../words/store-words.ts';

export function StoreListingRow({ listing, mayEdit }: { listing: StoreListing; mayEdit: boolean }) {
  return (
    <TableRow>
      <TableCell className="max-w-60">
        <a
          href={listing.url}
          target="_blank"
          rel="noreferrer"
          title={listing.url}
          className="inline-flex max-w-full items-center gap-1.5 font-medium hover:underline"
        >
          <span className="truncate">{listing.name}</span>
          <ExternalLink aria-hidden className="size-3.5 shrink-0 text-text-3" />
        </a>
      </TableCell>
      <TableCell className="text-text-2">{STORE_WORDS[listing.platform].store}</TableCell>
      <TableCell className="mono text-text-2">{listing.app_id}</TableCell>
      <TableCell className="text-text-2">
        {listing.campaigns_count === 0 ? 'no campaign' : countInWords(listing.campaigns_count, 'campaign')}
      </TableCell>
      <TableCell className="text-right">{mayEdit && <ListingActions listing={listing} />}</TableCell>
    </TableRow>
  );
}

function ListingActions({ listing }: { listing: StoreListing }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null);
  const { id, name } = listing;
  const remove = async () => {
    await call(deleteStoreListing, { query: { project_id, id } });
    toast({ title: `${name} is removed` });
    await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
  };
  return (
    <div className="flex justify-end">
      <IconButton size="sm" side="left" label={`Edit ${name}`} onClick={() => setShown('edit')}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="sm" side="left" label={`Remove ${name}`} onClick={() => setShown('delete')}>
        <Trash2 aria-hidden />
      </IconButton>
      {shown === 'edit' && <StoreListingDialog listing={listing} onClose={() => setShown(null)} />}
      <ConfirmDialog
        open={shown === 'delete'}
        onOpenChange={(open) => !open && setShown(null)}
        title={`Remove ${name}?`}
        text="No campaign can lead to it any more. The page in the store stays as it is."
        confirmLabel="Remove listing"
        onConfirm={remove}
      />
    </div>
  );
}
