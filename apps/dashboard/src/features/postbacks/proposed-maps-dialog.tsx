import { useQuery } from '@tanstack/react-query';
import type { EventMapAccount, PostbackEventMap } from '@trailmark/contract/event-maps';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { networkWords, ownEventWords, valueWords } from './map-words.ts';
import { proposedMapsQuery } from './postbacks-query.ts';
import { useSaveMap } from './use-change-map.ts';

interface ProposedMapsDialogProps {
  account: EventMapAccount;
  maps: readonly PostbackEventMap[];
  onClose: () => void;
}

/** Maps that the names of events suggest, to be looked at before they are saved. */
export function ProposedMapsDialog({ account, maps, onClose }: ProposedMapsDialogProps) {
  const { project_id } = useProject();
  const proposed = useQuery(proposedMapsQuery(project_id, account.kind));
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const save = useSaveMap();
  const news = (proposed.data ?? []).filter(({ event }) => !maps.some((map) => map.event === event));
  const chosen = news.filter(({ event }) => !leftOut.includes(event));
  const saveAll = async () => {
    try {
      for (const map of chosen) await save.mutateAsync({ ad_network_id: account.ad_network_id, ...map });
      toast({ title: `${countInWords(chosen.length, 'event map is', 'event maps are')} added` });
      onClose();
    } catch (error) {
      toastFailure('Some event maps were not added', error);
    }
  };
  const toggle = (event: string, on: boolean) =>
    setLeftOut(on ? leftOut.filter((one) => one !== event) : [...leftOut, event]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Use proposed maps"
        description={`From the names of your events, for ${networkWords(account)} · ${account.name}. They are sent every time, for installs credited to the network, unless the person has refused.`}
        className="w-[min(560px,calc(100vw-24px))]"
      >
        <DialogForm
          onSubmit={() => void saveAll()}
          submitLabel={chosen.length === 0 ? 'Add maps' : `Add ${countInWords(chosen.length, 'map')}`}
          pending={save.isPending}
          disabled={chosen.length === 0}
        >
          {proposed.isPending && <ProposalLoading />}
          {proposed.isLoadingError && <LoadFailed what="the proposal" query={proposed} />}
          {proposed.data && news.length === 0 && (
            <p className="text-text-2">Every event that we would propose has a map already.</p>
          )}
          {news.length > 0 && (
            <ul className="rounded-md border border-line">
              {news.map(({ event, network_event, value }) => (
                <li key={event} className="border-b border-line last:border-b-0">
                  {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
                  <label className="flex min-h-row cursor-pointer flex-wrap items-center gap-x-2.5 px-3 py-1.5 hover:bg-hover">
                    <Checkbox
                      checked={!leftOut.includes(event)}
                      onCheckedChange={(on) => toggle(event, on === true)}
                    />
                    <span className="min-w-0 font-medium break-words">{ownEventWords(event)}</span>
                    <ArrowRight aria-hidden className="size-3.5 shrink-0 text-text-3" />
                    <span className="mono min-w-0 break-words">{network_event}</span>
                    <span className="ml-auto text-sm text-text-3 max-sm:basis-full max-sm:pl-[26px]">
                      {valueWords(value)}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}

function ProposalLoading() {
  return (
    <div aria-busy="true" className="rounded-md border border-line">
      {['install', 'sign-up', 'payment', 'event'].map((one) => (
        <div
          key={one}
          className="flex min-h-row items-center gap-2.5 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <Skeleton className="size-4" />
          <Skeleton className="h-3 w-48" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
