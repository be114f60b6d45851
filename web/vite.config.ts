import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { subresourceIntegrity } from './release/integrity.js';
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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: assetBase,
  ...(assetBase !== '/' && { experimental: ownOriginFiles }),
  plugins: [
    react(),
    themeColourTags,
    linkPreviewTags,
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
  css: { postcss: { plugins: [schemeCss] } },
  build: {
    outDir: 'dist',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
    sourcemap: true,
    // Inlined assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/ws': { target: backend.replace(/^http/, 'ws'), ws: true },
    },
  },
});
