import { useQuery } from '@tanstack/react-query';
import type { EventMapAccount } from '@trailmark/contract/event-maps';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { PreviewedEvents, PreviewLoading } from '../../project/previewed-events.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { previewable } from './map-values.ts';
import { networkWords } from './map-words.ts';
import { type MapDraft, mapPreviewQuery } from './postbacks-query.ts';

const WHICH = [
  { value: 'of_map', label: 'This event' },
  { value: 'all', label: 'All events' },
] as const;

function rowsWords(events: readonly { would_send: boolean }[], isComplete: boolean): string {
  if (!isComplete) return 'This is the last preview. Complete the map to update it.';
  return `${events.filter(({ would_send }) => would_send).length} of ${events.length} would be sent.`;
}

/** What the last real events would become by a map as it is being typed. */
export function MapPreview({ account, draft }: { account: EventMapAccount; draft: MapDraft }) {
  const { project_id } = useProject();
  const [events, setEvents] = useState<'of_map' | 'all'>('of_map');
  const rested = useRested(draft);
  const complete = previewable(rested, account);
  const preview = useQuery(mapPreviewQuery({ project_id, draft: complete, events }));
  // Of a map that is not complete the rows before stay, so that the dialog keeps its size.
  const shown = preview.data;
  const hasRows = shown !== undefined && shown.length > 0;
  return (
    <Card aria-label="Preview" aria-busy={complete !== null && preview.isPending} className="bg-bg">
      <CardHeader
        level={3}
        title="What the last 20 real events would become"
        description={hasRows ? rowsWords(shown, complete !== null) : 'A preview sends nothing.'}
        actions={
          <Segmented
            aria-label="Events in the preview"
            options={WHICH}
            value={events}
            onValueChange={setEvents}
          />
        }
        className="pb-3"
      />
      {!complete && !hasRows && (
        <p className="border-t border-line px-4 py-6 text-sm text-text-2">
          Choose your event and the event at {networkWords(account)} to see what becomes of them.
        </p>
      )}
      {complete && preview.isLoadingError && <LoadFailed what="the preview" query={preview} />}
      {complete && preview.isPending && !preview.isLoadingError && <PreviewLoading />}
      {complete && shown?.length === 0 && (
        <EmptyState
          icon={<Eye />}
          title="No such event in the last 30 days"
          text="As soon as your app sends one, it is shown here as the network would get it."
          className="border-t border-line py-8"
        />
      )}
      {hasRows && (
        <PreviewedEvents events={shown} receiver={networkWords(account)} isOld={preview.isPlaceholderData} />
      )}
    </Card>
  );
}
