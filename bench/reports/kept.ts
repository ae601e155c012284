import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a later run must know of a database that is kept. */
export interface Kept {
  token: string;
  projectId: string;
  /** A large one, whose details are requested. */
  campaignId: string;
  events: number;
}

const fileIn = (dir: string) => join(dir, 'reports.json');

export function findKept(dir: string | undefined): Kept | null {
  if (!dir || !existsSync(fileIn(dir))) return null;
  return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Kept;
}

export function keep(dir: string | undefined, kept: Kept): void {
  if (dir) writeFileSync(fileIn(dir), JSON.stringify(kept));
}
