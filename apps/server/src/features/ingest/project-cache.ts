import type { ConnectionKind } from '@trailmark/contract/connections';
import type { Signing } from '@trailmark/contract/sdk-credentials';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import type { AttributionWindows } from '@trailmark/contract/windows';
import type { AllowedPages } from '@trailmark/core/client/web-hosts';
import { sql } from 'kysely';
import type { Db, NodeOf } from '../../db/connection.ts';
import { isAway } from '../../db/is-away.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLru } from '../../platform/lru.ts';
import { hashToken } from '../../platform/secrets.ts';
import { createBatchedLookUp } from './batched-look-up.ts';

/** How long a copy is believed without having heard of a change: the net below the announcements. */
const FRESH_MS = 30_000;
const KEPT_PROJECTS = 10_000;
/** Tokens and keys that name no project, apart from those that do: nobody makes us forget a project by guessing. */
const KEPT_UNKNOWN = 10_000;

/** Versions of a schema that installs of the last weeks may have been opened under. */
const KEPT_SCHEMAS = 20;

export interface SigningKey {
  keyId: string;
  sealedSecret: string;
  expiresAt: Date | null;
}

/** A project as ingest knows it, by one of its tokens or keys. */
export interface KnownProject extends ProjectConfig {
  signingKeys: SigningKey[];
  /** The token is one of a website: what comes with it is sent by pages. */
  isWebToken: boolean;
  /** Whose pages may send events. */
  pages: AllowedPages;
}

/** Whose token or key it is. */
interface Key {
  /** The token, or the hash of the key. */
  found_by: string;
  is_web: boolean;
  project_id: string;
}

interface ProjectRow {
  web_hosts: string[];
  allow_localhost: boolean | null;
  currency: string;
  signing: Signing | null;
  sealed_meta_referrer_key: string | null;
  has_coupons: boolean;
  coupon_rules: { event: string; pool_id: string; valid_from: string | null; valid_to: string | null }[];
  version: number;
  click_hours: number;
  probabilistic_hours: number;
  view_hours: number;
  reattribution_days: number;
  inactivity_days: number;
  web_days: number;
  network_windows: Record<string, Partial<AttributionWindows>>;
  plausibility: unknown;
  skan: { version: number; schema: SkanSchema; activated_at: string[] }[] | null;
  connections: { connection_id: string; kind: ConnectionKind; events: string[] | null }[];
  signing_keys: { key_id: string; sealed_secret: string; expires_at: string | null }[];
}

type FoundBy = { tokens: string[] } | { keyHashes: string[]; now: Date };

function keysOf(by: FoundBy) {
  return 'tokens' in by
    ? sql`select token as found_by, project_id, type = 'web' as is_web from project_tokens
        where token = any(${by.tokens}::text[])`
    : sql`select encode(key_hash, 'hex') as found_by, project_id, false as is_web from private_keys
        where key_hash in (select decode(h, 'hex') from unnest(${by.keyHashes}::text[]) h)
          and (expires_at is null or expires_at > ${by.now})`;
}

type Row = Key & ProjectRow;

