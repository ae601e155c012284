// Packs the SDKs as the npm packages that an installation hands out: nobody needs a registry to install them.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** The folders that are packed, by the name of the package. */
const FOLDERS = {
  'trailmark-sdk-web': 'packages/sdk-web/dist',
  'trailmark-react-native': 'packages/sdk-react-native',
};

async function must(command, args, cwd = root) {
  const { code, output } = await run(command, args, { quiet: true, cwd });
  if (code !== 0) throw new Error(output);
  return output;
}

/** The file has no version in its name: the address of the newest one stays the same. */
export async function packSdks(dist) {
  await must(process.execPath, [join(root, 'packages/sdk-react-native/build.mjs')]);
  for (const [name, folder] of Object.entries(FOLDERS)) {
    // In the folder itself: from the root npm would pack the workspaces.
    const options = ['--json', '--ignore-scripts', '--pack-destination', dist];
    const output = await must('npm', ['pack', ...options], join(root, folder));
    const [{ filename }] = JSON.parse(/^\[[\s\S]*^\]/m.exec(output)[0]);
    renameSync(join(dist, filename.replace('@', '').replace('/', '-')), join(dist, `${name}.tgz`));
  }
}
