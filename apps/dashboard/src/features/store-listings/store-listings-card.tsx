import { useQuery } from '@tanstack/react-query';
import type { StoreListing } from '@trailmark/contract/store-listings';
import { Plus, Store } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { StoreListingDialog } from './store-listing-dialog.tsx';
import { StoreListingRow } from './store-listing-row.tsx';
import { storeListingsQuery } from './store-listings-query.ts';

/** Where do people get the app? */
export function StoreListingsCard() {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const listings = useQuery(storeListingsQuery(project_id));
  const [adding, setAdding] = useState(false);
  const isEmpty = listings.data?.length === 0;
  return (
    <Card aria-busy={listings.isPending}>
      <CardHeader
        title="Store listings"
        description="The pages of your apps in the stores. Campaigns send people there who do not have the app."
        actions={
          mayEdit &&
          !isEmpty && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add a listing
            </Button>
          )
        }
        className="pb-3"
      />
      {listings.isLoadingError && <LoadFailed what="The store listings" query={listings} />}
      {isEmpty && (
        <EmptyState
          icon={<Store />}
          title="There is no store listing yet"
          text={
            mayEdit
              ? 'Add the pages of your apps, so that campaigns can lead to them.'
              : 'Campaigns can lead to them once an owner or admin has added one.'
          }
          action={mayEdit && <Button onClick={() => setAdding(true)}>Add a listing</Button>}
          className="py-8"
        />
      )}
      {!listings.isLoadingError && !isEmpty && (
        <ListingsTable listings={listings.data ?? null} mayEdit={mayEdit} />
      )}
      {adding && <StoreListingDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function ListingsTable({ listings, mayEdit }: { listings: StoreListing[] | null; mayEdit: boolean }) {
  return (
    <Table label="Store listings">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Listing</TableHeaderCell>
          <TableHeaderCell>Store</TableHeaderCell>
          <TableHeaderCell>App</TableHeaderCell>
          <TableHeaderCell>Used by</TableHeaderCell>
          <TableHeaderCell className="w-0">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {listings === null && <SkeletonRows rows={2} columns={5} />}
        {listings?.map((listing) => (
          <StoreListingRow key={listing.id} listing={listing} mayEdit={mayEdit} />
        ))}
      </TableBody>
    </Table>
  );
}
