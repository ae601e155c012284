import type { BackTest } from '@trailmark/contract/skan-back-test';
import { Notice } from '../../../ui/notice.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { describeBase } from './schema-form.ts';

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

type Candidate = BackTest['candidates'][number];
type Outcome = NonNullable<Candidate['outcome']>;

const share = (part: number, whole: number) => (whole === 0 ? '–' : percent.format(part / whole));
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** What candidates would have said, the best first. */
export function BackTestTable({ test }: { test: BackTest }) {
  if (test.installs === 0) {
    return (
      <Notice title="There is no history to replay">
        It needs installs of at least two days ago, on Android or on iOS with consent.
      </Notice>
    );
  }
  const candidates = test.candidates
    .filter((one): one is Candidate & { outcome: Outcome } => one.outcome !== null)
    .sort((one, other) => other.outcome.score - one.outcome.score);
  const first = candidates[0]?.outcome;
  const nulls = sum(first?.tiers.map((tier) => tier.nulls) ?? []);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-text-2">
        {number.format(test.installs)} of {number.format(test.installs_available)} installs were replayed.
        With the crowds of your campaigns, about {share(nulls, test.installs)} of postbacks would have no fine
        value; Apple does not publish its limits, so this is an estimate.
      </p>
      <Table label="Candidates">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Candidate</TableHeaderCell>
            <TableHeaderCell numeric>Score</TableHeaderCell>
            <TableHeaderCell numeric>Values used</TableHeaderCell>
            <TableHeaderCell numeric>Revenue error</TableHeaderCell>
            <TableHeaderCell numeric>With nulls</TableHeaderCell>
            <TableHeaderCell numeric>Events lost</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {candidates.map((candidate) => (
            <CandidateRow key={candidate.name} candidate={candidate} isBest={candidate.name === test.best} />
          ))}
        </TableBody>
      </Table>
      {first && <TierList outcome={first} />}
    </div>
  );
}

function CandidateRow({
  candidate,
  isBest,
}: {
  candidate: Candidate & { outcome: Outcome };
  isBest: boolean;
}) {
  const { name, proposed, bases, outcome } = candidate;
  const { actual, decoded, decoded_with_tiers } = outcome.revenue;
  const done = sum(outcome.events.map(({ installs }) => installs));
  const seen = sum(outcome.events.map((event) => event.seen));
  return (
    <TableRow>
      <TableCell>
        <span className="flex flex-wrap items-center gap-1.5 font-medium">
          {name}
          {isBest && <Tag tone="good">Best</Tag>}
          {proposed && <Tag>Proposed</Tag>}
        </span>
        <span className="block text-sm text-text-2">
          {bases.map((base) => (typeof base === 'string' ? base : describeBase(base))).join(' · ')}
        </span>
      </TableCell>
      <TableCell numeric>{outcome.score}</TableCell>
      <TableCell numeric>
        {outcome.values.filter((installs) => installs > 0).length} of {candidate.schema.values_used}
      </TableCell>
      <TableCell numeric>{share(decoded - actual, actual)}</TableCell>
      <TableCell numeric>{share(decoded_with_tiers - actual, actual)}</TableCell>
      <TableCell numeric>{share(done - seen, done)}</TableCell>
    </TableRow>
  );
}

function TierList({ outcome }: { outcome: Outcome }) {
  return (
    <ul aria-label="Installs by tier" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
      {outcome.tiers.map(({ tier, installs }) => (
        <li key={tier}>
          Tier {tier}: <span className="num text-text">{number.format(installs)}</span>
        </li>
      ))}
    </ul>
  );
}
