import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** PostgreSQL's settings, given on its command line so that a Trailmark upgrade also upgrades them. */
export function serverSettings({
  fast,
  memoryBytes = usableMemory(),
}: {
  fast: boolean;
  memoryBytes?: number;
}) {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // TCP only: the path of a socket in a deep directory can exceed the system's limit of about 100 bytes.
    unix_socket_directories: '',
    max_connections: '100',
    // A question about all time opens every partition of a year and more, and locks each with its indexes.
    max_locks_per_transaction: '512',
    shared_buffers: `${fast ? 128 : sharedBuffersMiB(memoryBytes)}MB`,
    max_wal_size: '4GB',
    jit: 'off',
    // Pages lie in memory or on a disk that need not turn to find them.
    random_page_cost: '1.1',
    // A report may take a second core; ingest has the others.
    max_parallel_workers_per_gather: '1',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  if (!fast) return settings;
  return { ...settings, fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
}

function sharedBuffersMiB(memoryBytes: number): number {
  return Math.max(128, Math.min(2048, Math.floor(memoryBytes / 8 / mebibyte)));
}

/** A container's limit counts, not the machine's memory; without a limit Node tells 0 or a number beyond all. */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
