import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadTextFont, knowShellFiles],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsDir: 'assets',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
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
