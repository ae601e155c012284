import { metricOf } from '@trailmark/contract/metrics';
import { useProject } from '../project/current-project.tsx';
import { useProjectWords } from '../project/project-words.ts';
import { zoneLabel } from '../project/zone-label.ts';
import { countsDays, dateWords, dayKindWords, unitWords } from './metric-words.ts';

/** The formula of a metric and how its days are counted. */
export function MetricFacts({ metric: key }: { metric: string }) {
  const { currency, timezone, day_kind, platform } = useProject();
  const { arrival } = useProjectWords();
  const metric = metricOf(key, platform);
  if (!metric) return null;
  return (
    <dl className="grid gap-1 text-sm [&_dd]:text-text-2 [&_dt]:sr-only">
      <dt>Formula</dt>
      <dd className="text-[13px] !text-text">{metric.formula}</dd>
      <dt>Unit and days</dt>
      <dd>
        {unitWords(metric, currency)}. {dateWords(metric.date, arrival)}, in days of{' '}
        {zoneLabel(timezone, new Date())}.
      </dd>
      {countsDays(key) && (
        <>
          <dt>How days are counted</dt>
          <dd>{dayKindWords(day_kind, arrival)}</dd>
        </>
      )}
      <dt>Total</dt>
      <dd>
        {metric.addsUp
          ? 'A total is the sum of its rows.'
          : `A total is not the sum of its rows. ${metric.whyNot ?? ''}`}
      </dd>
    </dl>
  );
}
