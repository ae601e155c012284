import { formatValue } from '@trailmark/contract/format-value';
import { mailButton, mailFrame, mailHeading, mailLink } from '../../platform/mail-frame.ts';
import { escapeHtml } from '../../platform/mail-layout.ts';
import { nameInMail } from '../../platform/mail-name.ts';
import {
  type DeltaWords,
  daysInWords,
  deltaWords,
  explanationOf,
  quietWords,
  subjectOf,
  titleOf,
  valueWords,
  whyWords,
} from './mail-words.ts';
import type { MailedChange, MailedMetric, MailedRow, ReportContent } from './report-content.ts';

const TONES: Record<DeltaWords['tone'], string> = { good: '#0f7a4a', bad: '#b42318', same: '#6d7480' };

const span = (text: string, name: string, style: string) =>
  `<span class="${name}" style="${style}">${escapeHtml(text)}</span>`;

function deltaHtml(one: Pick<MailedMetric, 'metric' | 'value' | 'previous'>): string {
  const { text, tone } = deltaWords(one);
  return span(text, tone, `color:${TONES[tone]};white-space:nowrap`);
}

/** A sign stays on the line of its amount: between them is a word joiner. */
const withoutBreaks = (html: string) => html.replace(/[+−](?=\S)/g, '$&&#8288;');

