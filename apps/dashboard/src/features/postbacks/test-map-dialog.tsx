import {
  type EventMapAccount,
  type EventMapTest,
  type PostbackEventMap,
  testEventMap,
} from '@trailmark/contract/event-maps';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import { TestDialog } from '../../project/test-dialog.tsx';
import { formatInstant } from '../../words/format-instant.ts';
import { networkWords, ownEventWords } from './map-words.ts';

interface TestMapDialogProps {
  account: EventMapAccount;
  map: PostbackEventMap;
  onClose: () => void;
}

/** Sends one event by a map, marked as a test, and shows what the network made of it. */
export function TestMapDialog({ account, map, onClose }: TestMapDialogProps) {
  const { project_id, timezone } = useProject();
  const network = networkWords(account);
  const details = ({ event, note, accepted, verdict }: EventMapTest) => (
    <div className="grid gap-1 text-sm text-text-2">
      {!accepted && <p>{verdict}</p>}
      <p>
        {event.made_up
          ? 'No event of this project matches the map yet, so a sample event was sent.'
          : `Your event of ${formatInstant(event.occurred_at, timezone)} was sent under another id.`}
      </p>
      {note && <p>{note}</p>}
    </div>
  );
  return (
    <TestDialog
      title={`Test of ${ownEventWords(map.event)}`}
      description={`One event is sent to ${account.name} as ${map.network_event}, marked as a test.`}
      send={() => call(testEventMap, { params: { project_id, id: map.id } })}
      words={{ good: `${network} accepted the event`, bad: `${network} did not accept the event` }}
      details={details}
      onClose={onClose}
    />
  );
}