async function findRow(db: Db, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select p.currency, s.signing, s.allow_localhost,
      s.sealed_meta_referrer_key, r.version, r.click_hours, r.probabilistic_hours, r.view_hours,
      r.reattribution_days, r.inactivity_days, r.web_days, r.network_windows, r.plausibility,
      exists (select from network_accounts n where n.project_id = ${id}
        and n.kind = 'JIO_COUPONS') as has_coupons,
      coalesce((select json_agg(json_build_object('event', c.after_event, 'pool_id', c.pool_id,
        'valid_from', c.valid_from, 'valid_to', c.valid_to)) from coupon_pools c
        where c.project_id = ${id} and c.state = 'active'
          and c.after_event is not null), '[]') as coupon_rules,
      coalesce((select json_agg(t.host) from project_tokens t
        where t.project_id = ${id} and t.type = 'web'), '[]') as web_hosts,
      coalesce((select json_agg(json_build_object('key_id', c.key_id, 'sealed_secret', c.sealed_secret,
        'expires_at', c.expires_at)) from sdk_credentials c
        where c.project_id = ${id} and c.active), '[]') as signing_keys,
      case when (select a.activate_skan from skan_activations a where a.project_id = ${id}
        order by a.changed_at desc limit 1) then (select json_agg(v) from (
          select s.version, s.schema, (select json_agg(a.changed_at) from skan_activations a
            where a.project_id = ${id} and a.version = s.version and a.activate_skan) as activated_at
          from skan_schemas s where s.project_id = ${id} and s.state <> 'draft'
          order by s.version desc limit ${KEPT_SCHEMAS}) v) end as skan,
      coalesce((select json_agg(json_build_object('connection_id', c.connection_id, 'kind', c.kind,
        'events', c.settings -> 'events') order by c.connection_id) from connections c
        where c.project_id = ${id} and c.removed_at is null), '[]') as connections
    from projects p
    join attribution_rules r on r.project_id = p.project_id
    left join project_settings s on s.project_id = p.project_id
    where p.project_id = ${id} and p.deleted_at is null
    order by r.version desc limit 1`.execute(db);
  return rows[0];
}

/** `db` has what every node knows. */
type ProjectDatabases = NodeOf<'db'> & { db: Db };

/** By each token or key, the project; or why the node that has it cannot be asked, which says nothing about the others. */
type Found = Map<string, KnownProject | Error>;

async function findOnNode(connection: NodeOf<'db'>, id: string): Promise<ProjectRow | Error | undefined> {
  try {
    const { db } = await connection.of(id);
    return await findRow(db, id);
  } catch (error) {
    if (isAway(error)) return error as Error;
    throw error;
  }
}

/** Who is meant first, which every node knows; then each project by itself, which one node has. */
async function findAll(connection: ProjectDatabases, by: FoundBy): Promise<Found> {
  const { rows: keys } = await sql<Key>`${keysOf(by)}`.execute(connection.db);
  const ids = [...new Set(keys.map((key) => key.project_id))];
  const found = await Promise.all(ids.map(async (id) => [id, await findOnNode(connection, id)] as const));
  const projects = new Map(found);
  return new Map(
    keys.flatMap((key) => {
      const project = projects.get(key.project_id);
      if (!project) return [];
      return [[key.found_by, project instanceof Error ? project : asProject({ ...project, ...key })]];
    }),
  );
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

function asProject(row: Row): KnownProject {
  return {
    projectId: row.project_id,
    currency: row.currency,
    signing: row.signing ?? 'report',
    sealedMetaReferrerKey: row.sealed_meta_referrer_key,
    hasCoupons: row.has_coupons,
    couponRules: row.coupon_rules.map(({ event, pool_id, valid_from, valid_to }) => ({
      event,
      poolId: pool_id,
      validFrom: instant(valid_from),
      validTo: instant(valid_to),
    })),
    rules: {
      version: row.version,
      windows: {
        click_hours: row.click_hours,
        probabilistic_hours: row.probabilistic_hours,
        view_hours: row.view_hours,
        reattribution_days: row.reattribution_days,
        inactivity_days: row.inactivity_days,
        web_days: row.web_days,
      },
      networkWindows: row.network_windows,
      plausibility: row.plausibility,
    },
    skan: row.skan && {
      versions: row.skan.map(({ version, schema, activated_at }) => ({
        version,
        schema,
        activatedAt: activated_at.map((at) => new Date(at)),
      })),
    },
    connections: row.connections.map(({ connection_id, kind, events }) => ({
      connectionId: connection_id,
      kind,
      events,
    })),
    isWebToken: row.is_web,
    pages: { hosts: new Set(row.web_hosts), localhost: row.allow_localhost ?? false },
    signingKeys: row.signing_keys.map((key) => ({
      keyId: key.key_id,
      sealedSecret: key.sealed_secret,
      expiresAt: instant(key.expires_at),
    })),
  };
}

/** A project as it is now, for what is done without a call of its apps. */
export async function findProject(db: Db, projectId: string): Promise<KnownProject | null> {
  const row = await findRow(db, projectId);
  return row ? asProject({ ...row, found_by: '', is_web: false, project_id: projectId }) : null;
}

const MAX_TOKEN = 200;

/** Whether a token may be looked up at all. */
export const isTokenText = (token: unknown): token is string =>
  typeof token === 'string' && token.length > 0 && token.length <= MAX_TOKEN && !token.includes('\u0000');

/** Projects by their tokens and keys, kept in process. */
export interface ProjectCache {
  /** At once where it is cached: a promise for every request costs more than the look-up. */
  byToken(token: string): KnownProject | null | Promise<KnownProject | null>;
  byPrivateKey(key: string): KnownProject | null | Promise<KnownProject | null>;
  forget(projectId: string): void;
  forgetAll(): void;
}

export function createProjectCache(connection: ProjectDatabases, clock: Clock): ProjectCache {
  // Age is counted by the machine's clock, as the cache does: the product's may be moved.
  const projects = createLru<KnownProject>(KEPT_PROJECTS, FRESH_MS);
  const unknown = createLru<true>(KEPT_UNKNOWN, FRESH_MS);
  const findByToken = createBatchedLookUp((tokens) => findAll(connection, { tokens }));
  const findByHash = createBatchedLookUp((keyHashes) => findAll(connection, { keyHashes, now: clock.now() }));
  let generation = 0;

  const load = async (key: string, find: () => Promise<KnownProject | Error | null>) => {
    const begun = generation;
    const project = await find();
    if (project instanceof Error) throw project;
    // A change during the look may not be in what it saw.
    if (begun !== generation) return project;
    if (project) projects.set(key, project);
    else unknown.set(key, true);
    return project;
  };
  const look = (key: string, find: () => Promise<KnownProject | Error | null>) => {
    const cached = projects.get(key);
    if (cached) return cached;
    return unknown.has(key) ? null : load(key, find);
  };
  return {
    byToken: (token) => look(`t ${token}`, () => findByToken(token)),
    byPrivateKey: (key) => {
      const hash = hashToken(key).toString('hex');
      return look(`k ${hash}`, () => findByHash(hash));
    },
    forget(projectId) {
      generation += 1;
      for (const [key, project] of projects.entries()) {
        if (project.projectId === projectId) projects.delete(key);
      }
      // What was not there before may be there now: a project that was brought back, a new key.
      unknown.clear();
    },
    forgetAll() {
      generation += 1;
      projects.clear();
      unknown.clear();
    },
  };
}
