import type { JourneyStep } from '@trailmark/contract/people';
import { type SqlBool, sql } from 'kysely';
import { type CampaignScope, isInScope } from '../../access/campaign-scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Fact } from '../../pipeline/group.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { readConsentSteps } from './consent-steps.ts';
import { timeCursor } from './cursor.ts';
import { keepVisible } from './find-installs.ts';
import { type DecisionRow, loadDecisions, loadNames, type Names, receiptOf } from './load-decisions.ts';
import { loadInstalls } from './load-installs.ts';
import { idOrNull } from './present-install.ts';

interface JourneyQuery {
  projectId: string;
  scope: CampaignScope;
  installId: string;
  cursor?: string | undefined;
  limit: number;
}

interface EventRow {
  id: string;
  occurred_at: Date;
  received_at: Date;
  kind: Fact['kind'];
  name: string;
  campaign_id: string;
  campaign_name: string | null;
  network: string;
  amount: string | null;
  currency: string | null;
  data: JourneyStep['data'] | null;
}

type After = { at: string; id: string } | null;

async function readEvents(db: Db, { projectId, scope, installId, limit }: JourneyQuery, after: After) {
  const conditions = [
    sql<SqlBool>`e.project_id = ${projectId} and e.install_id = ${installId}`,
    ...(scope.all ? [] : [sql<SqlBool>`e.campaign_id = any(${scope.campaigns}::uuid[])`]),
    ...(after
      ? [
          sql<SqlBool>`e.occurred_at <= ${after.at}::timestamptz
            and (e.occurred_at, e.id::text collate "C") < (${after.at}::timestamptz, ${after.id})`,
        ]
      : []),
  ];
  const { rows } = await sql<EventRow>`
    select e.*, c.name as campaign_name from (
      select e.project_id, e.id, e.occurred_at, e.received_at, e.kind, e.name, e.campaign_id, e.network,
        e.amount::text as amount, e.currency, e.data
      from events e where ${sql.join(conditions, sql` and `)}
      order by e.occurred_at desc, e.id desc limit ${limit + 1}
    ) e left join campaigns c on c.project_id = ${projectId} and c.id = e.campaign_id
    order by e.occurred_at desc, e.id desc`.execute(db);
  return rows;
}

function eventStep(row: EventRow, installId: string): JourneyStep {
  return {
    id: row.id,
    at: row.occurred_at.toISOString(),
    received_at: row.received_at.toISOString(),
    kind: row.kind,
    name: row.name,
    install_id: installId,
    campaign_id: idOrNull(row.campaign_id),
    campaign_name: row.campaign_name,
    network: row.network,
    money: row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null,
    data: row.data ?? {},
  };
}

/** The touch that a decision credited; imported history has only its time. */
function touchStep(row: DecisionRow, { campaigns, links }: Names): JourneyStep | null {
  if (!row.touched_at) return null;
  const touch = receiptOf(row)?.touches.find(({ id }) => id === row.touch_id);
  // A redemption is among the events.
  if (touch?.kind === 'coupon') return null;
  return {
    id: row.touch_id ?? `${row.install_id}-${row.revision}`,
    at: row.touched_at.toISOString(),
    received_at: null,
    kind: touch?.kind ?? 'click',
    name: links.get(row.link_id) ?? links.get(touch?.linkId ?? '') ?? row.network,
    install_id: row.install_id,
    campaign_id: idOrNull(row.campaign_id),
    campaign_name: campaigns.get(row.campaign_id) ?? null,
    network: row.network,
    money: null,
    data: { match_type: row.match_type, ad_set: touch?.adSet ?? null, creative: touch?.creative ?? null },
  };
}

async function readTouches(db: Db, { projectId, scope, installId }: JourneyQuery): Promise<JourneyStep[]> {
  const rows = await loadDecisions(db, projectId, [installId]);
  const shown = rows.filter(({ campaign_id }) => isInScope(scope, idOrNull(campaign_id)));
  const names = await loadNames(db, projectId, shown);
  const steps = shown.flatMap((row) => touchStep(row, names) ?? []);
  // A decision that is made again keeps its touch.
  return [...new Map(steps.map((step) => [step.id, step])).values()];
}

const orderKey = ({ at, id }: { at: string; id: string }) => `${at} ${id}`;

/** What an install saw and did, newest first. */
export async function listJourney({ db }: Kit, query: JourneyQuery) {
  const cursor = timeCursor.read(query.cursor);
  const after = cursor && { at: cursor[0], id: cursor[1] };
  const [visible] = await keepVisible(db, query, [query.installId]);
  const [install] = visible === undefined ? [] : await loadInstalls(db, query, [visible]);
  if (!install) throw new AppError('not_found', 'We couldn’t find this install.');
  const touches = await readTouches(db, query);
  const events = await readEvents(db, query, after);
  // As with the card of consent: it belongs to the campaign that is credited now.
  const isOwn = isInScope(query.scope, idOrNull(install.row.campaign_id));
  const consent = isOwn ? await readConsentSteps(db, query, after?.at ?? null) : [];
  const steps = [
    ...events.map((row) => eventStep(row, query.installId)),
    ...[...touches, ...consent].filter((step) => !after || orderKey(step) < orderKey(after)),
  ].sort((one, other) => (orderKey(one) < orderKey(other) ? 1 : -1));
  const items = steps.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    next_cursor: steps.length > query.limit && last ? timeCursor.write([last.at, last.id]) : null,
  };
}
