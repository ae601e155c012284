import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export type ProcessInfo =
  | { state: 'gone' | 'zombie' }
  | {
      state: 'alive';
      ofAnotherUser: boolean;
      startedAt?: string;
      name?: string;
      command?: string;
      cwd?: string;
    };

/** Who has this pid now. Fields stay undefined where the system does not let us see them. */
export function lookUpProcess(pid: number, platform = process.platform): ProcessInfo {
  if (!Number.isInteger(pid) || pid <= 0) return { state: 'gone' };
  const signal = signalZero(pid);
  if (signal === 'none') return { state: 'gone' };
  const ofAnotherUser = signal === 'forbidden';
  const seen = platform === 'linux' ? readProc(pid) : readPs(pid);
  // Unreadable but ours to signal: it ended between the two looks. Not ours: it may only be hidden (hidepid).
  if (!seen && platform === 'linux' && !ofAnotherUser) return { state: 'gone' };
  if (!seen) return { state: 'alive', ofAnotherUser };
  if (/^[ZX]/.test(seen.status)) return { state: 'zombie' };
  return {
    state: 'alive',
    ofAnotherUser,
    startedAt: seen.startedAt,
    name: seen.name,
    command: seen.command,
    cwd: seen.cwd,
  };
}

type ProcessEntry = { status: string; startedAt: string; name: string; command: string; cwd?: string };

function signalZero(pid: number): 'delivered' | 'forbidden' | 'none' {
  try {
    process.kill(pid, 0);
    return 'delivered';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'forbidden' : 'none';
  }
}

function readProc(pid: number): ProcessEntry | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (!stat) return undefined;
  // The name is in parentheses and may itself hold spaces and parentheses: count fields after the last one.
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const bootId = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';
  return {
    status: fields[0] ?? '',
    // Ticks are counted from boot, so only together with the boot do they name one moment.
    startedAt: `${bootId}/${fields[19] ?? ''}`,
    name: stat.slice(stat.indexOf('(') + 1, nameEnd),
    command: (attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').replaceAll('\0', ' ').trim(),
    cwd: attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
  };
}

function readPs(pid: number): ProcessEntry | undefined {
  const line = ps(pid, 'stat=,lstart=,command=');
  const parts = /^(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/.exec(line);
  if (!parts) return undefined;
  const [, status = '', startedAt = '', command = ''] = parts;
  return { status, startedAt, command, name: basename(ps(pid, 'comm=')) };
}

function ps(pid: number, columns: string): string {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  return spawnSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', env }).stdout?.trim() ?? '';
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
