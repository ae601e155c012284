import { prepareBinaries } from '../../db/embedded/binaries.ts';

// Run by the tests as an ordinary user, whom a read-only installation really refuses.
const [native = '', dataDir = ''] = process.argv.slice(2);
const progress = () => {};
const found = { native, version: 'test' };
const { postgres } = await prepareBinaries({ account: undefined, dataDir, progress, found });
process.stdout.write(`${postgres}\n`);
