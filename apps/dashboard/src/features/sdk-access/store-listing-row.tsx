import { useQueryClient } from '@tanstack/react-query';
import { deleteStoreListing, type StoreListing } from '@trailmark/contract/store-listings';
import { ExternalLink, Pencil } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { StoreListingDialog } from '../../project/store-listing-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { STORE_WORDS } from '../../words/store-words.ts';

export function StoreListingRow({ listing, mayEdit }: { listing: StoreListing; mayEdit: boolean }) {
  const { store } = STORE_WORDS[listing.platform];
  const usedBy =
    listing.campaigns_count === 0 ? 'no campaign' : countInWords(listing.campaigns_count, 'campaign');
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
        <span className="block text-sm text-text-2 sm:hidden">
          {store} · {usedBy}
        </span>
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">{store}</TableCell>
      <TableCell className="mono text-text-2 max-sm:hidden">{listing.app_id}</TableCell>
      <TableCell className="text-text-2 max-sm:hidden">{usedBy}</TableCell>
      <TableCell className="text-right">{mayEdit && <ListingActions listing={listing} />}</TableCell>
    </TableRow>
  );
}

function ListingActions({ listing }: { listing: StoreListing }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const { id, name } = listing;
  const remove = async () => {
    await call(deleteStoreListing, { query: { project_id, id } });
    toast({ title: `${name} is removed` });
    await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
  };
  return (
    <div className="flex justify-end">
      <IconButton size="sm" side="left" label={`Edit ${name}`} onClick={() => setIsEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
      {isEditing && <StoreListingDialog listing={listing} onClose={() => setIsEditing(false)} />}
      <RemoveButton
        name={name}
        text="No campaign can lead to it any more. The page in the store stays as it is."
        confirmLabel="Remove listing"
        onRemove={remove}
      />
    </div>
  );
}
