import type { EventMapAccount, PostbackEventMap } from '@trailmark/contract/event-maps';
import { useForm } from 'react-hook-form';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { MapFields } from './map-fields.tsx';
import { MapPreview } from './map-preview.tsx';
import { draftOf, type MapValues, mapResolver, mapValues } from './map-values.ts';
import { networkWords, ownEventWords } from './map-words.ts';
import { useSaveMap } from './use-change-map.ts';

interface MapDialogProps {
  account: EventMapAccount;
  /** Null for a new one. */
  map: PostbackEventMap | null;
  onClose: () => void;
}

export function MapDialog({ account, map, onClose }: MapDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={map ? `Edit the map of ${ownEventWords(map.event)}` : 'Add an event map'}
        description={`${networkWords(account)} · ${account.name}. It applies to what happens from now on.`}
        className="w-[min(1080px,calc(100vw-24px))]"
      >
        <MapForm account={account} map={map} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function MapForm({ account, map, onClose }: MapDialogProps) {
  const { currency } = useProject();
  const form = useForm<MapValues, unknown, MapValues>({
    resolver: mapResolver(account.kind),
    defaultValues: mapValues(map, currency),
  });
  const save = useSaveMap();
  const submit = (values: MapValues) =>
    save.mutate(draftOf(values, account, map?.id), {
      onSuccess: ({ event }) => {
        toast({ title: `The map of ${ownEventWords(event)} is ${map ? 'saved' : 'added'}` });
        onClose();
      },
      onError: (error) => {
        showServerReasons(form, error);
        toastFailure(map ? 'The event map was not saved' : 'The event map was not added', error);
      },
    });
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      submitLabel={map ? 'Save' : 'Add map'}
      pending={save.isPending}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <MapFields form={form} account={account} />
        </div>
        <div className="min-w-0">
          <MapPreview account={account} draft={draftOf(form.watch(), account, map?.id)} />
        </div>
      </div>
    </DialogForm>
  );
}
