import { NEW_PACKAGE } from './rewrite-import.ts';

const OLD_PACKAGES = ['rn-linkrunner', 'expo-linkrunner'];

interface PackageFile {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** In the same way as before: indentation, and whether a new line ends the file. */
function write(before: string, value: unknown): string {
  const indent = /^([ \t]+)\S/m.exec(before)?.[1] ?? '  ';
  return JSON.stringify(value, null, indent) + (before.endsWith('\n') ? '\n' : '');
}

/** package.json: the old packages go, the new one comes. */
export function migratePackageFile(text: string, version: string): string {
  const file = JSON.parse(text) as PackageFile;
  let hasOld = false;
  for (const list of [file.dependencies, file.devDependencies]) {
    for (const name of OLD_PACKAGES) {
      if (!list?.[name]) continue;
      delete list[name];
      hasOld = true;
    }
  }
  if (!hasOld) return text;
  // An entry that is there says where the package comes from: it may be a file.
  const dependencies = Object.entries({ [NEW_PACKAGE]: `^${version}`, ...file.dependencies });
  file.dependencies = Object.fromEntries(dependencies.sort(([one], [other]) => (one < other ? -1 : 1)));
  return write(text, file);
}

type Plugin = string | [string, Record<string, unknown>?];

/** The options of the old plugin that the new one has. */
function migratePlugin(plugin: Plugin): Plugin {
  const [name, options] = typeof plugin === 'string' ? [plugin] : plugin;
  if (!OLD_PACKAGES.includes(name)) return plugin;
  const text = options?.userTrackingPermission;
  return typeof text === 'string' ? [NEW_PACKAGE, { userTrackingPermission: text }] : NEW_PACKAGE;
}

/** app.json: the config plugin. */
export function migrateAppFile(text: string): string {
  const file = JSON.parse(text) as { expo?: { plugins?: Plugin[] }; plugins?: Plugin[] };
  const config = file.expo ?? file;
  if (!Array.isArray(config.plugins)) return text;
  const plugins = config.plugins.map(migratePlugin);
  if (JSON.stringify(plugins) === JSON.stringify(config.plugins)) return text;
  config.plugins = plugins;
  return write(text, file);
}
