import type { DecisionView, InstallView } from '@trailmark/contract/people';
import type { ReactNode } from 'react';
import { useAddressState } from '../../address/use-address-state.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { decisionWords } from '../../words/attribution-words.ts';
import { shortInstant } from '../../words/format-instant.ts';
import { DecisionCard } from './decision-card.tsx';
import { DEFAULT_PERSON_VIEW, PERSON_VIEW } from './person-view.ts';
import { Receipt } from './receipt.tsx';

interface InstallReceiptProps {
  install: InstallView;
  /** Further cards next to the receipt. */
  children: ReactNode;
  /** What happened afterwards: below the receipt, and on a phone below everything. */
  below: ReactNode;
}

/** The receipt of an install at the left, what was decided and about whom at the right. */
export function InstallReceipt({ install, children, below }: InstallReceiptProps) {
  const [{ revision }, change] = useAddressState(PERSON_VIEW, DEFAULT_PERSON_VIEW);
  const words = useProjectWords();
  const { decisions } = install;
  const shown = decisions.find((one) => one.revision === revision) ?? decisions[0];
  const choose = (next: string) => change({ revision: Number(next) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)] lg:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-3">
        {shown ? (
          <Receipt
            decision={shown}
            isNewest={shown === decisions[0]}
            revisions={<Revisions decisions={decisions} shown={shown} onChoose={choose} />}
          />
        ) : (
          <Card>
            <EmptyState
              title={`No attribution decision for this ${words.install} yet`}
              text={`Only its id is known: the ${words.product} has not been opened with the SDK. Its ${words.firstOpen} will be attributed.`}
            />
          </Card>
        )}
      </div>
      <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {shown && (
          <DecisionCard
            key={shown.revision}
            installId={install.install_id}
            installedAt={install.installed_at}
            decision={shown}
          />
        )}
        {shown && shown.what_if.length > 0 && <WhatIfCard decision={shown} />}
        {children}
      </div>
      {below}
    </div>
  );
}

interface RevisionsProps {
  decisions: DecisionView[];
  shown: DecisionView;
  onChoose: (revision: string) => void;
}

/** Later claims and returns make new decisions; the old ones stay to be read. */
function Revisions({ decisions, shown, onChoose }: RevisionsProps) {
  const { timezone } = useProject();
  const words = useProjectWords();
  if (decisions.length < 2) return null;
  return (
    <Select
      aria-label="Decision"
      className="w-72"
      options={decisions.map((one, at) => ({
        value: String(one.revision),
        label: `${one.revision}. ${decisionWords(one.kind, words)} · ${shortInstant(one.decided_at, timezone)}`,
        hint: at === 0 ? 'In force' : 'Replaced by a later one',
      }))}
      value={String(shown.revision)}
      onValueChange={onChoose}
    />
  );
}

/** What the same touches would have led to under other windows. */
function WhatIfCard({ decision }: { decision: DecisionView }) {
  return (
    <Card>
      <CardHeader title="If the rules were…" />
      <CardBody>
        <DescriptionList>
          {decision.what_if.map(({ change, result, same }) => (
            <Description key={change} label={<span className="text-wrap">{change}</span>}>
              {same ? <span className="text-text-2">the same</span> : <b className="font-medium">{result}</b>}
            </Description>
          ))}
        </DescriptionList>
      </CardBody>
    </Card>
  );
}
