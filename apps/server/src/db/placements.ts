import type { Connection } from './connection.ts';
import { renameTables, type ShardTables } from './shard-names.ts';

/** Every distributed table is cut in the same way, so that one says where a project is. */
const PLACEMENTS = `
  select s.shardid::text as shard, n.nodename || ':' || n.nodeport as node
  from pg_dist_shard s join pg_dist_placement p using (shardid)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.logicalrelid = 'events'::regclass`;

/** A table that every node has is one shard without limits. */
const TABLES = `
  select s.logicalrelid::text as table_name, shard_name(s.logicalrelid, s.shardid) as name,
    s.shardminvalue is null as is_everywhere
  from pg_dist_shard s join pg_dist_partition p using (logicalrelid)
  where s.shardminvalue = (select shardminvalue from pg_dist_shard where shardid = $1::bigint)
    or p.partmethod = 'n' and p.repmodel = 't'`;

interface TableName {
  table_name: string;
  name: string;
  is_everywhere: boolean;
}

/** Those of the product, each after those that it is made of. */
const VIEWS = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c
  where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.oid`;

interface View {
  name: string;
  definition: string;
}

async function readTables({ pool }: Connection, shard: string): Promise<ShardTables> {
  const { rows } = await pool.query<TableName>(TABLES, [shard]);
  const namesOf = (some: TableName[]) => new Map(some.map(({ table_name, name }) => [table_name, name]));
  const own = namesOf(rows.filter(({ is_everywhere }) => !is_everywhere));
  const everywhere = namesOf(rows.filter(({ is_everywhere }) => is_everywhere));
  const views = await pool.query<View>(VIEWS);
  // A view stands for what it is made of.
  for (const { name, definition } of views.rows) {
    const { text } = renameTables(definition.replace(/;\s*$/, ''), { own, everywhere });
    own.set(name, `(${text})`);
  }
  return { own, everywhere };
}

/** Where the shards of a cluster are, as it was last read, and what their tables are called. */
export interface Placements {
  /** The node that has a shard, by host:port. */
  nodeOf(shard: string): string | undefined;
  /** All shards that it knows. */
  shards(): string[];
  tablesOf(node: Connection, shard: string): Promise<ShardTables>;
  /** What the tables of a shard are called is looked up again: there may be new ones. */
  forgetTables(shard: string): void;
  read(): Promise<void>;
  readAt(): number;
  /** Waits for what is being read. */
  close(): Promise<void>;
}

export function createPlacements(coordinator: Connection): Placements {
  const tables = new Map<string, Promise<ShardTables>>();
  let nodes = new Map<string, string>();
  let reading: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    readAt = performance.now();
    const { rows } = await coordinator.pool.query<{ shard: string; node: string }>(PLACEMENTS);
    nodes = new Map(rows.map(({ shard, node }) => [shard, node]));
  };
  return {
    nodeOf: (shard) => nodes.get(shard),
    shards: () => [...nodes.keys()],
    tablesOf: (node, shard) => {
      const found = tables.get(shard) ?? readTables(node, shard);
      tables.set(shard, found);
      found.catch(() => tables.delete(shard));
      return found;
    },
    forgetTables: (shard) => void tables.delete(shard),
    read: () => {
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
    readAt: () => readAt,
    close: async () => {
      await reading?.catch(() => {});
    },
  };
}
