import { useQuery } from '@tanstack/react-query';
import type { WhatIf } from '@trailmark/contract/what-if';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Button } from '../../ui/button.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { type TriedChange, whatIfQuery } from './what-if-query.ts';
import { WhatIfSheet } from './what-if-sheet.tsx';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

interface WhatIfNoteProps {
  /** Null: what was typed is not valid, or changes nothing about attribution. */
  change: TriedChange | null;
}

/** Beside unsaved settings: how many installs of the last 30 days they would change, and which. */
export function WhatIfNote({ change }: WhatIfNoteProps) {
  const rested = useRested(change);
  // What was tried is that which is typed now, or nothing is said about it.
  const isTyping = JSON.stringify(rested) !== JSON.stringify(change);
  if (change === null) return null;
  if (rested === null || isTyping) return <Checking />;
  return <Tried change={rested} />;
}

function Checking() {
  return <p className="text-[13px] text-text-3">Checking the last 30 days…</p>;
}

function Tried({ change }: { change: TriedChange }) {
  const { project_id } = useProject();
  const words = useProjectWords();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(whatIfQuery(project_id, change));
  const { data } = query;
  if (query.isLoadingError) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-text-2">
        We couldn’t check what would change.
        <Button type="button" variant="quiet" size="sm" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!data) return <Checking />;
  if (data.changed === 0)
    return <p className="text-[13px] text-text-2">{nothingWords(data, words.install)}</p>;
  return (
    <>
      <button type="button" className="link text-left text-[13px]" onClick={() => setOpen(true)}>
        Would change {changedWords(data, words)}
      </button>
      <WhatIfSheet change={change} result={data} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

function nothingWords({ tried }: WhatIf, install: string): string {
  if (tried === 0) return `No ${install} of the last 30 days has a receipt to try this on.`;
  return `No ${install} of the last 30 days would change.`;
}

/** "12 of 340 installs of the last 30 days", with the share where a sample was tried. */
function changedWords(result: WhatIf, { install, installs }: { install: string; installs: string }): string {
  const { changed, tried, decisions } = result;
  const count = `${new Intl.NumberFormat('en').format(changed)} of ${countInWords(tried, install, installs)}`;
  if (tried >= decisions) return `${count} of the last 30 days`;
  return `${count} in a sample of ${percent.format(tried / decisions)} of the last 30 days`;
}
