import { useQuery } from '@tanstack/react-query';
import type { AlertCondition } from '@trailmark/contract/alert-condition';
import { measuredWords, sampleOf } from '@trailmark/contract/alert-words';
import type { previewAlert, Verdict } from '@trailmark/contract/alerts';
import type { Output } from '@trailmark/contract/call';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { useProject } from '../../project/current-project.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { previewQuery } from './alerts-query.ts';

type Preview = Output<typeof previewAlert>;
type Subject = Preview['subjects'][number];

const VERDICT_WORDS: Record<Verdict, { label: string; tone: 'good' | 'bad' | 'neutral' }> = {
  firing: { label: 'Fires', tone: 'bad' },
  ok: { label: 'OK', tone: 'good' },
  too_small: { label: 'Too little to judge', tone: 'neutral' },
};

/** What the condition would measure now. */
export function AlertPreview({ condition }: { condition: AlertCondition | null }) {
  const { project_id } = useProject();
  const rested = useRested(condition);
  const preview = useQuery(previewQuery(project_id, rested));
  if (condition === null) return null;
  if (preview.isError) return <p className="text-bad">{failureAdvice(preview.error)}</p>;
  if (!preview.data || !rested) return <p className="text-text-3">Measuring…</p>;
  return (
    <div aria-live="polite" className="grid gap-1.5 border-t border-line pt-2">
      <p className="text-text-2">{headline(rested, preview.data)}</p>
      <ul className="grid gap-1">
        {preview.data.subjects.map((subject) => (
          <SubjectLine key={subject.subject} subject={subject} condition={rested} />
        ))}
      </ul>
    </div>
  );
}

function headline({ kind }: AlertCondition, { count, firing }: Preview): string {
  if (kind === 'no_events') return 'Right now:';
  if (count === 0) {
    return kind === 'connection_broken' ? 'Nothing is connected yet.' : 'There is nothing to measure yet.';
  }
  const rest = count > 1 ? ` of ${count}` : '';
  return firing === 0 ? 'Nothing would fire now:' : `${firing}${rest} would fire now:`;
}

function detailOf(condition: AlertCondition, subject: Subject, currency: string): string {
  const value = measuredWords(condition, subject, currency);
  if (condition.kind === 'no_events') {
    const { usual_days: days } = subject;
    return days === null ? value : `${value}; events arrived at this time on ${days} of the last 7 days`;
  }
  const isSampled = condition.kind === 'cpi_above' || condition.kind === 'roas_below';
  return `${subject.name}: ${value}${isSampled ? ` (${sampleOf(subject, currency)})` : ''}`;
}

function SubjectLine({ subject, condition }: { subject: Subject; condition: AlertCondition }) {
  const { currency } = useProject();
  const { label, tone } = VERDICT_WORDS[subject.verdict];
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0 break-words">{detailOf(condition, subject, currency)}</span>
      <Tag tone={tone}>{label}</Tag>
    </li>
  );
}
