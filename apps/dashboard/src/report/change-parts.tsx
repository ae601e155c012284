import { Link } from '@tanstack/react-router';
import type { ChangeBy, ChangePart, ExplainedBy } from '@trailmark/contract/explain-change';
import type { Metric } from '@trailmark/contract/metric';
import type { ReactNode } from 'react';
import { useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import { countInWords } from '../words/count-in-words.ts';
import { contributionWords } from './contribution-words.ts';
import { countryWords, networkWords, platformWords } from './dimension-words.ts';
import { formatValue } from './format-value.ts';

const TITLES: Record<ExplainedBy, { title: string; one: string; several: string }> = {
  network: { title: 'By network', one: 'other network', several: 'other networks' },
  campaign: { title: 'By campaign', one: 'other campaign', several: 'other campaigns' },
  country: { title: 'By country', one: 'other country', several: 'other countries' },
  platform: { title: 'By platform', one: 'other platform', several: 'other platforms' },
};

function nameOf(by: ExplainedBy, { key, name }: ChangePart): ReactNode {
  if (by === 'network') return networkWords(key ?? '');
  if (by === 'country') return countryWords(key ?? '');
  if (by === 'platform') return platformWords(key ?? '');
  if (key === null) return 'No campaign';
  return (
    <Link to="/campaigns/$campaign_id" params={{ campaign_id: key }} className="hover:underline">
      {name ?? 'Deleted campaign'}
    </Link>
  );
}

interface ChangePartsProps {
  explained: ChangeBy;
  metric: Metric;
}

/** What each value of a dimension adds to a change; bars to the right add, bars to the left take away. */
export function ChangeParts({ explained: { by, parts, others }, metric }: ChangePartsProps) {
  const { currency } = useProject();
  const words = TITLES[by];
  const most = Math.max(
    ...[...parts, ...(others ? [others] : [])].map((row) => Math.abs(Number(row.contribution))),
  );
  return (
    <table aria-label={words.title} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="text-xs text-text-3 *:h-6 *:font-normal">
          <th scope="col" className="w-[34%] text-left text-[13px] !font-semibold text-text">
            {words.title}
          </th>
          <th aria-hidden className="max-sm:hidden" />
          <th scope="col" className="w-[30%] pl-2 text-right sm:w-[24%]">
            Before → now
          </th>
          <th scope="col" className="w-[30%] pl-2 text-right sm:w-[20%]">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Row
            key={part.key ?? ''}
            name={nameOf(by, part)}
            size={Number(part.contribution) / most}
            metric={metric}
            values={`${formatValue(metric, part.previous, { currency })} → ${formatValue(metric, part.value, { currency })}`}
            change={contributionWords(metric, part.contribution, { currency })}
          />
        ))}
        {others && (
          <Row
            name={countInWords(others.count, words.one, words.several)}
            size={Number(others.contribution) / most}
            metric={metric}
            values=""
            change={contributionWords(metric, others.contribution, { currency })}
          />
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  /** From −1 to 1, against the largest. */
  size: number;
  metric: Metric;
  values: string;
  change: string;
}

function Row({ name, size, metric, values, change }: RowProps) {
  const isGood = metric.better === null || size === 0 ? null : size > 0 === (metric.better === 'up');
  const tone = isGood === null ? 'bg-text-3' : isGood ? 'bg-good' : 'bg-bad';
  const side = size < 0 ? 'right-1/2 rounded-l-full' : 'left-1/2 rounded-r-full';
  return (
    <tr className="*:h-8">
      <th scope="row" className="truncate pr-2 text-left font-normal">
        {name}
      </th>
      <td aria-hidden className="max-sm:hidden">
        <span className="relative block h-4 border-line">
          <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
          <span
            className={cn('absolute inset-y-1', side, tone)}
            style={{ width: `${Math.abs(Number.isFinite(size) ? size : 0) * 50}%` }}
          />
        </span>
      </td>
      <td className="num truncate pl-2 text-right text-text-2">{values}</td>
      <td className="num truncate pl-2 text-right font-medium">{change}</td>
    </tr>
  );
}
