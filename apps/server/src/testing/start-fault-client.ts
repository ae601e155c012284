import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type { Connection } from '../db/connection.ts';
import { findDifferences } from '../rollups/recount.ts';
import { until } from './until.ts';

const ROWS = {
  click: 'select id::text as id from clicks where project_id = $1',
  install: 'select install_id as id from installs where project_id = $1 and installed_at is not null',
  event: `select data->>'id' as id from events where project_id = $1 and name = 'fault'`,
  payment: `select data->>'payment_id' as id from events where project_id = $1 and kind = 'payment'`,
} as const;
type Kind = keyof typeof ROWS;
const KINDS = Object.keys(ROWS) as Kind[];

interface Notes {
  /** Ids that were acknowledged. */
  acknowledged: Record<Kind, Set<string>>;
  /** Statuses of visitors who were not redirected. */
  unredirected: string[];
  /** Calls that were not acknowledged, with their status. */
  failed: string[];
}

export interface FaultClient {
  process: ChildProcess;
  notes(): Notes;
  /** Two of each kind: on a slow machine, little may have been taken since something else happened. */
  untilMoreIsAcknowledged(): Promise<void>;
  /** Lets each sender end what it is at. */
  stop(): Promise<void>;
}

function readNotes(path: string, from = 0): Notes {
  const newIds = () => new Set<string>();
  const notes: Notes = {
    acknowledged: { click: newIds(), install: newIds(), event: newIds(), payment: newIds() },
    unredirected: [],
    failed: [],
  };
  const text = existsSync(path) ? readFileSync(path, 'latin1').slice(from) : '';
  for (const line of text.split('\n')) {
    const [kind = '', ...rest] = line.split(' ');
    const id = rest.join(' ');
    if (kind === 'unredirected' || kind === 'failed') notes[kind].push(id);
    else if (id.length > 0) notes.acknowledged[kind as Kind]?.add(id);
  }
  return notes;
}

/** Sends clicks, installs and events to a project by a program of its own, until it is stopped. */
export function startFaultClient(
  url: string,
  project: { sdkToken: string; slug: string },
  { senders = 8, path }: { senders?: number; path: string },
): FaultClient {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = join(import.meta.dirname, 'fault-client.ts');
  const args = [url, project.sdkToken, project.slug, String(senders), path];
  const child = spawn(process.execPath, ['--import', tsx, script, ...args], { stdio: 'inherit' });
  return {
    process: child,
    notes: () => readNotes(path),
    untilMoreIsAcknowledged: async () => {
      const from = existsSync(path) ? readFileSync(path, 'latin1').length : 0;
      await until(() => {
        const { acknowledged } = readNotes(path, from);
        return KINDS.every((kind) => acknowledged[kind].size >= 2);
      });
    },
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function storedIds({ pool }: Connection, projectId: string, kind: Kind): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(ROWS[kind], [projectId]);
  return rows.map((row) => row.id);
}

/** Clicks that were acknowledged and are not in the database: they can only be in a spool. */
export async function findSpooled(
  connection: Connection,
  projectId: string,
  { acknowledged }: Notes,
): Promise<string[]> {
  const known = new Set(await storedIds(connection, projectId, 'click'));
  return [...acknowledged.click].filter((id) => !known.has(id));
}

/** Spooled clicks come in by themselves, within half a minute. */
async function waitForSpool(connection: Connection, projectId: string, notes: Notes): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    if ((await findSpooled(connection, projectId, notes)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What was acknowledged is there, each once, and counted as it is stored. */
export async function expectStoredOnce(
  connection: Connection,
  projectId: string,
  { notes, atLeast }: { notes: Notes; atLeast: number },
): Promise<void> {
  await waitForSpool(connection, projectId, notes);
  for (const kind of KINDS) {
    const ids = await storedIds(connection, projectId, kind);
    const known = new Set(ids);
    const acknowledged = notes.acknowledged[kind];
    expect(acknowledged.size, `${kind}s were acknowledged`).toBeGreaterThan(atLeast);
    expect(ids.length, `${kind}s are there once`).toBe(known.size);
    expect(
      [...acknowledged].filter((id) => !known.has(id)),
      `lost ${kind}s`,
    ).toEqual([]);
  }
  expect(await findDifferences(connection.db, projectId, '2000-01-01')).toEqual([]);
}
