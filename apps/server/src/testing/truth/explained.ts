import { type ChangeBy, type ExplainedBy, getExplainedChange } from '@trailmark/contract/explain-change';
import {
  earlier,
  isBySegment,
  KEYS,
  narrow,
  type ReportReader,
  type Subject,
  same,
  someOf,
  unlike,
  viewOf,
} from './checks.ts';
import { expectedMetric, type View } from './expected-metrics.ts';
import { exact, shown } from './money.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What adds up by itself, and whether spend is needed, which countries and platforms do not have. */
const SUMS: Readonly<Record<string, { isOfSpend: boolean }>> = {
  installs: { isOfSpend: false },
  revenue: { isOfSpend: false },
  dau: { isOfSpend: false },
  spend: { isOfSpend: true },
};
/** What is divided by what. */
const RATIOS: Readonly<Record<string, { of: string; over: string; isOfSpend: boolean }>> = {
  signup_rate: { of: 'signups', over: 'installs', isOfSpend: false },
  arpu: { of: 'revenue', over: 'installs', isOfSpend: false },
  cpi: { of: 'spend', over: 'attributed_installs', isOfSpend: true },
  roas: { of: 'attributed_revenue', over: 'spend', isOfSpend: true },
};
/** Distinct installs do not add up: nothing is explained. */
const WHOLE = ['payers'];

interface Both {
  view: View;
  before: View;
}

const valuesOf = ({ view, before }: Both, metric: string) =>
  [expectedMetric(view, metric), expectedMetric(before, metric)] as const;

/** Money to the last digit. */
const minus = (one: number | string, other: number | string) =>
  typeof one === 'string' ? shown(exact(one) - exact(String(other))) : Number(one) - Number(other);

function differenceOf(both: Both, metric: string): number | string | null {
  const [now, then] = valuesOf(both, metric);
  return now === null || then === null ? null : minus(now, then);
}

/** By the definition: how far a part is off the ratio of before, less how far it was off it then. */
function shareOfRatio(part: Both, whole: Both, { of, over }: { of: string; over: string }): number {
  const read = (both: Both, metric: string) => valuesOf(both, metric).map(Number) as [number, number];
  const [[above, aboveThen], [below, belowThen]] = [read(part, of), read(part, over)];
  const [[, allThen], [all, overThen]] = [read(whole, of), read(whole, over)];
  const ratio = allThen / overThen;
  return (above - ratio * below) / all - (aboveThen - ratio * belowThen) / overThen;
}

/** Rounding of money goes to the largest part. */
const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-4 * Math.max(1, Math.abs(other));

function* unlikeSum(where: string, { parts, others }: ChangeBy, change: number | string): Generator<string> {
  const all = [...parts.map(({ contribution }) => contribution), ...(others ? [others.contribution] : [])];
  if (typeof change === 'string') {
    const sum = all.reduce((total, one) => total + exact(String(one)), 0n);
    yield* unlike(`${where} adds up to`, shown(sum), change);
    return;
  }
  const sum = all.reduce<number>((total, one) => total + Number(one), 0);
  if (!isNear(sum, change)) yield `${where} adds up to ${sum} instead of ${change}`;
}

function* unlikeBy(where: string, metric: string, { found, whole }: { found: ChangeBy; whole: Both }) {
  const keyOf = KEYS[found.by] as (typeof KEYS)[string];
  const partOf = (key: string): Both => {
    const own = (view: View) =>
      narrow(view, (dimensions) => keyOf(dimensions, view.facts) === key, isBySegment(found.by));
    return { view: own(whole.view), before: own(whole.before) };
  };
  const ratio = RATIOS[metric];
  const [first] = found.parts;
  // One part of money, the largest, holds what is left over when all of them are rounded.
  let left =
    typeof first?.contribution === 'string' ? (found.parts.length + (found.others?.count ?? 0)) * 1e-6 : 0;
  for (const { key, value, previous, contribution } of found.parts) {
    const part = partOf(key ?? (found.by === 'campaign' ? NO_ID : ''));
    const [now, then] = valuesOf(part, metric);
    yield* unlike(`${where} ${key}`, value, now);
    yield* unlike(`${where} ${key} before`, previous, then);
    if (!ratio) {
      const difference = differenceOf(part, metric);
      const holdsRest = left !== 0 && !same(contribution, difference);
      const off = Math.abs(Number(minus(contribution ?? 0, difference ?? 0)));
      if (holdsRest && off <= left) left = 0;
      else yield* unlike(`${where} ${key} adds`, contribution, difference);
    } else if (!isNear(Number(contribution), shareOfRatio(part, whole, ratio)))
      yield `${where} ${key} adds ${contribution} instead of ${shareOfRatio(part, whole, ratio)}`;
  }
  if (ratio || metric === 'spend') return;
  const keys = new Set(whole.view.facts.list.map(({ dimensions }) => keyOf(dimensions, whole.view.facts)));
  const moved = [...keys].filter((key) => Number(differenceOf(partOf(key), metric)) !== 0);
  yield* unlike(`${where} parts`, found.parts.length + (found.others?.count ?? 0), moved.length);
}

/** Why a metric changed, as single facts say: what each value of a dimension adds, and that it adds up. */
export async function* checkExplained(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const whole = {
    view: viewOf(subject, reader, { from, to }),
    before: viewOf(subject, reader, earlier(subject)),
  };
  for (const metric of someOf([...Object.keys(SUMS), ...Object.keys(RATIOS), ...WHOLE], reader)) {
    const query = { project_id: projectId, from, to, metric, ...reader.query };
    const found = await subject.reading(reader.person.call(getExplainedChange, { query }));
    const where = `change of ${metric} of ${reader.label}`;
    const [now, then] = valuesOf(whole, metric);
    yield* unlike(where, found.value, now);
    yield* unlike(`${where} before`, found.previous, then);
    const known = SUMS[metric] ?? RATIOS[metric];
    const isKnown = known !== undefined && now !== null && then !== null;
    const by: ExplainedBy[] = known?.isOfSpend
      ? ['network', 'campaign']
      : ['network', 'campaign', 'country', 'platform'];
    // Of a country with no part in it, nothing is all that there is to say.
    const said = found.explained_by.filter((one) => one.parts.length > 0 || by.includes(one.by));
    yield* unlike(where, said.map((one) => one.by).join(), isKnown ? by.join() : '');
    for (const one of found.explained_by) {
      yield* unlikeSum(`${where} by ${one.by}`, one, found.change ?? 0);
      yield* unlikeBy(`${where} by ${one.by}`, metric, { found: one, whole });
    }
  }
}