function changeHtml(change: MailedChange, currency: string): string {
  const lines = explanationOf(change, currency)
    .map(
      ({ dimension, parts }) =>
        `<tr><td class="t3" style="padding:1px 10px 1px 0;font-size:13px;color:#6d7480;vertical-align:top">${dimension}</td>
<td class="t2" style="padding:1px 0;font-size:13px;color:#3a404a">${withoutBreaks(escapeHtml(parts))}</td></tr>`,
    )
    .join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px"><tr>
<td class="soft" style="background:#f6f7f9;border-radius:8px;padding:11px 14px">
<div class="t1" style="font-size:15px;color:#14161a;padding-bottom:4px"><b style="font-weight:600">${escapeHtml(change.metric.label)}</b>
${deltaHtml(change)} <span class="t3" style="color:#6d7480;font-size:13px">to ${escapeHtml(valueWords(change, currency))} from ${escapeHtml(formatValue(change.metric, change.previous, { currency }))}</span></div>
<table role="presentation" cellpadding="0" cellspacing="0">${lines}</table></td></tr></table>`;
}

const cell = (html: string, { first = false, extra = '', tone = 't1' } = {}) =>
  `<td class="line ${tone} ${extra}" align="${first ? 'left' : 'right'}" style="border-top:1px solid #e6e8ec;padding:7px ${first ? '8px 7px 0' : '0 7px 12px'};font-size:14px;color:${tone === 't1' ? '#14161a' : '#6d7480'};${first ? '' : 'white-space:nowrap;'}font-variant-numeric:tabular-nums">${html}</td>`;

const head = (text: string, first = false, extra = '') =>
  `<th scope="col" class="t3 ${extra}" align="${first ? 'left' : 'right'}" style="padding:0 ${first ? '8px 6px 0' : '0 6px 12px'};font-size:12px;font-weight:500;color:#6d7480">${escapeHtml(text)}</th>`;

const tableHtml = (heads: string, rows: string) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;

function metricsHtml({ metrics, currency }: ReportContent): string {
  const rows = metrics.map(
    (one) =>
      `<tr>${cell(escapeHtml(one.metric.label), { first: true })}${cell(`<b style="font-weight:600">${escapeHtml(valueWords(one, currency))}</b>`)}${cell(
        escapeHtml(formatValue(one.metric, one.previous, { currency })),
        { tone: 't3' },
      )}${cell(deltaHtml(one))}</tr>`,
  );
  return tableHtml(
    head('Metric', true) + head('Value') + head('Previous period') + head('Change'),
    rows.join(''),
  );
}

function rowHtml(row: MailedRow, { columns, currency }: ReportContent): string {
  const values = columns.map(({ key, metric }, index) => {
    const value = row.values[key] ?? null;
    const extra = index > 1 ? 'wide' : '';
    return cell(escapeHtml(formatValue(metric, value, { currency })), { extra });
  });
  const label = nameInMail(row.label) || 'Without a name';
  return `<tr>${cell(escapeHtml(label), { first: true })}${values.join('')}</tr>`;
}

function rowsHtml(content: ReportContent): string {
  if (content.rows.length === 0) return '';
  const heads = content.columns.map(({ metric }, index) =>
    head(metric.label, false, index > 1 ? 'wide' : ''),
  );
  const more =
    content.moreRows > 0
      ? `<p class="t3" style="margin:8px 0 0;font-size:13px;color:#6d7480">And ${content.moreRows} more.</p>`
      : '';
  const word = content.rowWord;
  return (
    mailHeading(`Top ${word}`) +
    tableHtml(
      head(word.charAt(0).toUpperCase() + word.slice(1), true) + heads.join(''),
      content.rows.map((row) => rowHtml(row, content)).join(''),
    ) +
    more
  );
}

const subtitleOf = (content: ReportContent) =>
  `${nameInMail(content.projectName)}, ${titleOf(content)}. Compared with ${daysInWords(content.compared)}; days in ${content.timezone}.`;

export function reportHtml(content: ReportContent): string {
  const { currency } = content;
  const changed =
    content.changes.length > 0
      ? content.changes.map((change) => changeHtml(change, currency)).join('')
      : `<p class="t2" style="margin:0;font-size:14px;line-height:1.6;color:#3a404a">${escapeHtml(quietWords(content))}</p>`;
  return mailFrame({
    subject: subjectOf(content),
    title: daysInWords(content),
    subtitle: subtitleOf(content),
    bodyHtml: `${mailHeading('What changed')}${changed}
${mailHeading('Metrics')}${metricsHtml(content)}
${rowsHtml(content)}
${mailButton(content.reportUrl, 'Open in Trailmark')}`,
    footerHtml: `${escapeHtml(whyWords(content))} ${mailLink(content.unsubscribeUrl, 'Unsubscribe')} or ${mailLink(content.settingsUrl, 'manage reports')}.`,
  });
}

/** The same as plain text. */
export function reportText(content: ReportContent): string {
  const { currency } = content;
  const changes = content.changes.flatMap((change) => [
    `${change.metric.label} ${deltaWords(change).text} to ${valueWords(change, currency)} from ${formatValue(change.metric, change.previous, { currency })}`,
    ...explanationOf(change, currency).map(({ dimension, parts }) => `  ${dimension}: ${parts}`),
  ]);
  const metrics = content.metrics.map(
    (one) =>
      `${one.metric.label}: ${valueWords(one, currency)} (previous period ${formatValue(one.metric, one.previous, { currency })}, ${deltaWords(one).text})`,
  );
  const rows = content.rows.map((row) => {
    const values = content.columns.map(
      ({ key, metric }) => `${metric.label} ${formatValue(metric, row.values[key] ?? null, { currency })}`,
    );
    return `${nameInMail(row.label)}: ${values.join(', ')}`;
  });
  return [
    `${daysInWords(content)}\n${subtitleOf(content)}`,
    ['WHAT CHANGED', ...(changes.length > 0 ? changes : [quietWords(content)])].join('\n'),
    ['METRICS', ...metrics].join('\n'),
    ...(rows.length > 0 ? [[`TOP ${content.rowWord.toUpperCase()}`, ...rows].join('\n')] : []),
    `Open in Trailmark:\n${content.reportUrl}`,
    `${whyWords(content)}\nUnsubscribe: ${content.unsubscribeUrl}\nManage reports: ${content.settingsUrl}`,
  ].join('\n\n');
}
