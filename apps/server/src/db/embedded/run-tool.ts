import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './run-as.ts';

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
