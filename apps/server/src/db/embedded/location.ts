import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findPlatformPackage } from './platform-package.ts';
import { type Account, accountFor, canReach, rootHome } from './run-as.ts';

export type DataDirRequest = {
  /** DATA_DIR as the operator set it. */
  explicit: string | undefined;
  checkout: string;
  progress: (line: string) => void;
};

type Host = {
  accountFor: (cluster: string) => Account | undefined;
  canReach: (path: string, account: Account) => boolean;
  binDir: () => string;
};

const thisHost: Host = { accountFor, canReach, binDir: () => join(findPlatformPackage().native, 'bin') };

/** Where Trailmark's data lives when its PostgreSQL is the embedded one. */
export function chooseDataDir({ explicit, checkout, progress }: DataDirRequest, host = thisHost): string {
  const wanted = resolve(explicit ?? join(checkout, '.trailmark'));
  const cluster = join(wanted, 'postgres');
  const account = host.accountFor(cluster);
  if (!account) return wanted;

  const reachable = host.canReach(existingParent(wanted), account);
  const hasData = existsSync(cluster);
  if (!reachable && (explicit !== undefined || hasData)) throw new Error(unreachable(wanted, account));
  if (explicit !== undefined || hasData) return wanted;
  if (reachable && host.canReach(host.binDir(), account)) return wanted;

  const moved = join(rootHome, 'data');
  progress(
    `PostgreSQL's user cannot enter ${checkout}: data and a copy of PostgreSQL are kept in ${rootHome}.`,
  );
  return moved;
}

/** The data directory itself is left out: its own mode is set at start. */
export function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : existingParent(parent);
}

export function unreachable(dataDir: string, account: Account): string {
  return (
    `PostgreSQL runs as user ${account.uid} because Trailmark was started by root, but that user cannot enter ` +
    `${existingParent(dataDir)}: set DATA_DIR to a directory outside of it (such as ${rootHome}/data), ` +
    'or let others pass with chmod o+x on its parents.'
  );
}
