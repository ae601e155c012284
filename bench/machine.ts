import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** The fourth field of a process's state: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain anything.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** CPU of all threads, in nanoseconds: https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat */
function cpuNs(pid: number | string): number | null {
  try {
    const dir = `/proc/${pid}/task`;
    const timeOf = (task: string) => Number(readFileSync(`${dir}/${task}/schedstat`, 'utf8').split(' ')[0]);
    return readdirSync(dir).reduce((sum, task) => sum + timeOf(task), 0);
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
  const isChild = (name: string) => /^\d+$/.test(name) && parentOf(name) === pid;
  return existsSync('/proc') ? readdirSync('/proc').filter(isChild) : [];
}

/** What each process has used so far, in nanoseconds. */
export type CpuTimes = Map<string, number>;

/** A process with its children; null where the system does not report it. */
export function cpuTimesOf(pid: number, withChildren = false): CpuTimes | null {
  const own = cpuNs(pid);
  if (own === null) return null;
  const times: CpuTimes = new Map([[String(pid), own]]);
  const children = withChildren ? childrenOf(pid).filter((child) => !isCleaning(child)) : [];
  for (const child of children) times.set(child, cpuNs(child) ?? 0);
  return times;
}

/** The microseconds that were used between two looks, by those that are still there. */
export function usedUs(before: CpuTimes | null, after: CpuTimes | null): number | null {
  if (!before || !after) return null;
  let ns = 0;
  for (const [pid, now] of after) ns += now - (before.get(pid) ?? 0);
  return ns / 1000;
}

/** All cores together, since the start of the machine; null where the system does not say. */
export interface CoreTicks {
  idle: number;
  all: number;
}

/** https://man7.org/linux/man-pages/man5/proc_stat.5.html */
export function coreTicks(): CoreTicks | null {
  try {
    const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
    // user nice system idle iowait irq softirq steal; the guests after them are part of user.
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
    return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, one) => sum + one, 0) };
  } catch {
    return null;
  }
}

/** The part of all cores that no process used. */
export function idleShare(before: CoreTicks | null, after: CoreTicks | null): number | null {
  if (!before || !after || after.all === before.all) return null;
  return (after.idle - before.idle) / (after.all - before.all);
}

export function memoryMb(pid: number, withChildren = false): number | null {
  if (cpuNs(pid) === null) return null;
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
