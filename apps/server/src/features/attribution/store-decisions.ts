import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { type Credit, creditAt, creditNow } from '../../pipeline/credit.ts';
import type { Group, InstallState } from '../../pipeline/group.ts';
import { restate } from '../../pipeline/restate.ts';
import type { Decided } from './conversion.ts';

/** What a decision changes about its install. */
export interface Outcome {
  before: InstallState;
  install: InstallState;
  kind: 'install' | 'reinstall' | 'reengagement' | 'reattribution';
  because: 'first_open' | 'deep_link' | 'claim' | 'import';
  from: Date;
  credit: Credit;
  row: {
    matchType: InstallState['matchType'];
    touchId: string | null;
    touchedAt: Date | null;
    ruleVersion: number;
    verdict: InstallState['verdict'];
    reasons: string[];
    receipt: unknown;
    deepLink: string | null;
  };
}

export const snapshot = (install: InstallState): InstallState => ({
  ...install,
  timeline: [...install.timeline],
});
const isFirst = (kind: Outcome['kind']) => kind === 'install' || kind === 'reinstall';

/** Applies a decision to the state that the rest of the group works with. */
function apply(outcome: Outcome): void {
  const { install, credit, kind, row, from } = outcome;
  install.revision += 1;
  if (isFirst(kind)) {
    install.installedAt ??= from;
    install.kind = kind as 'install' | 'reinstall';
    install.timeline = [{ from: null, credit }, ...install.timeline.slice(1)];
  } else if (kind === 'reattribution') install.timeline.push({ from, credit });
  install.matchType = row.matchType;
  install.touchedAt = row.touchedAt;
  install.verdict = row.verdict;
  install.deepLink = row.deepLink ?? install.deepLink;
}

interface CalendarRow {
  n: number;
  local_date: string;
  local_hour: number;
  cohort_date: string | null;
}

async function placeInCalendar(tx: Tx, outcomes: Outcome[]): Promise<CalendarRow[]> {
  const rows = outcomes.map(({ install, from }, n) => ({
    n,
    p: install.projectId,
    f: from,
    i: install.installedAt,
  }));
  const placed = await sql<CalendarRow>`
    select k.n, (k.f at time zone z.timezone)::date as local_date,
      extract(hour from k.f at time zone z.timezone)::int as local_hour,
      (k.i at time zone z.timezone)::date as cohort_date
    from json_to_recordset(${JSON.stringify(rows)}::json) as k (n int, p uuid, f timestamptz, i timestamptz)
    join projects z on z.project_id = k.p
    order by k.n`.execute(tx);
  return placed.rows;
}

const COUNTER = {
  install: 'installs',
  reinstall: 'reinstalls',
  reengagement: 'reengagements',
  reattribution: 'reattributions',
} as const;

function count(group: Group, outcome: Outcome, place: CalendarRow, sign: 1 | -1): void {
  const { install, before, kind } = outcome;
  const state = sign === 1 ? install : before;
  const credit = sign === 1 ? outcome.credit : creditAt(before, new Date(0));
  const key = {
    projectId: state.projectId,
    localDate: place.local_date,
    localHour: place.local_hour,
    cohortDate: isFirst(kind) ? place.cohort_date : null,
    credit,
    country: state.country,
    platform: state.platform,
  };
  const counted = sign === 1 ? kind : (before.kind ?? kind);
  group.deltas.add({ ...key, metric: COUNTER[counted] }, sign);
  const { verdict } = sign === 1 ? outcome.row : before;
  if (isFirst(kind) && verdict !== 'clean') group.deltas.add({ ...key, metric: 'suspicious_installs' }, sign);
}

async function insertDecisions(tx: Tx, group: Group, outcomes: Outcome[]): Promise<void> {
  const rows = outcomes.map(({ install, kind, because, from, credit, row }) => ({
    a: install.projectId,
    b: install.installId,
    c: install.revision,
    d: kind,
    e: because,
    f: from,
    g: credit.campaignId,
    h: credit.linkId,
    i: credit.network,
    j: row.matchType,
    k: row.touchId,
    l: row.touchedAt,
    m: row.ruleVersion,
    n: row.verdict,
    o: row.reasons,
    p: row.receipt,
  }));
  await sql`
    insert into decisions (project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id,
      link_id, network, match_type, touch_id, touched_at, rule_version, verdict, reasons, receipt)
    select a, b, c, d, e, f, ${group.now}::timestamptz, g, h, i, j, k, l, m, n,
      array(select json_array_elements_text(o)), p
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c int, d text, e text,
      f timestamptz, g uuid, h uuid, i text, j text, k uuid, l timestamptz, m int, n text, o json, p jsonb)`.execute(
    tx,
  );
}

