import { BACK_TEST_MINUTES, type BackTest } from '@trailmark/contract/skan-back-test';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  type CandidateMetric,
  countWords,
  metricsOf,
  nullShareWords,
  type RankedCandidate,
  rankCandidates,
} from './back-test-metrics.ts';
import { describeBase, formOfBases } from './schema-form.ts';

interface BackTestTableProps {
  test: BackTest;
  /** Takes the bases of a candidate into the builder; null: nobody may. */
  onUse: ((candidate: RankedCandidate) => void) | null;
}

/** What candidates would have said, the best first. */
export function BackTestTable({ test, onUse }: BackTestTableProps) {
  if (test.installs === 0) {
    return (
      <Notice title="No history to test on">
        It needs installs of at least two days ago, on Android or on iOS with consent.
      </Notice>
    );
  }
  const candidates = rankCandidates(test);
  const [first] = candidates;
  if (!first) return <Notice>There was no schema to test. Add a base, then run it again.</Notice>;
  return (
    <div className="grid gap-3">
      <Coverage test={test} nullShare={nullShareWords(first.outcome)} />
      <Table label="Candidates">
        <TableHead className="max-sm:hidden">
          <TableRow>
            <TableHeaderCell>Candidate</TableHeaderCell>
            {metricsOf(first, test).map(({ name }) => (
              <TableHeaderCell key={name} numeric>
                {name}
              </TableHeaderCell>
            ))}
            {onUse && (
              <TableHeaderCell>
                <span className="sr-only">Actions</span>
              </TableHeaderCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {candidates.map((candidate) => (
            <CandidateRow
              key={candidate.name}
              candidate={candidate}
              metrics={metricsOf(candidate, test)}
              isBest={candidate.name === test.best}
              action={
                onUse && (
                  <Button
                    size="sm"
                    aria-label={`Use bases of ${candidate.name}`}
                    onClick={() => onUse(candidate)}
                  >
                    Use bases
                  </Button>
                )
              }
            />
          ))}
        </TableBody>
      </Table>
      <TierList outcome={first.outcome} />
    </div>
  );
}

function Coverage({ test, nullShare }: { test: BackTest; nullShare: string }) {
  return (
    <>
      {test.stopped_early && (
        <Notice tone="warn" title={`The back-test stopped after ${BACK_TEST_MINUTES} minutes`}>
          It covers the newest {countWords(test.installs)} installs, not all of them.
        </Notice>
      )}
      {test.values_withheld && (
        <Notice tone="warn" title="Your volume is below Apple’s privacy threshold">
          Nearly all values would be withheld whichever schema you choose. Scores say what values will tell
          you once your campaigns have more installs a day.
        </Notice>
      )}
      <p className="text-sm text-text-2">
        {countWords(test.installs)} of {countWords(test.installs_available)} installs were replayed. With the
        crowds of your campaigns, about {nullShare} of postbacks would have no fine value; Apple does not
        publish its limits, so this is an estimate.
      </p>
    </>
  );
}

interface CandidateRowProps {
  candidate: RankedCandidate;
  metrics: readonly CandidateMetric[];
  isBest: boolean;
  action: ReactNode;
}

/** On a phone its metrics are below its name. */
function CandidateRow({ candidate, metrics, isBest, action }: CandidateRowProps) {
  const { name, proposed, bases } = candidate;
  return (
    <TableRow>
      <TableCell className="py-2 whitespace-normal max-sm:first:pl-0 max-sm:pr-0">
        <span className="flex flex-wrap items-center gap-1.5 font-medium">
          {name}
          {isBest && <Tag tone="good">Best</Tag>}
          {proposed && <Tag>Proposed</Tag>}
        </span>
        <span className="block text-sm break-words text-text-2">
          {formOfBases(bases).map(describeBase).join(' · ')}
        </span>
        <dl className="mt-2 grid gap-1 text-sm sm:hidden">
          {metrics.map((metric) => (
            <div key={metric.name} className="flex justify-between gap-3">
              <dt className="text-text-2">{metric.name}</dt>
              <dd className="num">{metric.value}</dd>
            </div>
          ))}
        </dl>
        {action && <div className="mt-2 sm:hidden">{action}</div>}
      </TableCell>
      {metrics.map((metric) => (
        <TableCell key={metric.name} numeric className="max-sm:hidden">
          {metric.value}
        </TableCell>
      ))}
      {action && <TableCell className="text-right max-sm:hidden">{action}</TableCell>}
    </TableRow>
  );
}

function TierList({ outcome }: Pick<RankedCandidate, 'outcome'>) {
  return (
    <ul aria-label="Installs by tier" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
      {outcome.tiers.map(({ tier, installs }) => (
        <li key={tier}>
          Tier {tier}: <span className="num text-text">{countWords(installs)}</span>
        </li>
      ))}
    </ul>
  );
}
