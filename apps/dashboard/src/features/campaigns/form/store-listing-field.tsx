import { useQuery } from '@tanstack/react-query';
import type { StorePlatform } from '@trailmark/contract/store-listings';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { StoreListingDialog } from '../../../project/store-listing-dialog.tsx';
import { storeListingsQuery } from '../../../project/store-listings-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { STORE_WORDS } from '../../../words/store-words.ts';
import type { CampaignFormControl } from './campaign-values.ts';

const NONE = 'none';

const FIELD = { IOS: 'ios_store_listing_id', ANDROID: 'android_store_listing_id' } as const;

interface StoreListingFieldProps {
  form: CampaignFormControl;
  platform: StorePlatform;
  disabled: boolean;
}

/** The store listing; people with the permission can add one on the spot. */
export function StoreListingField({ form, platform, disabled }: StoreListingFieldProps) {
  const { project_id, app_store_link, play_store_link } = useProject();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const listings = useQuery({ ...storeListingsQuery(project_id), enabled: may('connections.see') });
  const name = FIELD[platform];
  const { store } = STORE_WORDS[platform];
  const fitting = listings.data?.filter((listing) => listing.platform === platform) ?? [];
  const ofProject = platform === 'IOS' ? app_store_link : play_store_link;
  const nothing = ofProject ? 'The project’s store page' : 'None';
  const options = [
    { value: NONE, label: listings.isLoadingError ? 'We couldn’t load them' : nothing },
    ...fitting.map(({ id, name: title, app_id }) => ({ value: id, label: title, hint: app_id })),
  ];
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <>
          <Field
            label={`${store} listing`}
            // Always, so that nothing moves when the listings come.
            hint="Store listings are kept under SDK."
            error={fieldReason(`${store} listing`, fieldState.error?.message)}
          >
            <div className="flex gap-2">
              <Select
                // One that is not among those that may be seen is still the choice.
                options={
                  field.value && !fitting.some(({ id }) => id === field.value)
                    ? [...options, { value: field.value, label: 'A store listing' }]
                    : options
                }
                value={field.value || NONE}
                onValueChange={(value) => field.onChange(value === NONE ? '' : value)}
                disabled={disabled}
              />
              {!disabled && may('connections.edit') && (
                <Button
                  aria-label={`Add ${store} listing`}
                  title={`Add ${store} listing`}
                  onClick={() => setAdding(true)}
                  className="w-control px-0"
                >
                  <Plus aria-hidden />
                </Button>
              )}
            </div>
          </Field>
          {adding && (
            <StoreListingDialog
              platform={platform}
              onClose={() => setAdding(false)}
              onSaved={({ id }) => field.onChange(id)}
            />
          )}
        </>
      )}
    />
  );
}
