import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** Linux counts in hundredths of a second everywhere. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK_MS = 10;

interface Stat {
  ppid: number;
  ticks: number;
}

function readStat(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { ppid: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** What the process alone has: of pages that several share, its part. */
function memoryKb(pid: number | string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** PostgreSQL cleans up by itself, now and then: that belongs to no request. */
const isCleaning = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: autovacuum worker');
  } catch {
    return true;
  }
};

function childrenOf(pid: number): string[] {
  const isChild = (name: string) => /^\d+$/.test(name) && readStat(name)?.ppid === pid;
  return existsSync('/proc') ? readdirSync('/proc').filter(isChild) : [];
}

/** What each process has used so far. */
export type Ticks = Map<string, number>;

/** A process with its children; null where the system keeps no such books. */
export function ticksOf(pid: number, withChildren = false): Ticks | null {
  const stat = readStat(pid);
  if (!stat) return null;
  const ticks: Ticks = new Map([[String(pid), stat.ticks]]);
  const children = withChildren ? childrenOf(pid).filter((child) => !isCleaning(child)) : [];
  for (const child of children) ticks.set(child, readStat(child)?.ticks ?? 0);
  return ticks;
}

/** The time that was used between two looks, by those that are still there. */
export function spentMs(before: Ticks | null, after: Ticks | null): number | null {
  if (!before || !after) return null;
  let ticks = 0;
  for (const [pid, now] of after) ticks += now - (before.get(pid) ?? 0);
  return ticks * TICK_MS;
}

export function memoryMb(pid: number, withChildren = false): number | null {
  if (!readStat(pid)) return null;
  const pids = [String(pid), ...(withChildren ? childrenOf(pid) : [])];
  return pids.reduce((sum, one) => sum + memoryKb(one), 0) / 1024;
}

export const machine = () => ({
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  load: loadavg().map((one) => Math.round(one * 100) / 100),
});
