import type { Measured } from '@trailmark/contract/alerts';
import { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import { type ConnectionRow, listConnections, MOST_FAILURES } from '../../connections/connection.ts';
import { wordsFor } from '../../connections/needs-attention.ts';
import type { Db } from '../../db/connection.ts';
import { NETWORK_WORDS } from '../../networks/lose-login.ts';
import type { Kit } from '../../platform/kit.ts';
import { UNMEASURED } from './unmeasured.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What somebody paused is not broken. */
function problemOf({ state, reason, failures }: ConnectionRow): string | null {
  if (state === 'attention') return reason ?? 'needs attention';
  if (state === 'active' && failures >= MOST_FAILURES)
    return `${failures} requests in a row failed: ${reason}`;
  return null;
}

interface NetworkRow {
  id: string;
  kind: string;
  name: string;
  what: 'login' | 'import';
  problem: string | null;
}

/** People’s logins with networks, and the ad accounts that spend is imported from. */
async function listNetworkParts(db: Db, projectId: string): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    select 'login:' || login_id as id, kind, name, 'login' as what,
      case when state = 'attention' then coalesce(reason, 'connect again') end as problem
    from network_logins where project_id = ${projectId}
    union all
    select 'import:' || i.kind || ':' || i.ad_account_id, i.kind, coalesce(min(a.name), i.ad_account_id), 'import',
      case when i.state = 'failed' then coalesce(i.reason, 'the import failed') end
    from network_imports i
    left join network_accounts a on a.project_id = ${projectId} and a.kind = i.kind
      and split_part(a.external_id, '/', 1) = i.ad_account_id
    where i.project_id = ${projectId}
    group by i.kind, i.ad_account_id, i.state, i.reason
    order by 1`.execute(db);
  return rows;
}

function presentPart(projectId: string, { id, kind, name, what, problem }: NetworkRow): Measured {
  const words = NETWORK_WORDS[NetworkKind.parse(kind)];
  const label = what === 'login' ? `login of ${name}` : `spend of ${name}`;
  const path = what === 'login' ? words.screen : '/spend';
  return {
    ...UNMEASURED,
    subject: id,
    scope: 'connection',
    name: `${words.label} ${label}`,
    problem,
    path: `${path}?p_id=${projectId}`,
  };
}

/** Everything that a project is connected to, and what fails of it. */
export async function measureConnections({ db }: Pick<Kit, 'db'>, projectId: string): Promise<Measured[]> {
  const connections = await listConnections(db, projectId);
  const parts = await listNetworkParts(db, projectId);
  return [
    ...connections.map((row): Measured => {
      const [label, screen] = wordsFor(row.kind, row.name);
      return {
        ...UNMEASURED,
        subject: row.connection_id,
        scope: 'connection',
        name: capital(label),
        problem: problemOf(row),
        path: `${screen}?p_id=${projectId}`,
      };
    }),
    ...parts.map((row) => presentPart(projectId, row)),
  ];
}
