import type { Output } from '@trailmark/contract/call';
import { SKAN_NETWORKS } from '@trailmark/contract/skan-networks';
import type { getSkanOverlap, SkanOverlap } from '@trailmark/contract/skan-report';
import { countCell, noCounts } from '@trailmark/core/skan/report/postback-counts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { type Context, contextOf } from '../../../report/context.ts';
import { onLocalDays } from '../../../report/local-days.ts';
import { matches } from '../../../report/query.ts';
import { readRaw } from '../../../report/read-raw.ts';
import { readCells } from './read-cells.ts';
import { readSources } from './read-sources.ts';
import { readReportDays } from './report-days.ts';
import { sortSources } from './report-rows.ts';
import type { SkanSelection } from './selection.ts';

/** Networks whose ad network ids are not known are taken together: campaigns of them are of the network OTHER. */
const OTHER = 'OTHER';
const comparedNetwork = (network: string) =>
  (SKAN_NETWORKS as readonly string[]).includes(network) ? network : OTHER;

interface UserInstalls {
  network: string;
  installs: number;
  consented: number;
}

/** Installs on iOS by the network that the install is credited to, and how many of them allowed tracking. */
async function readUserInstalls(tx: Tx, selection: SkanSelection, context: Context): Promise<UserInstalls[]> {
  const { isInRange } = onLocalDays(sql.ref('i.installed_at'), context, context.range);
  const { projectId, scope } = selection;
  const { rows } = await sql<UserInstalls>`
    select d.network, count(*)::int as installs, count(*) filter (where i.tracking_authorized)::int as consented
    from installs i
    cross join lateral (
      select f.kind, f.network, f.campaign_id from decisions f
      where f.project_id = ${projectId} and f.install_id = i.install_id and f.kind in ('install', 'reinstall')
      order by f.revision desc limit 1) d
    where i.project_id = ${projectId} and i.platform = 'ios' and ${isInRange} and d.kind = 'install'
      and ${matches({ filter: { projectId, scope } }, 'd')}
    group by d.network`.execute(tx);
  return rows;
}

async function readSkanInstalls(
  tx: Tx,
  selection: SkanSelection,
  context: Context,
): Promise<Map<string, number>> {
  const days = await readReportDays(tx, context);
  const sources = await readSources(tx, selection);
  const { rows, rowOf } = sortSources('network', sources);
  const cells = await readCells(tx, { selection, days, sources, by: rowOf, activatedAt: [] });
  const installs = new Map<string, number>();
  for (const cell of cells) {
    const counts = noCounts();
    countCell(counts, cell);
    const network = comparedNetwork(rows[Number(cell.key)]?.key ?? '');
    installs.set(network, (installs.get(network) ?? 0) + counts.installs);
  }
  return installs;
}

function overlapOf(skanInstalls: number, { installs, consented }: Omit<UserInstalls, 'network'>) {
  const inBoth = Math.min(consented, skanInstalls);
  return {
    skan_installs: skanInstalls,
    user_installs: installs,
    consented,
    in_both: inBoth,
    most_in_both: Math.min(installs, skanInstalls),
    together: installs + skanInstalls - inBoth,
  };
}

const sumOf = (rows: readonly SkanOverlap[], name: Exclude<keyof SkanOverlap, 'network'>) =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** User-level and SKAN installs side by side, network by network. */
export async function readSkanOverlap(
  db: Db,
  now: Date,
  selection: SkanSelection,
): Promise<Output<typeof getSkanOverlap>> {
  return await readRaw(db, selection.projectId, async (tx) => {
    const context = await contextOf(tx, now, selection);
    const skan = await readSkanInstalls(tx, selection, context);
    const users = await readUserInstalls(tx, selection, context);
    const names = [...SKAN_NETWORKS, OTHER];
    const ofNetwork = (network: string) =>
      users.find((row) => row.network === network) ?? { installs: 0, consented: 0 };
    const networks = names
      .map((network) => ({ network, ...overlapOf(skan.get(network) ?? 0, ofNetwork(network)) }))
      .filter(({ skan_installs, user_installs }) => skan_installs > 0 || user_installs > 0);
    const { timezone, range } = context;
    return {
      ...range,
      timezone,
      day_basis: selection.dayBasis,
      networks,
      total: {
        skan_installs: sumOf(networks, 'skan_installs'),
        user_installs: sumOf(networks, 'user_installs'),
        consented: sumOf(networks, 'consented'),
        in_both: sumOf(networks, 'in_both'),
        most_in_both: sumOf(networks, 'most_in_both'),
        together: sumOf(networks, 'together'),
      },
      other_user_installs: users
        .filter(({ network }) => !names.includes(network))
        .reduce((sum, { installs }) => sum + installs, 0),
    };
  });
}
