import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import type { StreamState } from '../../api/event-stream.ts';
import { captureEventCurl } from '../../project/curl-examples.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NothingYetProps {
  state: StreamState;
  filtered: boolean;
  /** Came while it is paused. */
  held: number;
  onClear: () => void;
}

/** Shown where the first row will be. */
export function NothingYet({ state, filtered, held, onClear }: NothingYetProps) {
  const { newInstalls } = useProjectWords();
  const listening = state === 'connected';
  return (
    <div className="grid min-h-[420px] content-center justify-items-center pb-6">
      <EmptyState
        icon={<Radio className={listening ? 'animate-pulse' : undefined} />}
        title={listening ? 'Listening… nothing yet' : 'Connecting…'}
        text={
          held > 0
            ? 'Paused. What came in meanwhile appears when you resume.'
            : filtered
              ? 'What matches the filter will appear here as soon as it is stored.'
              : `Clicks, ${newInstalls}, events and payments will appear here as soon as they are stored.`
        }
        action={filtered && <Button onClick={onClear}>Show everything</Button>}
        className="pb-5"
      />
      {!filtered && <TestEvent />}
    </div>
  );
}

/** Something to send, for who may see the token. */
function TestEvent() {
  const { project_id } = useProject();
  const may = useMay()('connections.see');
  const { data } = useQuery({ ...projectTokenQuery(project_id), enabled: may });
  if (!may) return null;
  const where = { origin: window.location.origin, token: data?.token ?? '…', platform: 'ANDROID' as const };
  return (
    <CodeBlock
      label="Send a test event"
      code={captureEventCurl(where)}
      className="w-[min(620px,calc(100vw-48px))] text-left"
    />
  );
}
