import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { VERSION } from '../version.ts';
import { migrateAppFile, migratePackageFile } from './migrate-json.ts';
import { type MigrateOptions, migrateSource } from './migrate-source.ts';
import type { Remark } from './source-context.ts';

export interface MigrateProjectOptions extends MigrateOptions {
  /** `true`: says what would be changed, and changes nothing. */
  isDryRun: boolean;
}

export interface ProjectReport {
  changed: string[];
  remarks: (Remark & { path: string })[];
}

const SOURCE = /\.[cm]?[jt]sx?$/;
/** Native projects and settings: a person has to look at them. */
const NATIVE = /(^Podfile$|\.(plist|gradle|kts|xml|swift|kt|java|m|mm)$)/;
const SKIPPED = new Set(['node_modules', 'Pods', 'build', 'dist', '.git', '.expo']);

function* files(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) {
    const inside = join(path, name);
    // A link may lead anywhere, also back.
    const entry = statSync(inside, { throwIfNoEntry: false });
    if (SKIPPED.has(name) || !entry) continue;
    if (entry.isDirectory()) yield* files(inside);
    else yield inside;
  }
}

/** Lines of a native file that name the old SDK. */
const nativeRemarks = (text: string): Remark[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      /linkrunner/i.test(line) ? [{ line: index + 1, text: `not changed: ${line.trim()}` }] : [],
    );

function migrateText(
  path: string,
  text: string,
  options: MigrateOptions,
): { text: string; remarks: Remark[] } {
  const name = basename(path);
  if (name === 'package.json') return { text: migratePackageFile(text, VERSION), remarks: [] };
  if (name === 'app.json') return { text: migrateAppFile(text), remarks: [] };
  if (SOURCE.test(name)) return migrateSource(text, path, options);
  return { text, remarks: NATIVE.test(name) ? nativeRemarks(text) : [] };
}

/** Moves an app from rn-linkrunner to @trailmark/react-native; a file that cannot be read is left as it is. */
export function migrateProject(root: string, options: MigrateProjectOptions): ProjectReport {
  const report: ProjectReport = { changed: [], remarks: [] };
  for (const path of existsSync(root) ? files(root) : []) {
    const name = basename(path);
    if (!SOURCE.test(name) && !NATIVE.test(name) && !/^(package|app)\.json$/.test(name)) continue;
    const shown = relative(root, path) || name;
    try {
      const before = readFileSync(path, 'utf8');
      const { text, remarks } = migrateText(path, before, options);
      report.remarks.push(...remarks.map((remark) => ({ path: shown, ...remark })));
      if (text === before) continue;
      if (!options.isDryRun) writeFileSync(path, text);
      report.changed.push(shown);
    } catch (failure) {
      report.remarks.push({ path: shown, line: 1, text: `could not be read: ${(failure as Error).message}` });
    }
  }
  return report;
}
