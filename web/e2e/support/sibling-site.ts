import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contentPolicy, reportPath } from '../../../proto/browser/content-policy.js';
import { pageClassOf } from '../../../proto/browser/page-class.js';
import { freePort } from '../../../tools/bootstrap/launch/ports.mjs';
import { startStack } from '../../../tools/dev-stack/stack.js';
import { inlineScriptsOf } from '../../release/manifest.mjs';

/** Hosts of one site. The browsers resolve them by `--host-resolver-rules`. */
export const hosts = {
  pages: 'http://app.tandem.example',
  api: 'http://api.tandem.example',
  assets: 'http://cdn.tandem.example',
  /** Same site, so browsers send the session cookie, but not an allowed origin. */
  stranger: 'http://other.tandem.example',
} as const;

const webRoot = fileURLToPath(new URL('../..', import.meta.url));
const viteProgram = fileURLToPath(
  new URL('../../../node_modules/vite/bin/vite.js', import.meta.url),
);

/** Builds the app for a CDN as in docs/deploy.md, without minification to save time. */
const buildPages = async (folder: string): Promise<void> => {
  await promisify(execFile)(
    process.execPath,
    [
      viteProgram,
      'build',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--minify=false',
      '--sourcemap=false',
    ],
    {
      cwd: webRoot,
      env: { ...process.env, ASSET_BASE: `${hosts.assets}/`, VITE_API_ORIGIN: hosts.api },
    },
  );
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** The content security policy as the web image sends it for three hosts. */
const policyOf = (path: string, inlineScripts: readonly string[]): string =>
  contentPolicy(pageClassOf(path), {
    assets: [hosts.assets],
    servers: [hosts.api, hosts.api.replace('http', 'ws')],
    authFrames: [],
    emulator: [],
    inlineScripts: inlineScripts.map((hash) => `'${hash}'`),
    reports: `${hosts.api}${reportPath}`,
    isHttps: false,
  });

/** Serves files by name like a CDN: `index.html` for the app's paths, CORS headers for the hashed files. */
const serveFiles = (folder: string) => {
  const inlineScripts = inlineScriptsOf(readFileSync(join(folder, 'index.html'), 'utf8'));
  const fileOf = (pathname: string): string => {
    const path = resolve(folder, `.${pathname}`);
    const isFile = path.startsWith(folder + sep) && extname(path) !== '';
    return isFile ? path : join(folder, 'index.html');
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = `http://${request.headers.host ?? ''}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    const isAsset = pathname.startsWith('/assets/');
    if (origin === hosts.stranger) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>');
      return;
    }
    // Each host serves its own part only; a request for a file of another host gets 404.
    const isHere = isAsset === (origin === hosts.assets) || /[/-]worker-[^/]+\.js$/.test(pathname);
    const bytes = isHere ? await readFile(fileOf(pathname)).catch(() => undefined) : undefined;
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader(
      'content-type',
      types[extname(fileOf(pathname))] ?? 'application/octet-stream',
    );
    if (isAsset) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-security-policy', policyOf(pathname, inlineScripts)).end(bytes);
  };
};

const startFiles = async (folder: string) => {
  const answer = serveFiles(folder);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
};

export interface SiblingSite {
  /** Arguments with which Chromium resolves the hosts and treats them as secure contexts. */
  browserArgs: string[];
  authEmulatorOrigin: string;
  stop(): Promise<void>;
}

/** Starts a second product with pages, hashed files and API on three hosts of one site. */
export const startSiblingSite = async (): Promise<SiblingSite> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-sibling-'));
  await buildPages(folder);
  const apiPort = await freePort();
  const [files, stack] = await Promise.all([
    startFiles(folder),
    startStack({
      port: apiPort,
      demoAccounts: false,
      env: {
        PUBLIC_URL: hosts.api,
        CORS_ORIGINS: hosts.pages,
        ALLOWED_ORIGINS: hosts.pages,
        LOG_DIR: join(folder, 'logs'),
      },
    }),
  ]);
  const rules = [hosts.pages, hosts.assets, hosts.stranger]
    .map((origin) => `MAP ${new URL(origin).host} 127.0.0.1:${files.port}`)
    .concat(`MAP ${new URL(hosts.api).host} 127.0.0.1:${apiPort}`);
  return {
    browserArgs: [
      `--host-resolver-rules=${rules.join(', ')}`,
      `--unsafely-treat-insecure-origin-as-secure=${Object.values(hosts).join(',')}`,
    ],
    authEmulatorOrigin: stack.authEmulatorOrigin ?? '',
    stop: async () => {
      files.server.close();
      files.server.closeAllConnections();
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