async function updateInstalls(tx: Tx, group: Group, outcomes: Outcome[]): Promise<void> {
  const rows = outcomes.map(({ install, row }) => {
    const credit = creditNow(install);
    return {
      a: install.projectId,
      b: install.installId,
      c: install.installedAt,
      d: install.kind,
      e: install.revision,
      f: credit.campaignId,
      g: credit.linkId,
      h: credit.network,
      i: install.matchType,
      j: install.touchedAt,
      k: install.timeline.at(-1)?.from ?? null,
      l: install.verdict,
      m: install.deepLink,
      n: install.platform,
      o: install.country,
      p: row.touchId,
    };
  });
  await sql`
    update installs t set installed_at = r.c, kind = r.d, revision = r.e, campaign_id = r.f, link_id = r.g,
      network = r.h, match_type = r.i, touched_at = r.j, credited_from = r.k, verdict = r.l, deep_link = r.m,
      platform = r.n, country = r.o, touch_id = r.p, updated_at = ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c timestamptz, d text, e int,
      f uuid, g uuid, h text, i text, j timestamptz, k timestamptz, l text, m text, n text, o text, p uuid)
    where t.project_id = r.a and t.install_id = r.b`.execute(tx);
}

/** Writes decisions, and moves what they change in the rollups. */
export async function storeOutcomes(tx: Tx, group: Group, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  for (const outcome of outcomes) apply(outcome);
  const places = await placeInCalendar(tx, outcomes);
  for (const [n, outcome] of outcomes.entries()) {
    const place = places[n];
    if (!place) throw new Error('A decision has no day.');
    const { before, install } = outcome;
    install.cohortDate = place.cohort_date;
    if (isFirst(outcome.kind) && before.revision > 0) count(group, outcome, place, -1);
    count(group, outcome, place, 1);
  }
  await insertDecisions(tx, group, outcomes);
  await updateInstalls(tx, group, outcomes);
  for (const { before, install, kind } of outcomes) {
    // A credit that moves from now on changes nothing that has happened.
    if (isFirst(kind) && !install.isNew) await restate(tx, group.deltas, { before, after: install });
  }
}

/** Takes what core decided into the project's books. */
export async function storeDecisions(tx: Tx, group: Group, decided: Decided[]): Promise<void> {
  const outcomes = decided.flatMap(({ asked, receipt }): Outcome[] => {
    const { decision } = receipt;
    if (decision.kind === null) return [];
    const before = snapshot(asked.install);
    const { item, install } = asked;
    if (install.installedAt === null) {
      install.platform = item.platform;
      install.country = item.country;
    }
    return [
      {
        before,
        install,
        kind: decision.kind,
        because: asked.kind,
        from: asked.at,
        credit: {
          campaignId: decision.campaignId ?? NO_ID,
          linkId: decision.linkId ?? NO_ID,
          network: decision.network,
        },
        row: {
          matchType: decision.matchType,
          touchId: decision.touchId,
          touchedAt: decision.touchedAt ? new Date(decision.touchedAt) : null,
          ruleVersion: receipt.rules.version,
          verdict: decision.verdict,
          reasons: decision.reasons,
          receipt,
          deepLink: null,
        },
      },
    ];
  });
  await addDeepLinks(tx, outcomes);
  await storeOutcomes(tx, group, outcomes);
}

/** Where the app shall lead a person who came for something: the deferred deep link of the campaign. */
async function addDeepLinks(tx: Tx, outcomes: Outcome[]): Promise<void> {
  const keys = outcomes
    .filter(({ credit, row }) => row.touchId !== null && credit.campaignId !== NO_ID)
    .map(({ credit, install }) => ({ p: install.projectId, c: credit.campaignId }));
  if (keys.length === 0) return;
  const { rows } = await sql<{ project_id: string; id: string; deep_link: string | null }>`
    select g.project_id, g.id, coalesce(g.deferred_deep_link, g.deep_link) as deep_link
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (p uuid, c uuid)
    join campaigns g on g.project_id = k.p and g.id = k.c`.execute(tx);
  const links = new Map(rows.map((row) => [`${row.project_id} ${row.id}`, row.deep_link]));
  for (const { credit, install, row } of outcomes) {
    row.deepLink = links.get(`${install.projectId} ${credit.campaignId}`) ?? null;
  }
}
