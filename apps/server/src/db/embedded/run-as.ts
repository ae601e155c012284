import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** Parents made on the way are passable even under a strict umask, which would lock PostgreSQL's user out. */
export function makePassableDir(dir: string): void {
  const firstCreated = mkdirSync(dir, { recursive: true });
  if (firstCreated === undefined) return;
  for (let created = dir; created.length >= firstCreated.length; created = dirname(created)) {
    chmodSync(created, 0o711);
  }
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

type ToolOptions = { account: Account | undefined; cwd: string };

/** Runs initdb or pg_ctl to its end. */
export function runTool(
  file: string,
  args: string[],
  { account, cwd }: ToolOptions,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    // A process group of its own: Ctrl-C is for Trailmark, which then decides.
    const child = spawn(file, args, { ...account, cwd, env: toolEnv(), detached: true, windowsHide: true });
    endWithThisProcess(child, killGroup);
    let output = '';
    const collect = (text: Buffer) => {
      output += text.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** PostgreSQL's programs obey many variables (PGDATA, PGPORT, …) and need none of Trailmark's secrets. */
export function toolEnv(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C' };
}

/** Also when Trailmark leaves by process.exit, which waits for nothing, its children must not stay. */
export function endWithThisProcess(child: ChildProcess, end: (pid: number) => void): void {
  const endIfLeft = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) end(child.pid);
  };
  process.on('exit', endIfLeft);
  child.on('exit', () => process.off('exit', endIfLeft));
  child.on('error', () => process.off('exit', endIfLeft));
}

/** initdb runs programs of its own, which belong to its group. */
function killGroup(leader: number): void {
  process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
}
