import type { AttributionWindows } from '@trailmark/contract/windows';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { ProjectConfig } from '../../pipeline/group.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashToken } from '../../platform/secrets.ts';

/** How long a copy is believed without having heard of a change: the net below the announcements. */
const FRESH_MS = 30_000;
const MOST_KNOWN = 10_000;

export interface SigningKey {
  keyId: string;
  sealedSecret: string;
  expiresAt: Date | null;
}

/** A project as ingest knows it. */
export interface KnownProject extends ProjectConfig {
  signingKeys: SigningKey[];
}

interface Row {
  project_id: string;
  currency: string;
  signing: 'optional' | 'required' | null;
  sealed_meta_referrer_key: string | null;
  version: number;
  click_hours: number;
  probabilistic_hours: number;
  view_hours: number;
  reattribution_days: number;
  inactivity_days: number;
  network_windows: Record<string, Partial<AttributionWindows>>;
  plausibility: unknown;
  signing_keys: { key_id: string; sealed_secret: string; expires_at: string | null }[];
}

async function findRow(db: Db, by: { token: string } | { keyHash: Buffer; now: Date }): Promise<Row | null> {
  const projectId =
    'token' in by
      ? sql`select project_id from project_tokens where token = ${by.token}`
      : sql`select project_id from private_keys where key_hash = ${by.keyHash}
          and (expires_at is null or expires_at > ${by.now})`;
  const { rows } = await sql<Row>`
    select p.project_id, p.currency, s.signing, s.sealed_meta_referrer_key, r.version, r.click_hours,
      r.probabilistic_hours, r.view_hours, r.reattribution_days, r.inactivity_days, r.network_windows,
      r.plausibility,
      coalesce((select json_agg(json_build_object('key_id', c.key_id, 'sealed_secret', c.sealed_secret,
        'expires_at', c.expires_at)) from sdk_credentials c
        where c.project_id = p.project_id and c.active), '[]') as signing_keys
    from projects p
    join lateral (select * from attribution_rules a where a.project_id = p.project_id
      order by a.version desc limit 1) r on true
    left join project_settings s on s.project_id = p.project_id
    where p.deleted_at is null and p.project_id = (${projectId})`.execute(db);
  return rows[0] ?? null;
}

function asProject(row: Row): KnownProject {
  return {
    projectId: row.project_id,
    currency: row.currency,
    signing: row.signing ?? 'optional',
    sealedMetaReferrerKey: row.sealed_meta_referrer_key,
    rules: {
      version: row.version,
      windows: {
        click_hours: row.click_hours,
        probabilistic_hours: row.probabilistic_hours,
        view_hours: row.view_hours,
        reattribution_days: row.reattribution_days,
        inactivity_days: row.inactivity_days,
      },
      networkWindows: row.network_windows,
      plausibility: row.plausibility,
    },
    signingKeys: row.signing_keys.map((key) => ({
      keyId: key.key_id,
      sealedSecret: key.sealed_secret,
      expiresAt: key.expires_at ? new Date(key.expires_at) : null,
    })),
  };
}

/** Projects by their tokens and keys, kept in process. */
export interface ProjectBook {
  byToken(token: string): Promise<KnownProject | null>;
  byPrivateKey(key: string): Promise<KnownProject | null>;
  forget(projectId: string): void;
  forgetAll(): void;
}

export function createProjectBook(db: Db, clock: Clock): ProjectBook {
  const known = new Map<string, { project: Promise<KnownProject | null>; until: number }>();
  const look = (key: string, find: () => Promise<Row | null>) => {
    const kept = known.get(key);
    // Age is counted by the machine's clock: the product's may be moved.
    if (kept && kept.until > performance.now()) return kept.project;
    if (known.size >= MOST_KNOWN) known.clear();
    const project = find().then((row) => (row ? asProject(row) : null));
    known.set(key, { project, until: performance.now() + FRESH_MS });
    project.catch(() => known.delete(key));
    return project;
  };
  return {
    byToken: (token) => look(`t ${token}`, () => findRow(db, { token })),
    byPrivateKey: (key) => {
      const keyHash = hashToken(key);
      return look(`k ${keyHash.toString('base64')}`, () => findRow(db, { keyHash, now: clock.now() }));
    },
    forget(projectId) {
      for (const [key, { project }] of known) {
        void project.then(
          // What was not there before may be there now: a project that was brought back, a new key.
          (one) => (one === null || one.projectId === projectId) && known.delete(key),
          () => {},
        );
      }
    },
    forgetAll: () => known.clear(),
  };
}
