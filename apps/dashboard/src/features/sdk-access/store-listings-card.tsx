import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { StoreListingDialog } from '../../project/store-listing-dialog.tsx';
import { storeListingsQuery } from '../../project/store-listings-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { StoreListingRow } from './store-listing-row.tsx';

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
      {listings.isLoadingError && <LoadFailed what="the store listings" query={listings} />}
      {isEmpty && (
        <EmptyState
          icon={<Store />}
          title="No store listings yet"
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
        <ListTable
          label="Store listings"
          columns={[
            'Listing',
            { label: 'Store', wideOnly: true },
            { label: 'App', wideOnly: true },
            { label: 'Used by', wideOnly: true },
          ]}
          rows={listings.data}
          expected={2}
        >
          {(listing) => <StoreListingRow key={listing.id} listing={listing} mayEdit={mayEdit} />}
        </ListTable>
      )}
      {adding && <StoreListingDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}
