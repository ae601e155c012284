import {
  listWhitelistedHosts,
  removeWhitelistedHost,
  updateWebSettings,
  type WhitelistedHost,
  whitelistHost as whitelistHostRoute,
} from '@trailmark/contract/web-sdk';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { isLocalHost, isStillRefused } from './refused-hosts.ts';
import { readScript, type WebScript } from './script.ts';
import { allowsLocalhost, type HostRow, listHosts, listRefused, type RefusedRow } from './store.ts';
import { allowLocalhost, removeHost, whitelistHost } from './whitelist-host.ts';

function acting(context: { person: Person; membership: Membership; client: ClientInfo }) {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

const presentHost = (row: HostRow): WhitelistedHost => ({
  host: row.host,
  token_id: row.token_id,
  token: row.token,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

const presentRefused = ({ host, count, first_at, last_at }: RefusedRow) => ({
  host,
  is_localhost: isLocalHost(host),
  count: Number(count),
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});

const presentScript = ({ publicUrl }: Kit, script: WebScript) => ({
  url: `${publicUrl}/sdk/v1.js`,
  pinned_url: `${publicUrl}/sdk/${script.pinnedName}`,
  integrity: script.integrity,
});

export const routes: HandledRoute[] = [
  onProject(listWhitelistedHosts, async ({ kit, membership: { projectId } }) => {
    const rows = await listHosts(kit.db, projectId);
    const localhost = await allowsLocalhost(kit.db, projectId);
    const allowed = { hosts: new Set(rows.map(({ host }) => host)), localhost };
    const refused = await listRefused(kit.db, projectId);
    const script = await readScript();
    return {
      hosts: rows.map(presentHost),
      refused_hosts: refused.filter(({ host }) => isStillRefused(allowed, host)).map(presentRefused),
      allow_localhost: localhost,
      script: script && presentScript(kit, script),
    };
  }),

  onProject(whitelistHostRoute, async (context) =>
    presentHost(await whitelistHost(context.kit, acting(context), context.body.host)),
  ),

  onProject(removeWhitelistedHost, async (context) => {
    await removeHost(context.kit, acting(context), context.body.tokenId);
    return { token_id: context.body.tokenId };
  }),

  onProject(updateWebSettings, async (context) => {
    await allowLocalhost(context.kit, acting(context), context.body.allow_localhost);
    return { allow_localhost: context.body.allow_localhost };
  }),
];
