import type { WhatIf } from '@trailmark/contract/what-if';
import { useProjectWords } from '../../project/project-words.ts';
import { creditWords, fraudWords, kindWords } from './outcome-words.ts';
import type { OpenedGroup } from './what-if-query.ts';

/** At most so many pairs are listed; the rest are rare. */
const LISTED = 40;

interface WhatIfGroupsProps {
  result: WhatIf;
  onOpen: (group: OpenedGroup) => void;
}

/** What would change, by from and to; each number opens its rows. */
export function WhatIfGroups({ result, onOpen }: WhatIfGroupsProps) {
  const words = useProjectWords();
  const titled = <Value,>(
    groups: { group: string; count: number; from: Value; to: Value }[],
    wordsOf: (value: Value) => string,
  ): OpenedGroup[] =>
    groups.map(({ group, count, from, to }) => ({
      group,
      count,
      title: `${wordsOf(from)} → ${wordsOf(to)}`,
    }));
  return (
    <div className="grid gap-6 px-5">
      <Groups title="Credit would move" groups={titled(result.moves, creditWords)} onOpen={onOpen} />
      {result.moves.some(({ to }) => !to.is_known) && (
        <p className="-mt-4 text-sm text-text-3">
          Not known: a click id decided, so clicks of the same address were not looked up. One of them might
          be credited instead.
        </p>
      )}
      <Groups
        title="Would count as"
        groups={titled(result.kinds, (kind) => kindWords(kind, words))}
        onOpen={onOpen}
      />
      <Groups title="Fraud checks would say" groups={titled(result.verdicts, fraudWords)} onOpen={onOpen} />
    </div>
  );
}

interface GroupsProps {
  title: string;
  groups: OpenedGroup[];
  onOpen: (group: OpenedGroup) => void;
}

const number = new Intl.NumberFormat('en');

function Groups({ title, groups, onOpen }: GroupsProps) {
  if (groups.length === 0) return null;
  const most = Math.max(...groups.map(({ count }) => count));
  const rest = groups.length - LISTED;
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-[13px] font-semibold">{title}</h3>
      <ul className="grid">
        {groups.slice(0, LISTED).map((one) => (
          <li key={one.group} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onOpen(one)}
              className="relative -mx-2 grid w-[calc(100%+1rem)] grid-cols-[minmax(0,1fr)_auto] items-baseline gap-3 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="min-w-0 break-words">{one.title}</span>
              <span className="num font-medium">{number.format(one.count)}</span>
              <span aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-line">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(one.count / most) * 100}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-sm text-text-2">And {rest} rarer changes.</p>}
    </section>
  );
}
