import type { BackTest } from '@trailmark/contract/skan-back-test';

type Candidate = BackTest['candidates'][number];
type Outcome = NonNullable<Candidate['outcome']>;

export type RankedCandidate = Candidate & { outcome: Outcome };

export interface CandidateMetric {
  name: string;
  value: string;
}

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const divided = (part: number, whole: number, words: Intl.NumberFormat) =>
  whole === 0 ? '–' : words.format(part / whole);

export const countWords = (count: number): string => number.format(count);

/** Candidates with an outcome, the best first. */
export const rankCandidates = ({ candidates }: BackTest): RankedCandidate[] =>
  candidates
    .filter((one): one is RankedCandidate => one.outcome !== null)
    .sort((one, other) => other.outcome.score - one.outcome.score);

/** How many postbacks would have no fine value. */
export const nullShareWords = ({ tiers, installs }: Outcome): string =>
  divided(sum(tiers.map(({ nulls }) => nulls)), installs, percent);

/** The metrics of a candidate, as columns or as lines. Where nearly everything is withheld, nulls say the same of all. */
export function metricsOf(
  { schema, outcome }: RankedCandidate,
  { values_withheld }: Pick<BackTest, 'values_withheld'>,
): CandidateMetric[] {
  const { actual, decoded, decoded_with_tiers } = outcome.revenue;
  const hasRevenue = schema.bases.some(({ type }) => type === 'revenue');
  const errorOf = (said: number) => (hasRevenue ? divided(said - actual, actual, change) : 'No revenue');
  const done = sum(outcome.events.map(({ installs }) => installs));
  const seen = sum(outcome.events.map((event) => event.seen));
  const used = outcome.values.filter((installs) => installs > 0).length;
  return [
    { name: 'Score', value: String(outcome.score) },
    { name: 'Values used', value: `${used} of ${schema.values_used}` },
    { name: 'Revenue error', value: errorOf(decoded) },
    ...(values_withheld ? [] : [{ name: 'With nulls', value: errorOf(decoded_with_tiers) }]),
    { name: 'Events lost', value: divided(done - seen, done, percent) },
  ];
}
