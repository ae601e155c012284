import type { Receipt } from '@trailmark/core/attribution/decision';
import { sql } from 'kysely';
import type { TestServer } from '../test-server.ts';
import { LINK_HOST, type WireCase } from './vectors.ts';

type Bag = Record<string, unknown>;

/** The token of Apple's is nowhere but in the job that asks Apple about it. */
async function adServicesToken({ pool, kit }: TestServer): Promise<string | null> {
  const text = `select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'ask-adservices'`;
  const [row] = (await pool.query(text)).rows as { payload: { sealed: string } }[];
  return row ? (kit.secrets.open('jobs', row.payload.sealed) as { token: string }).token : null;
}

/** The links that opened the app, as the campaigns' display ids. */
async function readOpenedLinks({ db }: TestServer, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('clicks')
    .innerJoin('campaigns', (join) =>
      join
        .onRef('campaigns.project_id', '=', 'clicks.project_id')
        .onRef('campaigns.id', '=', 'clicks.campaign_id'),
    )
    .select('campaigns.display_id')
    .where('clicks.project_id', '=', projectId)
    .where('clicks.outcome', '=', 'app')
    .orderBy('clicks.clicked_at')
    .execute();
  return rows.map((row) => row.display_id);
}

/** All that is measured in a project. */
export async function readRows(server: TestServer, projectId: string) {
  const { db } = server;
  const [installs, events, payments, people, decisions, openedLinks] = await Promise.all([
    db.selectFrom('installs').selectAll().where('project_id', '=', projectId).execute(),
    db.selectFrom('events').selectAll().where('project_id', '=', projectId).orderBy('received_at').execute(),
    db.selectFrom('payments').selectAll().where('project_id', '=', projectId).execute(),
    db.selectFrom('people').selectAll().where('project_id', '=', projectId).execute(),
    db.selectFrom('decisions').selectAll().where('project_id', '=', projectId).execute(),
    readOpenedLinks(server, projectId),
  ]);
  const appleToken = await adServicesToken(server);
  return { installs, events, payments, people, decisions, openedLinks, appleToken };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

function installOf({ installs }: Rows, { body }: WireCase) {
  return installs.find((row) => row.install_id === body?.install_instance_id) ?? installs[0];
}

const instantOf = (seconds: unknown) => (Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null);

/** The referrer as it came. A click id in it that nobody signed is in the receipt, where the referrer was read. */
function referrerIn(raw: Bag, receipt: Receipt | undefined): unknown {
  const text = Object.values(raw).find((value) => String(value).startsWith('utm_')) ?? null;
  if (!String(text).includes('tm_click=')) return text;
  return receipt?.touches.some(({ isForged }) => isForged) ? text : 'not read';
}

/** The time of the click as it came: the store's clock before the device's. */
function referrerClickIn(raw: Bag): Date | null {
  const times = Object.entries(raw).filter(([name]) => /click.*seconds$/i.test(name));
  const [, seconds] = times.find(([name]) => /server/i.test(name)) ?? times[0] ?? [];
  return instantOf(seconds);
}

function metaReferrerIn({ meta_install_ref: meta }: Bag): Bag | null {
  if (typeof meta !== 'object' || meta === null) return null;
  const { install_referrer: text, is_ct: isClick, actual_timestamp: at } = meta as Bag;
  return { text, isClick: isClick === 1, at: instantOf(at) };
}

function deviceOf(rows: Rows, wire: WireCase): Bag {
  const row = installOf(rows, wire);
  if (!row) return {};
  const decision = rows.decisions.find(({ install_id }) => install_id === row.install_id);
  const receipt = decision?.receipt as unknown as Receipt | undefined;
  const raw = rawIn(rows, wire);
  const beganAt = receipt?.conversion.installBeginAt;
  return {
    installReferrer: referrerIn(raw, receipt),
    referrerClickAt: referrerClickIn(raw),
    installBeginAt: beganAt ? new Date(beganAt) : null,
    metaReferrer: metaReferrerIn(raw),
    consent: row.consent,
    advertisingId: row.advertising_id,
    vendorId: row.vendor_id,
    model: row.model,
    osVersion: row.os_version,
    language: row.language,
    appVersion: row.app_version,
    sdkVersion: row.sdk_version,
    trackingAuthorized: row.tracking_authorized,
    hasMalformedId: receipt?.conversion.hasMalformedId,
    adServicesToken: rows.appleToken,
  };
}

function userOf({ people: [person], events }: Rows): Bag | null {
  if (!person) return null;
  const names = events.map(({ name }) => name);
  return {
    id: person.user_id,
    name: person.name,
    email: person.email,
    phone: person.phone,
    createdAt: person.user_created_at,
    isFirstTime: names.includes('$login') ? false : names.includes('$signup') || null,
  };
}

function paymentOf({ payments }: Rows): Bag | null {
  const row = payments.at(-1);
  if (!row) return null;
  return { type: row.type, status: row.status, amount: row.amount, paymentId: row.payment_id };
}

/** What is in the database, in the words of the vectors. */
export function storedIn(rows: Rows, wire: WireCase): Bag {
  const install = installOf(rows, wire);
  const event = rows.events.filter(({ kind }) => kind !== 'open').at(-1);
  const owners: Record<string, string | null | undefined> = {
    'capture-event': event?.user_id,
    'capture-payment': rows.payments.at(-1)?.user_id,
  };
  const displayId = rows.openedLinks.at(-1);
  return {
    installId: event?.install_id ?? install?.install_id,
    platform: event?.platform ?? install?.platform,
    device: deviceOf(rows, wire),
    url: displayId === undefined ? null : `https://${LINK_HOST}/?c=${displayId}`,
    user: userOf(rows),
    userId: (wire.call in owners ? owners[wire.call] : install?.user_id) ?? null,
    event: event ? { name: event.name, data: event.data } : null,
    payment: paymentOf(rows),
    identities: install?.integrations,
    integrations: install?.integrations,
    pushToken: install?.push_token,
  };
}

export const rawIn = (rows: Rows, wire: WireCase) => (installOf(rows, wire)?.device_data ?? {}) as Bag;

export function countsIn({ installs, people, payments, events }: Rows): Record<string, number> {
  const ofKind = (kind: string) => events.filter((row) => row.kind === kind).length;
  return {
    installs: installs.length,
    users: people.length,
    opens: ofKind('open'),
    deepLinks: ofKind('open'),
    signups: ofKind('signup'),
    events: ofKind('event'),
    payments: payments.length,
  };
}

export async function readRevenue({ db }: TestServer, projectId: string): Promise<string> {
  const { rows } = await sql<{ revenue: string }>`
    select trim_scale(coalesce(sum(case kind when 'payment' then amount when 'refund' then -amount end), 0))::text
      as revenue
    from events where project_id = ${projectId}`.execute(db);
  return rows[0]?.revenue ?? '';
}
