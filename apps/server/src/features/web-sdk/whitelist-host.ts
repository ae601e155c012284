import { MAX_WEB_HOSTS } from '@trailmark/contract/web-sdk';
import { type AllowedPages, readHost } from '@trailmark/core/client/web-hosts';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { isStillRefused } from './refused-hosts.ts';
import {
  deleteHost,
  forgetRefused,
  type HostRow,
  insertHost,
  listHosts,
  listRefused,
  lockWebSettings,
  setLocalhost,
} from './store.ts';

interface Acting {
  projectId: string;
  actor: Actor;
}

function parseHost(text: string): string {
  const read = readHost(text);
  if ('reason' in read) throw badField('host', read.reason);
  return read.host;
}

/** A host that is allowed is no longer listed among the refused. */
async function forgetAllowed(tx: Tx, projectId: string, allowed: AllowedPages): Promise<void> {
  const refused = await listRefused(tx, projectId);
  const gone = refused.filter((row) => !isStillRefused(allowed, row.host));
  await forgetRefused(
    tx,
    projectId,
    gone.map(({ host }) => host),
  );
}

/** Allows the pages of a host, with a token of its own. */
export async function whitelistHost(kit: Kit, { projectId, actor }: Acting, text: string): Promise<HostRow> {
  const host = parseHost(text);
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const localhost = await lockWebSettings(tx, projectId, now);
    const before = await listHosts(tx, projectId);
    if (before.some((one) => one.host === host)) {
      const reason = 'is already a whitelisted host of this project';
      throw new AppError('conflict', `${host} ${reason}.`, { host: reason });
    }
    if (before.length >= MAX_WEB_HOSTS) {
      throw new AppError('conflict', `A project has at most ${MAX_WEB_HOSTS} hosts. Remove one first.`);
    }
    const token = `tm_web_${newToken()}`;
    const row = { token_id: newId(now), host, token, created_at: now, last_seen_at: null };
    await insertHost(tx, projectId, row);
    const hosts = new Set([...before.map((one) => one.host), host]);
    await forgetAllowed(tx, projectId, { hosts, localhost });
    await recordChange(tx, now, { projectId, actor, action: 'web_host.added', target: host });
    await announce(tx, { kind: 'project', projectId });
    return row;
  });
}

/** Refuses the pages of a host from now on. */
export async function removeHost(kit: Kit, { projectId, actor }: Acting, tokenId: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    await lockWebSettings(tx, projectId, now);
    const host = await deleteHost(tx, projectId, tokenId);
    if (host === null) throw new AppError('not_found', 'We couldn’t find this whitelisted host.');
    await recordChange(tx, now, { projectId, actor, action: 'web_host.removed', target: host });
    await announce(tx, { kind: 'project', projectId });
  });
}

/** Allows or refuses pages on the machine of their developer. */
export async function allowLocalhost(
  kit: Kit,
  { projectId, actor }: Acting,
  allowed: boolean,
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const before = await lockWebSettings(tx, projectId, now);
    if (before === allowed) return;
    await setLocalhost(tx, projectId, { allowed, now });
    const hosts = new Set((await listHosts(tx, projectId)).map(({ host }) => host));
    await forgetAllowed(tx, projectId, { hosts, localhost: allowed });
    const values = { before: { allow_localhost: before }, after: { allow_localhost: allowed } };
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'web_localhost.changed',
      target: 'localhost',
      ...values,
    });
    await announce(tx, { kind: 'project', projectId });
  });
}
