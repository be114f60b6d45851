/**
 * The Firebase Auth emulator as a separate process, without the command line of firebase-tools, which
 * needs Java, downloads and an account. The emulator accepts forged tokens by design.
 */

import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { openEmailLink, serveShim, withLocalPages } from './emulator-pages.js';

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

/** Internal to firebase-tools and untyped; the version is pinned exactly. */
const requireTool = createRequire(
  createRequire(import.meta.url).resolve('firebase-tools/package.json'),
);
const requireEmulator = (module: string): unknown => requireTool(`./lib/emulator/auth/${module}`);

// Compiling the request validators takes nearly all of the start-up time. Tenants and the project
// administration of v2 are more than half of them, and the product does not use them.
const { paths } = (requireEmulator('apiSpec') as { default: { paths: Record<string, unknown> } })
  .default;
for (const path of Object.keys(paths)) {
  if (/\/tenants|^\/v2\/projects/.test(path)) Reflect.deleteProperty(paths, path);
}
// Each of the five hundred validators would compile the schema of schemas, to check its own.
const { default: Ajv } = createRequire(requireTool.resolve('exegesis'))('ajv/dist/core') as {
  default: { prototype: { validateSchema: () => boolean } };
};
Ajv.prototype.validateSchema = () => true;

const { createApp } = requireEmulator('server') as {
  createApp: (projectId: string) => Promise<RequestListener>;
};
const emulator = await createApp(FIREBASE_PROJECT_ID);

const server = createServer((request, response) => {
  if (serveShim(request, response) || openEmailLink(request, response)) return;
  emulator(request, withLocalPages(request, response));
});
server.listen(Number(PORT), HOST, () => process.stdout.write('READY\n'));
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
