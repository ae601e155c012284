import type { MetricCondition } from '@trailmark/contract/alert-condition';
import type { Measured } from '@trailmark/contract/alerts';
import { Network } from '@trailmark/contract/campaigns';
import { networkWords } from '@trailmark/contract/dimension-words';
import type { Values } from '@trailmark/contract/report-filter';
import { compareValues } from '@trailmark/core/metrics/values';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { addDays } from '../../report/days.ts';
import type { AlertReports, MeasuredProject, MeasureOptions } from './measure-options.ts';
import { UNMEASURED } from './unmeasured.ts';

const PAGE = 200;
const MOST_PAGES = 10;

/** The metric that is compared, and the installs of its sample. */
const METRICS = {
  spend_without_installs: { value: 'installs', installs: 'installs' },
  cpi_above: { value: 'cpi', installs: 'attributed_installs' },
  roas_below: { value: 'roas', installs: 'attributed_installs' },
} as const;

interface Measurement {
  condition: MetricCondition;
  project: MeasuredProject;
  from: string;
  to: string;
}

interface Subject {
  scope: 'project' | 'network' | 'campaign';
  /** The key of the network, or the id of the campaign. */
  key: string;
  name: string;
}

const metricsOf = ({ kind }: MetricCondition) => [...new Set([...Object.values(METRICS[kind]), 'spend'])];

function periodOf({ days, includes_today: isToday }: MetricCondition, timezone: string, now: Date) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now);
  const to = isToday ? today : addDays(today, -1);
  return { from: addDays(to, 1 - days), to };
}

/** The screen with the dates and the filter of the measurement. */
function pathOf({ condition, project, from, to }: Measurement, { scope, key }: Subject): string {
  const dates = { from, to, p_id: project.projectId };
  if (scope === 'campaign') return `/campaigns/${key}?${new URLSearchParams(dates)}`;
  const network = scope === 'network' ? key : condition.network;
  const filter = {
    ...(network === null ? {} : { network }),
    ...(condition.campaign_id === null ? {} : { campaign: condition.campaign_id }),
  };
  return `/overview?${new URLSearchParams({ ...filter, ...dates })}`;
}

const textOf = (value: Values[string] | undefined) => (value == null ? null : String(value));

function present(measurement: Measurement, subject: Subject, values: Values): Measured {
  const { condition, from, to } = measurement;
  const keys = METRICS[condition.kind];
  return {
    ...UNMEASURED,
    subject: subject.scope === 'project' ? '' : `${subject.scope}:${subject.key}`,
    scope: subject.scope,
    name: subject.name,
    value: textOf(values[keys.value]),
    installs: Number(values[keys.installs] ?? 0),
    spend: textOf(values.spend) ?? '0',
    from,
    to,
    path: pathOf(measurement, subject),
  };
}

function filterOf({ condition, project, from, to }: Measurement): ReportFilter {
  return {
    projectId: project.projectId,
    scope: { all: true },
    from,
    to,
    ...(condition.network === null ? {} : { networks: [condition.network] }),
    ...(condition.campaign_id === null ? {} : { campaigns: [condition.campaign_id] }),
  };
}

const OF_SUBJECT = /^(?:network|campaign):(.+)$/;
const keysOf = (subjects: readonly string[]) =>
  subjects.flatMap((subject) => OF_SUBJECT.exec(subject)?.[1] ?? []);

async function measureProject(kit: Kit, { stats }: AlertReports, measurement: Measurement) {
  const { condition, project } = measurement;
  const { total } = await stats(kit, filterOf(measurement), metricsOf(condition));
  const name = condition.network === null ? project.name : networkWords(condition.network);
  return [present(measurement, { scope: 'project', key: '', name }, total)];
}

async function measureNetworks(
  kit: Kit,
  { stats }: AlertReports,
  { openSubjects, ...measurement }: Measurement & Pick<MeasureOptions, 'openSubjects'>,
) {
  const { by_network: rows } = await stats(kit, filterOf(measurement), metricsOf(measurement.condition));
  const values = new Map(rows.map((row) => [row.key, row.values]));
  // A network without anything in the period has no row.
  const keys = new Set([...values.keys(), ...keysOf(openSubjects)]);
  return [...keys].map((key) =>
    present(measurement, { scope: 'network', key, name: networkWords(key) }, values.get(key) ?? {}),
  );
}

/** Campaigns by spend, down to the least that the condition is about, and those that fire. */
async function measureCampaigns(
  kit: Kit,
  { campaigns }: AlertReports,
  { openSubjects, ...measurement }: Measurement & Pick<MeasureOptions, 'openSubjects'>,
) {
  const { condition } = measurement;
  const least = condition.kind === 'spend_without_installs' ? condition.amount : condition.min_spend;
  const measured = new Map<string, Measured>();
  const network = Network.safeParse(condition.network).data;
  const { networks, ...filter } = filterOf(measurement);
  const read = async (of: ReportFilter, cursor?: string) => {
    const columns = metricsOf(condition);
    const page = {
      columns,
      group_by: 'campaign',
      network,
      sort: 'spend',
      order: 'desc',
      limit: PAGE,
    } as const;
    const list = await campaigns(kit, of, { ...page, cursor });
    const rows = list.items.map(({ campaign_id: key, name, values }) =>
      present(measurement, { scope: 'campaign', key, name }, values),
    );
    for (const row of rows) measured.set(row.subject, row);
    return { next: list.next_cursor, last: rows.at(-1) };
  };
  // Organic is no network of campaigns: then only rows are filtered.
  const selected = network === undefined && networks ? { ...filter, networks } : filter;
  const spends = (row: Measured | undefined) =>
    Number(row?.spend ?? 0) > 0 && compareValues(row?.spend ?? '0', least) >= 0;
  let page = await read(selected);
  for (let count = 1; page.next !== null && spends(page.last) && count < MOST_PAGES; count++) {
    page = await read(selected, page.next);
  }
  const missing = openSubjects.filter((subject) => !measured.has(subject));
  if (missing.length > 0) await read({ ...selected, campaigns: keysOf(missing) });
  return [...measured.values()];
}

/** The metrics of reports that a condition is about, for the dates and the filter of the condition. */
export async function measureMetrics(
  kit: Kit,
  reports: AlertReports,
  { condition, project, openSubjects }: MeasureOptions & { condition: MetricCondition },
): Promise<Measured[]> {
  const measurement = { condition, project, ...periodOf(condition, project.timezone, kit.clock.now()) };
  if (condition.each === 'project') return await measureProject(kit, reports, measurement);
  return condition.each === 'network'
    ? await measureNetworks(kit, reports, { ...measurement, openSubjects })
    : await measureCampaigns(kit, reports, { ...measurement, openSubjects });
}
