import { changeOf, changeWords, isChange } from '@trailmark/contract/change-of';
import { contributionWords } from '@trailmark/contract/contribution-words';
import { countryWords, networkWords, platformWords } from '@trailmark/contract/dimension-words';
import type { ChangePart, ExplainedBy } from '@trailmark/contract/explain-change';
import { formatValue } from '@trailmark/contract/format-value';
import { nameInMail } from '../../platform/mail-name.ts';
import type { MailedChange, MailedMetric, ReportContent } from './report-content.ts';

const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** "Tue, Nov 17" or "Nov 11 to Nov 17". */
export function daysInWords({ from, to }: { from: string; to: string }): string {
  if (from === to) return long.format(at(from));
  return `${short.format(at(from))} to ${short.format(at(to))}`;
}

export const valueWords = ({ metric, value }: MailedMetric, currency: string) =>
  formatValue(metric, value, { currency });

export interface DeltaWords {
  text: string;
  tone: 'good' | 'bad' | 'same';
}

/** "▲ +12.3%": an arrow beside the colour, for who does not see it. */
export function deltaWords(one: Pick<MailedMetric, 'metric' | 'value' | 'previous'>): DeltaWords {
  const change = changeOf(one.metric, one.value, one.previous);
  if (!isChange(change)) return { text: '–', tone: 'same' };
  const arrow = { up: '▲ ', down: '▼ ', same: '' }[change.direction];
  const tone = change.isGood === null ? 'same' : change.isGood ? 'good' : 'bad';
  return { text: `${arrow}${changeWords(change)}`, tone };
}

const DIMENSIONS: Record<ExplainedBy, string> = {
  network: 'Network',
  campaign: 'Campaign',
  country: 'Country',
  platform: 'Platform',
};
const NAMED_PARTS = 2;

function partWords(by: ExplainedBy, { key, name }: ChangePart): string {
  if (by === 'campaign') return key === null ? 'No campaign' : nameInMail(name ?? 'Deleted campaign');
  if (by === 'network') return networkWords(key ?? '');
  return by === 'country' ? countryWords(key ?? '') : platformWords(key ?? '');
}

export interface ExplanationLine {
  dimension: string;
  parts: string;
}

/** What explains a change: of each dimension the values that add most to the difference. */
export function explanationOf({ explained, metric }: MailedChange, currency: string): ExplanationLine[] {
  return explained.explained_by.flatMap(({ by, parts }) => {
    const named = parts
      .slice(0, NAMED_PARTS)
      .map((part) => `${partWords(by, part)} ${contributionWords(metric, part.contribution, { currency })}`);
    return named.length > 0 ? [{ dimension: DIMENSIONS[by], parts: named.join(', ') }] : [];
  });
}

/** "Installs −12.3%, revenue +4.0%". */
export function subjectOf(content: ReportContent): string {
  const changes = content.changes.slice(0, 2).map((one) => {
    const { share } = changeOf(one.metric, one.value, one.previous);
    const words = share === null ? valueWords(one, content.currency) : deltaWords(one).text.slice(2);
    return `${one.metric.label} ${words}`;
  });
  const said = changes.length > 0 ? changes.join(', ') : content.isEmpty ? 'no activity' : 'little changed';
  return `${nameInMail(content.projectName) || 'Your project'}, ${daysInWords(content)}: ${said}`;
}

export const titleOf = ({ viewName }: ReportContent) =>
  viewName === null ? 'Overview' : nameInMail(viewName);

export function whyWords({ cadence, projectName }: ReportContent): string {
  const project = nameInMail(projectName) || 'a project';
  return `You get this ${cadence} report because you are a member of ${project} in Trailmark and someone, maybe you, added you to it.`;
}

export const quietWords = (content: ReportContent) =>
  content.isEmpty
    ? content.isGuest
      ? 'Nothing was counted for the campaigns that are shared with you.'
      : 'Nothing was counted on these dates. If you expected some, check Live and the SDK page.'
    : 'No metric moved by more than 2%.';
