import { BACK_TEST_MINUTES, type BackTest } from '@trailmark/contract/skan-back-test';
import { Button } from '../../../ui/button.tsx';
import { CardBody, CardFooter } from '../../../ui/card.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  type CandidateMetric,
  countWords,
  laterWords,
  lostWords,
  metricsOf,
  nullShareWords,
  type RankedCandidate,
  rankCandidates,
  tierWords,
} from './back-test-metrics.ts';
import { describeBase, formOfBases } from './schema-form.ts';
import { ValueSpread } from './value-spread.tsx';

interface BackTestTableProps {
  test: BackTest;
  /** Takes the bases of a candidate into the builder; null: nobody may. */
  onUse: ((candidate: RankedCandidate) => void) | null;
}

/** What candidates would have said, the best first. */
export function BackTestTable({ test, onUse }: BackTestTableProps) {
  const candidates = rankCandidates(test);
  const [first] = candidates;
  if (test.installs === 0 || !first) {
    return (
      <CardBody>
        <NothingTested test={test} />
      </CardBody>
    );
  }
  const metrics = metricsOf(first, test).map(({ name: label }) => ({ label, numeric: true }));
  return (
    <>
      <CardBody className="grid gap-3">
        <Coverage test={test} nullShare={nullShareWords(first.outcome)} />
      </CardBody>
      <ListTable label="Candidates" columns={['Candidate', ...metrics]} rows={candidates} expected={3}>
        {(candidate) => (
          <CandidateRow
            key={candidate.name}
            candidate={candidate}
            metrics={metricsOf(candidate, test)}
            isBest={candidate.name === test.best}
            onUse={onUse}
          />
        )}
      </ListTable>
      <CardFooter>
        <TierList outcome={first.outcome} />
      </CardFooter>
    </>
  );
}

function NothingTested({ test }: Pick<BackTestTableProps, 'test'>) {
  if (test.installs > 0) return <Notice>There was no schema to test. Add a base, then run it again.</Notice>;
  return (
    <Notice title="No history to test on">
      It needs installs of at least two days ago, on Android or on iOS with consent.
    </Notice>
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

interface CandidateRowProps extends Pick<BackTestTableProps, 'onUse'> {
  candidate: RankedCandidate;
  metrics: readonly CandidateMetric[];
  isBest: boolean;
}

function CandidateRow({ candidate, metrics, isBest, onUse }: CandidateRowProps) {
  const { name, proposed, bases, outcome } = candidate;
  return (
    <TableRow>
      <TableCell className="py-2 whitespace-normal">
        <span className="flex flex-wrap items-center gap-1.5 font-medium">
          {name}
          {isBest && <Tag tone="good">Best</Tag>}
          {proposed && <Tag>Proposed</Tag>}
        </span>
        <span className="block text-sm font-normal break-words text-text-2">
          {formOfBases(bases).map(describeBase).join(' · ')}
        </span>
        <ValueSpread installs={outcome.values} />
        <span className="mt-1 block text-sm font-normal break-words text-text-3">{lostWords(outcome)}</span>
        <span className="block text-sm font-normal break-words text-text-3">{laterWords(outcome)}</span>
      </TableCell>
      {metrics.map((metric) => (
        <TableCell key={metric.name} numeric>
          {metric.value}
        </TableCell>
      ))}
      <TableCell className="text-right">
        {onUse && (
          <Button size="sm" aria-label={`Use bases of ${name}`} onClick={() => onUse(candidate)}>
            Use bases
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

function TierList({ outcome }: Pick<RankedCandidate, 'outcome'>) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <span id="installs-by-tier">Installs by estimated tier</span>
      <ul aria-labelledby="installs-by-tier" className="flex flex-wrap gap-x-4 gap-y-1">
        {outcome.tiers.map((tier) => (
          <li key={tier.tier}>
            Tier {tier.tier}: <span className="num text-text">{tierWords(tier)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
