import { Link } from '@tanstack/react-router';
import type { DecisionView } from '@trailmark/contract/people';
import type { ReactNode } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { networkWords } from '../../report/dimension-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { decisionWords } from '../../words/attribution-words.ts';
import { TouchCard } from './touch-card.tsx';

interface ReceiptProps {
  decision: DecisionView;
  isNewest: boolean;
  revisions: ReactNode;
}

/** Every touch that was considered, in the order of time, and its outcome. */
export function Receipt({ decision, isNewest, revisions }: ReceiptProps) {
  const { timezone } = useProject();
  const { install } = useProjectWords();
  const touches = [...decision.touches].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <section aria-label="Receipt" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base">
          <Headline decision={decision} />
        </h2>
        {revisions}
      </div>
      {!isNewest && (
        <Notice>
          A later decision replaced this one. It is shown as it was, under the rules of its time.
        </Notice>
      )}
      <p className="max-w-[78ch] text-text-2">{decision.sentence}</p>
      {touches.length === 0 ? (
        <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-text-2">
          {decision.made_by === 'import'
            ? 'Imported history has no touches.'
            : `No click or view was found for this ${install}.`}
        </p>
      ) : (
        <>
          <ol className="relative grid gap-2.5 before:absolute before:inset-y-0 before:left-[5px] before:w-px before:bg-line-strong sm:before:left-[131px]">
            {touches.map((touch) => (
              <TouchCard key={touch.touch_id} touch={touch} />
            ))}
          </ol>
          <p className="text-xs text-text-3">
            Times in {zoneLabel(timezone, new Date(decision.decided_at))}.
          </p>
        </>
      )}
    </section>
  );
}

function Headline({ decision }: { decision: DecisionView }) {
  const words = useProjectWords();
  const what = decisionWords(decision.kind, words).toLowerCase();
  if (decision.is_hidden) return <>Why this {what} was credited to another campaign</>;
  if (decision.match_type === 'organic') return <>Why this {what} is organic</>;
  const { campaign_id, campaign_name, network } = decision;
  if (campaign_id === null)
    return (
      <>
        Why this {what} was credited to {networkWords(network)}
      </>
    );
  return (
    <>
      Why this {what} was credited to{' '}
      <Link to="/campaigns/$campaign_id" params={{ campaign_id }} className="link">
        {campaign_name ?? 'a deleted campaign'}
      </Link>
    </>
  );
}
