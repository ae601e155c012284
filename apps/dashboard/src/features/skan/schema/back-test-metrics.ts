import type { BackTest } from '@trailmark/contract/skan-back-test';
import { listInWords } from '../../../words/list-in-words.ts';

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

const MOST_NAMED = 3;

/** Which events of installs no value says, those first that are lost most often. */
export function lostWords({ events }: Outcome): string {
  const lost = events
    .map(({ name, installs, seen }) => ({ name, share: 1 - seen / installs }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share);
  if (lost.length === 0) return 'Loses no event.';
  const named = lost.slice(0, MOST_NAMED).map(({ name, share }) => `${percent.format(share)} of ${name}`);
  const others = lost.length - named.length;
  return `Loses ${listInWords(others > 0 ? [...named, `${others} more`] : named, 'and')}.`;
}

const LATER_WINDOWS = ['Second', 'Third'] as const;

/** What the later windows would say, of the installs for which they are over. */
export const laterWords = ({ coarse }: Outcome): string =>
  LATER_WINDOWS.map((name, at) => {
    const { low = 0, medium = 0, high = 0 } = coarse[at + 1] ?? {};
    const all = low + medium + high;
    if (all === 0) return `${name} window: not over yet.`;
    return `${name} window: ${percent.format(medium / all)} medium, ${percent.format(high / all)} high.`;
  }).join(' ');

/** Installs of a tier, and how many of them would have no fine value. */
export function tierWords({ installs, nulls }: Outcome['tiers'][number]): string {
  return installs === 0 ? '0' : `${number.format(installs)} (${percent.format(nulls / installs)} null)`;
}

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
    ...(values_withheld ? [] : [{ name: 'Error with nulls', value: errorOf(decoded_with_tiers) }]),
    { name: 'Events lost', value: divided(done - seen, done, percent) },
  ];
}
