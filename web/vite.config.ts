import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `npm run dev` finds a running stack; `npm start` prints its address. */
const backend = process.env['DEV_BACKEND'] ?? 'http://localhost:8080';

const workerSource = fileURLToPath(new URL('src/sw/sw.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // A CDN's address for the hashed files; the pages themselves stay at the root.
  base: process.env['ASSET_BASE'] ?? '/',
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      // Registered by app/service-worker.ts, without an inline script.
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
