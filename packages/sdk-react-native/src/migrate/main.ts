import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { migrateProject, type ProjectReport } from './migrate-project.ts';

const USAGE = `Moves an app from rn-linkrunner or expo-linkrunner to @trailmark/react-native.

  npx --no @trailmark/react-native migrate <path> --endpoint https://trailmark.example.com [--dry-run]

<path> is the folder of the app. Commit before you run it, and read the diff.`;

function describe({ changed, remarks }: ProjectReport, isDryRun: boolean): string {
  const verb = isDryRun ? 'would change' : 'changed';
  return [
    ...changed.map((path) => `${verb} ${path}`),
    changed.length === 0 ? 'Nothing names rn-linkrunner or expo-linkrunner.' : '',
    ...(remarks.length > 0 ? ['', 'Please check:'] : []),
    ...remarks.map(({ path, line, text }) => `  ${path}:${line}  ${text}`),
    ...(changed.length > 0 ? ['', 'Now run your package manager, pod install, and rebuild the app.'] : []),
  ].join('\n');
}

/** The command. Gives what it prints and its exit code. */
export function runMigrate(args: string[]): { output: string; code: number } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { endpoint: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const [command, path] = positionals;
    const endpoint = values.endpoint ?? '';
    if (command !== 'migrate' || !path || !/^https?:\/\/[^\s'"]+$/.test(endpoint))
      return { output: USAGE, code: 2 };
    if (!existsSync(path)) return { output: `${path} does not exist.`, code: 2 };
    const isDryRun = values['dry-run'];
    return { output: describe(migrateProject(path, { endpoint, isDryRun }), isDryRun), code: 0 };
  } catch (failure) {
    return { output: `${(failure as Error).message}\n\n${USAGE}`, code: 2 };
  }
}
