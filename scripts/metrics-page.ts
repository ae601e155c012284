// Writes docs/metrics.md from the contract, or with --check says whether the one that is checked in is right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric } from '../packages/contract/src/metric.ts';
import { metricsFor } from '../packages/contract/src/metrics.ts';
import { SKAN_METRICS } from '../packages/contract/src/skan-report.ts';

const file = join(import.meta.dirname, '../docs/metrics.md');

const UNITS = {
  count: 'count',
  percent: 'percent',
  ratio: 'ratio',
  money: "money, in the project's currency",
};
const DATES = {
  touch: 'of the click or view',
  install: 'of the install',
  event: 'of the event',
  spend: 'of the spend',
  mixed: 'of each part, as that part counts',
};

function line([key, metric]: [string, Metric]): string {
  const cells = [
    `\`${key}\``,
    metric.label,
    metric.formula,
    UNITS[metric.unit],
    DATES[metric.date],
    metric.addsUp ? 'yes' : `no: ${(metric.whyNot ?? '').toLowerCase()}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const APP = metricsFor('app');

function isRenamed([key, { label, formula }]: [string, Metric]): boolean {
  return APP[key]?.label !== label || APP[key]?.formula !== formula;
}

const webLine = ([key, { label, formula }]: [string, Metric]) => `| \`${key}\` | ${label} | ${formula} |`;

const skanLine = ([key, { label, formula, unit }]: [string, (typeof SKAN_METRICS)['installs']]) =>
  `| \`${key}\` | ${label} | ${formula} | ${UNITS[unit]} |`;

const page = `# Metrics

This page is generated from \`packages/contract/src/metrics.ts\`, which the API, the column headers and the exports read too.

- Sums first, then divides: a ratio of a period is never an average of ratios. Where the divisor is zero there is no
  number: null in the API, "–" on a screen, empty in a file.
- Days are those of the project's time zone, whatever the zone of the reader.
- Money is added up exactly, converted at the rate of its own day (the last earlier one if that day has none, and the
  report says so). Amounts in a currency without any rate are shown separately and are in no metric.
- What an install does counts for the campaign that is credited at that moment; a re-attribution moves what comes after
  it, not what was before.
- Day n after the install is a calendar day of the project, or the n-th 24 hours: a setting of the project, shown
  next to the numbers. An install counts in day n only once that day is over for it.

| key | name | formula | unit | counts on the day | rows add up to the total |
| --- | --- | --- | --- | --- | --- |
${Object.entries(APP).map(line).join('\n')}

## In a project of a website

A website is not installed and opened, it is visited: the same metrics, keys and calls have other names there. The first
visit of a visitor is what an install is in an app, and a visit is a session. Metrics that are not listed have the name and
the formula of above.

| key | name | formula |
| --- | --- | --- |
${Object.entries(metricsFor('web')).filter(isRenamed).map(webLine).join('\n')}

Metrics of one event have its name in their key: \`event:<name>\` is how often it came, \`event_unique:<name>\` how many
installs sent it for the first time ever, \`event_attributed:<name>\` how many are credited to a campaign,
\`event_cost:<name>\` the spend divided by those.

## SKAN

Of Apple's postbacks, in the [SKAN report](skan-report.md) alone: no other report includes them, and they include no other.

| key | name | formula | unit |
| --- | --- | --- | --- |
${Object.entries(SKAN_METRICS).map(skanLine).join('\n')}
`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== page) {
    console.error('docs/metrics.md does not match the contract: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, page);
}
