import {
  endedWords,
  firingWords,
  measuredWords,
  sampleOf,
  thresholdWords,
} from '@trailmark/contract/alert-words';
import type { AlertFiring } from '@trailmark/contract/alerts';
import { nameInMail, withoutLinks } from '../../platform/mail-name.ts';

/** Everything that a mail about alerts says, before it is put into words. */
export interface AlertContent {
  projectName: string;
  currency: string;
  timezone: string;
  opened: AlertFiring[];
  ended: AlertFiring[];
  publicUrl: string;
  alertsUrl: string;
  unsubscribeUrl: string;
}

/** More than this of a mail nobody reads. */
const NAMED = 20;

/** A firing in words, with the screen that shows its number. */
export interface AlertLine {
  title: string;
  /** The rule's name, the sample, the dates. */
  details: string[];
  url: string;
  linkLabel: string;
}

const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayWords = (day: string) => short.format(new Date(`${day}T00:00:00Z`));

function datesOf({ from, to }: AlertFiring['measured']): string[] {
  if (from === null || to === null) return [];
  return [from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`];
}

function lastEventOf({ condition, measured }: AlertFiring, timeZone: string): string[] {
  if (condition.kind !== 'no_events') return [];
  if (measured.last_event_at === null) return ['No event in the last eight days'];
  const at = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return [`Last event: ${at.format(new Date(measured.last_event_at))} (${timeZone})`];
}

const LINK_LABELS: Record<AlertFiring['condition']['kind'], string> = {
  no_events: 'Open Live',
  spend_without_installs: 'Open the numbers',
  cpi_above: 'Open the numbers',
  roas_below: 'Open the numbers',
  connection_broken: 'Open the connection',
};

const isMetric = ({ condition }: AlertFiring) =>
  condition.kind === 'cpi_above' || condition.kind === 'roas_below';

/** So much of what a receiver or a network says fits into a line. */
const PROBLEM_LENGTH = 160;

/** A problem may be in the words of a stranger: one short line without anything to click. */
function problemInMail(problem: string | null): string | null {
  const line = problem === null ? null : withoutLinks(problem.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')).trim();
  return line !== null && line.length > PROBLEM_LENGTH ? `${line.slice(0, PROBLEM_LENGTH - 1)}…` : line;
}

const measuredInMail = (measured: AlertFiring['measured']): AlertFiring['measured'] => ({
  ...measured,
  name: nameInMail(measured.name) || 'Without a name',
  problem: problemInMail(measured.problem),
});

const namesOf = (firing: AlertFiring): AlertFiring => ({
  ...firing,
  rule_name: nameInMail(firing.rule_name),
  measured: measuredInMail(firing.measured),
  latest: measuredInMail(firing.latest),
});

function openedLine(given: AlertFiring, { currency, timezone, publicUrl }: AlertContent): AlertLine {
  const firing = namesOf(given);
  const { condition, measured } = firing;
  return {
    title: firingWords(condition, measured, currency),
    details: [
      `Alert: ${firing.rule_name}`,
      ...(isMetric(firing) ? [`Sample: ${sampleOf(measured, currency)}`] : []),
      ...(condition.kind === 'spend_without_installs'
        ? [`Threshold: ${thresholdWords(condition, currency)}`]
        : []),
      ...lastEventOf(firing, timezone),
      ...datesOf(measured),
    ],
    url: `${publicUrl}${measured.path}`,
    linkLabel: LINK_LABELS[condition.kind],
  };
}

function endedLine(given: AlertFiring, { currency, publicUrl }: AlertContent): AlertLine {
  const firing = namesOf(given);
  return {
    title: endedWords(firing, currency),
    details: [
      `Alert: ${firing.rule_name}`,
      ...(firing.condition.kind === 'no_events'
        ? []
        : [`It fired with: ${measuredWords(firing.condition, firing.measured, currency)}`]),
    ],
    url: `${publicUrl}${firing.latest.path}`,
    linkLabel: LINK_LABELS[firing.condition.kind],
  };
}

export interface AlertSection {
  heading: string;
  lines: AlertLine[];
  more: number;
}

export function sectionsOf(content: AlertContent): AlertSection[] {
  const { opened, ended } = content;
  const section = (heading: string, lines: AlertLine[]) => ({
    heading,
    lines: lines.slice(0, NAMED),
    more: Math.max(0, lines.length - NAMED),
  });
  return [
    section(
      'Firing',
      opened.map((one) => openedLine(one, content)),
    ),
    section(
      'Resolved',
      ended.map((one) => endedLine(one, content)),
    ),
  ].filter(({ lines }) => lines.length > 0);
}

const countWords = (count: number) => (count === 1 ? '1 alert' : `${count} alerts`);

/** "2 alerts firing, 1 resolved", or what happened where it is one thing. */
export function titleOf(content: AlertContent): string {
  const { opened, ended, currency } = content;
  const [only] = [...opened, ...ended];
  if (only && opened.length + ended.length === 1) {
    const { condition, measured } = namesOf(only);
    const words =
      opened.length === 1
        ? firingWords(condition, measured, currency)
        : `Resolved: ${namesOf(only).rule_name} (${measuredWords(condition, namesOf(only).latest, currency)})`;
    return words;
  }
  const parts = [
    ...(opened.length > 0 ? [`${countWords(opened.length)} firing`] : []),
    ...(ended.length > 0 ? [`${opened.length > 0 ? ended.length : countWords(ended.length)} resolved`] : []),
  ];
  return parts.join(', ');
}

export const subjectOf = (content: AlertContent) =>
  `${nameInMail(content.projectName) || 'Your project'}: ${titleOf(content)}`;

export function whyWords({ projectName }: AlertContent): string {
  const project = nameInMail(projectName) || 'a project';
  return `You get this mail because you are a recipient of these alerts of ${project} in Trailmark.`;
}
