// The Firebase Auth emulator as a process of its own, without the rest of firebase-tools: no Java, no
// download, no account. Accepts forged tokens by design, hence the refusal below.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { serveShim, withLocalPages } from './emulator-pages.mjs';

const {
  HOST = '127.0.0.1',
  PORT = '0',
  FIREBASE_PROJECT_ID = 'demo-tandem',
  NODE_ENV,
} = process.env;
if (NODE_ENV === 'production') {
  process.stderr.write('The Auth emulator accepts forged tokens and does not run in production.\n');
  process.exit(78);
}

/**
 * Internal to firebase-tools and untyped; the version is pinned exactly.
 * @param {string} module
 */
const requireEmulator = (module) =>
  createRequire(import.meta.url)(`firebase-tools/lib/emulator/auth/${module}`);

// Compiling the validators of every endpoint is all of the start-up time. Tenants and the project
// administration of v2 are more than half of it and not part of what the product uses.
/** @type {Record<string, unknown>} */
const paths = requireEmulator('apiSpec').default.paths;
for (const path of Object.keys(paths)) {
  if (/\/tenants|^\/v2\/projects/.test(path)) delete paths[path];
}

/** @type {{createApp(projectId: string): Promise<import('node:http').RequestListener>}} */
const { createApp } = requireEmulator('server');
const emulator = await createApp(FIREBASE_PROJECT_ID);

const server = createServer((request, response) => {
  if (serveShim(request, response)) return;
  emulator(request, withLocalPages(request, response));
});
server.listen(Number(PORT), HOST, () => process.stdout.write('READY\n'));
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
