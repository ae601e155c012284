import { TOOLS } from '@trailmark/contract/analytics-tools';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { mailLater } from '../jobs/send-mail.ts';
import { namedId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import { type ConnectionRow, lockConnection, setState, wakeLanes } from './connection.ts';
import { isTool } from './destination-of.ts';

async function listAdmins(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.role in ('owner', 'admin') order by u.email`.execute(tx);
  return rows.map(({ email }) => email);
}

async function findProjectName(tx: Tx, projectId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from projects where project_id = ${projectId}`.execute(tx);
  return rows[0]?.name ?? '';
}

/** The other webhooks that want to know are notified. */
async function planNotices(tx: Tx, now: Date, connection: ConnectionRow, reason: string): Promise<void> {
  const { project_id: projectId, connection_id: connectionId, kind, name } = connection;
  const notice = JSON.stringify({ connection: { kind, name, reason } });
  const sourceId = namedId(now, `${connectionId} needs attention`);
  const type = 'connection_needs_attention';
  await sql`
    insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
      planned_at, state, due_at, notice)
    select ${projectId}::uuid, ${sourceId}::uuid, connection_id, ${type}, ${`$${type}`}, '', ${now}, 0, ${now},
      'waiting', ${now}, ${notice}::jsonb
    from connections where project_id = ${projectId} and removed_at is null and kind = 'webhook'
      and connection_id <> ${connectionId}
      and (settings -> 'events' = 'null' or settings -> 'events' ? ${type})
    on conflict do nothing`.execute(tx);
  await wakeLanes(tx, now, [projectId]);
}

/** A mail to those who can mend something. */
interface AttentionMail {
  projectId: string;
  /** What needs attention, in words. */
  label: string;
  paragraphs: string[];
  button: { label: string; path: string };
  /** How the subject and the heading end. */
  ending: string;
}

type MailKit = Pick<Kit, 'secrets' | 'publicUrl'>;

export async function mailAdmins(
  tx: Tx,
  { secrets, publicUrl }: MailKit,
  { projectId, label, paragraphs, button, ending }: AttentionMail,
): Promise<void> {
  const project = await findProjectName(tx, projectId);
  const text = {
    subject: `${project}: ${label} ${ending}`,
    heading: `${label.charAt(0).toUpperCase()}${label.slice(1)} ${ending}`,
    paragraphs,
    button: { label: button.label, url: `${publicUrl}${button.path}?p_id=${projectId}` },
    footnote: `You get this mail because you are an admin of ${project} in Trailmark.`,
  };
  for (const to of await listAdmins(tx, projectId)) await mailLater(tx, { secrets }, { to, text });
}

const NETWORKS: Partial<Record<ConnectionRow['kind'], [label: string, screen: string]>> = {
  META: ['the Meta account', '/integrations/meta'],
  TIKTOK: ['the TikTok pixel', '/integrations/tiktok'],
  GOOGLE: ['the Google Ads account', '/integrations/google_ads'],
  JIO_COUPONS: ['the coupon network', '/integrations/jio_coupons'],
};

/** What a connection leads to, in words, and the screen where it is mended. */
export function wordsFor(kind: ConnectionRow['kind'], name: string): [label: string, screen: string] {
  if (isTool(kind)) return [TOOLS[kind].label, `/integrations/${kind}`];
  const [label, screen] = NETWORKS[kind] ?? ['the webhook', '/webhooks'];
  return [`${label} ${name}`, screen];
}

/** Nothing is sent until somebody has mended it; other webhooks are notified. */
export async function stopConnection(
  tx: Tx,
  now: Date,
  connection: ConnectionRow,
  reason: string,
): Promise<void> {
  const { project_id: projectId, connection_id: connectionId } = connection;
  await setState(tx, now, { projectId, connectionId, state: 'attention', reason });
  await planNotices(tx, now, connection, reason);
}

export const KEPT = 'New events are queued, and sent once the connection works again.';

/**
 * Stops a connection whose receiver refuses us, and notifies those who can mend it. One that somebody has removed, stopped
 * or given other credentials since stays as it is.
 */
export async function needsAttention(
  { db, clock, ...kit }: Pick<Kit, 'db' | 'clock'> & MailKit,
  connection: ConnectionRow,
  reason: string,
): Promise<void> {
  const [label, screen] = wordsFor(connection.kind, connection.name);
  const { project_id: projectId, connection_id: connectionId } = connection;
  await db.transaction().execute(async (tx) => {
    const current = await lockConnection(tx, { projectId, connectionId });
    const isSame = current?.sealed_credentials === connection.sealed_credentials;
    if (current?.state !== 'active' || !isSame) return;
    await stopConnection(tx, clock.now(), connection, reason);
    await mailAdmins(tx, kit, {
      projectId,
      label,
      ending: 'needs attention',
      paragraphs: [`Trailmark can no longer deliver to ${label}: ${reason}.`, KEPT],
      button: { label: 'Open the connection', path: screen },
    });
  });
}
