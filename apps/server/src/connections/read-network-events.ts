import { type Consent, consentForAds, NO_CONSENT } from '@trailmark/core/client/read-consent';
import type { WebTouch } from '@trailmark/core/client/web-touch';
import type { ClaimAnswer, NetworkEvent } from '@trailmark/core/destinations/network-event';
import { parametersIn } from '@trailmark/core/links/add-parameters';
import { readClickParameters } from '@trailmark/core/links/click-ids';
import { sql } from 'kysely';
import { bulk } from '../db/bulk.ts';
import type { Db } from '../db/connection.ts';
import { isNetwork } from './connection.ts';
import type { DueDelivery } from './read-sources.ts';
import { type DetailedConnection, markSentInstalls } from './sent-installs.ts';

interface Key {
  n: number;
  source_id: string;
  install_id: string;
  user_id: string | null;
  revision: number;
  name: string;
  is_return: boolean;
  occurred_at: Date;
}

const KEYS = bulk<Key>({
  n: 'int',
  source_id: 'uuid',
  install_id: 'text',
  user_id: 'text',
  revision: 'int',
  name: 'text',
  is_return: 'boolean',
  occurred_at: 'timestamptz',
});

const RETURNS: readonly string[] = ['reengagement', 'reattribution'];

interface DetailsRow {
  n: number;
  advertising_id: string | null;
  vendor_id: string | null;
  os_version: string | null;
  model: string | null;
  language: string | null;
  app_version: string | null;
  tracking_authorized: boolean | null;
  consent: Consent | null;
  email: string | null;
  phone: string | null;
  person_name: string | null;
  clicked_at: Date | null;
  click_ids: Record<string, unknown> | null;
  params: Record<string, unknown> | null;
  ip: string | null;
  user_agent: string | null;
  /** Of a visitor of a site: host and path. */
  page: string | null;
  last_touch: WebTouch | null;
  is_first: boolean | null;
  is_first_of_day: boolean;
  is_claimed_return: boolean;
  ad_events: { ad_event_id: string | null }[] | null;
  is_credited: boolean | null;
}

/**
 * The page that a visitor of a site was on: the last one that was shown in the day before, or else the one that the visit
 * began with. A visit is sent before its first page.
 */
const pageOf = (projectId: string) => sql`
  case when i.platform = 'web' then coalesce(
    (select e.data ->> 'page_url' from events e where e.project_id = ${projectId} and e.install_id = r.install_id
      and e.kind = 'page_view' and e.occurred_at between r.occurred_at - interval '1 day' and r.occurred_at + interval '10 seconds'
      order by e.occurred_at desc, e.id desc limit 1),
    (select v.entry_page from visits v where v.project_id = ${projectId} and v.install_id = r.install_id
      and v.started_at <= r.occurred_at + interval '10 seconds' order by v.started_at desc limit 1)) end`;

/**
 * The click that is credited is found by the decision; the first event of an install by the list of first ones. Without a
 * click the address is that of the open that was decided about, or of the last one whose address is known.
 */
