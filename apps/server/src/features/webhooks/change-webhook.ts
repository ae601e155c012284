import { randomBytes } from 'node:crypto';
import type { updateWebhook } from '@trailmark/contract/webhooks';
import { MAX_WEBHOOKS } from '@trailmark/contract/webhooks';
import { SECRET_PREFIX } from '@trailmark/core/destinations/webhook/sign-webhook';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import {
  type ConnectionRow,
  insertConnection,
  lockConnections,
  removeConnection,
  setState,
  updateConnection,
  type WebhookSettings,
} from '../../connections/connection.ts';
import { type Credentials, findCredentials, sealCredentials } from '../../connections/destination-of.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { checkUrl } from '../../platform/outbound.ts';

export type WebhookChange = Omit<z.output<(typeof updateWebhook)['body']>, 'project_id' | 'webhook_id'>;

export interface Acting {
  projectId: string;
  actor: AuditActor;
}

const SECRET_BYTES = 32;
const newSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
const HINT_CHARACTERS = 12;
const hintOf = (secret: string) => ({ secret: secret.slice(0, HINT_CHARACTERS) });

/** The address of a Slack channel lets anybody write there: it is stored sealed, and shown without its end. */
function urlsOf(url: string): { shown: string; sealed: Credentials } {
  if (!isSlackUrl(url)) return { shown: url, sealed: {} };
  const { origin, pathname } = new URL(url);
  return { shown: `${origin}${pathname.split('/').slice(0, 3).join('/')}/…`, sealed: { url } };
}

function checkAddress({ env }: Kit, url: string): void {
  try {
    checkUrl(env, new URL(url));
  } catch (error) {
    throw badField('url', `cannot be used: ${(error as Error).message}`);
  }
}

interface Work extends Acting {
  kit: Kit;
  tx: Tx;
  now: Date;
}

const listOf = (events: string[] | null | undefined) => (events ? events.join(', ') : 'all');

async function createWebhook(work: Work, existing: number, change: WebhookChange) {
  const { kit, tx, now, projectId, actor } = work;
  if (existing >= MAX_WEBHOOKS) {
    throw new AppError('conflict', `A project has at most ${MAX_WEBHOOKS} webhooks. Remove one first.`);
  }
  const url = change.url ?? '';
  checkAddress(kit, url);
  const secret = change.secret ?? newSecret();
  const { shown, sealed } = urlsOf(url);
  const connectionId = newId(now);
  const name = change.name ?? new URL(url).host;
  await insertConnection(tx, now, {
    project_id: projectId,
    connection_id: connectionId,
    kind: 'webhook',
    name,
    settings: { url: shown, events: change.event_types ?? null, oldSecretUntil: null },
    sealed_credentials: sealCredentials(kit.secrets, { ...sealed, secret }),
    credential_hints: hintOf(secret),
  });
  if (change.active === false) {
    await setState(tx, now, { projectId, connectionId, state: 'paused', reason: null });
  }
  const after = { url: shown, event_types: listOf(change.event_types) };
  await recordChange(tx, now, { projectId, actor, action: 'webhook.created', target: name, after });
  return { connectionId, secret: isSlackUrl(url) || change.secret ? null : secret };
}

/** The new secret signs from now on; the old one as well, for as long as it is to be kept. */
function rotated(credentials: Credentials, { secret, rotate_secret: rotate }: WebhookChange, now: Date) {
  // One that cannot be read any more is replaced with whatever else is changed.
  if (!rotate && !secret && credentials.secret) return null;
  const made = secret ?? newSecret();
  const hours = rotate?.keep_old_hours ?? 0;
  const { old_secret: _, ...kept } = credentials;
  const old: Credentials = hours > 0 && credentials.secret ? { old_secret: credentials.secret } : {};
  return {
    made,
    credentials: { ...kept, ...old, secret: made },
    oldSecretUntil: hours > 0 ? later(now, hours * HOUR_MS).toISOString() : null,
  };
}

/** What is stored of an endpoint after a change. */
function changed(kit: Kit, row: ConnectionRow, { change, now }: { change: WebhookChange; now: Date }) {
  const before = row.settings as WebhookSettings;
  const { url: sealedUrl, ...others } = findCredentials(kit.secrets, row.sealed_credentials) ?? {};
  const isNewUrl = change.url !== undefined && change.url !== before.url;
  if (isNewUrl) checkAddress(kit, change.url ?? '');
  const ofSlack: Credentials = sealedUrl ? { url: sealedUrl } : {};
  const kept = { shown: before.url, sealed: ofSlack };
  const { shown, sealed } = isNewUrl ? urlsOf(change.url ?? '') : kept;
  const turn = rotated(others, change, now);
  const settings: WebhookSettings = {
    url: shown,
    events: change.event_types === undefined ? before.events : change.event_types,
    oldSecretUntil: turn ? turn.oldSecretUntil : before.oldSecretUntil,
  };
  return {
    settings,
    credentials: { ...(turn?.credentials ?? others), ...sealed },
    secret: turn?.made ?? null,
    // A new address is how somebody mends one that needs attention.
    active: change.active ?? (row.state === 'active' || (isNewUrl && row.state === 'attention')),
  };
}

async function changeWebhook(
  { kit, tx, now, projectId, actor }: Work,
  row: ConnectionRow,
  change: WebhookChange,
) {
  const { connection_id: connectionId } = row;
  const before = row.settings as WebhookSettings;
  const { settings, credentials, secret, active } = changed(kit, row, { change, now });
  const name = change.name ?? row.name;
  await updateConnection(tx, now, {
    projectId,
    connectionId,
    name,
    settings,
    sealed_credentials: sealCredentials(kit.secrets, credentials),
    ...(secret ? { credential_hints: hintOf(secret) } : {}),
  });
  const wasActive = row.state === 'active';
  if (active !== wasActive || (!active && row.state === 'attention' && change.active === false)) {
    await setState(tx, now, { projectId, connectionId, state: active ? 'active' : 'paused', reason: null });
  }
  await recordChange(tx, now, {
    projectId,
    actor,
    target: name,
    action: secret ? 'webhook.secret_rotated' : 'webhook.updated',
    before: { url: before.url, event_types: listOf(before.events), active: wasActive },
    after: { url: settings.url, event_types: listOf(settings.events), active },
  });
  return { connectionId, secret: change.secret ? null : secret };
}

/** Adds, changes or removes an endpoint; gives its id, unless it is gone, and a secret that was made. */
export async function saveWebhook(
  kit: Kit,
  { projectId, actor }: Acting,
  { webhookId, change }: { webhookId: string | undefined; change: WebhookChange },
): Promise<{ connectionId: string | null; secret: string | null }> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const work = { kit, tx, now, projectId, actor };
    const rows = (await lockConnections(tx, projectId)).filter(({ kind }) => kind === 'webhook');
    const row = rows.find(({ connection_id }) => connection_id === webhookId);
    if (webhookId !== undefined && !row) throw new AppError('not_found', 'We couldn’t find this webhook.');
    await announce(tx, { kind: 'project', projectId });
    if (!row) return await createWebhook(work, rows.length, change);
    if (!change.remove) return await changeWebhook(work, row, change);
    await removeConnection(tx, now, { projectId, connectionId: row.connection_id });
    await recordChange(tx, now, { projectId, actor, action: 'webhook.removed', target: row.name });
    return { connectionId: null, secret: null };
  });
}
