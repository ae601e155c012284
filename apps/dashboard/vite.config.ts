import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { schemasLeftOut } from './leave-out-schemas.ts';

const api = process.env.TRAILMARK_API ?? 'http://127.0.0.1:4600';

// Without the preload the text font is found only after the stylesheet, and the first paint swaps fonts.
const preloadTextFont: Plugin = {
  name: 'preload-text-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) =>
        /inter-latin-wght-normal[^/]*\.woff2$/.test(name),
      );
      if (!file) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

// What every page has loaded before it fetches a screen: naming it again for each screen would fill the shell.
const shellFiles = new Set<string>();

const knowShellFiles: Plugin = {
  name: 'know-shell-files',
  apply: 'build',
  enforce: 'pre',
  generateBundle(_options, bundle) {
    const add = (fileName: string) => {
      const chunk = bundle[fileName];
      if (shellFiles.has(fileName) || chunk?.type !== 'chunk') return;
      shellFiles.add(fileName);
      for (const imported of chunk.imports) add(imported);
    };
    for (const chunk of Object.values(bundle)) {
      const isShell =
        chunk.type === 'chunk' && (chunk.isEntry || chunk.facadeModuleId?.endsWith('/app/start.tsx'));
      if (isShell) add(chunk.fileName);
    }
  },
  transformIndexHtml: {
    order: 'post',
    // The first file only says what to fetch: without these lines nothing would be on its way until then.
    handler: (html) =>
      [...shellFiles]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
};

const source = (path: string) => join(import.meta.dirname, path);
const SHELL = ['src/main.tsx', 'src/app/start.tsx', 'src/features/overview/overview-screen.tsx'].map(source);
const OVERVIEW = [source('src/features/overview/overview-report.tsx')];
// Importing one part of these imports all of them, until what is not used is left out.
const BARRELS = /node_modules\/(lucide-react|radix-ui|@radix-ui)\//;
// Come with the forms that check what is typed.
const SCHEMAS = /node_modules\/zod\/|\?schemas$/;
const STYLES = /\.css$/;
// The first file of all imports them, and shall not wait for the rest of the shell.
const FIRST =
  /zod\/v4\/core\/(core|util)\.js$|\/src\/app\/no-eval\.ts$|\/src\/api\/(early-|browser-storage|stored-token)[^/]*$|vite\/preload-helper/;

/** Whether a module is imported by one of these, directly or not; what other files have already is none of theirs. */
function importedBy(roots: readonly string[]) {
  const modules = new Set<string>();
  return (moduleId: string, context: Rolldown.ChunkingContext): boolean => {
    const add = (id: string) => {
      if (modules.has(id) || [BARRELS, SCHEMAS, STYLES].some((apart) => apart.test(id))) return;
      modules.add(id);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    if (modules.size === 0) roots.forEach(add);
    return modules.has(moduleId);
  };
}

const inShell = importedBy(SHELL);
const inOverview = importedBy(OVERVIEW);

function isNeededLater(id: string, context: Rolldown.ChunkingContext): boolean {
  if (SCHEMAS.test(id)) return true;
  return /packages\/contract\/src\//.test(id) && !inShell(id, context) && !inOverview(id, context);
}

export default defineConfig({
  plugins: [react(), tailwindcss(), schemasLeftOut, preloadTextFont, knowShellFiles],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsDir: 'assets',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    // How large the shell may be is checked with what it imports, compressed: scripts/bundle-size.mjs.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, includeDependenciesRecursively: false },
            // Schemas for forms, and what only single screens need of the contract.
            {
              name: (id, context) => (isNeededLater(id, context) ? 'contract' : null),
              debugName: 'contract',
              includeDependenciesRecursively: false,
            },
            // What every page imports before it fetches a screen is one file: a hundred small ones take longer.
            {
              name: (id, context) => (inShell(id, context) ? 'shell' : null),
              debugName: 'shell',
              test: (id) => !SHELL.includes(id),
            },
            // What many screens have parts of. Each group imports only those before it: none waits for itself.
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'radix', test: /node_modules\/(radix-ui|@radix-ui|@floating-ui)\// },
            // Everybody lands there, and other screens draw with the same parts.
            {
              name: (id, context) => (inOverview(id, context) ? 'overview' : null),
              debugName: 'overview',
              test: (id) => !OVERVIEW.includes(id),
            },
            { name: 'ui', test: /\/src\/ui\// },
          ],
        },
      },
    },
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files) =>
        shellFiles.has(file) ? files : files.filter((one) => !shellFiles.has(one)),
    },
  },
  server: {
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/ingest': { target: api, changeOrigin: false },
    },
  },
});
