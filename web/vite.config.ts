import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkFileNames } from './release/chunk-names.js';
import { shortClassNames } from './release/class-names.js';
import { subresourceIntegrity } from './release/integrity.js';
import { leanRouter } from './release/lean-router.js';
import { addLinkPreview } from './src/app/static-site/link-preview.js';
import { schemeCss, themeColours } from './src/theme/scheme-css.js';

/** Where `npm run dev` finds a running stack; `npm start` prints its address. */
const backend = process.env['DEV_BACKEND'] ?? 'http://localhost:8080';

/** A CDN's address for the hashed files, with a slash at its end; the pages themselves stay at the root. */
const assetBase = process.env['ASSET_BASE'] ?? '/';

/**
 * Browsers load worker scripts, the manifest and the app's icons (all under public/) from the page's own origin only,
 * so these stay there when a CDN serves the rest.
 */
const ownOriginFiles: NonNullable<UserConfig['experimental']> = {
  renderBuiltUrl: (file, { type, hostType }) => {
    if (type === 'public') return `/${file}`;
    const isWorker = hostType === 'js' && /[/-]worker-[^/]+\.js$/.test(file);
    return isWorker ? { runtime: `self.location.origin+${JSON.stringify(`/${file}`)}` } : undefined;
  },
};

const workerSource = fileURLToPath(new URL('src/sw/sw.ts', import.meta.url));

/** Adds the theme-color tags to index.html. */
const themeColourTags: Plugin = {
  name: 'theme-colour-tags',
  transformIndexHtml: () =>
    themeColours.map((attrs) => ({ tag: 'meta', attrs: { name: 'theme-color', ...attrs } })),
};

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** The modules that `entry` imports statically, and itself. */
const staticGraph = (entry: string, graph: ModuleGraph): Set<string> => {
  const found = new Set([entry]);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
};

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Pages that share modules with the recipient's page. */
const otherPages = [
  'app/routes/login-route.tsx',
  'app/shell/signed-in-frame.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/marketing/landing/landing-page.tsx',
];

/**
 * `start`: the modules that every page loads, without those of the entry, which is evaluated before translations.
 * `common`: what the recipient's page shares with other pages. `share-page`: the rest of it, also what its later steps
 * use. Many small chunks would compress worse.
 */
const chunkOf = (): ((id: string, graph: ModuleGraph) => string | null) => {
  const names = new Map<string, string>();
  return (id, graph) => {
    if (names.size === 0) {
      const graphOf = (path: string) => staticGraph(source(path), graph);
      const others = otherPages.map(graphOf);
      for (const member of graphOf('features/share-page/share-page.tsx'))
        names.set(member, others.some((modules) => modules.has(member)) ? 'common' : 'share-page');
      for (const member of graphOf('start.tsx')) names.set(member, 'start');
      for (const member of graphOf('main.ts')) names.delete(member);
    }
    return names.get(id) ?? null;
  };
};

/**
 * The entry imports the app once the texts of the language are there. Its files begin to load with the page, as if the
 * page named them: English needs no other.
 */
const preloadStart: Plugin = {
  name: 'preload-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = chunks.find(({ moduleIds }) => moduleIds.includes(source('start.tsx')));
      if (start === undefined) throw new Error('the chunk of src/start.tsx was not found');
      const needed = new Set([start.fileName]);
      for (const name of needed) {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        for (const imported of chunk?.imports ?? []) needed.add(imported);
      }
      const styles = [...needed].flatMap((name) => [
        ...(chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? []),
      ]);
      const link = (rel: string, file: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `${assetBase}${file}` },
        injectTo: 'head' as const,
      });
      return [
        ...[...needed].map((file) => link('modulepreload', file)),
        ...[...new Set(styles)].map((file) => link('stylesheet', file)),
      ];
    },
  },
};

/** Adds the link preview to index.html, with the product name and the origin of the build. */
const linkPreviewTags: Plugin = {
  name: 'link-preview-tags',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      addLinkPreview(html, {
        name: process.env['VITE_PRODUCT_NAME'] ?? process.env['PRODUCT_NAME'] ?? 'Tandem',
        origin: (process.env['PUBLIC_URL'] ?? '').replace(/\/$/, ''),
      }),
  },
};

/** Chunks of pages that are opened from other pages. */
const laterPage =
  /\/(admin|audit|settings|help|subscri|terms|privacy|marketing|landing)[\w-]*-(page|route)-/;

/**
 * What is loaded with a chunk. With a later page only its styles: the service worker has stored its modules by then, and
 * their names are listed in the code that the recipient's page loads.
 */
const preloadsOf = (file: string, imported: string[], { hostType }: { hostType: string }) =>
  hostType === 'js' && laterPage.test(file) ? [] : imported;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: assetBase,
  ...(assetBase !== '/' && { experimental: ownOriginFiles }),
  plugins: [
    react(),
    leanRouter,
    themeColourTags,
    linkPreviewTags,
    preloadStart,
    subresourceIntegrity(assetBase),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      // Registered by app/pwa/service-worker.ts, without an inline script.
      injectRegister: false,
      // The manifest is a plain file in public/.
      manifest: false,
      disable: !existsSync(workerSource),
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/*.{svg,png}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  // Resolve the contracts to their sources, so that this build needs no other.
  resolve: { conditions: ['@tandem/source', ...defaultClientConditions] },
  css: { postcss: { plugins: [schemeCss] }, modules: { generateScopedName: shortClassNames() } },
  build: {
    outDir: 'dist',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
    sourcemap: true,
    modulePreload: { resolveDependencies: preloadsOf },
    // Inlined assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        chunkFileNames,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf() }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/ws': { target: backend.replace(/^http/, 'ws'), ws: true },
    },
  },
});
