import type { ConnectionHealth } from '@trailmark/contract/connections';
import { useState } from 'react';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lateSince } from '../../words/connection-words.ts';
import { countInWords } from '../../words/count-in-words.ts';

const MOST_SHOWN = 8;

/** Those that need a person come first, then those that have something to send. */
function byUrgency(one: ConnectionHealth, other: ConnectionHealth): number {
  return urgencyOf(one) - urgencyOf(other) || one.name.localeCompare(other.name);
}

function urgencyOf(health: ConnectionHealth): number {
  const { state, rejected } = health;
  if (state !== 'active') return state === 'attention' ? 0 : 4;
  if (lateSince(health, new Date())) return 1;
  return rejected > 0 ? 2 : 3;
}

interface HealthStripProps {
  /** Nothing while they load. */
  connections: readonly ConnectionHealth[] | undefined;
  chosen: string | null;
  onChoose: (connectionId: string | null) => void;
}

/** How each connection is doing; a click shows only its deliveries. */
export function HealthStrip({ connections, chosen, onChoose }: HealthStripProps) {
  const [isWhole, setIsWhole] = useState(false);
  const sorted = connections?.toSorted(byUrgency);
  const shown = isWhole ? sorted : sorted?.slice(0, MOST_SHOWN);
  const hidden = (sorted?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section aria-label="Health" aria-busy={!connections} className="grid gap-2">
      <ul className="-mx-3 flex gap-2.5 overflow-x-auto px-3 py-0.5 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(270px,1fr))] sm:p-0">
        {!shown &&
          [1, 2, 3].map((one) => (
            <Skeleton key={one} className="h-[86px] w-[270px] shrink-0 rounded-lg sm:w-auto" />
          ))}
        {shown?.map((health) => (
          <li key={health.connection_id} className="grid w-[270px] min-w-0 shrink-0 sm:w-auto">
            <HealthCell
              health={health}
              isChosen={health.connection_id === chosen}
              onChoose={() => onChoose(health.connection_id === chosen ? null : health.connection_id)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="sm" variant="quiet" className="w-fit" onClick={() => setIsWhole(true)}>
          Show {countInWords(hidden, 'more connection')}
        </Button>
      )}
    </section>
  );
}

interface HealthCellProps {
  health: ConnectionHealth;
  isChosen: boolean;
  onChoose: () => void;
}

function HealthCell({ health, isChosen, onChoose }: HealthCellProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'grid min-w-0 content-start gap-2 rounded-lg border bg-panel px-3.5 py-2.5 text-left transition-colors hover:bg-hover',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <ConnectionMark kind={health.kind} size="sm" />
        <span className="min-w-0 flex-1 truncate font-medium" title={health.name}>
          {health.name}
        </span>
        <ConnectionStateTag state={health.state} />
      </span>
      <HealthLine health={health} />
    </button>
  );
}
