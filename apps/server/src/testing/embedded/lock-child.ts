import { createInterface } from 'node:readline';
import { type OwnerLock, takeOwnerLock } from '../../db/embedded/owner-lock.ts';

// Run by the tests: tries for the lock at the given instant, gives it back when told to, ends with its input.
const [dataDir = ''] = process.argv.slice(2);
const input = createInterface({ input: process.stdin });
let lock: OwnerLock | undefined;

input.on('line', (line) => {
  if (line === 'release') {
    lock?.release();
    lock = undefined;
    process.stdout.write('released\n');
    return;
  }
  while (Date.now() < Number(line));
  try {
    lock = takeOwnerLock(dataDir);
    process.stdout.write('won\n');
  } catch {
    process.stdout.write('refused\n');
  }
});
input.on('close', () => process.exit(0));
process.stdout.write('waiting\n');
