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
};

const SHELL = ['src/main.tsx', 'src/app/start.tsx', 'src/features/overview/overview-screen.tsx'].map((path) =>
  join(import.meta.dirname, path),
);
// Importing one part of these imports all of them, until what is not used is left out.
const BARRELS = /node_modules\/(lucide-react|radix-ui|@radix-ui)\//;
const shellModules = new Set<string>();

/** What every page imports before it fetches a screen is one file: a hundred small ones take longer than their size. */
function shellOf(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  const add = (id: string) => {
    if (shellModules.has(id) || BARRELS.test(id)) return;
    shellModules.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  if (shellModules.size === 0) SHELL.forEach(add);
  return shellModules.has(moduleId) ? 'shell' : null;
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
            { name: shellOf, debugName: 'shell', test: (id) => !SHELL.includes(id) },
            // What many screens have parts of. Each group imports only those before it: none waits for itself.
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'contract', test: /packages\/contract\/src\// },
            { name: 'ui', test: /\/src\/ui\/|node_modules\/(radix-ui|@radix-ui|@floating-ui)\// },
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
