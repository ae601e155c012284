import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

export type Account = { uid: number; gid: number };

/** Prints what a command wrote, or gives null when it failed. */
type Run = (file: string, args: string[]) => string | null;

/** Where a Trailmark started by root keeps what PostgreSQL's unprivileged account has to reach. */
export const rootHome = '/var/lib/trailmark';

const userName = 'postgres';

/** The account PostgreSQL must run as, because it refuses to run as root; undefined: simply as ourselves. */
export function accountFor(
  cluster: string,
  { uid = process.getuid?.(), run = runQuietly }: { uid?: number; run?: Run } = {},
): Account | undefined {
  if (uid !== 0) return undefined;
  // A cluster made by an ordinary user stays that user's, so that they can go on without root afterwards.
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser(run) ?? createUser(run);
}

/** Whether this account may enter the directory (or execute the file), asked of the system itself. */
export function canReach(path: string, account: Account): boolean {
  const test = spawnSync('/bin/sh', ['-c', '[ -x "$1" ]', 'sh', path], { ...account, cwd: '/' });
  return test.status === 0;
}

function findUser(run: Run): Account | undefined {
  const uid = run('id', ['-u', userName]);
  const gid = run('id', ['-g', userName]);
  if (!uid || !gid) return undefined;
  return { uid: Number(uid), gid: Number(gid) };
}

function createUser(run: Run): Account {
  const useradd = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', userName];
  // The words that both Debian's and BusyBox' adduser know.
  const adduser = ['--system', '--no-create-home', '--disabled-password', '--shell', '/bin/false', userName];
  if (run('useradd', useradd) === null) run('adduser', adduser);
  const created = findUser(run);
  if (created) return created;
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${userName}" could be neither found nor created: ` +
      'create it, start Trailmark as an ordinary user, or set DATABASE_URL.',
  );
}

function runQuietly(file: string, args: string[]): string | null {
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  const result = spawnSync(file, args, { encoding: 'utf8', env: { PATH: path, LC_ALL: 'C' } });
  return result.status === 0 ? result.stdout.trim() : null;
}