async function readDetails(db: Db, projectId: string, keys: Key[]): Promise<DetailsRow[]> {
  const page = pageOf(projectId);
  const { rows } = await sql<DetailsRow>`
    select r.n, i.advertising_id, i.vendor_id, i.os_version, i.model, i.language, i.app_version, i.tracking_authorized, i.consent,
      p.email, p.phone, p.name as person_name, c.clicked_at, c.click_ids, c.params, 
      coalesce(host(c.ip), d.receipt #>> '{conversion,ip}', (select o.receipt #>> '{conversion,ip}' from decisions o
        where o.project_id = ${projectId} and o.install_id = r.install_id and o.receipt #>> '{conversion,ip}' is not null
        order by o.revision desc limit 1)) as ip,
      case when i.platform = 'web' then coalesce(i.device_data ->> 'user_agent', c.user_agent) else c.user_agent end as user_agent,
      ${page} as page, i.last_touch,
      r.is_return and coalesce(d.receipt #>> '{conversion,kind}' = 'session', false) as is_claimed_return,
      f.event_id = r.source_id as is_first,
      not exists (select from events e where e.project_id = ${projectId} and e.install_id = r.install_id
        and e.name = r.name and e.occurred_at < r.occurred_at
        and e.occurred_at >= date_trunc('day', r.occurred_at, z.timezone)) as is_first_of_day,
      k.answer -> 'ad_events' as ad_events, k.credited as is_credited
    from ${KEYS.rows(keys)}
    join projects z on z.project_id = ${projectId}
    left join installs i on i.project_id = ${projectId} and i.install_id = r.install_id
    left join people p on p.project_id = ${projectId} and p.user_id = coalesce(r.user_id, i.user_id)
    left join decisions d on d.project_id = ${projectId} and d.install_id = r.install_id and d.revision = r.revision
    left join clicks c on c.project_id = ${projectId} and c.id = d.touch_id and c.clicked_at = d.touched_at
    left join event_firsts f on f.project_id = ${projectId} and f.subject = 'i:' || r.install_id and f.name = r.name
    left join network_claims k on k.project_id = ${projectId} and k.install_id = r.install_id
      and k.answer_id = r.source_id
    order by r.n`.execute(db);
  return rows;
}

const textsOf = (values: Record<string, unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );

/** Parameters of a link can have any name; the ids that networks add are not theirs to replace. */
function clickOf({ clicked_at: at, click_ids, params, last_touch }: DetailsRow): NetworkEvent['click'] {
  if (at) return { at, ids: { ...textsOf(params), ...textsOf(click_ids) } };
  return last_touch && landingClick(last_touch);
}

/** An ad that leads straight to a site puts its id into the address. */
function landingClick({ url, at }: WebTouch): NetworkEvent['click'] {
  const ids = readClickParameters(url ? parametersIn(url) : null, []).clickIds;
  return ids && at ? { at: new Date(at), ids } : null;
}

function claimAnswerOf({ ad_events: adEvents, is_credited: isCredited }: DetailsRow): ClaimAnswer | null {
  if (isCredited === null) return null;
  return { adEventIds: (adEvents ?? []).flatMap(({ ad_event_id: id }) => id ?? []), isCredited };
}

function asNetworkEvent(event: NonNullable<DueDelivery['event']>, row: DetailsRow): NetworkEvent {
  return {
    ...event,
    device: {
      advertisingId: row.advertising_id,
      vendorId: row.vendor_id,
      osVersion: row.os_version,
      model: row.model,
      language: row.language,
      appVersion: row.app_version,
      isTrackingAllowed: row.tracking_authorized,
      ip: row.ip,
      userAgent: row.user_agent,
      pageUrl: row.page && `https://${row.page}`,
    },
    contact: { email: row.email, phone: row.phone, name: row.person_name },
    click: clickOf(row),
    // Fields of answers that came before others existed are missing.
    consent: consentForAds({ ...NO_CONSENT, ...row.consent }),
    isFirst: row.is_first ?? true,
    isFirstOfDay: row.is_first_of_day,
    isInstallSent: false,
    isClaimedReturn: row.is_claimed_return,
    claimAnswer: claimAnswerOf(row),
  };
}

/** Deliveries with what ad networks need besides: the device, the person, their click. */
export async function withDetails(
  db: Db,
  connection: DetailedConnection,
  due: DueDelivery[],
): Promise<DueDelivery[]> {
  const { project_id: projectId, kind } = connection;
  if (!isNetwork(kind)) return due;
  const keys = due.flatMap(({ sourceId, revision, event }, n): Key[] => {
    if (!event) return [];
    const { installId: install_id, userId: user_id, kind, name, occurredAt: occurred_at } = event;
    const is_return = RETURNS.includes(kind);
    return [{ n, source_id: sourceId, install_id, user_id, revision, name, is_return, occurred_at }];
  });
  if (keys.length === 0) return due;
  const details = new Map((await readDetails(db, projectId, keys)).map((row) => [row.n, row]));
  const detailed = due.map((delivery, n) => {
    const row = details.get(n);
    return delivery.event && row ? { ...delivery, event: asNetworkEvent(delivery.event, row) } : delivery;
  });
  return await markSentInstalls(db, connection, detailed);
}
