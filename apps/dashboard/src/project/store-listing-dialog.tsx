import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createStoreListing,
  type StoreListing,
  type StorePlatform,
  updateStoreListing,
} from '@trailmark/contract/store-listings';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../api/client.ts';
import { fieldReason, showServerReasons } from '../failures/field-reason.ts';
import { toastFailure } from '../failures/toast-failure.ts';
import { Dialog, DialogContent } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { toast } from '../ui/toast-store.ts';
import { STORE_WORDS } from '../words/store-words.ts';
import { projectQuery, useProject } from './current-project.tsx';
import { ListingForm, type ListingValues } from './store-listing-values.ts';

interface StoreListingDialogProps {
  /** The one to change; without it a new one is made. */
  listing?: StoreListing;
  /** The platform of a new one, where there is no choice. */
  platform?: StorePlatform;
  onClose: () => void;
  onSaved?: (listing: StoreListing) => void;
}

export function StoreListingDialog(props: StoreListingDialogProps) {
  const { listing, onClose } = props;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={listing ? `Edit ${listing.name}` : 'Add a store listing'}
        description="The page of your app in a store. Campaigns send people there who do not have the app."
      >
        <ListingFields {...props} />
      </DialogContent>
    </Dialog>
  );
}

const PLATFORMS = [
  { value: 'IOS', label: 'iOS' },
  { value: 'ANDROID', label: 'Android' },
] as const;

const EXAMPLE: Record<StorePlatform, string> = {
  IOS: 'https://apps.apple.com/in/app/kite/id6443201111',
  ANDROID: 'https://play.google.com/store/apps/details?id=example.kite',
};

function useSaveListing({ listing, onClose, onSaved }: StoreListingDialogProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, url, platform }: ListingValues) =>
      listing
        ? call(updateStoreListing, { body: { project_id, id: listing.id, name, url } })
        : call(createStoreListing, { body: { project_id, name, url, platform } }),
    onSuccess: async (saved) => {
      toast({ title: listing ? `${saved.name} is saved` : `${saved.name} is added` });
      await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
      onSaved?.(saved);
      onClose();
    },
  });
}

function ListingFields(props: StoreListingDialogProps) {
  const { listing, platform: fixedPlatform } = props;
  const form = useForm<ListingValues>({
    resolver: zodResolver(ListingForm),
    defaultValues: {
      name: listing?.name ?? '',
      url: listing?.url ?? '',
      platform: listing?.platform ?? fixedPlatform ?? 'IOS',
    },
  });
  const save = useSaveListing(props);
  const failed = (error: unknown) => {
    showServerReasons(form, error);
    toastFailure('The store listing was not saved', error);
  };
  const submit = form.handleSubmit((values) => save.mutate(values, { onError: failed }));
  const platform = form.watch('platform');
  const { errors } = form.formState;
  const { store } = STORE_WORDS[platform];
  return (
    <DialogForm onSubmit={submit} submitLabel={listing ? 'Save' : 'Add listing'} pending={save.isPending}>
      {!listing && !fixedPlatform && (
        <Controller
          control={form.control}
          name="platform"
          render={({ field }) => (
            <Field label="Platform" group>
              <Segmented options={PLATFORMS} value={field.value} onValueChange={field.onChange} />
            </Field>
          )}
        />
      )}
      <Field label="Name" required error={fieldReason('Name', errors.name?.message)}>
        <Input
          autoComplete="off"
          maxLength={120}
          placeholder={`Kite on ${store}`}
          {...form.register('name')}
        />
      </Field>
      <Field
        label={`Address on ${store}`}
        required
        hint={`Such as ${EXAMPLE[platform]}`}
        error={fieldReason('Address', errors.url?.message)}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('url')}
        />
      </Field>
    </DialogForm>
  );
}
