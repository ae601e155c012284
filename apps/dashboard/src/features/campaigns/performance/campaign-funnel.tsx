import { metricOf } from '@trailmark/contract/metrics';
import { capital } from '@trailmark/contract/project-words';
import { useProject } from '../../../project/current-project.tsx';
import { useProjectWords } from '../../../project/project-words.ts';
import { formatValue } from '../../../report/format-value.ts';
import type { OpenedMetric } from '../../../report/metric-filter.ts';
import { MetricNumber } from '../../../report/metric-number.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CampaignDetails } from './campaign-details-query.ts';

interface CampaignFunnelProps extends Pick<OpenedMetric, 'of' | 'filter'> {
  /** Null while they load. */
  details: CampaignDetails | null;
}

const STEPS = 4;
const SEEN = 1.5;

/** From the click to the payment; every step counts on its own day. */
export function CampaignFunnel({ details, ...scope }: CampaignFunnelProps) {
  const { platform } = useProject();
  const { newInstalls, arriveVerb } = useProjectWords();
  const nouns = { clicks: 'clicks', installs: newInstalls, signups: 'sign-ups', payers: 'payers' };
  const most = Math.max(...(details?.funnel.map(({ count }) => count) ?? [0]), 0);
  return (
    <Card className="flex flex-col">
      <CardHeader title="From click to payment" />
      <ol className="grid flex-1 content-start gap-3.5 px-4 pt-1 pb-3">
        {details === null &&
          Array.from({ length: STEPS }, (_, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={step} aria-hidden className="grid h-[38px] content-between">
              <Skeleton className="h-3.5 w-40" />
              <Skeleton className="h-2.5" />
            </li>
          ))}
        {details?.funnel.map(({ step, count, of_previous }, at) => {
          const before = details.funnel[at - 1];
          return (
            <li key={step} className="grid h-[38px] content-between">
              <span className="flex items-baseline gap-2 leading-5">
                <span className="font-medium">{metricOf(step, platform)?.label ?? step}</span>
                <MetricNumber metric={step} value={count} {...scope} />
                {before && (
                  <span className="num ml-auto text-sm text-text-2">
                    {formatValue({ unit: 'percent' }, of_previous, details)} of {nouns[before.step]}
                  </span>
                )}
              </span>
              <span aria-hidden className="block h-2.5 overflow-hidden rounded-xs bg-press">
                <span
                  className="block h-full rounded-xs bg-accent"
                  style={{ width: `${most > 0 && count > 0 ? Math.max((count / most) * 100, SEEN) : 0}%` }}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="px-4 pb-3 text-sm text-text-3">
        Each step counts on its own day, so a payer in this period may have {arriveVerb}ed before.{' '}
        {capital(newInstalls)} by a view, by a claim of the network or from an import come without a click.
      </p>
    </Card>
  );
}
